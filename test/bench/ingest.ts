/**
 * CPU seconds of ingest against the FFmpeg command line doing the same, in turns (ABAB), on a 60 s
 * 720p25 H.264 clip with sound: `node test/bench/ingest.ts [rounds] [clip]`. Reports medians and
 * spreads; asserts nothing.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskFrameStore } from '../../ingest/adapters/disk-frame-store.ts';
import { diskSegmentStore } from '../../ingest/adapters/disk-segment-store.ts';
import { capture } from '../../ingest/child/capture.ts';
import type { StartMessage } from '../../ingest/child/messages.ts';
import { createIngest } from '../../ingest/create-ingest.ts';
import { defaultIngestOptions } from '../../ingest/ingest-options.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { systemClock } from '../../kernel/time.ts';
import { makeClip, runFfmpeg } from '../support/media.ts';
import { MemoryRecordingStore } from '../support/memory-recording-store.ts';

interface Measured {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

type Contender = (clip: string, folder: string) => Promise<void>;

const startAt = 1_700_000_000_000;
/** Copying takes so little that one pass is below the resolution of the kernel's accounting. */
const copyPasses = 10;

const rounds = Number(process.argv[2] ?? 5);
const clip = process.argv[3] ?? (await makeBenchClip());
console.log(
  `${cpus().length} cores, ${cpus()[0]?.model}, node ${process.version}, ${rounds} rounds`,
);
await compare('decode + 4 fps + JPEG + segments', ingestFile, ffmpegFile);
await compare(`copy into segments, ${copyPasses} passes`, copyWithCapture, copyWithFfmpeg);

async function compare(what: string, ours: Contender, theirs: Contender): Promise<void> {
  const pairs: { ours: Measured; theirs: Measured }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ ours: await measure(ours), theirs: await measure(theirs) });
  }
  const ratios = pairs.map((pair) => pair.ours.cpuSeconds / pair.theirs.cpuSeconds);
  console.log(`\n${what}`);
  console.log(`  CPU ratio to ffmpeg   ${describe(ratios)}`);
  console.log(`  ours, CPU seconds     ${describe(pairs.map((pair) => pair.ours.cpuSeconds))}`);
  console.log(`  ffmpeg, CPU seconds   ${describe(pairs.map((pair) => pair.theirs.cpuSeconds))}`);
  console.log(`  ours, wall seconds    ${describe(pairs.map((pair) => pair.ours.wallSeconds))}`);
}

async function measure(contender: Contender): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'strandline-bench-'));
  const cpuBefore = await cpuSecondsSoFar();
  const wallBefore = performance.now();
  await contender(clip, folder);
  const wallSeconds = (performance.now() - wallBefore) / 1000;
  const cpuSeconds = (await cpuSecondsSoFar()) - cpuBefore;
  await rm(folder, { recursive: true, force: true });
  return { cpuSeconds, wallSeconds };
}

/** Of this process and of all its children that have ended (Linux). */
async function cpuSecondsSoFar(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]!.split(' ');
  const childTicks = Number(fields[13]) + Number(fields[14]);
  const own = process.cpuUsage();
  return childTicks / 100 + (own.user + own.system) / 1e6;
}

async function ingestFile(url: string, folder: string): Promise<void> {
  const store = new MemoryRecordingStore();
  const segments = await diskSegmentStore({ root: join(folder, 'segments'), store }).start();
  const { value: ingest, stop } = await createIngest({
    store,
    segments: segments.value,
    frames: new DiskFrameStore(join(folder, 'frames')),
    log: { publish: async () => {}, subscribe: async () => async () => {} },
    clock: systemClock,
    logger: silentLogger,
    options: { maxBacklog: Number.POSITIVE_INFINITY },
  }).start();
  await ingest.add({ id: 'bench', name: 'Bench', source: { url, pace: 'fast', startAt } });
  const status = await ingest.finished('bench');
  if (status.state !== 'ended') throw new Error(`ingest ${status.state}: ${status.reason}`);
  await stop();
}

async function ffmpegFile(url: string, folder: string): Promise<void> {
  await runFfmpeg([
    ...['-threads', '1', '-i', url],
    ...['-map', '0:v', '-vf', 'fps=4,scale=w=960:h=960:force_original_aspect_ratio=decrease'],
    ...['-q:v', '5', join(folder, '%05d.jpg')],
    ...[
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'segment',
      '-segment_time',
      '10',
      join(folder, '%03d.mp4'),
    ],
  ]);
}

/** In this process, so that what is compared is the copying and not the start of a process. */
async function copyWithCapture(url: string, folder: string): Promise<void> {
  for (let pass = 0; pass < copyPasses; pass += 1) {
    const start: StartMessage = {
      type: 'start',
      streamId: 'bench',
      kind: 'file',
      url,
      pace: 'fast',
      startAt,
      framesRoot: folder,
      segmentPrefix: join(folder, `${pass}-`),
      options: { ...defaultIngestOptions, framesPerSecond: 0, networkTimeoutMs: 10_000 },
    };
    await capture(start, {
      send: () => {},
      epoch: async () => undefined,
      windowRecorded: async () => {},
      stopping: new AbortController().signal,
    });
  }
}

async function copyWithFfmpeg(url: string, folder: string): Promise<void> {
  for (let pass = 0; pass < copyPasses; pass += 1) {
    const name = join(folder, `${pass}-%03d.mp4`);
    await runFfmpeg([
      '-i',
      url,
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'segment',
      '-segment_time',
      '10',
      name,
    ]);
  }
}

function describe(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return `${median.toFixed(3)}  (${sorted[0]!.toFixed(3)} to ${sorted.at(-1)!.toFixed(3)})`;
}

function makeBenchClip(): Promise<string> {
  const picture = 'testsrc2=size=1280x720:rate=25,noise=alls=12:allf=t';
  return makeClip({ seconds: 60, keyInterval: 50, audio: true, picture, output: ['-b:v', '4M'] });
}
