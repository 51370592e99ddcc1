/** How much the detectors see of annotated clips: whole pictures, and with tiles for small objects. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Picture } from '../../../ingest/domain/frame.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { openObjectDetector } from '../../../processors/adapters/open-object-detector.ts';
import { createTiledDetector } from '../../../processors/detection/tile-picture.ts';
import type { DetectorModel, ObjectDetector } from '../../../processors/ports.ts';
import { testModelsDir } from '../../support/models.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

const run = promisify(execFile);

interface Clip {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly kind: string;
  /** How many objects of the kind are to be seen; undefined while one comes or goes. */
  countAt(seconds: number): number | undefined;
}

type Interval = readonly [number, number];

const truth = () => JSON.parse(readFileSync(sharedData('ground-truth/videos.json'), 'utf8'));

function onePersonAtATime(): Clip {
  const { entities } = truth().one_by_one as { entities: { intervals: Interval[] }[] };
  const present = entities.flatMap(({ intervals }) => intervals);
  const isNear =
    (t: number) =>
    ([a, b]: Interval) =>
      t > a - 0.5 && t < b + 0.5;
  const isInside =
    (t: number) =>
    ([a, b]: Interval) =>
      t > a + 0.5 && t < b - 0.5;
  return {
    file: 'clips/surveillance/intel_one-by-one-person.mp4',
    width: 768,
    height: 432,
    kind: 'person',
    countAt: (t) => (present.some(isInside(t)) ? 1 : present.some(isNear(t)) ? undefined : 0),
  };
}

function bottlesOnATable(): Clip {
  const { counts } = truth().bottles as { counts: [number, number, number][] };
  return {
    file: 'clips/objects/intel_bottle-detection.mp4',
    width: 640,
    height: 360,
    kind: 'bottle',
    countAt: (t) => counts.find(([a, b]) => t > a + 0.5 && t < b - 0.5)?.[2],
  };
}

/** Pictures of the clip, one a second. */
async function picturesOf({ file, width, height }: Clip): Promise<Picture[]> {
  const output = ['-vf', `fps=1,scale=${width}:${height}`, '-f', 'rawvideo', '-pix_fmt', 'rgb24'];
  const args = ['-v', 'error', '-i', sharedData(file), ...output, '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 1e9 });
  const size = width * height * 3;
  return Array.from({ length: stdout.length / size }, (_, i) => ({
    width,
    height,
    data: stdout.subarray(i * size, (i + 1) * size),
  }));
}

/** Share of the objects found, and of the pictures without one in which one was found all the same. */
async function measure(detector: ObjectDetector, clip: Clip, minimumScore: number) {
  let [found, wanted, empty, wrong] = [0, 0, 0, 0];
  for (const [seconds, picture] of (await picturesOf(clip)).entries()) {
    const count = clip.countAt(seconds);
    if (count === undefined) continue;
    const seen = (await detector.detect(picture, minimumScore)).filter((d) => d.kind === clip.kind);
    wanted += count;
    found += Math.min(count, seen.length);
    empty += Number(count === 0);
    wrong += Number(count === 0 && seen.length > 0);
  }
  return { recall: found / wanted, falseAlarms: empty === 0 ? 0 : wrong / empty };
}

async function open(model: DetectorModel): Promise<ObjectDetector> {
  const modelsDir = await testModelsDir(model);
  const options = { model, engine: 'auto', modelsDir, logger: silentLogger } as const;
  const detector = await openObjectDetector(options);
  onTestFinished(() => detector.close());
  return detector;
}

describe.skipIf(!hasSharedData)('detectors on annotated clips', () => {
  it('the SSD sees a person who stands in a room in 9 of 10 pictures, and nobody when it is empty', async () => {
    const detector = await open('ssdlite-mobilenet-v2');
    const { recall, falseAlarms } = await measure(detector, onePersonAtATime(), 0.3);
    expect(recall).toBeGreaterThan(0.9);
    expect(falseAlarms).toBe(0);
  });

  it('the SSD sees 95 of 100 bottles on a table', async () => {
    const detector = await open('ssdlite-mobilenet-v2');
    expect((await measure(detector, bottlesOnATable(), 0.3)).recall).toBeGreaterThan(0.95);
  });

  it('NanoDet sees the person in 9 of 10 pictures, and nobody when the room is empty', async () => {
    const detector = await open('nanodet-g');
    const { recall, falseAlarms } = await measure(detector, onePersonAtATime(), 0.3);
    expect(recall).toBeGreaterThan(0.9);
    expect(falseAlarms).toBe(0);
  });

  it('tiles lose nothing that the whole picture shows', async () => {
    const detector = await open('ssdlite-mobilenet-v2');
    const tiled = createTiledDetector(detector, { columns: 2, rows: 1, overlap: 0.2 });
    const clip = bottlesOnATable();
    const [whole, tiles] = [await measure(detector, clip, 0.5), await measure(tiled, clip, 0.5)];
    expect(tiles.recall).toBeGreaterThanOrEqual(whole.recall);
  });
});
