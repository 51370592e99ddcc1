/** Predictions as JSON Lines, appended one by one, so that an interrupted run goes on where it was. */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Item } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';

export interface PredictionLog {
  find(key: string): Prediction | undefined;
  append(key: string, prediction: Prediction): Promise<void>;
}

/**
 * Names one asking: the same words, of the same memory of a video, with the same knowledge. An item
 * whose words were changed is asked again.
 */
export function askingKey(item: Item, videoId: string, untilSeconds?: number): string {
  const asking = [videoId, item.id, item.text, item.options ?? null, untilSeconds ?? null];
  return createHash('sha256').update(JSON.stringify(asking)).digest('base64url').slice(0, 16);
}

export async function openPredictionLog(path: string): Promise<PredictionLog> {
  await mkdir(dirname(path), { recursive: true });
  const text = await readFile(path, 'utf8').catch(() => '');
  // What a killed run wrote last may be half a line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await writeFile(path, whole);
  const lines = whole.split('\n').filter(Boolean);
  const predictions = new Map(lines.map((line) => JSON.parse(line) as [string, Prediction]));
  return {
    find: (key) => predictions.get(key),
    append: async (key, prediction) => {
      await appendFile(path, `${JSON.stringify([key, prediction])}\n`);
      predictions.set(key, prediction);
    },
  };
}
