/**
 * Reads HLS playlists (RFC 8216) as far as it takes to know when the pictures of a segment were
 * taken, and where they lead.
 */

export interface MediaSegment {
  /** Wall clock of its first picture, by EXT-X-PROGRAM-DATE-TIME; undefined where it is not said. */
  readonly takenAt: number | undefined;
  readonly durationMs: number;
  /** Counts discontinuities: presentation times go on evenly within a run. */
  readonly run: number;
  /** A complete playlist of this segment alone, with absolute URLs. */
  readonly alone: string;
}

/** A playlist of playlists gives the URL of one of them; they all show the same. */
export type Playlist =
  | { readonly variant: string }
  | { readonly segments: readonly MediaSegment[] };

/** What is said before a segment and goes for it. */
interface Said {
  takenAt: number | undefined;
  durationMs: number | undefined;
  run: number;
  number: number;
  byteRange: string | undefined;
  key: string | undefined;
  map: string | undefined;
}

/**
 * The first scheme other than HTTP's among the addresses of a playlist, by FFmpeg's reading: an
 * address begins a line or follows `URI=`, a zero byte ends a line, a backslash stands for nothing.
 */
export function schemeBesideHttp(text: string): string | undefined {
  const found = text.replaceAll('\\', '').matchAll(addressed);
  return [...found].map(([, scheme]) => scheme!).find((scheme) => !/^https?$/i.test(scheme));
}

const addressed = /(?:^|[\r\n\0]|URI="?)([a-z0-9+.-]+):/gi;

/**
 * Undefined for what is no playlist. Lines that are not understood are passed over. Throws where an
 * address is none, or none of HTTP.
 */
export function parsePlaylist(text: string, url: string): Playlist | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines[0] !== '#EXTM3U') return undefined;
  const variant = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF:'));
  const first = lines.slice(variant + 1).find((line) => line !== '' && !line.startsWith('#'));
  if (variant >= 0)
    return first === undefined ? undefined : { variant: ofHttp(new URL(first, url).href) };
  return { segments: segmentsOf(lines, url) };
}

function segmentsOf(lines: readonly string[], url: string): MediaSegment[] {
  const segments: MediaSegment[] = [];
  const said: Said = {
    ...{ takenAt: undefined, durationMs: undefined, run: 0, number: 0 },
    ...{ byteRange: undefined, key: undefined, map: undefined },
  };
  for (const line of lines) {
    if (line.startsWith('#')) note(line, said, url);
    else if (line !== '' && said.durationMs !== undefined) segments.push(take(line, said, url));
  }
  return segments;
}

function note(line: string, said: Said, url: string): void {
  const [, name, value = ''] = /^#([A-Z0-9-]+):?(.*)$/.exec(line) ?? [];
  switch (name) {
    case 'EXTINF':
      said.durationMs = Number.parseFloat(value) * 1000;
      break;
    case 'EXT-X-MEDIA-SEQUENCE':
      said.number = Number.parseInt(value, 10) || 0;
      break;
    case 'EXT-X-PROGRAM-DATE-TIME':
      said.takenAt = instantOf(value);
      break;
    case 'EXT-X-DISCONTINUITY':
      said.run += 1;
      said.takenAt = undefined;
      break;
    case 'EXT-X-BYTERANGE':
      said.byteRange = line;
      break;
    case 'EXT-X-KEY':
      said.key = withAbsoluteUrl(line, url);
      break;
    case 'EXT-X-MAP':
      said.map = withAbsoluteUrl(line, url);
  }
}

function take(address: string, said: Said, url: string): MediaSegment {
  const { takenAt, durationMs = 0, run, number, key, map, byteRange } = said;
  const described = [key, map, byteRange].filter((line) => line !== undefined);
  const alone = [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${Math.ceil(durationMs / 1000)}`],
    ...[`#EXT-X-MEDIA-SEQUENCE:${number}`, ...described, `#EXTINF:${durationMs / 1000},`],
    ...[new URL(address, url).href, '#EXT-X-ENDLIST', ''],
  ].join('\n');
  said.takenAt = takenAt === undefined ? undefined : takenAt + durationMs;
  said.number += 1;
  said.durationMs = undefined;
  said.byteRange = undefined;
  return { takenAt, durationMs, run, alone: ofHttp(alone) };
}

function ofHttp(text: string): string {
  const scheme = schemeBesideHttp(text);
  if (scheme === undefined) return text;
  throw new Error(`the playlist leads out of HTTP, to ${scheme}:`);
}

/** A time without a zone is of no use. */
function instantOf(text: string): number | undefined {
  const at = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

const withAbsoluteUrl = (line: string, url: string): string =>
  line.replace(/URI="([^"]*)"/, (_, address: string) => `URI="${new URL(address, url).href}"`);
