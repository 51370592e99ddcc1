/**
 * When the pictures of a live HLS source were taken, by what its playlist says. FFmpeg passes over
 * EXT-X-PROGRAM-DATE-TIME, so the playlist is read here beside it, and of one segment the first
 * packet, which tells the presentation time that belongs to the segment's time. Everything goes
 * through FFmpeg's own protocols, and so through the gate that lets no refused address pass.
 */
import { AV_NOPTS_VALUE, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Dictionary, FormatContext, InputFormat, Packet } from 'node-av/lib';
import { formats } from './input-options.ts';
import { type MediaSegment, parsePlaylist } from './media-playlist.ts';
import { presentationOf } from './segment-output.ts';

/** Reading playlist and packet takes no longer, or the times are not known. */
const patienceMs = 5_000;
/** FFmpeg gives up a server that is silent for so many microseconds. */
const readOptions = {
  protocol_whitelist: 'data,http,https,httpproxy,tcp,tls,crypto',
  rw_timeout: patienceMs * 1000,
};
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
      const wanted = lastOfRuns(segments);
      const read = await Promise.all(wanted.map((last) => runOf(segments, last)));
      const runs = read.filter((run) => run !== undefined);
      if (runs.length === 0 && wanted.length > 0) throw new Error('no segment can be read');
      this.#runs = runs.filter((run) => this.#isPlausible(run));
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
  const { text, location } = await readText(url);
  const playlist = parsePlaylist(text, location);
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

/** The location is where redirects have led to, which what it lists is relative to. */
async function readText(url: string): Promise<{ text: string; location: string }> {
  await using context = new FormatContext();
  if (!(await opens(context, url, 'data'))) throw new Error('the playlist cannot be read');
  const pieces: Buffer[] = [];
  using packet = new Packet();
  packet.alloc();
  for (let bytes = 0; bytes < maxPlaylistBytes && (await context.readFrame(packet)) >= 0; ) {
    pieces.push(Buffer.from(packet.data ?? []));
    bytes += packet.size;
    packet.unref();
  }
  const text = Buffer.concat(pieces).toString('utf8');
  return { text, location: context.getOption('location') ?? url };
}

/** Presentation time of its first picture. */
async function firstPresentationOf({ alone }: MediaSegment): Promise<number | undefined> {
  const playlist = `data:application/vnd.apple.mpegurl;base64,${Buffer.from(alone).toString('base64')}`;
  await using context = new FormatContext();
  if (!(await opens(context, playlist, 'hls', { format_whitelist: formats }))) return undefined;
  using packet = new Packet();
  packet.alloc();
  for (let n = 0; n < maxPackets && (await context.readFrame(packet)) >= 0; n += 1) {
    const stream = context.streams[packet.streamIndex];
    const { num, den } = stream?.timeBase ?? { num: 0, den: 1 };
    const isVideo = stream?.codecpar.codecType === AVMEDIA_TYPE_VIDEO;
    const stamp = presentationOf(packet);
    if (isVideo && stamp !== AV_NOPTS_VALUE) return (Number(stamp) * num * 1000) / den;
    packet.unref();
  }
  return undefined;
}

async function opens(
  context: FormatContext,
  url: string,
  format: string,
  options: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const all = Dictionary.fromObject({ ...readOptions, ...options });
  return (await context.openInput(url, InputFormat.findInputFormat(format), all)) >= 0;
}
