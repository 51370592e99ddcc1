import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  parseSegmentName,
  playableOf,
  playlistOf,
  segmentNameOf,
  unplayableCodecs,
} from '../../../../../dashboard/http/playback/playlist.ts';
import { aSegment } from '../../../../support/recordings.ts';

const linesOf = (starts: readonly number[], isOver = true) =>
  playlistOf(
    starts.map((start) => aSegment({ start, end: start + 4_000 })),
    isOver,
  ).split('\n');

const count = (lines: readonly string[], tag: string) =>
  lines.filter((line) => line.startsWith(tag)).length;

it('segments that follow each other play on without a seam', () => {
  const lines = linesOf([0, 4_000, 8_040]);
  expect(count(lines, '#EXTINF:4.000')).toBe(3);
  expect(count(lines, '#EXT-X-MAP')).toBe(1);
  expect(count(lines, '#EXT-X-DISCONTINUITY')).toBe(0);
  expect(lines).toContain('#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:08.040Z');
  expect(lines).toContain('segments/1-8040/media.m4s');
});

it('a gap is a discontinuity', () => {
  expect(count(linesOf([0, 4_000, 30_000]), '#EXT-X-DISCONTINUITY')).toBe(1);
});

it('a new epoch or picture size is a discontinuity with an initialisation of its own', () => {
  const first = aSegment({ end: 4_000 });
  const second = aSegment({ start: 4_000, end: 8_000, epoch: 2 });
  const third = aSegment({ start: 8_000, end: 12_000, epoch: 2, width: 640 });
  const lines = playlistOf([first, second, third], true).split('\n');
  expect(count(lines, '#EXT-X-DISCONTINUITY')).toBe(2);
  expect(count(lines, '#EXT-X-MAP')).toBe(3);
});

it('what is over ends, what goes on may grow', () => {
  expect(linesOf([0])).toEqual(
    expect.arrayContaining(['#EXT-X-ENDLIST', '#EXT-X-PLAYLIST-TYPE:VOD']),
  );
  const growing = linesOf([0], false);
  expect(growing).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(growing).not.toContain('#EXT-X-ENDLIST');
});

it('a list that grows keeps what it said', () => {
  const starts = [0, 4_000, 9_000, 13_000];
  const short = linesOf(starts.slice(0, 2), false).slice(0, -1);
  expect(linesOf(starts, false).slice(0, short.length)).toEqual(short);
});

it('is told of segments that are whole MP4 files and show something new', () => {
  const whole = aSegment({ end: 4_000 });
  const repeated = aSegment({ start: 2_000, end: 4_000, epoch: 2 });
  const open = aSegment({ start: 4_000, isOpen: true });
  const other = aSegment({ start: 8_000, key: 'cam/1/8000.mkv' });
  expect(playableOf([whole, repeated, open, other])).toEqual([whole]);
});

it('names the codecs of what it cannot tell of, once each', () => {
  const mkv = (start: number, codec: string) =>
    aSegment({ start, end: start + 4_000, codec, key: `cam/1/${start}.mkv` });
  const open = { ...mkv(12_000, 'vp9'), isOpen: true as const };
  expect(unplayableCodecs([aSegment(), mkv(4_000, 'vp8'), mkv(8_000, 'vp8'), open])).toEqual([
    'vp8',
  ]);
});

it('the name of a segment says which it is, and nothing else is a name', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(2 ** 48), (epoch, start) => {
      expect(parseSegmentName(segmentNameOf(aSegment({ epoch, start })))).toEqual({ epoch, start });
    }),
  );
  for (const name of ['', '1-', '1-2-3', '../1-2', '1-2.mp4']) {
    expect(parseSegmentName(name)).toBeUndefined();
  }
});
