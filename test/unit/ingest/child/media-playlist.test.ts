import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlaylist } from '../../../../ingest/child/media-playlist.ts';

const url = 'https://camera.example/live/list.m3u8?token=1';
const at = Date.UTC(2026, 10, 30, 12);

const playlist = (...lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-MEDIA-SEQUENCE:7', '#EXT-X-TARGETDURATION:4', ...lines, ''].join('\r\n');

/** The segments of a media playlist. */
function segments(...lines: string[]) {
  const parsed = parsePlaylist(playlist(...lines), url);
  return parsed && 'segments' in parsed ? parsed.segments : [];
}

describe('a media playlist', () => {
  it('tells when the pictures of each segment were taken', () => {
    const found = segments(
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-30T13:00:00.000+01:00',
      '#EXTINF:4.0,',
      'a.ts',
      '#EXTINF:2.5,',
      'b.ts',
      '#EXTINF:4.0,title',
      'c.ts',
    );
    expect(found.map(({ takenAt }) => takenAt! - at)).toEqual([0, 4_000, 6_500]);
  });

  it('goes on from no time but its own after a discontinuity', () => {
    const found = segments(
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-30T12:00:00Z',
      ...['#EXTINF:4,', 'a.ts', '#EXT-X-DISCONTINUITY', '#EXTINF:4,', 'b.ts'],
    );
    expect(found.map(({ run, takenAt }) => [run, takenAt])).toEqual([
      [0, at],
      [1, undefined],
    ]);
  });

  it('says nothing where the time has no zone', () => {
    const [found] = segments('#EXT-X-PROGRAM-DATE-TIME:2026-11-30T12:00:00', '#EXTINF:4,', 'a.ts');
    expect(found!.takenAt).toBeUndefined();
  });

  it('can be reduced to one segment that plays alone', () => {
    const found = segments(
      '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"',
      '#EXT-X-MAP:URI="/init.mp4"',
      ...['#EXTINF:4,', 'a.m4s', '#EXT-X-BYTERANGE:100@200', '#EXTINF:4,', 'b.m4s'],
    );
    expect(found[1]!.alone.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MEDIA-SEQUENCE:8',
      '#EXT-X-KEY:METHOD=AES-128,URI="https://camera.example/live/key.bin"',
      '#EXT-X-MAP:URI="https://camera.example/init.mp4"',
      '#EXT-X-BYTERANGE:100@200',
      '#EXTINF:4,',
      'https://camera.example/live/b.m4s',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });
});

it('a playlist of playlists leads to one of them', () => {
  const text = playlist('#EXT-X-STREAM-INF:BANDWIDTH=1', 'low/list.m3u8');
  expect(parsePlaylist(text, url)).toEqual({
    variant: 'https://camera.example/live/low/list.m3u8',
  });
});

it('whatever a server answers is a playlist, none, or an address that is none', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('#EXTINF:x', '#EXT-X-MAP:URI="::"', '#EXT-X-KEY:', 'a.ts', '#EXTINF:4,'),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      try {
        parsePlaylist(playlist(...lines), url);
      } catch (error) {
        expect(error).toMatchObject({ code: 'ERR_INVALID_URL' });
      }
    }),
  );
});
