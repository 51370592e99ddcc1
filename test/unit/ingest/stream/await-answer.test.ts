import { describe, expect, it } from 'vitest';
import { pauseUntilAnswered } from '../../../../ingest/stream/await-answer.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const everyMs = 5_000;
const atMostMs = 45_000;

/** How long it paused, moving the clock from sleeper to sleeper, when it asked, and what it found. */
async function pause(pauseMs: number, answers: (elapsedMs: number) => boolean, most = atMostMs) {
  const clock = new ManualClock();
  const began = clock.monotonic();
  const askedAt: number[] = [];
  let isBack: boolean | undefined;
  const deps = {
    ...{ clock, everyMs, atMostMs: most },
    answers: async () => {
      askedAt.push(clock.monotonic() - began);
      return answers(clock.monotonic() - began);
    },
  };
  const paused = pauseUntilAnswered(pauseMs, deps, new AbortController().signal);
  void paused.then((is) => {
    isBack = is;
  });
  while (isBack === undefined) {
    clock.advance(clock.nextWakeIn ?? 0);
    await new Promise(setImmediate);
  }
  return { pausedMs: clock.monotonic() - began, askedAt, isBack };
}

describe('a pause between attempts', () => {
  it('ends within seconds once a source that was away answers', async () => {
    expect(await pause(30_000, (elapsed) => elapsed > 7_000)).toEqual({
      ...{ pausedMs: 10_000, askedAt: [0, 5_000, 10_000], isBack: true },
    });
  });

  it('is whole for a source that answers and shows nothing: another reason made it fail', async () => {
    expect(await pause(30_000, () => true)).toEqual({
      ...{ pausedMs: 30_000, askedAt: [0, 30_000], isBack: false },
    });
  });

  it('goes on while the source does not answer: it is asked before it is tried again', async () => {
    const { pausedMs, askedAt, isBack } = await pause(2_000, (elapsed) => elapsed > 15_000);
    expect(pausedMs).toBe(16_000);
    expect(isBack).toBe(true);
    expect(askedAt).toEqual([2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000]);
  });

  it('goes on for a source that answered at its beginning, and does so no longer', async () => {
    const { pausedMs, isBack } = await pause(
      30_000,
      (elapsed) => elapsed < 1_000 || elapsed > 32_000,
    );
    expect(pausedMs).toBe(35_000);
    expect(isBack).toBe(true);
  });

  it.each([1_000, 30_000])(
    'ends at last for a source that never answers, which may be one that answers players only (%i ms)',
    async (pauseMs) => {
      const { pausedMs, isBack } = await pause(pauseMs, () => false);
      expect(pausedMs).toBe(atMostMs);
      expect(isBack).toBe(false);
    },
  );

  it('is not spent asking where it is short and all that there is', async () => {
    expect(await pause(4_000, () => false, 4_000)).toEqual({
      ...{ pausedMs: 4_000, askedAt: [], isBack: false },
    });
  });

  it('rejects when aborted', async () => {
    const stop = new AbortController();
    const deps = { clock: new ManualClock(), everyMs, atMostMs, answers: async () => false };
    const paused = pauseUntilAnswered(30_000, deps, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(paused).rejects.toThrow('stopped');
  });
});
