/**
 * HLS playlists (RFC 8216) of recorded segments. Each segment is fragmented MP4 whose decoding times
 * are instants, so segments of one epoch play on without a seam. Pure.
 */
import type { Segment } from '../../../ingest/domain/segment.ts';

/** More time than this between two segments is a hole for players. */
const seamMs = 100;
/** Seconds; what segments are cut to, unless key frames are further apart. */
const usualLength = 10;

/** `isOver`: nothing will be added to the list; players begin at its start. */
export function playlistOf(segments: readonly Segment[], isOver: boolean): string {
  const longest = Math.max(usualLength, ...segments.map(lengthOf));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    `#EXT-X-PLAYLIST-TYPE:${isOver ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...segments.flatMap((segment, i) => linesOf(segment, segments[i - 1])),
    ...(isOver ? ['#EXT-X-ENDLIST'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** What HLS can carry: whole MP4 files, and none that only repeats what the one before shows. */
export function playableOf(segments: readonly Segment[]): Segment[] {
  const playable: Segment[] = [];
  for (const segment of segments) {
    if (segment.isOpen || !segment.key.endsWith('.mp4')) continue;
    if (segment.end > (playable.at(-1)?.end ?? Number.NEGATIVE_INFINITY)) playable.push(segment);
  }
  return playable;
}

/** Codecs of whole recorded pictures that HLS cannot carry, for none of their segments is MP4. */
export function unplayableCodecs(segments: readonly Segment[]): string[] {
  const others = segments.filter(({ isOpen, key }) => !isOpen && !key.endsWith('.mp4'));
  return [...new Set(others.map(({ codec }) => codec))];
}

/** The name of a segment in the URLs of its stream. */
export const segmentNameOf = ({ epoch, start }: Segment): string => `${epoch}-${start}`;

/** Undefined for what cannot be the name of a segment. */
export function parseSegmentName(name: string): { epoch: number; start: number } | undefined {
  const match = /^(\d{1,10})-(\d{1,15})$/.exec(name);
  return match ? { epoch: Number(match[1]), start: Number(match[2]) } : undefined;
}

function linesOf(segment: Segment, before: Segment | undefined): string[] {
  const folder = `segments/${segmentNameOf(segment)}`;
  const isSameMedia = before !== undefined && mediaOf(before) === mediaOf(segment);
  const playsOn = isSameMedia && Math.abs(segment.start - before.end) <= seamMs;
  return [
    ...(before && !playsOn ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isSameMedia ? [] : [`#EXT-X-MAP:URI="${folder}/init.mp4"`]),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.start).toISOString()}`,
    `#EXTINF:${lengthOf(segment).toFixed(3)},`,
    `${folder}/media.m4s`,
  ];
}

const lengthOf = ({ start, end }: Segment): number => (end - start) / 1000;

/** Segments of one epoch have the same tracks. */
const mediaOf = ({ epoch, codec, width, height }: Segment): string =>
  `${epoch}/${codec}/${width}x${height}`;
