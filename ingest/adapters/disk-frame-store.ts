/**
 * Sampled frames as JPEG files, `<root>/<stream>/<epoch>/<seq>/<index>.jpg`. Capture children write
 * them; this store reads them and deletes them after their short life.
 */
import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import sharp from 'sharp';
import { AppError } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/time.ts';
import { type ChunkKey, chunkId } from '../domain/chunk.ts';
import type { FrameRef, Picture } from '../domain/frame.ts';
import type { StreamId } from '../domain/stream.ts';
import type { FrameStore } from '../ports.ts';

/** It would keep what was decoded last, and no picture is read in the same way twice. */
sharp.cache(false);

export class DiskFrameStore implements FrameStore {
  readonly root: string;
  readonly #newest = new Map<StreamId, FrameRef>();

  /** `root` is made when the first frame is written. */
  constructor(root: string) {
    this.root = resolve(root);
  }

  async read(frame: FrameRef, longSide: number): Promise<Picture> {
    const jpeg = await this.#readFile(frame.key);
    if (!jpeg) throw new AppError('NOT_FOUND', `frame ${frame.key} is not in the store any more`);
    try {
      return await decode(jpeg, longSide);
    } catch (cause) {
      throw new AppError('MEDIA_CORRUPT', `frame ${frame.key} does not decode`, { cause });
    }
  }

  async newest(streamId: StreamId): Promise<{ frame: FrameRef; jpeg: Uint8Array } | undefined> {
    const frame = this.#newest.get(streamId);
    const jpeg = frame && (await this.#readFile(frame.key));
    return frame && jpeg ? { frame, jpeg } : undefined;
  }

  noteStored(streamId: StreamId, frame: FrameRef): void {
    this.#newest.set(streamId, frame);
  }

  async sweep(storedBefore: Instant, isWaiting: (chunk: ChunkKey) => boolean): Promise<void> {
    for (const streamId of await folders(this.root)) {
      const folder = join(this.root, streamId);
      const epochs = (await numberedFolders(folder)).sort((a, b) => a - b);
      for (const epoch of epochs) {
        const chunks = await this.#oldChunks(streamId, epoch, storedBefore);
        for (const chunk of chunks.filter((old) => !isWaiting(old))) await this.#remove(chunk);
      }
      // Only empty ones go; a child may be about to write into the newest.
      for (const epoch of epochs.slice(0, -1))
        await rmdir(join(folder, `${epoch}`)).catch(() => {});
    }
  }

  async #oldChunks(streamId: StreamId, epoch: number, storedBefore: Instant): Promise<ChunkKey[]> {
    const old: ChunkKey[] = [];
    for (const seq of await numberedFolders(join(this.root, streamId, `${epoch}`))) {
      const chunk = { streamId, epoch, seq };
      // The folder's time is that of the last frame put into it.
      if ((await stat(this.#folderOf(chunk))).mtimeMs < storedBefore) old.push(chunk);
    }
    return old;
  }

  async #remove(chunk: ChunkKey): Promise<void> {
    await rm(this.#folderOf(chunk), { recursive: true, force: true });
  }

  #folderOf(chunk: ChunkKey): string {
    return join(this.root, chunkId(chunk));
  }

  async #readFile(key: string): Promise<Buffer | undefined> {
    const path = resolve(this.root, key);
    if (!path.startsWith(this.root + sep)) {
      throw new AppError('INPUT_INVALID', 'a frame key must stay inside the frame store');
    }
    return readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }
}

/** Large pictures are shrunk while they are decoded, which is cheaper than afterwards. */
async function decode(jpeg: Buffer, longSide: number): Promise<Picture> {
  const { data, info } = await sharp(jpeg)
    .autoOrient()
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

async function folders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

const numberedFolders = async (path: string): Promise<number[]> =>
  (await folders(path)).filter((name) => /^\d+$/.test(name)).map(Number);
