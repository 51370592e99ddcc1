/** Predictions as JSON Lines, appended one by one, so that an interrupted run goes on where it was. */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, open } from 'node:fs/promises';
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
  const predictions = await readPredictions(path);
  return {
    find: (key) => predictions.get(key),
    append: async (key, prediction) => {
      await appendFile(path, `${JSON.stringify([key, prediction])}\n`);
      predictions.set(key, prediction);
    },
  };
}

/** Piece by piece: a long run leaves more than one text can hold. */
async function readPredictions(path: string): Promise<Map<string, Prediction>> {
  const predictions = new Map<string, Prediction>();
  // A file that is not there yet is made.
  const file = await open(path, 'a+');
  try {
    let rest = Buffer.alloc(0);
    for await (const piece of file.createReadStream({ start: 0, autoClose: false })) {
      const bytes = Buffer.concat([rest, piece as Buffer]);
      const end = bytes.lastIndexOf(newLine) + 1;
      for (const entry of entriesIn(bytes.toString('utf8', 0, end))) predictions.set(...entry);
      rest = bytes.subarray(end);
    }
    // What a killed run wrote last may be half a line.
    if (rest.length > 0) await file.truncate((await file.stat()).size - rest.length);
  } finally {
    await file.close();
  }
  return predictions;
}

const newLine = 10;

/** What a broken line said is asked again. */
function entriesIn(lines: string): [string, Prediction][] {
  return lines
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as [string, Prediction]];
      } catch {
        return [];
      }
    });
}
