/**
 * Recorded segments as files below one folder; their rows are the RecordingStore's. Files are
 * written under `<root>/.writing/` and moved to `<root>/<key>` when they are whole. Beside a file
 * that is being written lies a note of how far it can be read, so that it outlives its writer.
 */
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AppError, classify } from '../../kernel/errors.ts';
import type { Component, Started } from '../../kernel/lifecycle.ts';
import { type Logger, silentLogger } from '../../kernel/logger.ts';
import { type Instant, rangesOverlap, type TimeRange } from '../../kernel/time.ts';
import type { Segment } from '../domain/segment.ts';
import type { StreamId } from '../domain/stream.ts';
import type { RecordingStore, SegmentFiles, SegmentStore } from '../ports.ts';
import {
  isNote,
  notedBy,
  noteOf,
  readNote,
  removeNote,
  type SegmentNote,
  writeNote,
} from './segment-notes.ts';
import { trimToWholeFragments } from './trim-segment.ts';

export interface DiskSegmentStoreOptions {
  readonly root: string;
  readonly store: Pick<RecordingStore, 'recordSegment' | 'findSegments'>;
  /** By default silent. */
  readonly logger?: Logger;
}

/** Starting it keeps what an earlier run had written when it was killed, and removes the rest. */
export const diskSegmentStore = (
  options: DiskSegmentStoreOptions,
): Component<SegmentStore & SegmentFiles> => ({
  async start(): Promise<Started<SegmentStore & SegmentFiles>> {
    const value = new DiskSegmentStore(options);
    await mkdir(resolve(options.root), { recursive: true });
    await value.commitNoted();
    await value.removeUnnoted();
    return { value, stop: async () => {} };
  },
});

class DiskSegmentStore implements SegmentStore, SegmentFiles {
  readonly writingFolder: string;
  readonly #root: string;
  readonly #store: DiskSegmentStoreOptions['store'];
  readonly #logger: Logger;
  /** By temporary path: segments that are being written, as far as they can be read. */
  readonly #growing = new Map<string, SegmentNote>();

