/** Over a clock that the test moves, and a stream that ends when the test says so. */
import { expect, it } from 'vitest';
import { followIngest } from '../../../cli/follow-ingest.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aStream } from '../../support/query-things.ts';
import { waitFor } from '../../support/wait-for.ts';

const lookMs = 200;

/** Knows how often somebody waited for it, or for what came of it. */
class CountedPromise<T> extends Promise<T> {
  static waits = 0;
  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<A = T, B = never>(
    onOk?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    CountedPromise.waits += 1;
    return super.then(onOk, onError);
  }
}

function following(backlog = () => 0) {
  const clock = new ManualClock();
  const stopping = new AbortController();
  let end: (status: { state: string; reason?: string }) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const finished = new CountedPromise<{ state: string }>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  stopping.signal.addEventListener('abort', () => fail(stopping.signal.reason));
  let looks = 0;
  const done = followIngest({
    streamId: 'cam',
    ingest: { finished: () => finished, progress: () => ({}) },
    backlog: () => new Promise((resolve) => setImmediate(() => resolve(backlog()))),
    query: { streams: async () => [aStream({ id: 'cam' })] },
    progress: {
      update: () => {
        looks += 1;
      },
      stop: () => {},
    },
    clock,
    signal: stopping.signal,
  });
  const look = async (times: number) => {
    const until = looks + times;
    await waitFor(() => {
      clock.advance(lookMs);
      return looks >= until;
    });
  };
  done.catch(() => {});
  return { clock, done, look, looks: () => looks, end, fail, stop: () => stopping.abort() };
}

it('is done when the stream has ended and all of it is processed', async () => {
  const follow = following();
  await follow.look(3);
  follow.end({ state: 'stopped' });
  expect(await follow.done).toMatchObject({ id: 'cam' });
});

it('however often it looks, it waits for the end only once', async () => {
  const follow = following();
  await follow.look(2);
  const before = CountedPromise.waits;
  await follow.look(50);
  expect(CountedPromise.waits).toBe(before);
  follow.end({ state: 'stopped' });
  await follow.done;
});

it('looks no more often for what is left when the stream has ended', async () => {
  let backlog = 1;
  const follow = following(() => backlog);
  await waitFor(() => follow.clock.nextWakeIn !== undefined);
  const before = follow.looks();
  follow.end({ state: 'stopped' });
  await waitFor(() => follow.looks() > before && follow.clock.nextWakeIn !== undefined);
  backlog = 0;
  follow.clock.advance(lookMs);
  await follow.done;
  expect(follow.looks()).toBe(before + 1);
});

it.each([
  ['a stream that failed', 'end', 'SOURCE_UNAVAILABLE'],
  ['one that broke', 'fail', 'broken'],
] as const)('%s is told of', async (_name, how, words) => {
  const follow = following();
  await follow.look(1);
  if (how === 'end') follow.end({ state: 'failed', reason: 'gone' });
  else follow.fail(new Error('broken'));
  const error = await follow.done.catch((reason: unknown) => reason);
  expect([(error as { code?: string }).code, (error as Error).message]).toContain(words);
});

it('stops at once, also while it sleeps', async () => {
  const follow = following();
  await follow.look(1);
  follow.stop();
  await expect(follow.done).rejects.toMatchObject({ name: 'AbortError' });
});
