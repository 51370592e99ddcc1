/**
 * When the pictures of a live HLS source were taken, by what its playlist says. FFmpeg passes over
 * EXT-X-PROGRAM-DATE-TIME, so the playlist is read here beside it, and of one segment the first
 * packet, which tells the presentation time that belongs to the segment's time. Everything goes
 * through FFmpeg's own protocols, and so through the gate that lets no refused address pass.
 */
import { AVIO_FLAG_READ, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Dictionary, FormatContext, InputFormat, IOContext, Packet } from 'node-av/lib';
import { formats } from './input-options.ts';
import { type MediaSegment, parsePlaylist } from './media-playlist.ts';
import { presentationOf } from './segment-output.ts';

/** Reading playlist and packet takes no longer, or the times are not known. */
const patienceMs = 5_000;
const maxPlaylistBytes = 1_000_000;
const maxRedirections = 3;
/** What says that it was taken longer ago, or later than now, is a wrong clock or no live picture. */
const maxAgeMs = 300_000;
const maxAheadMs = 5_000;
/** Presentation times so far outside of what was listed belong to another run. */
const slackMs = 300_000;
/** MPEG-TS counts 33 bits at 90 kHz, and FFmpeg puts a wrap where it likes. */
const wrapMs = 2 ** 33 / 90;
/** Packets that are read to find a picture. */
const maxPackets = 500;

/** Within a run, presentation time and wall clock differ by a constant. */
interface Run {
  readonly fromMs: number;
  readonly toMs: number;
  /** Instant less presentation time. */
  readonly offsetMs: number;
}

export class ProgramTimes {
  readonly #url: string;
  readonly #now: () => number;
  #runs: readonly Run[] = [];
  #reading: Promise<void> | undefined;

  constructor(url: string, now: () => number) {
    this.#url = url;
    this.#now = now;
  }

  /** Whether the source says anything of its times. */
  get isKnown(): boolean {
    return this.#runs.length > 0;
  }

  /** When the picture of this presentation time was taken. */
  toldAt(mediaMs: number): number | undefined {
    const found = this.#runs.findLast(
      ({ fromMs, toMs }) =>
        unwrapped(mediaMs, fromMs) > fromMs - slackMs && unwrapped(mediaMs, toMs) < toMs + slackMs,
    );
    return found && unwrapped(mediaMs, found.fromMs) + found.offsetMs;
  }

  /** Reads what the source says by now. Never rejects; what cannot be read stays as it was. */
  async read(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    await Promise.race([this.#reading, patience()]);
  }

  async #readNow(): Promise<void> {
    try {
      const segments = await readSegments(this.#url);
      const runs = await Promise.all(lastOfRuns(segments).map((last) => runOf(segments, last)));
      this.#runs = runs.filter((run) => run !== undefined && this.#isPlausible(run)) as Run[];
    } catch (error) {
      console.error('cannot read program times:', error instanceof Error ? error.message : error);
    }
  }

  #isPlausible({ toMs, offsetMs }: Run): boolean {
    const age = this.#now() - (toMs + offsetMs);
    return age < maxAgeMs && age > -maxAheadMs;
  }
}

const patience = (): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, patienceMs).unref());

function unwrapped(mediaMs: number, near: number): number {
  return mediaMs - Math.round((mediaMs - near) / wrapMs) * wrapMs;
}

async function readSegments(url: string, depth = 0): Promise<readonly MediaSegment[]> {
  const playlist = parsePlaylist(await readText(url), url);
  if (!playlist || depth > maxRedirections) return [];
  return 'segments' in playlist ? playlist.segments : readSegments(playlist.variant, depth + 1);
}

/** The newest segment of each of the last two runs. */
function lastOfRuns(segments: readonly MediaSegment[]): MediaSegment[] {
  const newest = new Map(segments.map((segment) => [segment.run, segment]));
  return [...newest.values()].filter(({ takenAt }) => takenAt !== undefined).slice(-2);
}

async function runOf(
  segments: readonly MediaSegment[],
  last: MediaSegment,
): Promise<Run | undefined> {
  const startMs = await firstPresentationOf(last);
  if (startMs === undefined) return undefined;
  const all = segments.filter(({ run }) => run === last.run);
  const lengthMs = all.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const toMs = startMs + last.durationMs;
  return { fromMs: toMs - lengthMs, toMs, offsetMs: last.takenAt! - startMs };
}

async function readText(url: string): Promise<string> {
  await using io = new IOContext();
  if ((await io.open2(url, AVIO_FLAG_READ)) < 0) throw new Error('the playlist cannot be read');
  const pieces: Buffer[] = [];
  let bytes = 0;
  while (bytes < maxPlaylistBytes) {
    const piece = await io.read(65_536);
    if (typeof piece === 'number' || piece.length === 0) break;
    pieces.push(piece);
    bytes += piece.length;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Presentation time of its first picture. */
async function firstPresentationOf({ alone }: MediaSegment): Promise<number | undefined> {
  const playlist = `data:application/vnd.apple.mpegurl;base64,${Buffer.from(alone).toString('base64')}`;
  const options = {
    protocol_whitelist: 'data,http,https,httpproxy,tcp,tls,crypto',
    format_whitelist: formats,
  };
  await using context = new FormatContext();
  const hls = InputFormat.findInputFormat('hls');
  if ((await context.openInput(playlist, hls, Dictionary.fromObject(options))) < 0)
    return undefined;
  using packet = new Packet();
  packet.alloc();
  for (let n = 0; n < maxPackets && (await context.readFrame(packet)) >= 0; n += 1) {
    const stream = context.streams[packet.streamIndex];
    const { num, den } = stream?.timeBase ?? { num: 0, den: 1 };
    const isVideo = stream?.codecpar.codecType === AVMEDIA_TYPE_VIDEO;
    const stamp = presentationOf(packet);
    if (isVideo && stamp >= 0n) return (Number(stamp) * num * 1000) / den;
    packet.unref();
  }
  return undefined;
}
