/** Test sound that tells where it is: tones with silence between them, made and found again. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Seconds, from and to. */
export type Tone = readonly [number, number];

const run = promisify(execFile);
const rate = 8_000;
const windowSeconds = 0.01;
/** Shorter holes are those of a decoder that begins at a cut. */
const shortestHole = 0.07;

/** FFmpeg's expression of a source with the tones, for `-f lavfi`. */
export function tonesSource(tones: readonly Tone[], seconds: number): string {
  const isOn = tones.map(([from, to]) => `between(t,${from},${to})`).join('+');
  return `aevalsrc='0.5*sin(2*PI*440*t)*(${isOn})':sample_rate=${rate}:duration=${seconds}`;
}

/** The tones as G.711 mu-law, 8 kHz. */
export async function tonesAsMuLaw(tones: readonly Tone[], seconds: number): Promise<Buffer> {
  const source = ['-f', 'lavfi', '-i', tonesSource(tones, seconds)];
  return output([...source, '-f', 'mulaw', '-ar', String(rate), '-']);
}

/** Where tones are in the sound of a file or playlist, in seconds from where its media begin. */
export async function tonesIn(url: string): Promise<Tone[]> {
  const keepTimes = ['-af', `aresample=${rate}:async=1:first_pts=0`];
  return tonesOf(await output(['-i', url, '-vn', ...keepTimes, '-ac', '1', '-f', 's16le', '-']));
}

/** Of 16-bit samples. */
function tonesOf(samples: Buffer): Tone[] {
  const tones: [number, number][] = [];
  const step = 2 * rate * windowSeconds;
  for (let at = 0; at + step <= samples.length; at += step) {
    if (loudnessOf(samples.subarray(at, at + step)) < 0.15) continue;
    const from = at / 2 / rate;
    const last = tones.at(-1);
    if (last && from - last[1] < shortestHole) last[1] = from + windowSeconds;
    else tones.push([from, from + windowSeconds]);
  }
  return tones;
}

/** Root mean square, 1 for the loudest. */
function loudnessOf(samples: Buffer): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 2) sum += (samples.readInt16LE(at) / 32_768) ** 2;
  return Math.sqrt(sum / (samples.length / 2));
}

async function output(args: readonly string[]): Promise<Buffer> {
  const quiet = ['-v', 'error', '-nostdin'];
  const options = { encoding: 'buffer', maxBuffer: 256e6 } as const;
  return (await run('ffmpeg', [...quiet, ...args], options)).stdout;
}
