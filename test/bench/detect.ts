/**
 * Milliseconds per picture for every detector and engine that loads here, from decoded picture to
 * detections, and each engine's time as a multiple of onnxruntime's with one thread in the same
 * turns. `node test/bench/detect.ts`
 */
import { silentLogger } from '../../kernel/logger.ts';
import { openObjectDetector } from '../../processors/adapters/open-object-detector.ts';
import { createTiledDetector } from '../../processors/detection/tile-picture.ts';
import type { DetectorEngine, DetectorModel, ObjectDetector } from '../../processors/ports.ts';
import { testModelsDir } from '../support/models.ts';
import { pictureAt, sampleVideo } from '../support/sample-video.ts';
import { inTurns, isLong, measurementOf, ratiosOf } from './harness/measure.ts';
import { report, reportNotRun } from './harness/report.ts';

const models: readonly DetectorModel[] = ['ssdlite-mobilenet-v2', 'nanodet-g'];
const subjects: readonly { engine: DetectorEngine; threads: number }[] = [
  { engine: 'onnxruntime', threads: 1 },
  { engine: 'onnxruntime', threads: 2 },
  { engine: 'tfjs-wasm', threads: 1 },
  { engine: 'tfjs-node-gpu', threads: 1 },
];
const [rounds, warmUps] = [isLong ? 40 : 15, 3];
const baseline = 'onnxruntime, 1 thread';

const modelsDir = await testModelsDir(...(models as [DetectorModel, ...DetectorModel[]]));
const picture = await pictureAt(await sampleVideo(), 20, { width: 960, height: 540 });
for (const model of models) await compareEngines(model);

async function compareEngines(model: DetectorModel): Promise<void> {
  const detectors = await openAll(model);
  const contenders = Object.fromEntries(
    [...detectors].map(([name, detector]) => [name, () => millisecondsOf(detector)]),
  );
  const times = await inTurns(contenders, { rounds, warmUps });
  const lower = { isBetter: 'lower' as const };
  for (const [name, milliseconds] of Object.entries(times)) {
    const what = `${model}, ${name}`;
    report(measurementOf(milliseconds, { name: what, unit: 'ms', ...lower }));
    if (name === baseline) continue;
    const ratios = ratiosOf(milliseconds, times[baseline]!);
    report(measurementOf(ratios, { name: `${what} / ${baseline}`, unit: 'x', ...lower }));
  }
  for (const detector of detectors.values()) await detector.close();
}

/** Those that load here. */
async function openAll(model: DetectorModel): Promise<Map<string, ObjectDetector>> {
  const detectors = new Map<string, ObjectDetector>();
  for (const { engine, threads } of subjects) {
    const name = `${engine}, ${threads} thread${threads === 1 ? '' : 's'}`;
    try {
      const options = { model, engine, threads, modelsDir, logger: silentLogger };
      detectors.set(name, await openObjectDetector(options));
    } catch (error) {
      reportNotRun(`${model}, ${name}`, (error as Error).message);
    }
  }
  const single = detectors.get(baseline);
  const tiles = { columns: 2, rows: 1, overlap: 0.2 };
  if (single) detectors.set(`${baseline}, whole and 2 tiles`, createTiledDetector(single, tiles));
  return detectors;
}

async function millisecondsOf(detector: ObjectDetector): Promise<number> {
  const startedAt = performance.now();
  await detector.detect(picture, 0.2);
  return performance.now() - startedAt;
}
