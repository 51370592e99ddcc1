/**
 * Waiting between attempts: a source that does not answer is asked now and then, cheaply, and is
 * tried again as soon as it does. It is also tried when it has been silent for long, because it may
 * be one that answers nobody but players.
 */
import type { Clock } from '../../kernel/time.ts';

export interface AwaitAnswerDeps {
  /** Whether the source answers at all; also true where that cannot be told. Never rejects. */
  readonly answers: () => Promise<boolean>;
  readonly clock: Clock;
  /** How often it is asked at least. */
  readonly everyMs: number;
  /** After so long it is tried whether or not it answers. */
  readonly atMostMs: number;
}

/**
 * Resolves after `pauseMs` if the source answers then, else as soon as it does, or after `atMostMs`;
 * with whether it is back: it did not answer before and does now. A source that was away is not made
 * to wait for the end of a long pause. One that answers at once has failed for another reason, and
 * gets the whole pause. Rejects with the signal's reason when aborted.
 */
export async function pauseUntilAnswered(
  pauseMs: number,
  { answers, clock, everyMs, atMostMs }: AwaitAnswerDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const began = clock.monotonic();
  const leftOf = (ms: number) => Math.max(0, began + ms - clock.monotonic());
  const restMs = Math.min(pauseMs, everyMs);
  let wasAway = pauseMs > everyMs && !(await answers());
  await clock.sleep(wasAway ? restMs : leftOf(pauseMs), signal);
  while (leftOf(atMostMs) > 0) {
    if (await answers()) return wasAway;
    wasAway = true;
    await clock.sleep(Math.min(restMs, leftOf(atMostMs)), signal);
  }
  return false;
}
