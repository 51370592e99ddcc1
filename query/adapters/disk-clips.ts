/**
 * Clips by id, kept as files of one folder: `<id>.<start>-<end>.mp4` (`.<codec>.mp4` when the picture
 * was encoded anew from another codec), where start and end are the
 * instants the media holds, so that the name says all there is to know and one rename commits it.
 * The folder is bounded in size; a clip that was let go is cut again when it is asked for.
 */
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentReader } from '../../ingest/contract.ts';
import type { Segment } from '../../ingest/domain/segment.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type Clock, durationOf, type TimeRange } from '../../kernel/time.ts';
import { chooseRun, heldOf } from '../cut-clip.ts';
import { type Clip, parseClipId } from '../domain/clip.ts';
import type { ClipCutter, ClipMedia } from '../ports.ts';

export interface ClipsOptions {
  readonly segments: SegmentReader;
  readonly cutter: ClipCutter;
  /** Folder of the clip files; made when it is missing, and nobody else's. */
  readonly dir: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Bytes the folder may hold; the oldest clips go first. Default 2 GB. */
  readonly maxBytes?: number;
  /** Free space of the disk that clips leave to others. Default 0. */
  readonly keepFreeBytes?: number;
  /** A longer range is cut short from its start; `mediaRange` tells. Default 10 minutes. */
  readonly maxClipMs?: number;
}

interface StoredClip {
  readonly clip: Clip;
  readonly path: string;
}

export interface Clips {
  /**
   * The clip of that id, cut now if it is not there or if more of its range was recorded since.
   * Throws INPUT_INVALID for what is not a clip id, and NOT_FOUND when nothing of the range is
   * recorded: retryable while the recording may still be open. STORE_UNAVAILABLE on a full disk.
   */
  clip(id: string): Promise<StoredClip>;
  /** Lets go of clips whose recording is gone: nobody sees for longer what may be kept no longer. */
  sweep(): Promise<void>;
}

/** Recorded time that a cached clip may lack before it is worth cutting again. */
const toleranceMs = 250;

/** A segment that ends this long after a range proves that no open recording holds the range. */
const openRecordingMs = 600_000;

export function createClips(options: ClipsOptions): Clips {
  const folder = new ClipFolder(options);
  const cutting = new Map<string, Promise<StoredClip>>();
  return {
    clip(id) {
      const running = cutting.get(id);
      if (running) return running;
      const work = findOrCut(id, folder, options)
        .catch(rethrowTranslated)
        .finally(() => cutting.delete(id));
      cutting.set(id, work);
      return work;
    },
    sweep: () => folder.sweep(),
  };
}

async function findOrCut(
  id: string,
  folder: ClipFolder,
  options: ClipsOptions,
): Promise<StoredClip> {
  const parsed = parseClipId(id);
  if (!parsed) throw new AppError('INPUT_INVALID', `'${id}' is not a clip id`);
  const { streamId, range } = parsed;
  const wanted = { start: range.start, end: Math.min(range.end, range.start + maxClipMs(options)) };
  const cached = await folder.find(id, streamId, range);
  if (cached && heldOf([cached.clip.mediaRange], wanted) === durationOf(wanted)) return cached;
  const run = playableRun(await options.segments.find(streamId, wanted), wanted);
  if (cached && !holdsMore(run, cached.clip.mediaRange, wanted)) return cached;
  if (run.length === 0) throw await nothingRecorded(streamId, wanted, options.segments);
  return folder.cut({ id, streamId, range }, wanted, run);
}

/** Errors of the file system as ours: a full or missing disk may come back. */
function rethrowTranslated(error: unknown): never {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  throw new AppError('STORE_UNAVAILABLE', 'the folder of clips cannot be used', {
    retryable: true,
    cause: error,
  });
}

const maxClipMs = (options: ClipsOptions): number => options.maxClipMs ?? 600_000;

const playableRun = (segments: readonly Segment[], range: TimeRange) =>
  chooseRun(segments.map(recordedOf), range).map((recorded) => recorded.segment);

/** Parameter sets are compared when the files are open; this keeps apart what cannot be equal. */
const recordedOf = (segment: Segment) => ({
  start: segment.start,
  end: segment.end,
  parameters: `${segment.codec}/${segment.width}x${segment.height}`,
  segment,
});

const holdsMore = (run: readonly TimeRange[], media: TimeRange, wanted: TimeRange): boolean =>
  heldOf(run, wanted) > heldOf([media], wanted) + toleranceMs;

/** Whether asking again can help is read from what was recorded after the range. */
async function nothingRecorded(
  streamId: string,
  range: TimeRange,
  segments: SegmentReader,
): Promise<AppError> {
  const after = { start: range.end, end: range.end + openRecordingMs };
  const later = await segments.find(streamId, after);
  const message = later.length
    ? `nothing of this range of stream '${streamId}' is recorded`
    : `nothing of this range of stream '${streamId}' is recorded yet`;
  return new AppError('NOT_FOUND', message, { retryable: later.length === 0, details: { range } });
}

/** A file of the folder, with what it holds. */
interface ClipEntry extends Pick<Clip, 'mediaRange' | 'bytes' | 'encodedFrom'> {
  readonly file: string;
}

/** The files, an index of them, and one cut after another: they all compete for the same disk. */
class ClipFolder {
  readonly #options: ClipsOptions;
  readonly #clips = new Map<string, ClipEntry>();
  #loaded: Promise<void> | undefined;
  #lastCut: Promise<unknown> = Promise.resolve();
  #cuts = 0;

  constructor(options: ClipsOptions) {
    this.#options = options;
  }

