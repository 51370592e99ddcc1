/**
 * Removes what is recorded by the rules of retention, and keeps rows and files together. A sweep
 * withdraws rows, deletes files and forgets rows, in this order, and begins with what an earlier
 * one left undone: killed anywhere, it loses nothing that should stay. Whatever cannot be known,
 * because a store does not answer, ends the sweep before anything is deleted. A file that cannot be
 * deleted stays withdrawn, and every sweep tries again.
 */
import type { Logger } from '../../kernel/logger.ts';
import type { Clock } from '../../kernel/time.ts';
import type { StreamId } from '../domain/stream.ts';
import type { PinReader, RetentionStore, SegmentFiles, WithdrawnSegment } from '../ports.ts';
import {
  type DiskUsage,
  planRetention,
  type RetainedSegment,
  type RetentionPlan,
  type RetentionRules,
} from './plan-retention.ts';
import { shortLimits } from './short-limits.ts';

export interface RetentionDeps {
  readonly store: RetentionStore;
  readonly files: SegmentFiles;
  readonly pins: PinReader;
  readonly rules: RetentionRules;
}

export interface RetentionOptions extends RetentionDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Segments looked at in one step. */
  readonly pageSize?: number;
  /** A file without a row is left alone so long after it was written. Default one hour. */
  readonly strayAgeMs?: number;
}

const hourMs = 3_600_000;

export class Retention {
  readonly #options: RetentionOptions;
  readonly #pageSize: number;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#pageSize = options.pageSize ?? 500;
  }

  /** Removes what the rules say must go; rejects with the reason when aborted between two steps. */
  async sweep(signal?: AbortSignal): Promise<void> {
    const { store, logger } = this.#options;
    const undeleted = await this.#deleteWithdrawn(signal);
    const before = await this.#usage();
    let usage = before;
    let after: RetainedSegment | undefined;
    let count = 0;
    for (let isComplete = false; !isComplete; ) {
      signal?.throwIfAborted();
      const segments = await store.oldestSegments(this.#pageSize, after);
      const plan = await this.#plan(segments, usage);
      const { length } = plan.removed;
      const left = await this.#remove(plan.removed);
      for (const [key, why] of left) undeleted.set(key, why);
      this.#warnOfShortLimits(plan.removed, before);
      count += length - left.size;
      usage = plan.usage;
      after = segments.at(-1);
      // Where nothing can be deleted, withdrawing more would free nothing.
      const isVain = length > 0 && left.size === length;
      isComplete = plan.isComplete || isVain || segments.length < this.#pageSize;
    }
    if (count > 0) logger.info({ segments: count }, 'old recordings removed');
    this.#warnOfUndeleted(undeleted);
  }

  /** Mends what others than sweeps have left: rows without a file, files without a row. */
  async reconcile(signal?: AbortSignal): Promise<void> {
    const { files, store } = this.#options;
    for (const streamId of await files.streamIds()) {
      signal?.throwIfAborted();
      const keys = await files.keys(streamId);
      // After the files: a row that comes meanwhile is known, and its file is looked for.
      const rows = await store.segmentKeys(streamId);
      if (rows) await this.#reconcileStream(streamId, keys, rows);
    }
    this.#warnOfUndeleted(await this.#deleteWithdrawn(signal));
  }

  async #usage(): Promise<DiskUsage> {
    const { store, files } = this.#options;
    return { bytes: await store.recordedBytes(), freeBytes: await files.freeBytes() };
  }

  /** Not at every sweep: nothing changes until the operator changes the limit. */
  #warnOfShortLimits(removed: readonly RetainedSegment[], usage: DiskUsage): void {
    const { rules, clock, logger } = this.#options;
    const now = clock.now();
    const limits = shortLimits({ removed, usage, rules, now });
    if (limits.length === 0 || now < this.#warnedAt + hourMs) return;
    this.#warnedAt = now;
    logger.warn({ limits }, 'not even the last hour of recordings is kept: the limit is too small');
  }

  #warnOfUndeleted(undeleted: ReadonlyMap<string, Error>): void {
    const [first] = undeleted.values();
    if (!first) return;
    const fields = { files: undeleted.size, reason: first.message };
    this.#options.logger.warn(fields, 'old recordings cannot be deleted, and are tried again');
  }

  /** Pins are asked for only when something would go without them. */
  async #plan(segments: readonly RetainedSegment[], usage: DiskUsage): Promise<RetentionPlan> {
    const { rules, clock, pins } = this.#options;
    const input = { segments, usage, rules, now: clock.now() };
    const unpinned = planRetention({ ...input, pins: [] });
    if (unpinned.removed.length === 0) return unpinned;
    const start = Math.min(...segments.map((segment) => segment.start));
    const end = Math.max(...segments.map((segment) => segment.end));
    return planRetention({ ...input, pins: await pins.pins({ start, end }) });
  }

  async #remove(segments: readonly RetainedSegment[]): Promise<Map<string, Error>> {
    if (segments.length === 0) return new Map();
    await this.#options.store.withdraw(segments.map(({ id }) => id));
    return this.#delete(segments);
  }

  async #deleteWithdrawn(signal: AbortSignal | undefined): Promise<Map<string, Error>> {
    const undeleted = new Map<string, Error>();
    let after: string | undefined;
    while (true) {
      signal?.throwIfAborted();
      const withdrawn = await this.#options.store.withdrawn(this.#pageSize, after);
      if (withdrawn.length === 0) return undeleted;
      for (const [key, why] of await this.#delete(withdrawn)) undeleted.set(key, why);
      after = withdrawn.at(-1)?.id;
    }
  }

  /** Forgets those whose files are gone, and returns why the others are not, by key. */
  async #delete(withdrawn: readonly WithdrawnSegment[]): Promise<Map<string, Error>> {
    const { store, files } = this.#options;
    const undeleted = await files.remove(withdrawn.map(({ key }) => key));
    const gone = withdrawn.filter(({ key }) => !undeleted.has(key));
    await store.forget(gone.map(({ id }) => id));
    return undeleted;
  }

  async #reconcileStream(
    streamId: StreamId,
    keys: readonly string[],
    rows: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { files, store, logger } = this.#options;
    const listed = new Set(keys);
    const stray = await this.#strays(keys.filter((key) => !rows.has(key)));
    const missing = await this.#missing([...rows.keys()].filter((key) => !listed.has(key)));
    if (stray.length + missing.length === 0) return;
    const fields = { stream: streamId, stray: stray.length, missing: missing.length };
    logger.warn(fields, 'files without a row are deleted, and rows without a file');
    this.#warnOfUndeleted(await files.remove(stray));
    await store.withdraw(missing.map((key) => rows.get(key)!));
  }

  /** A new file may be about to get its row. */
  async #strays(keys: readonly string[]): Promise<string[]> {
    const { files, clock, strayAgeMs = hourMs } = this.#options;
    const before = clock.now() - strayAgeMs;
    const stray: string[] = [];
    for (const key of keys) {
      const writtenAt = await files.writtenAt(key);
      if (writtenAt !== undefined && writtenAt < before) stray.push(key);
    }
    return stray;
  }

  /** A file may have come since the list was made. */
  async #missing(keys: readonly string[]): Promise<string[]> {
    const missing: string[] = [];
    for (const key of keys) {
      if ((await this.#options.files.writtenAt(key)) === undefined) missing.push(key);
    }
    return missing;
  }
}
