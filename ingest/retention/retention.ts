/**
 * Removes what is recorded by the rules of retention. A sweep withdraws rows, deletes files and
 * forgets rows, in this order, and begins with what an earlier one left undone: killed anywhere, it
 * loses nothing that should stay. Whatever cannot be known, because a store does not answer, ends
 * the sweep before anything is deleted. A file that cannot be deleted stays withdrawn, and every
 * sweep tries again. What a sweep reads depends on what has to go, not on what is recorded.
 */
import type { Logger } from '../../kernel/logger.ts';
import type { Clock } from '../../kernel/time.ts';
import type { StreamId } from '../domain/stream.ts';
import type { PinReader, RetentionStore, SegmentFiles, WithdrawnSegment } from '../ports.ts';
import { AgeClock } from './age-clock.ts';
import {
  type DiskUsage,
  dueBefore,
  type Limits,
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

export const defaultPageSize = 500;

const hourMs = 3_600_000;

/** One sweep, as far as it has come. */
interface Sweep {
  readonly before: DiskUsage;
  usage: DiskUsage;
  /** Files deleted. */
  count: number;
  /** Why others could not be, by key. */
  readonly undeleted: Map<string, Error>;
}

export class Retention {
  readonly #options: RetentionOptions;
  readonly #pageSize: number;
  readonly #ages: AgeClock;
  /** By stream, and of all together: all that is left up to here is pinned. */
  readonly #passed = new Map<StreamId | undefined, RetainedSegment>();
  #passedSince = Number.NEGATIVE_INFINITY;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#pageSize = options.pageSize ?? defaultPageSize;
    this.#ages = new AgeClock(options.clock);
  }

  /** Removes what the rules say must go; rejects with the reason when aborted between two steps. */
  async sweep(signal?: AbortSignal): Promise<void> {
    const { rules, logger } = this.#options;
    const undeleted = await this.#deleteWithdrawn(signal);
    const before = await this.#usage();
    const sweep: Sweep = { before, usage: before, count: 0, undeleted };
    const now = this.#ages.now();
    this.#lookAgainAtPinned();
    for (const streamId of [...before.bytes.keys(), undefined]) {
      const limits = { streamId, rules, now };
      while (await this.#sweepPage(sweep, { ...limits, usage: sweep.usage })) {
        signal?.throwIfAborted();
      }
    }
    if (sweep.count > 0) logger.info({ segments: sweep.count }, 'old recordings removed');
    this.#warnOfUndeleted(undeleted);
  }

  async #usage(): Promise<DiskUsage> {
    const { store, files } = this.#options;
    return { bytes: await store.recordedBytes(), freeBytes: await files.freeBytes() };
  }

  /** Now and then, for a pin may have gone; not at every sweep, for much may be pinned. */
  #lookAgainAtPinned(): void {
    const now = this.#options.clock.monotonic();
    if (now < this.#passedSince + hourMs) return;
    this.#passedSince = now;
    this.#passed.clear();
  }

  /** Returns whether more may have to go by these limits. */
  async #sweepPage(sweep: Sweep, limits: Limits): Promise<boolean> {
    const { streamId } = limits;
    const recordedBefore = dueBefore(limits);
    if (recordedBefore === Number.NEGATIVE_INFINITY) return false;
    const page = { streamId, recordedBefore, limit: this.#pageSize };
    const after = this.#passed.get(streamId);
    const segments = await this.#options.store.oldestSegments({ ...page, after });
    const { removed, usage, last } = await this.#plan(segments, limits);
    const left = await this.#remove(removed);
    this.#warnOfShortLimits(removed, sweep.before);
    for (const [key, why] of left) sweep.undeleted.set(key, why);
    sweep.count += removed.length - left.size;
    sweep.usage = usage;
    if (last) this.#passed.set(streamId, last);
    // Where nothing can be deleted, withdrawing more would free nothing.
    const isVain = removed.length > 0 && left.size === removed.length;
    return !isVain && segments.length === this.#pageSize && last === segments.at(-1);
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
  async #plan(segments: readonly RetainedSegment[], limits: Limits): Promise<RetentionPlan> {
    const input = { ...limits, segments };
    const unpinned = planRetention({ ...input, pins: [] });
    if (unpinned.removed.length === 0) return unpinned;
    const start = Math.min(...segments.map((segment) => segment.start));
    const end = Math.max(...segments.map((segment) => segment.end));
    return planRetention({ ...input, pins: await this.#options.pins.pins({ start, end }) });
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
}
