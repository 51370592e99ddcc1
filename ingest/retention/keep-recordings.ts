/** Retention while ingest runs: sweeps now and then, at once when the disk is short of space. */

import { FailureLog } from '../../kernel/failure-log.ts';
import { supervise } from '../../kernel/lifecycle.ts';
import type { Clock } from '../../kernel/time.ts';
import type { DiskSpace } from './disk-space.ts';
import { reconcileRecordings } from './reconcile-recordings.ts';
import { Retention, type RetentionOptions } from './retention.ts';

export interface KeepRecordingsOptions extends RetentionOptions {
  readonly space: DiskSpace;
}

/** While there is space. */
const sweepEveryMs = 60_000;
const shortOfSpaceMs = 3_000;
const lookEveryMs = 1_000;
const reconcileEveryMs = 6 * 3_600_000;

/** Runs until aborted. Rows and files are compared at the start, and every six hours. */
export async function keepRecordings(
  options: KeepRecordingsOptions,
  signal: AbortSignal,
): Promise<void> {
  const { space, clock, logger, rules } = options;
  const retention = new Retention(options);
  const isShort = () => space.status.freeBytes < rules.keepFreeBytes;
  const sweep = new Duty(clock, () => retention.sweep(signal));
  const reconcile = new Duty(clock, () => reconcileRecordings(options, signal));
  const supervised = { clock, logger, signal, pause: () => lookEveryMs };
  const keepUp = (name: string, look: () => Promise<void>) => {
    const failures = new FailureLog({ ...supervised, name });
    return supervise(() => failures.watch(look), { ...supervised, name });
  };
  await Promise.all([
    supervise((stop) => space.run(stop), { ...supervised, name: 'disk space' }),
    keepUp('retention', () => sweep.doEvery(isShort() ? shortOfSpaceMs : sweepEveryMs)),
    keepUp('reconciling', () => reconcile.doEvery(reconcileEveryMs)),
  ]);
}

/** Work to be done now and then, at first at once. */
class Duty {
  readonly #clock: Clock;
  readonly #work: () => Promise<void>;
  #doneAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, work: () => Promise<void>) {
    this.#clock = clock;
    this.#work = work;
  }

  async doEvery(everyMs: number): Promise<void> {
    if (this.#clock.monotonic() - this.#doneAt < everyMs) return;
    await this.#work();
    this.#doneAt = this.#clock.monotonic();
  }
}
