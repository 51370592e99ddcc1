import { describe, expect, it } from 'vitest';
import { pauseUntilAnswered } from '../../../ingest/await-answer.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const everyMs = 5_000;

/** How long it paused, moving the clock from sleeper to sleeper, and how often it asked. */
async function pause(pauseMs: number, answers: (elapsedMs: number) => boolean) {
  const clock = new ManualClock();
  const began = clock.monotonic();
  let asked = 0;
  let isOver = false;
  const deps = {
    clock,
    everyMs,
    answers: async () => {
      asked += 1;
      return answers(clock.monotonic() - began);
    },
  };
  const paused = pauseUntilAnswered(pauseMs, deps, new AbortController().signal);
  void paused.then(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.advance(clock.nextWakeIn ?? 0);
    await new Promise(setImmediate);
  }
  return { pausedMs: clock.monotonic() - began, asked };
}

describe('a pause between attempts', () => {
  it('ends within seconds once a source that was away answers', async () => {
    expect(await pause(30_000, (elapsed) => elapsed > 7_000)).toEqual({
      pausedMs: 10_000,
      asked: 3,
    });
  });

  it('is whole for a source that answers and shows nothing: another reason made it fail', async () => {
    expect(await pause(30_000, () => true)).toEqual({ pausedMs: 30_000, asked: 1 });
  });

  it('is whole for a source that stays away, which is asked now and then', async () => {
    expect(await pause(30_000, () => false)).toEqual({ pausedMs: 30_000, asked: 6 });
  });

  it('is not spent asking when it is short', async () => {
    expect(await pause(4_000, () => false)).toEqual({ pausedMs: 4_000, asked: 0 });
  });

  it('rejects when aborted', async () => {
    const stop = new AbortController();
    const deps = { clock: new ManualClock(), everyMs, answers: async () => false };
    const paused = pauseUntilAnswered(30_000, deps, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(paused).rejects.toThrow('stopped');
  });
});
