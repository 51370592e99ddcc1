/**
 * Mends what others than sweeps have left: rows without a file, files without a row. Part by part,
 * however much is recorded; sweeps may run meanwhile.
 */
import type { StreamId } from '../domain/stream.ts';
import type { SegmentFiles } from '../ports.ts';
import { defaultPageSize, type RetentionOptions } from './retention.ts';

const hourMs = 3_600_000;

/** Rejects with the reason when aborted between two steps, and when a store is away. */
export async function reconcileRecordings(
  options: RetentionOptions,
  signal?: AbortSignal,
): Promise<void> {
  const { files, store } = options;
  await files.commitNoted();
  const withFolder = await files.streamIds();
  // Where no stream has a folder, the disk that they lie on may be missing.
  const withRows = withFolder.length > 0 ? (await store.recordedBytes()).keys() : [];
  for (const streamId of new Set([...withFolder, ...withRows])) {
    await reconcileStream(streamId, options, signal);
  }
}

async function reconcileStream(
  streamId: StreamId,
  options: RetentionOptions,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stray = await removeStrays(streamId, options, signal);
  const missing = await withdrawMissing(streamId, options, signal);
  if (stray + missing === 0) return;
  const fields = { stream: streamId, stray, missing };
  options.logger.warn(fields, 'files without a row are deleted, and rows without a file');
}

/** Deletes files without a row; returns how many there were. */
async function removeStrays(
  streamId: StreamId,
  options: RetentionOptions,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { files, pageSize = defaultPageSize, logger } = options;
  let count = 0;
  for await (const keys of pagesOf(files.keys(streamId), pageSize)) {
    signal?.throwIfAborted();
    const stray = await straysAmong(keys, streamId, options);
    const [why] = (await files.remove(stray)).values();
    if (why) logger.warn({ reason: why.message }, 'files without a row cannot be deleted');
    count += stray.length;
  }
  return count;
}

/** A new file may be about to get its row, and one with a note gets it now. */
async function straysAmong(
  keys: readonly string[],
  streamId: StreamId,
  { files, store, clock, strayAgeMs = hourMs }: RetentionOptions,
): Promise<string[]> {
  const unknown = await store.unknownKeys(streamId, keys);
  const writtenAt = await timesOf(unknown, files);
  const before = clock.now() - strayAgeMs;
  const old = unknown.filter((_, index) => (writtenAt[index] ?? before) < before);
  if (old.length === 0) return [];
  const left = await files.commitNoted();
  return left.has(streamId) ? [] : store.unknownKeys(streamId, old);
}

/** Withdraws rows without a file; returns how many there were. */
async function withdrawMissing(
  streamId: StreamId,
  { files, store, pageSize: limit = defaultPageSize }: RetentionOptions,
  signal: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  let page = await store.oldestSegments({ limit, streamId });
  while (page.length > 0) {
    signal?.throwIfAborted();
    const writtenAt = await timesOf(
      page.map(({ key }) => key),
      files,
    );
    const missing = page.filter((_, index) => writtenAt[index] === undefined);
    if (missing.length > 0) await store.withdraw(missing.map(({ id }) => id));
    count += missing.length;
    page = await store.oldestSegments({ limit, streamId, after: page.at(-1) });
  }
  return count;
}

const timesOf = (keys: readonly string[], files: SegmentFiles) =>
  Promise.all(keys.map((key) => files.writtenAt(key)));

async function* pagesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
