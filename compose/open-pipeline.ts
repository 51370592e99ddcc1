/** Starts what fills the memory: detector, processors, outbox relay, ingest. */
import { createIngest } from '../ingest/index.ts';
import { supervise } from '../kernel/lifecycle.ts';
import { systemClock as clock } from '../kernel/time.ts';
import { openObjectDetector } from '../processors/adapters/open-object-detector.ts';
import { createBuiltinExtractor } from '../processors/builtin-extractor.ts';
import { createProcessors } from '../processors/create-processors.ts';
import { profileFrom } from '../processors/domain/stream-profile.ts';
import { obtainModelsOnce } from './obtain-once.ts';
import type { Memory } from './open-memory.ts';
import type { Run } from './run.ts';
import { aggregationOf, ingestOptionsOf, modelsDirOf, retentionOf } from './settings.ts';

/** Eyes opened and the pipeline running: streams given to the result are recorded and understood. */
export async function openPipeline(run: Run, memory: Memory) {
  const { config, logger, cleanup } = run;
  const modelsDir = modelsDirOf(config);
  await obtainModelsOnce(run);
  const { model, engine, threads } = config.detector;
  const detector = await openObjectDetector({ model, engine, modelsDir, threads, logger });
  cleanup.defer('detector', () => detector.close());
  // Loads the model now, so that the first chunk need not wait for it; a failure comes back with use.
  memory.embedder.embed(['Nothing happens.']).catch(() => {});
  await cleanup.start(
    'processors',
    createProcessors({
      log: memory.log,
      store: memory.results,
      extractor: createBuiltinExtractor({ detector, frames: memory.frames }),
      steps: { aggregation: aggregationOf(config), events: {}, embedder: memory.embedder },
      profileOf: (streamId) => memory.profiles.get(streamId) ?? profileFrom({}),
      maxWaitingMs: config.ingest.waitingHours * 3_600_000,
      clock,
      logger,
    }),
  );
  const relaying = new AbortController();
  const relay = supervise((signal) => memory.outbox.run(signal), {
    name: 'outbox',
    clock,
    logger,
    signal: relaying.signal,
    pause: () => 1_000,
  });
  cleanup.defer('outbox', async () => {
    relaying.abort();
    await relay;
  });
  const ingest = await cleanup.start(
    'ingest',
    createIngest({
      store: memory.recordings,
      segments: memory.segments,
      frames: memory.frames,
      log: memory.log,
      clock,
      logger,
      options: ingestOptionsOf(config),
      // What benchmarks took in is kept until its folder is deleted.
      ...(memory.isWatching && { retention: { ...memory.archive, ...retentionOf(config) } }),
    }),
  );
  memory.attachIngest(ingest);
  return { ingest, detector };
}
