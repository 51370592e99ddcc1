/**
 * Sampled frames as JPEG files, `<root>/<stream>/<epoch>/<seq>/<index>.jpg`. Capture children write
 * them; this store reads them and deletes them after their short life.
 */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
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

  async sweep(storedBefore: Instant, keep: readonly ChunkKey[]): Promise<void> {
    const kept = new Set(keep.map(chunkId));
    for (const streamId of await folders(this.root)) {
      for (const epoch of await folders(join(this.root, streamId))) {
        await this.#sweepEpoch(`${streamId}/${epoch}`, storedBefore, kept);
      }
    }
  }

  async #sweepEpoch(epoch: string, storedBefore: Instant, kept: ReadonlySet<string>) {
    for (const seq of await folders(join(this.root, epoch))) {
      const chunk = `${epoch}/${seq}`;
      const folder = join(this.root, chunk);
      // The folder's time is that of the last frame put into it.
      const isOld = (await stat(folder)).mtimeMs < storedBefore;
      if (isOld && !kept.has(chunk)) await rm(folder, { recursive: true, force: true });
    }
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
