/**
 * A live HLS playlist for tests: segments cut once from a looped clip, listed one after the other as
 * time goes on. It can be made to misbehave, from the beginning or from any moment on:
 *
 *     const server = await startHlsServer(clip, { faults: { programDateTime: true } });
 *     server.inject({ isFrozen: true });                      // 200, the same playlist for ever
 *     server.inject({ missing: [server.newest + 1] });        // listed, but 404
 *     server.inject({ restartAt: server.newest + 1 });        // the encoder starts again
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { portOf } from './port-of.ts';

/** Segments are numbered from 0 in the order in which they are listed. */
export interface HlsFaults {
  /** The playlist changes no more. */
  readonly isFrozen?: boolean;
  /** Segments that are listed and answered with 404. */
  readonly missing?: readonly number[];
  /** Segments further than this behind the newest are listed, and answered with 404. */
  readonly expiresAfter?: number;
  /** Every playlist, or every segment, is answered with this status. */
  readonly status?: { readonly playlist?: number; readonly segment?: number };
  /** Playlists, or segments, are asked for and never answered. */
  readonly silentOn?: 'playlist' | 'segment';
  /** Everything is in another folder, and who asks for the playlist is sent there. */
  readonly isMoved?: boolean;
  /** From this segment on the media's time starts again. */
  readonly restartAt?: number;
  /** A restart is marked with EXT-X-DISCONTINUITY, or else the media sequence starts again at 0. */
  readonly restartsBy?: 'discontinuity' | 'sequence-reset';
  /** The playlist tells the wall clock of each segment. */
  readonly programDateTime?: boolean;
  /** The playlist is one of playlists, of so many variants of the same video. */
  readonly variants?: number;
  /** The playlist says that it is complete. */
  readonly isComplete?: boolean;
}

export interface HlsServerOptions {
  /** Wanted length of segments; they are cut at key frames. */
  readonly segmentSeconds?: number;
  /** How many segments there are in all; then the playlist stands still. */
  readonly segments?: number;
  /** Presentation time of the first picture, seconds; MPEG-TS counts to `wrapSeconds`. */
  readonly firstTime?: number;
  readonly faults?: HlsFaults;
}

export interface HlsServer {
  readonly url: string;
  readonly port: number;
  /** Number of the newest segment that is listed. */
  readonly newest: number;
  /** When the first picture of segment 0 was taken, wall clock. */
  readonly beginsAt: number;
  /** Paths asked for, in order. */
  readonly requests: readonly string[];
  /** Adds to what is wrong from now on. */
  inject(faults: HlsFaults): void;
  heal(): void;
  close(): Promise<void>;
}

/** MPEG-TS counts 33 bits at 90 kHz, and begins again. */
export const wrapSeconds = 2 ** 33 / 90_000;
/** How many segments the playlist lists. */
const listed = 6;
/** How many of them there are when the server starts. */
const before = 3;

