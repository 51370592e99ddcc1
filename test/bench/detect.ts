/**
 * Milliseconds per picture for every detector and engine that loads here, from decoded picture to
 * detections. Run it with `node test/bench/detect.ts`; prints medians, and each engine's time as a
 * multiple of onnxruntime's with one thread in the same run.
 */
import { silentLogger } from '../../kernel/logger.ts';
import { openObjectDetector } from '../../processors/adapters/open-object-detector.ts';
import { createTiledDetector } from '../../processors/detection/tile-picture.ts';
import type { DetectorEngine, DetectorModel, ObjectDetector } from '../../processors/ports.ts';
import { testModelsDir } from '../support/models.ts';
import { pictureAt, sampleVideo } from '../support/sample-video.ts';

const models: readonly DetectorModel[] = ['ssdlite-mobilenet-v2', 'nanodet-g'];
const subjects: readonly { engine: DetectorEngine; threads: number }[] = [
  { engine: 'onnxruntime', threads: 1 },
  { engine: 'onnxruntime', threads: 2 },
  { engine: 'tfjs-wasm', threads: 1 },
  { engine: 'tfjs-node-gpu', threads: 1 },
];
const rounds = 40;
const warmUps = 5;

const modelsDir = await testModelsDir(...(models as [DetectorModel, ...DetectorModel[]]));
const picture = await pictureAt(await sampleVideo(), 20, { width: 960, height: 540 });

async function millisecondsOf(detector: ObjectDetector): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const startedAt = performance.now();
    await detector.detect(picture, 0.2);
    times.push(performance.now() - startedAt);
  }
  const sorted = times.slice(warmUps).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function print(what: string, milliseconds: number, baseline: number): void {
  const ratio = (milliseconds / baseline).toFixed(2);
  console.log(`${what.padEnd(52)} ${milliseconds.toFixed(1).padStart(7)} ms  x ${ratio}`);
}

for (const model of models) {
  let baseline: number | undefined;
  for (const { engine, threads } of subjects) {
    const what = `${model}, ${engine}, ${threads} thread${threads === 1 ? '' : 's'}`;
    try {
      const options = { model, engine, threads, modelsDir, logger: silentLogger };
      const detector = await openObjectDetector(options);
      const milliseconds = await millisecondsOf(detector);
      baseline ??= milliseconds;
      print(what, milliseconds, baseline);
      if (engine === 'onnxruntime' && threads === 1) {
        const tiled = createTiledDetector(detector, { columns: 2, rows: 1, overlap: 0.2 });
        print(`${what}, whole and 2 tiles`, await millisecondsOf(tiled), baseline);
      }
      await detector.close();
    } catch (error) {
      console.log(`${what.padEnd(52)}  not run: ${(error as Error).message}`);
    }
  }
}
