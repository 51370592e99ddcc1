/**
 * What it costs when everything comes twice: chunks recorded, published and processed again, against
 * the first time. `node test/bench/duplicates.ts`
 */
import { chunksTopic } from '../../ingest/contract.ts';
import type { Chunk } from '../../ingest/domain/chunk.ts';
import { measurementOf, ratiosOf, usualRounds } from './harness/measure.ts';
import { type ProcessingRig, recordedChunk, withProcessing } from './harness/processing-rig.ts';
import { report } from './harness/report.ts';
import { type Spent, spentOn } from './harness/spent.ts';

/** Of which the last is a gap: chunks that were there already leave no mark, but it does. */
const stepsARound = 35;

const first: Spent[] = [];
const again: Spent[] = [];
await withProcessing({}, async (rig) => {
  await rig.startProcessors();
  // In turns, so that both meet the same machine.
  for (let round = 0; round < usualRounds; round += 1) {
    const chunks = Array.from({ length: stepsARound - 1 }, (_, n) =>
      recordedChunk(round * stepsARound + n),
    );
    first.push(await spentOn(() => passThrough(rig, chunks)));
    again.push(await spentOn(() => replay(rig, chunks)));
  }
});
const lower = { isBetter: 'lower' as const };
const [wall, cpu] = [(spent: Spent) => spent.wall, (spent: Spent) => spent.cpu];
report(
  measurementOf(ratiosOf(again.map(wall), first.map(wall)), {
    ...{ name: 'everything again / the first time, wall', unit: 'x', ...lower, target: 0.5 },
  }),
);
report(
  measurementOf(ratiosOf(again.map(cpu), first.map(cpu)), {
    ...{ name: 'everything again / the first time, processor', unit: 'x', ...lower },
  }),
);
const perChunk = (spent: Spent) => (spent.wall * 1000) / stepsARound;
report(
  measurementOf(first.map(perChunk), { name: 'a chunk the first time', unit: 'ms', ...lower }),
);
report(measurementOf(again.map(perChunk), { name: 'a chunk again', unit: 'ms', ...lower }));

async function passThrough(rig: ProcessingRig, chunks: readonly Chunk[]): Promise<void> {
  const before = rig.steps.length;
  for (const chunk of chunks) await rig.recordings.recordChunk(chunk);
  await rig.untilProcessed(before + chunks.length);
}

/** As when an answer was lost: who records tries again, and who publishes does too. */
async function replay(rig: ProcessingRig, chunks: readonly Chunk[]): Promise<void> {
  const before = rig.steps.length;
  for (const chunk of chunks) await rig.recordings.recordChunk(chunk);
  for (const chunk of chunks) await rig.log.publish(chunksTopic, 'cam', { type: 'chunk', chunk });
  const start = chunks.at(-1)!.range.end;
  await rig.recordings.recordGap({
    ...{ streamId: 'cam', start, end: start + 15_000, reason: 'stalled' },
  });
  await rig.untilProcessed(before + 1);
  if (rig.steps.at(-1)!.type !== 'gap') throw new Error('a chunk was processed twice');
}
