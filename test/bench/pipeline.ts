/**
 * The whole embedded program on a 720p25 H.264 stream of real pedestrians: media seconds per
 * processor second when a file is taken in as fast as it goes, and how long after a chunk closes
 * its states can be asked for when the file plays as if live. `node test/bench/pipeline.ts`.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findServer } from '../../cli/running-server.ts';
import { httpQueryApi } from '../../dashboard/http/client.ts';
import { runFfmpeg } from '../support/media.ts';
import { testModelsDir } from '../support/models.ts';
import { sampleVideo } from '../support/sample-video.ts';
import { waitFor } from '../support/wait-for.ts';

const main = resolve(import.meta.dirname, '../../main.ts');
const mediaSeconds = 75;
const chunkMs = 15_000;
const rounds = 3;
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

const root = await mkdtemp(join(tmpdir(), 'strandline-bench-'));
const env = {
  ...process.env,
  STRANDLINE_DETECTOR_MODELS_DIR: await testModelsDir('ssdlite-mobilenet-v2'),
};
try {
  const clip = join(root, 'street.mp4');
  const scale = [
    '-vf',
    'scale=1280:720,fps=25',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-g',
    '50',
  ];
  await runFfmpeg(['-i', await sampleVideo(), '-t', String(mediaSeconds), ...scale, clip]);
  await measureFactor(clip);
  await measureDelay(clip);
} finally {
  await rm(root, { recursive: true, force: true });
}

async function measureFactor(clip: string): Promise<void> {
  const factors: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const start = await cpuOf([
      'ingest',
      clip,
      '--fast',
      '--data',
      join(root, `fast-${n}`),
      '--preset',
      'yard',
    ]);
    factors.push(mediaSeconds / start);
  }
  console.log(
    `real-time factor per core, start and models included: ${describe(factors)} x (target >= 4)`,
  );
}

/** Processor seconds of the command and all its children. */
async function cpuOf(args: readonly string[]): Promise<number> {
  const child = spawn(
    '/usr/bin/env',
    ['bash', '-c', 'time -p "$0" "$@"', process.execPath, main, ...args],
    {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  await new Promise((done) => child.once('exit', done));
  const seconds = (name: string) => Number(new RegExp(`^${name} ([\\d.]+)`, 'm').exec(stderr)?.[1]);
  return seconds('user') + seconds('sys');
}

async function measureDelay(clip: string): Promise<void> {
  const data = join(root, 'live');
  const args = [main, 'up', clip, '--data', data, '--port', '0', '--preset', 'yard'];
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const url = await waitFor(() => findServer(data), { timeoutMs: 60_000 });
  const query = httpQueryApi(url);
  const delays: number[] = [];
  let known = 0;
  const busy = await cpuTicks(child.pid!);
  const since = performance.now();
  while (performance.now() - since < (mediaSeconds + 5) * 1000) {
    const [stream] = await query.streams();
    const asOf = stream?.asOf ?? 0;
    if (asOf > known && asOf % chunkMs === 0) delays.push(Date.now() - asOf);
    known = Math.max(known, asOf);
    if (stream?.state === 'ended') break;
    await new Promise((done) => setTimeout(done, 20));
  }
  const cpu = ((await cpuTicks(child.pid!)) - busy) / ticksPerSecond;
  child.kill('SIGTERM');
  await new Promise((done) => child.once('exit', done));
  console.log(
    `chunk close to queryable: ${describe(delays)} ms over ${delays.length} chunks (target p95 <= 1000)`,
  );
  console.log(
    `one live stream takes ${(cpu / ((performance.now() - since) / 1000)).toFixed(2)} cores, polling included`,
  );
}

/** Of the process and its children, where Linux tells. */
async function cpuTicks(pid: number): Promise<number> {
  const children = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  let ticks = 0;
  for (const id of children) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isOurs = Number(id) === pid || Number(fields[1]) === pid;
    if (isOurs) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks;
}

function describe(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return `median ${at(0.5).toFixed(1)}, ${sorted[0]!.toFixed(1)} to ${sorted.at(-1)!.toFixed(1)}`;
}
