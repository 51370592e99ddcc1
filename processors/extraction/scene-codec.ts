/**
 * The scene as bytes between chunks: a version, a JSON head, the background as 16-bit numbers, all
 * deflated (100 to 200 kB). Bytes of another version, or of another raster, begin a new scene.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import type { Patch } from './background-model.ts';
import type { HealedPlace, Scene } from './scene.ts';
import type { Settled, Track } from './track.ts';

const version = 3;
/** Steps of the stored numbers: background values to 1/128. */
const steps = 128;

interface Head {
  readonly width: number;
  readonly height: number;
  readonly pictures: number;
  readonly nextTrackId: number;
  readonly lastAt: number;
  readonly intervalMs: number;
  readonly freshUntil: number;
  readonly unsteadyUntil: number;
  readonly healed: readonly HealedPlace[];
  readonly upheavals: number;
  readonly tracks: readonly StoredTrack[];
}

interface StoredTrack extends Omit<Track, 'samples' | 'settled'> {
  readonly settled?: {
    /** Runs of raster pixels: start, length, start, length ... */
    readonly runs: readonly number[];
    readonly under?: string;
    readonly doubtedSince?: number;
  };
}

export function encodeScene(scene: Scene): Uint8Array {
  const { background } = scene;
  const head: Head = {
    width: background.width,
    height: background.height,
    pictures: background.pictures,
    nextTrackId: scene.nextTrackId,
    lastAt: scene.previousAt ?? 0,
    intervalMs: scene.intervalMs,
    freshUntil: scene.freshUntil,
    unsteadyUntil: scene.unsteadyUntil,
    healed: scene.healed,
    upheavals: scene.upheavals,
    tracks: scene.tracks.map(storeTrack),
  };
  const text = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  const body = deflateSync(
    Buffer.concat([size, text, toFixed(background.mean), toFixed(background.noise)]),
    { level: 3 },
  );
  return Buffer.concat([Buffer.from([version]), body]);
}

export function decodeScene(bytes: Uint8Array): Scene | undefined {
  if (bytes[0] !== version) return undefined;
  const body = inflateSync(bytes.subarray(1));
  const end = 4 + body.readUInt32LE(0);
  const head = JSON.parse(body.toString('utf8', 4, end)) as Head;
  const count = head.width * head.height;
  return {
    background: {
      width: head.width,
      height: head.height,
      mean: fromFixed(body, end, count * 3),
      noise: fromFixed(body, end + count * 6, count),
      pictures: head.pictures,
    },
    tracks: head.tracks.map(restoreTrack),
    ended: [],
    nextTrackId: head.nextTrackId,
    previous: undefined,
    previousAt: head.lastAt,
    intervalMs: head.intervalMs,
    freshUntil: head.freshUntil,
    unsteadyUntil: head.unsteadyUntil,
    healed: [...head.healed],
    upheavals: head.upheavals,
    times: [],
    past: [],
  };
}

function storeTrack({ samples, settled, ...track }: Track): StoredTrack {
  if (!settled) return track;
  const { under, doubtedSince } = settled;
  return {
    ...track,
    settled: {
      runs: toRuns(settled.pixels),
      ...(under && { under: toFixed(under.mean).toString('base64') }),
      ...(doubtedSince !== undefined && { doubtedSince }),
    },
  };
}

function restoreTrack({ settled, ...track }: StoredTrack): Track {
  return { ...track, samples: [], settled: settled && restoreSettled(settled) };
}

function restoreSettled(stored: NonNullable<StoredTrack['settled']>): Settled {
  const pixels = fromRuns(stored.runs);
  return { pixels, under: restorePatch(stored.under, pixels), doubtedSince: stored.doubtedSince };
}

function restorePatch(text: string | undefined, pixels: Int32Array): Patch | undefined {
  if (text === undefined) return undefined;
  return { pixels, mean: fromFixed(Buffer.from(text, 'base64'), 0, pixels.length * 3) };
}

function toFixed(values: Float32Array): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => {
    buffer.writeUInt16LE(Math.min(65_535, Math.round(value * steps)), i * 2);
  });
  return buffer;
}

function fromFixed(buffer: Buffer, offset: number, count: number): Float32Array {
  const values = new Float32Array(count);
  for (let i = 0; i < count; i++) values[i] = buffer.readUInt16LE(offset + i * 2) / steps;
  return values;
}

/** Pixels in ascending order as runs. */
function toRuns(pixels: Int32Array): number[] {
  const runs: number[] = [];
  for (const pixel of pixels) {
    const last = runs.length - 2;
    if (last >= 0 && runs[last]! + runs[last + 1]! === pixel) runs[last + 1]! += 1;
    else runs.push(pixel, 1);
  }
  return runs;
}

function fromRuns(runs: readonly number[]): Int32Array {
  const pixels: number[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    for (let pixel = runs[i]!; pixel < runs[i]! + runs[i + 1]!; pixel++) pixels.push(pixel);
  }
  return Int32Array.from(pixels);
}
