/**
 * Recorded segments as files below one folder; their rows are the RecordingStore's. Files are
 * written under `<root>/.writing/` and moved to `<root>/<key>` when they are whole.
 */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import type { Component, Started } from '../../kernel/lifecycle.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { Segment } from '../domain/segment.ts';
import type { StreamId } from '../domain/stream.ts';
import type { RecordingStore, SegmentStore } from '../ports.ts';

export interface DiskSegmentStoreOptions {
  readonly root: string;
  readonly store: Pick<RecordingStore, 'recordSegment' | 'findSegments'>;
}

/** Starting it removes what an earlier run was writing when it was killed. */
export const diskSegmentStore = (options: DiskSegmentStoreOptions): Component<SegmentStore> => ({
  async start(): Promise<Started<SegmentStore>> {
    const value = new DiskSegmentStore(options);
    await rm(value.writingFolder, { recursive: true, force: true });
    return { value, stop: async () => {} };
  },
});

class DiskSegmentStore implements SegmentStore {
  readonly writingFolder: string;
  readonly #root: string;
  readonly #store: DiskSegmentStoreOptions['store'];

  constructor(options: DiskSegmentStoreOptions) {
    this.#root = resolve(options.root);
    this.#store = options.store;
    this.writingFolder = join(this.#root, '.writing');
  }

  find(streamId: StreamId, range: TimeRange): Promise<Segment[]> {
    return this.#store.findSegments(streamId, range);
  }

  pathOf(segment: Segment): string {
    return this.#resolve(segment.key);
  }

  temporaryPath(streamId: StreamId, name: string): string {
    return this.#resolve(join('.writing', streamId, name));
  }

  async commit(temporaryPath: string, segment: Omit<Segment, 'bytes'>): Promise<void> {
    if (!temporaryPath.startsWith(this.writingFolder + sep)) throw outside();
    const path = this.#resolve(segment.key);
    await synchronise(temporaryPath);
    await mkdir(dirname(path), { recursive: true });
    await rename(temporaryPath, path);
    await synchronise(dirname(path));
    await this.#store.recordSegment({ ...segment, bytes: (await stat(path)).size });
  }

  async discard(temporaryPath: string): Promise<void> {
    const folder = dirname(temporaryPath);
    const names = await readdir(folder).catch(() => []);
    const left = names.filter((name) => name.startsWith(basename(temporaryPath)));
    await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
  }

  #resolve(key: string): string {
    const path = resolve(this.#root, key);
    if (!path.startsWith(this.#root + sep)) throw outside();
    return path;
  }
}

const outside = () =>
  new AppError('INPUT_INVALID', 'a segment key must stay inside the segment store');

/** Waits until the file, or the names in the folder, are on the disk. */
async function synchronise(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
