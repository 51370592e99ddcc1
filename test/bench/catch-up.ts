/**
 * How fast a backlog is worked off, in seconds of media per second: ten minutes that were recorded
 * while nothing was processed, first with scripted observations (what is ours beside the
 * extraction), then a minute of real pedestrians with the built-in extractor.
 * `node test/bench/catch-up.ts [--long]`
 */
import { silentLogger } from '../../kernel/logger.ts';
import { openObjectDetector } from '../../processors/adapters/open-object-detector.ts';
import { createBuiltinExtractor } from '../../processors/builtin-extractor.ts';
import { testModelsDir } from '../support/models.ts';
import { streetClip } from './harness/clips.ts';
import { withIngest } from './harness/ingest-rig.ts';
import { isLong, measurementOf } from './harness/measure.ts';
import { type ProcessingRig, recordedChunk, withProcessing } from './harness/processing-rig.ts';
import { report } from './harness/report.ts';

const chunkSeconds = 15;
const meaning = { unit: 'x', isBetter: 'higher' as const, target: 2 };

await withProcessing({}, async (rig) => {
  const count = 600 / chunkSeconds;
  for (let seq = 0; seq < count; seq += 1) await rig.recordings.recordChunk(recordedChunk(seq));
  const rates = await drain(rig, count);
  report(measurementOf(rates, { name: 'drain / live rate, scripted extractor', ...meaning }));
});

const clip = await streetClip(isLong ? 600 : 60, 720);
await withIngest({}, async ({ ingest, store, frames }) => {
  const source = { url: clip, pace: 'fast' as const, startAt: 1_700_000_010_000 };
  await ingest.add({ id: 'street', name: 'Street', source });
  await ingest.finished('street');
  const detector = await openObjectDetector({
    ...{ model: 'ssdlite-mobilenet-v2', engine: 'onnxruntime', threads: 1 },
    ...{ modelsDir: await testModelsDir('ssdlite-mobilenet-v2'), logger: silentLogger },
  });
  const extractor = createBuiltinExtractor({ detector, frames });
  await withProcessing({ extractor }, async (rig) => {
    const chunks = store.chunks('street');
    for (const chunk of chunks) await rig.recordings.recordChunk(chunk);
    const rates = await drain(rig, chunks.length);
    report(measurementOf(rates, { name: 'drain / live rate, built-in extractor', ...meaning }));
  });
  await detector.close();
});

/** Chunk by chunk, from the moment at which processing starts. */
async function drain(rig: ProcessingRig, count: number): Promise<number[]> {
  const startedAt = performance.now();
  await rig.startProcessors();
  await rig.untilProcessed(count);
  const ends = [startedAt, ...rig.steps.map(({ at }) => at)];
  return rig.steps.map(({ at }, i) => (chunkSeconds * 1000) / (at - ends[i]!));
}
