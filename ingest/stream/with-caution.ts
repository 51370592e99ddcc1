/** The clock of ingest: a step forwards of the wall clock that does not last is not believed. */
import type { Clock } from '../../kernel/time.ts';
import { CautiousClock } from '../domain/cautious-clock.ts';
import type { StartCapture } from '../ports.ts';

interface Watched {
  readonly clock: Clock;
  readonly startCapture: StartCapture;
}

/** Capture children have clocks of their own: each is told how long a step has lasted. */
export function withCaution({ clock, startCapture }: Watched): Watched {
  const cautious = new CautiousClock(clock);
  return {
    clock: {
      now: () => cautious.now(),
      monotonic: () => clock.monotonic(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
    },
    startCapture: (start, ...heard) => startCapture({ ...start, doubt: cautious.doubt }, ...heard),
  };
}
