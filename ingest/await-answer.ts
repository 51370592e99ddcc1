/**
 * Waiting between attempts: a source that does not answer is asked now and then, cheaply, and tried
 * again as soon as it does, however long the pause still is.
 */
import type { Clock } from '../kernel/time.ts';

export interface AwaitAnswerDeps {
  /** Whether the source answers at all; also true where that cannot be told. */
  readonly answers: () => Promise<boolean>;
  readonly clock: Clock;
  /** How often it is asked; also the least pause. */
  readonly everyMs: number;
}

/**
 * Resolves after `pauseMs`, when aborted, or when a source that was away answers. A source that
 * answers at once has failed for another reason, and gets the whole pause.
 */
export async function pauseUntilAnswered(
  pauseMs: number,
  { answers, clock, everyMs }: AwaitAnswerDeps,
  signal: AbortSignal,
): Promise<void> {
  const over = clock.monotonic() + pauseMs;
  const rest = () => clock.sleep(Math.min(everyMs, over - clock.monotonic()), signal);
  if (pauseMs <= everyMs || (await answers())) {
    return clock.sleep(Math.max(0, over - clock.monotonic()), signal);
  }
  do await rest();
  while (clock.monotonic() < over && !(await answers()));
}
