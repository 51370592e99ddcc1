/** Predictions as JSON Lines, appended one by one, so that an interrupted run goes on where it was. */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Prediction } from '../domain/prediction.ts';

export interface PredictionLog {
  /** By item; of several, the newest. */
  all(): ReadonlyMap<string, Prediction>;
  append(prediction: Prediction): Promise<void>;
}

export async function openPredictionLog(path: string): Promise<PredictionLog> {
  await mkdir(dirname(path), { recursive: true });
  const text = await readFile(path, 'utf8').catch(() => '');
  // What a killed run wrote last may be half a line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await writeFile(path, whole);
  const predictions = new Map<string, Prediction>();
  for (const line of whole.split('\n').filter(Boolean)) {
    const prediction = JSON.parse(line) as Prediction;
    predictions.set(prediction.itemId, prediction);
  }
  return {
    all: () => predictions,
    append: async (prediction) => {
      await appendFile(path, `${JSON.stringify(prediction)}\n`);
      predictions.set(prediction.itemId, prediction);
    },
  };
}
