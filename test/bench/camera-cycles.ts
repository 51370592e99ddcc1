/**
 * A camera that goes away and comes back, again and again: what its ingest holds more of from time
 * to time. Pauses are short here; 30 cycles, or 200.
 * `node --expose-gc test/bench/camera-cycles.ts [--long]`
 */

import { makeClip } from '../support/media.ts';
import type { MemoryRecordingStore } from '../support/memory-recording-store.ts';
import { descendantsOf, openFilesOf, residentMegabytes } from '../support/process-tree.ts';
import { waitFor } from '../support/wait-for.ts';
import { startSwitchedCamera } from './harness/camera.ts';
import { type IngestRig, withIngest } from './harness/ingest-rig.ts';
import { slopeOf } from './harness/linear-fit.ts';
import { isLong } from './harness/measure.ts';
import { report } from './harness/report.ts';

const cycles = isLong ? 200 : 30;
/** The first ones load code and grow pools. */
const warmUps = 5;
const patient = { timeoutMs: 120_000, everyMs: 20 };
const hasty = {
  ...{ chunkMs: 1_000, segmentMs: 1_000, firstPauseMs: 50, maxPauseMs: 200, probeEveryMs: 50 },
  stallTimeoutMs: 3_000,
};

const held = { processes: [] as number[], descriptors: [] as number[] };
const memory = { resident: [] as number[], heap: [] as number[] };
const camera = await startSwitchedCamera(await makeClip({ seconds: 10, keyInterval: 5 }));
const others = (await descendantsOf(process.pid)).length;
await withIngest(hasty, async (rig) => {
  await rig.ingest.add({ id: 'cam', name: 'Camera', source: { url: camera.url, pace: 'live' } });
  await untilLive(rig, true);
  for (let cycle = -warmUps; cycle < cycles; cycle += 1) {
    camera.away();
    await untilLive(rig, false);
    camera.back();
    await untilLive(rig, true);
    forgetOld(rig.store);
    if (cycle >= 0) await take();
  }
});
camera.stop();
reportGrowth('processes', 'processes', held.processes, 1);
reportGrowth('file descriptors of this process and its children', 'files', held.descriptors, 1);
reportGrowth('resident memory of this process', 'MB', memory.resident);
reportGrowth('heap of this process', 'MB', memory.heap, 1);

function untilLive({ ingest }: IngestRig, isLive: boolean): Promise<unknown> {
  return waitFor(() => (ingest.statuses()[0]?.state === 'live') === isLive, patient);
}

/** The store of the program is on the disk: what this one holds is not ours. */
function forgetOld({ outbox, segments }: MemoryRecordingStore): void {
  for (const list of [outbox, segments]) list.splice(0, Math.max(0, list.length - 10));
}

async function take(): Promise<void> {
  globalThis.gc?.();
  const pids = [process.pid, ...(await descendantsOf(process.pid))];
  const files = (await Promise.all(pids.map(openFilesOf))).flat();
  held.processes.push(pids.length - 1 - others);
  held.descriptors.push(files.length);
  memory.resident.push(await residentMegabytes(process.pid));
  memory.heap.push(process.memoryUsage().heapUsed / 1e6);
}

/**
 * The line through what was held after each cycle, with its 95 % interval as the spread. A few cycles
 * are no ground for a verdict.
 */
function reportGrowth(name: string, unit: string, values: number[], target?: number): void {
  const slope = slopeOf(values.map((y, x) => ({ x: x / 100, y })));
  const meaning = { unit, isBetter: 'lower' as const, target: isLong ? target : undefined };
  report({ ...slope, name: `${name}, growth per 100 of ${cycles} cycles`, ...meaning });
}