  constructor(options: DiskSegmentStoreOptions) {
    this.#root = resolve(options.root);
    this.#store = options.store;
    this.#logger = options.logger ?? silentLogger;
    this.writingFolder = join(this.#root, '.writing');
  }

  async find(streamId: StreamId, range: TimeRange): Promise<Segment[]> {
    const whole = await this.#store.findSegments(streamId, range);
    const open = await this.#findGrowing(streamId, range);
    const known = new Set(whole.map(({ id }) => id));
    const others = open.filter(({ id }) => !known.has(id));
    return [...whole, ...others].sort((a, b) => a.start - b.start);
  }

  pathOf(segment: Segment): string {
    return this.#resolve(segment.key);
  }

  temporaryPath(streamId: StreamId, name: string): string {
    return this.#resolve(join('.writing', streamId, name));
  }

  async noteGrowth(temporaryPath: string, segment: SegmentNote): Promise<void> {
    this.#growing.set(temporaryPath, segment);
    await writeNote(temporaryPath, segment);
  }

  async commitNoted(): Promise<Set<StreamId>> {
    const left = new Set<StreamId>();
    for await (const file of filesBelow(this.writingFolder)) {
      if (!isNote(file)) continue;
      const path = notedBy(file);
      const isGrowing = this.#growing.has(path) && (await exists(path));
      if (isGrowing || (await this.#commitAsNoted(path))) continue;
      left.add(basename(dirname(path)));
    }
    return left;
  }

  /** Removes what no note speaks of. */
  async removeUnnoted(): Promise<void> {
    for await (const path of filesBelow(this.writingFolder)) {
      const isNoted = isNote(path) || (await exists(noteOf(path)));
      if (!isNoted) await rm(path, { force: true });
    }
    const folders = await readdir(this.writingFolder).catch(() => []);
    await removeEmpty(folders.map((name) => join(this.writingFolder, name)));
  }

  async commit(temporaryPath: string, segment: SegmentNote): Promise<void> {
    if (!temporaryPath.startsWith(this.writingFolder + sep)) throw outside();
    const path = this.#resolve(segment.key);
    if (await exists(temporaryPath)) await this.#place(path, temporaryPath, segment);
    await this.#store.recordSegment({ ...segment, bytes: (await stat(path)).size });
    await removeNote(temporaryPath);
  }

  async discard(temporaryPath: string): Promise<void> {
    const folder = dirname(temporaryPath);
    const names: string[] = await readdir(folder).catch(() => []);
    const started = names.filter((name) => name.startsWith(basename(temporaryPath)));
    // A note without its file: that has its final name, and no row before the next start.
    const left = started.filter((name) => !isNote(name) || names.includes(notedBy(name)));
    for (const name of left) this.#growing.delete(join(folder, name));
    await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root);
    return bavail * bsize;
  }

  async streamIds(): Promise<StreamId[]> {
    const entries = await readdir(this.#root, { withFileTypes: true });
    const folders = entries.filter((each) => each.isDirectory() && !each.name.startsWith('.'));
    return folders.map(({ name }) => name);
  }

  async *keys(streamId: StreamId): AsyncGenerator<string> {
    for await (const path of filesBelow(this.#resolve(streamId))) yield relative(this.#root, path);
  }

  async writtenAt(key: string): Promise<Instant | undefined> {
    const file = await unlessMissing(stat(this.#resolve(key)));
    return file && Math.round(file.mtimeMs);
  }

  async remove(keys: readonly string[]): Promise<Map<string, Error>> {
    const undeleted = new Map<string, Error>();
    for (const key of keys) {
      await rm(this.#resolve(key), { force: true }).catch((why) => undeleted.set(key, why));
    }
    await removeEmpty(keys.map((key) => dirname(this.#resolve(key))));
    return undeleted;
  }

  /** False when it cannot be committed, and may be another time. */
  async #commitAsNoted(path: string): Promise<boolean> {
    try {
      await this.commit(path, await readNote(path));
      return true;
    } catch (error) {
      this.#growing.delete(path);
      // A store that is away for a moment must not cost what the notes say.
      if (classify(error).retryable) throw error;
      if (isLost(error)) {
        await rm(path, { force: true });
        await removeNote(path);
        return true;
      }
      const fields = { file: relative(this.#root, path), err: error };
      this.#logger.error(fields, 'a recording that was left behind cannot be kept yet');
      return false;
    }
  }

  async #place(path: string, from: string, segment: SegmentNote): Promise<void> {
    await trimToWholeFragments(from);
    await synchronise(from);
    // Says all that the row will say; a full disk may keep it from being written.
    await this.noteGrowth(from, segment).catch(() => {});
    await mkdir(dirname(path), { recursive: true });
    await moveInto(path, from);
    this.#growing.delete(from);
    await synchronise(dirname(path));
  }

  async #findGrowing(streamId: StreamId, range: TimeRange): Promise<Segment[]> {
    const found: Segment[] = [];
    for (const [path, segment] of this.#growing) {
      if (segment.streamId !== streamId || !rangesOverlap(segment, range)) continue;
      const file = await stat(path).catch(() => undefined);
      if (!file) continue;
      const key = relative(this.#root, path);
      found.push({ ...segment, key, bytes: file.size, isOpen: true });
    }
    return found;
  }

  #resolve(key: string): string {
    const path = resolve(this.#root, key);
    if (!path.startsWith(this.#root + sep)) throw outside();
    return path;
  }
}

/** There is nothing of it that could be kept. */
const isLost = (error: unknown): boolean =>
  classify(error).code === 'MEDIA_CORRUPT' || (error as NodeJS.ErrnoException).code === 'ENOENT';

const outside = () =>
  new AppError('INPUT_INVALID', 'a segment key must stay inside the segment store');

/** Retention may have removed the folder, which was empty, just before. */
async function moveInto(path: string, from: string): Promise<void> {
  const moved = await unlessMissing(rename(from, path).then(() => true));
  if (moved) return;
  await mkdir(dirname(path), { recursive: true });
  await rename(from, path);
}

/** Of any number, one by one. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = (await unlessMissing(opendir(folder, { bufferSize: 500 }))) ?? [];
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of new Set(folders)) await rmdir(folder).catch(() => {});
}

async function exists(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined;
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Waits until the file, or the names in the folder, are on the disk. */
async function synchronise(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
