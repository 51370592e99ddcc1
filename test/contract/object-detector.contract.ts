/** What every engine promises about a detector; run over each engine and model that loads here. */
import { cp, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Picture } from '../../ingest/domain/frame.ts';
import { boxOverlap } from '../../kernel/geometry.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { openObjectDetector } from '../../processors/adapters/open-object-detector.ts';
import type { Detection } from '../../processors/domain/detection.ts';
import { cocoKinds } from '../../processors/domain/kind.ts';
import { detectorFiles } from '../../processors/models/obtain-models.ts';
import type { DetectorEngine, DetectorModel, ObjectDetector } from '../../processors/ports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export interface DetectorSubject {
  readonly model: DetectorModel;
  readonly engine: DetectorEngine;
  readonly modelsDir: string;
  /** A street with several people and parked cars. */
  readonly street: Picture;
  /** What onnxruntime finds in the street at a score of 0.3. */
  readonly reference: readonly Detection[];
}

export function objectDetectorContract(
  model: DetectorModel,
  engine: DetectorEngine,
  subject: () => Promise<DetectorSubject>,
): void {
  describe(`object detector: ${model} on ${engine}`, () => {
    let given: DetectorSubject;
    let detector: ObjectDetector;
    const open = (modelsDir: string) =>
      openObjectDetector({ model, engine, modelsDir, logger: silentLogger });

    beforeAll(async () => {
      given = await subject();
      detector = await open(given.modelsDir);
    });
    afterAll(() => detector?.close());

    it('says what it is', () => {
      expect(detector).toMatchObject({ model, engine });
    });

    it('finds the people of a street', async () => {
      const people = (await detector.detect(given.street, 0.4)).filter((d) => d.kind === 'person');
      expect(people.length).toBeGreaterThanOrEqual(3);
    });

    it('finds what the other engines find, in the same places', async () => {
      const found = await detector.detect(given.street, 0.3);
      expect(found.map((d) => d.kind)).toEqual(given.reference.map((d) => d.kind));
      for (const [i, expected] of given.reference.entries()) {
        expect(Math.abs(found[i]!.score - expected.score)).toBeLessThan(1e-3);
        expect(boxOverlap(found[i]!.box, expected.box)).toBeGreaterThan(0.99);
      }
    });

    it('gives known kinds and boxes inside the picture, the best first', async () => {
      const found = await detector.detect(given.street, 0.1);
      const scores = found.map((d) => d.score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      for (const { kind, score, box } of found) {
        expect(cocoKinds).toContain(kind);
        expect(score).toBeGreaterThanOrEqual(0.1);
        expect(Math.min(box.x, box.y, box.width, box.height)).toBeGreaterThanOrEqual(0);
        expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(1 + 1e-9);
      }
    });

    it('finds the same again, also when asked several times at once', async () => {
      const once = await detector.detect(given.street, 0.3);
      const flat = { width: 64, height: 48, data: new Uint8Array(64 * 48 * 3).fill(90) };
      const [first, nothing, second] = await Promise.all([
        detector.detect(given.street, 0.3),
        detector.detect(flat, 0.5),
        detector.detect(given.street, 0.3),
      ]);
      expect(first).toEqual(once);
      expect(second).toEqual(once);
      expect(nothing).toEqual([]);
    });

    it('leaves the event loop free while it works', async () => {
      let [turns, isDone] = [0, false];
      const work = detector.detect(given.street, 0.3).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await work;
      expect(turns).toBeGreaterThan(20);
    });

    it('takes a picture of any size', async () => {
      for (const [width, height] of [
        [1, 1],
        [1920, 3],
        [7, 500],
      ] as const) {
        const data = new Uint8Array(width * height * 3).fill(128);
        await expect(detector.detect({ width, height, data }, 0.9)).resolves.toEqual([]);
      }
    });

    it('refuses a model file that was cut short or overwritten', async () => {
      const modelsDir = await temporaryFolder();
      await cp(path.join(given.modelsDir, model), path.join(modelsDir, model), { recursive: true });
      const { onnx, graph } = detectorFiles(modelsDir, model);
      await truncate(onnx, 1000);
      await truncate(graph, 1000);
      await expect(open(modelsDir)).rejects.toMatchObject({ code: 'MODEL_INVALID' });
      await writeFile(onnx, '<html>not found</html>');
      await writeFile(graph, '<html>not found</html>');
      await expect(open(modelsDir)).rejects.toMatchObject({ code: 'MODEL_INVALID' });
    });

    it('refuses a folder without models', async () => {
      await expect(open(await temporaryFolder())).rejects.toMatchObject({ code: 'MODEL_INVALID' });
    });
  });
}