  async find(id: string, streamId: string, range: TimeRange): Promise<StoredClip | undefined> {
    await this.#ready();
    const entry = this.#clips.get(id);
    if (!entry) return undefined;
    const path = join(this.#options.dir, entry.file);
    if (!(await stat(path).catch(() => undefined))) {
      this.#clips.delete(id);
      return undefined;
    }
    const { file: _, ...held } = entry;
    return { clip: { id, streamId, range, ...held }, path };
  }

  async sweep(): Promise<void> {
    await this.#ready();
    for (const [id, { mediaRange }] of this.#clips) {
      if (!(await this.#isRecorded(id, mediaRange))) await this.#letGo(id);
    }
  }

  cut(
    asked: Pick<Clip, 'id' | 'streamId' | 'range'>,
    wanted: TimeRange,
    run: readonly Segment[],
  ): Promise<StoredClip> {
    const work = this.#lastCut.then(() => this.#cutNow(asked, wanted, run));
    this.#lastCut = work.catch(() => {});
    return work;
  }

  #ready(): Promise<void> {
    this.#loaded ??= this.#load().catch((error) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  /** The oldest goes first, so a clip whose beginning is still recorded is so as a whole. */
  async #isRecorded(id: string, { start }: TimeRange): Promise<boolean> {
    const { streamId } = parseClipId(id)!;
    const beginning = { start, end: start + toleranceMs };
    return (await this.#options.segments.find(streamId, beginning)).length > 0;
  }

  async #cutNow(
    asked: Pick<Clip, 'id' | 'streamId' | 'range'>,
    wanted: TimeRange,
    run: readonly Segment[],
  ): Promise<StoredClip> {
    const { clock, cutter, dir, logger, segments } = this.#options;
    const startedAt = clock.monotonic();
    await this.#makeRoom();
    const temporary = join(dir, `.cut-${process.pid}-${this.#cuts++}.mp4`);
    const sources = run.map((s) => ({ path: segments.pathOf(s), start: s.start, end: s.end }));
    const media = await cutter.cut({ sources, range: wanted, path: temporary });
    if (!media) throw await nothingRecorded(asked.streamId, wanted, segments);
    const stored = await this.#commit(asked, media, temporary);
    const fields = { clip: asked.id, bytes: stored.clip.bytes, ms: clock.monotonic() - startedAt };
    logger.debug(fields, 'clip cut');
    return stored;
  }

  async #commit(
    asked: Pick<Clip, 'id' | 'streamId' | 'range'>,
    { start, end, encodedFrom }: ClipMedia,
    temporary: string,
  ): Promise<StoredClip> {
    const { dir } = this.#options;
    const before = this.#clips.get(asked.id);
    const codec = encodedFrom === undefined ? '' : `.${encodedFrom}`;
    const file = `${asked.id}.${start}-${end}${codec}.mp4`;
    const mediaRange = { start, end };
    const path = join(dir, file);
    const { size: bytes } = await stat(temporary);
    await rename(temporary, path);
    if (before && before.file !== file) await rm(join(dir, before.file), { force: true });
    this.#clips.delete(asked.id);
    const held = { mediaRange, bytes, ...(encodedFrom !== undefined && { encodedFrom }) };
    this.#clips.set(asked.id, { file, ...held });
    await this.#letOldestGo();
    return { clip: { ...asked, ...held }, path };
  }

  /** The index is in the order of cutting; the newest clip always stays. */
  async #letOldestGo(): Promise<void> {
    const { maxBytes = 2e9 } = this.#options;
    let total = 0;
    for (const { bytes } of this.#clips.values()) total += bytes;
    for (const [id, { bytes }] of this.#clips) {
      if (total <= maxBytes || this.#clips.size === 1) return;
      await this.#letGo(id);
      total -= bytes;
    }
  }

  /** What is left of a nearly full disk belongs to answers and alerts. */
  async #makeRoom(): Promise<void> {
    const { dir, keepFreeBytes = 0 } = this.#options;
    const isShort = async () => {
      const { bavail, bsize } = await statfs(dir);
      return bavail * bsize < keepFreeBytes;
    };
    for (const id of this.#clips.keys()) {
      if (!(await isShort())) return;
      await this.#letGo(id);
    }
    if (!(await isShort())) return;
    throw new AppError('STORE_UNAVAILABLE', 'the disk is full: no clip can be cut', {
      retryable: true,
    });
  }

  async #letGo(id: string): Promise<void> {
    const { file } = this.#clips.get(id)!;
    await rm(join(this.#options.dir, file), { force: true });
    this.#clips.delete(id);
  }

  /** Reads what an earlier run left; half-written files of it are removed. */
  async #load(): Promise<void> {
    const { dir } = this.#options;
    await mkdir(dir, { recursive: true });
    const found: (ClipEntry & { id: string; at: number })[] = [];
    for (const file of await readdir(dir)) {
      const named = parseFileName(file);
      if (file.startsWith('.cut-')) await rm(join(dir, file), { force: true });
      if (!named) continue;
      const { size, mtimeMs } = await stat(join(dir, file));
      found.push({ ...named, file, bytes: size, at: mtimeMs });
    }
    found.sort((a, b) => a.at - b.at);
    for (const { id, at: _, ...entry } of found) this.#clips.set(id, entry);
  }
}

function parseFileName(
  file: string,
): (Omit<ClipEntry, 'file' | 'bytes'> & { id: string }) | undefined {
  const match = /^([a-z0-9][a-z0-9_-]*)\.(\d+)-(\d+)(?:\.([a-z0-9_]+))?\.mp4$/.exec(file);
  if (!match) return undefined;
  const mediaRange = { start: Number(match[2]), end: Number(match[3]) };
  return { id: match[1]!, mediaRange, ...(match[4] && { encodedFrom: match[4] }) };
}