/** Loops the clip; its key frames should be one second apart. */
export async function startHlsServer(
  clip: string,
  options: HlsServerOptions = {},
): Promise<HlsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'strandline-hls-'));
  const station = new Station(folder, await cutSegments(clip, folder, options), options);
  const server = createServer((request, response) => station.answer(request.url ?? '', response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return Object.assign(station, {
    url: `http://127.0.0.1:${port}/live.m3u8`,
    port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}

class Station {
  readonly requests: string[] = [];
  readonly beginsAt: number;
  readonly #folder: string;
  /** Seconds of each segment. */
  readonly #lengths: readonly number[];
  readonly #segmentMs: number;
  #faults: HlsFaults;
  #frozenAt: number | undefined;

  constructor(folder: string, lengths: readonly number[], options: HlsServerOptions) {
    this.#folder = folder;
    this.#lengths = lengths;
    this.#segmentMs = 1000 * (options.segmentSeconds ?? 1);
    this.beginsAt = Date.now() - before * this.#segmentMs;
    this.#faults = {};
    this.inject(options.faults ?? {});
  }

  get newest(): number {
    const complete = Math.floor((Date.now() - this.beginsAt) / this.#segmentMs) - 1;
    return this.#frozenAt ?? Math.min(complete, this.#lengths.length - 1);
  }

  inject(faults: HlsFaults): void {
    this.#faults = { ...this.#faults, ...faults };
    this.#frozenAt = this.#faults.isFrozen ? this.newest : undefined;
  }

  heal(): void {
    this.#faults = {};
    this.#frozenAt = undefined;
  }

  answer(path: string, response: ServerResponse): void {
    this.requests.push(path);
    const { status = {}, variants = 0, silentOn, isMoved = false } = this.#faults;
    const isPlaylist = path.endsWith('.m3u8');
    if (silentOn === (isPlaylist ? 'playlist' : 'segment')) return;
    if (isMoved && !path.startsWith('/moved/')) return void sendAway(path, response);
    const refusal = isPlaylist ? status.playlist : status.segment;
    if (refusal) return void response.writeHead(refusal).end();
    const isFirst = path.endsWith('/live.m3u8');
    if (isFirst && variants > 0) return void response.end(variantPlaylist(variants));
    if (isPlaylist) return void response.end(this.#playlist());
    this.#sendSegment(Number(/\/(\d+)\.ts$/.exec(path)?.[1] ?? -1), response);
  }

  #sendSegment(number: number, response: ServerResponse): void {
    const { missing = [], expiresAfter = Number.POSITIVE_INFINITY } = this.#faults;
    const isGone = missing.includes(number) || number < this.newest - expiresAfter;
    const file = createReadStream(join(this.#folder, segmentFile(this.#sourceOf(number))));
    file.on('error', () => response.writeHead(404).end());
    if (isGone) file.destroy(new Error('gone'));
    else file.pipe(response);
  }

  #playlist(): string {
    const { restartAt = Number.POSITIVE_INFINITY, restartsBy = 'discontinuity' } = this.#faults;
    const { newest } = this;
    const isReset = restartsBy === 'sequence-reset' && newest >= restartAt;
    const first = Math.max(isReset ? restartAt : 0, newest - listed + 1);
    const entries = Array.from({ length: newest - first + 1 }, (_, i) => this.#entry(first + i));
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...this.#lengths))}`,
      `#EXT-X-MEDIA-SEQUENCE:${isReset ? first - restartAt : first}`,
      ...entries.flat(),
      ...(this.#faults.isComplete ? ['#EXT-X-ENDLIST'] : []),
      '',
    ].join('\n');
  }

  #entry(number: number): string[] {
    const { restartAt, restartsBy = 'discontinuity', programDateTime } = this.#faults;
    const isMarked = restartsBy === 'discontinuity' && number === restartAt;
    const at = new Date(this.beginsAt + number * this.#segmentMs).toISOString();
    return [
      ...(isMarked ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(programDateTime ? [`#EXT-X-PROGRAM-DATE-TIME:${at}`] : []),
      `#EXTINF:${this.#lengths[this.#sourceOf(number)]!.toFixed(3)},`,
      `${number}.ts`,
    ];
  }

  /** Which file a segment is. */
  #sourceOf(number: number): number {
    const { restartAt = Number.POSITIVE_INFINITY } = this.#faults;
    return number >= restartAt ? number - restartAt : number;
  }
}

/** Whoever takes a segment to be beside the URL that moved finds none. */
function sendAway(path: string, response: ServerResponse): void {
  if (path.endsWith('.m3u8')) response.writeHead(302, { location: `/moved${path}` }).end();
  else response.writeHead(404).end();
}

const segmentFile = (number: number): string => `${String(number).padStart(4, '0')}.ts`;

const variantPlaylist = (count: number): string =>
  [
    '#EXTM3U',
    ...Array.from({ length: count }, (_, n) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${(n + 1) * 400_000},RESOLUTION=320x180`,
      `variant-${n}.m3u8`,
    ]).flat(),
    '',
  ].join('\n');

/** Lengths of the segments in seconds, in order. */
async function cutSegments(
  clip: string,
  folder: string,
  { segmentSeconds = 1, segments = 90, firstTime = 0 }: HlsServerOptions,
): Promise<number[]> {
  const loop = ['-v', 'error', '-stream_loop', '-1', '-i', clip];
  const length = ['-t', String(segments * segmentSeconds), '-c', 'copy'];
  const cut = ['-f', 'segment', '-segment_time', String(segmentSeconds)];
  const begin = ['-initial_offset', String(firstTime)];
  const list = ['-segment_list', 'list.csv', '-segment_format', 'mpegts'];
  await promisify(execFile)('ffmpeg', [...loop, ...length, ...cut, ...begin, ...list, '%04d.ts'], {
    cwd: folder,
  });
  const lines = (await readFile(join(folder, 'list.csv'), 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [, start, end] = line.split(',') as [string, string, string];
    return Number(end) - Number(start);
  });
}
