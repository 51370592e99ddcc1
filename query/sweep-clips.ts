/** Clips go with the recording they were cut from: now and then, as retention sweeps. */
import type { Clock } from '../kernel/time.ts';

export interface ClipSweepDeps {
  readonly clips: { sweep(): Promise<void> };
  readonly clock: Clock;
}

const sweepEveryMs = 60_000;

export class ClipSweep {
  readonly #deps: ClipSweepDeps;

  constructor(deps: ClipSweepDeps) {
    this.#deps = deps;
  }

  /** Runs until aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clips, clock } = this.#deps;
    while (!signal.aborted) {
      await clips.sweep();
      await clock.sleep(sweepEveryMs, signal).catch(() => {});
    }
  }
}
