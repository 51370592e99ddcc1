/** Retention while ingest runs: sweeps now and then, at once when the disk is short of space. */
import { supervise } from '../kernel/lifecycle.ts';
import type { Clock } from '../kernel/time.ts';
import type { DiskSpace } from './disk-space.ts';
import { Retention, type RetentionOptions } from './retention.ts';

export interface KeepRecordingsOptions extends RetentionOptions {
  readonly space: DiskSpace;
}

/** While there is space. */
const sweepEveryMs = 60_000;
const lookEveryMs = 1_000;
const reconcileEveryMs = 6 * 3_600_000;

/** Runs until aborted. Rows and files are compared at the start, and every six hours. */
export async function keepRecordings(
  options: KeepRecordingsOptions,
  signal: AbortSignal,
): Promise<void> {
  const { space, clock, logger } = options;
  const retention = new Retention(options);
  const sweep = dueEvery(sweepEveryMs, clock, () => retention.sweep());
  const reconcile = dueEvery(reconcileEveryMs, clock, () => retention.reconcile());
  const look = async () => {
    await sweep(space.status.state !== 'ample');
    await reconcile(false);
  };
  const supervised = { clock, logger, signal, pause: () => lookEveryMs };
  await Promise.all([
    supervise((stop) => space.run(stop), { ...supervised, name: 'disk space' }),
    supervise(look, { ...supervised, name: 'retention' }),
  ]);
}

/** Does the work when it is due, which it is at first, or when it cannot wait. */
function dueEvery(everyMs: number, clock: Clock, work: () => Promise<void>) {
  let doneAt = Number.NEGATIVE_INFINITY;
  return async (isUrgent: boolean): Promise<void> => {
    if (!isUrgent && clock.monotonic() - doneAt < everyMs) return;
    await work();
    doneAt = clock.monotonic();
  };
}
