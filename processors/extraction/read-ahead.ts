/**
 * The pictures of a chunk in order, each read while the one before it is looked at. Frames that
 * cannot be read are left out: one damaged picture is no reason to lose a chunk. When none of them
 * can be read, the error of the first is thrown.
 */
import type { FrameReader } from '../../ingest/contract.ts';
import type { FrameRef, Picture } from '../../ingest/domain/frame.ts';
import { classify } from '../../kernel/errors.ts';

export interface FramePicture {
  readonly frame: FrameRef;
  readonly picture: Picture;
}

type Reading = { readonly done: FramePicture } | { readonly failed: unknown };

export async function* readAhead(
  frames: AsyncIterable<FrameRef>,
  reader: Pick<FrameReader, 'read'>,
  longSide: number,
): AsyncGenerator<FramePicture> {
  const failures: unknown[] = [];
  let good = 0;
  for await (const reading of ahead(frames, (frame) => tryRead(reader, frame, longSide))) {
    if ('done' in reading) {
      good += 1;
      yield reading.done;
    } else failures.push(reading.failed);
  }
  if (good === 0 && failures.length > 0) throw failures[0];
}

async function tryRead(
  reader: Pick<FrameReader, 'read'>,
  frame: FrameRef,
  longSide: number,
): Promise<Reading> {
  try {
    return { done: { frame, picture: await reader.read(frame, longSide) } };
  } catch (error) {
    const { code } = classify(error);
    if (code === 'MEDIA_CORRUPT' || code === 'NOT_FOUND') return { failed: error };
    throw error;
  }
}

/** Starts on an item before the one before it is handed out. */
async function* ahead<Item, Result>(
  items: AsyncIterable<Item>,
  start: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let waiting: Promise<Result> | undefined;
  for await (const item of items) {
    const before = waiting;
    waiting = start(item);
    // A failure is seen when its turn comes, or never when the reader has stopped by then.
    waiting.catch(() => {});
    if (before) yield await before;
  }
  if (waiting) yield await waiting;
}
