/** Over a store in memory, a clock that the test moves, and a scripted receiver. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../kernel/errors.ts';
import { aborted } from '../../../../kernel/lifecycle.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { NotificationRelay } from '../../../../query/notification/notification-relay.ts';
import type { Delivery, Notifier } from '../../../../query/ports.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryStandingQuestionStore } from '../../../support/memory-standing-question-store.ts';
import { aStandingQuestion } from '../../../support/query-things.ts';
import { waitFor } from '../../../support/wait-for.ts';

const here = 'http://receiver.test/hook';

let store: MemoryStandingQuestionStore;
let clock: ManualClock;
let sent: string[];
/** What the receiver does with a delivery; takes it by default. */
let answer: (delivery: Delivery, signal: AbortSignal) => Promise<void>;
let stopping: AbortController;
let running: Promise<void>;
let relay: NotificationRelay;
let steps = 0;

beforeEach(async () => {
  store = new MemoryStandingQuestionStore();
  await store.save(aStandingQuestion());
  clock = new ManualClock();
  sent = [];
  answer = async () => {};
  stopping = new AbortController();
  const notifier: Notifier = {
    async send(delivery, signal) {
      await answer(delivery, signal);
      sent.push(delivery.id);
    },
  };
  relay = new NotificationRelay({ store, notifier, clock, logger: silentLogger, random: () => 0 });
  running = relay.run(stopping.signal);
});

afterEach(async () => {
  stopping.abort();
  await running;
});

async function commit(...deliveries: Partial<Delivery>[]): Promise<void> {
  const step = { questionId: 'q1', streamId: 'cam', at: ++steps, state: null };
  const whole = deliveries.map((delivery) => ({
    ...{ id: '1-firing', alertId: 'a1', transition: 'firing' as const, url: here },
    ...{ body: {}, attempts: 0, nextAttemptAt: 0 },
    ...delivery,
  }));
  await store.commitStep(step, [], whole);
  relay.wake();
}

const stateOf = async (id: string, alertId = 'a1') =>
  (await store.deliveries(alertId)).find((delivery) => delivery.id === id);

const refuse =
  (retryable: boolean, details = {}) =>
  async () => {
    throw new AppError('DELIVERY_FAILED', 'refuses', { retryable, details });
  };

/** Lets time pass, a second at a time, until the condition holds. */
const passTimeUntil = (condition: () => Promise<boolean> | boolean) =>
  waitFor(async () => {
    clock.advance(1_000);
    return condition();
  });

describe('a notification', () => {
  it('is sent once when the receiver takes it', async () => {
    await commit({});
    await waitFor(async () => (await stateOf('1-firing'))?.state === 'done');
    expect(sent).toEqual(['1-firing']);
  });

  it('committed while nobody said so is found by looking', async () => {
    const wake = relay.wake;
    relay.wake = () => {};
    await commit({});
    relay.wake = wake;
    await passTimeUntil(() => sent.length === 1);
  });

  it('is sent again, later and later, until it is taken', async () => {
    const attempts: number[] = [];
    answer = async () => {
      attempts.push(clock.now());
      if (attempts.length < 4) await refuse(true)();
    };
    await commit({});
    await passTimeUntil(() => sent.length === 1);
    const pauses = attempts.slice(1).map((at, i) => at - attempts[i]!);
    expect(pauses.map((pause, i) => pause >= 5_000 * 2 ** i)).toEqual([true, true, true]);
    expect(await stateOf('1-firing')).toMatchObject({ state: 'done', attempts: 4 });
  });

  it('waits as long as the receiver asks for', async () => {
    answer = refuse(true, { retryAfterMs: 60_000 });
    await commit({});
    await waitFor(async () => (await stateOf('1-firing'))?.attempts === 1);
    expect((await stateOf('1-firing'))!.nextAttemptAt).toBe(clock.now() + 60_000);
  });

  it('becomes a dead letter with its reason after hours', async () => {
    answer = refuse(true);
    const startedAt = clock.now();
    await commit({});
    await waitFor(async () => {
      clock.advance(900_000);
      return (await stateOf('1-firing'))?.state === 'dead';
    });
    expect(await stateOf('1-firing')).toMatchObject({ error: 'refuses' });
    expect(clock.now() - startedAt).toBeGreaterThan(6 * 3_600_000);
  });

  it('that the receiver refuses for good is given up after few tries', async () => {
    answer = refuse(false);
    await commit({});
    await passTimeUntil(async () => (await stateOf('1-firing'))?.state === 'dead');
    expect(await stateOf('1-firing')).toMatchObject({ attempts: 3 });
  });

  it('tells of one alert in the order in which it happened', async () => {
    let fails = 2;
    answer = async ({ transition }) => {
      if (transition === 'firing' && fails-- > 0) await refuse(true)();
    };
    await commit({ id: '1-firing' });
    await commit({ id: '2-resolved', transition: 'resolved' });
    await passTimeUntil(() => sent.length === 2);
    expect(sent).toEqual(['1-firing', '2-resolved']);
  });

  it('that comes after a dead letter is sent all the same', async () => {
    answer = async ({ transition }) => {
      if (transition === 'firing') await refuse(false)();
    };
    await commit({ id: '1-firing' }, { id: '2-resolved', transition: 'resolved' });
    await passTimeUntil(() => sent.length === 1);
    expect(sent).toEqual(['2-resolved']);
  });

  it('is not held up by another receiver that does not answer', async () => {
    answer = ({ url }, signal) =>
      url === here
        ? Promise.resolve()
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await commit({ id: '1', alertId: 'a1', url: 'http://slow.test' }, { id: '2', alertId: 'a2' });
    await waitFor(() => sent.includes('2'));
  });

  it('is not held up by what is due to a slow receiver, however much and since when', async () => {
    const url = 'http://slow.test';
    const [asked, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer = async (delivery) => {
      if (delivery.url !== url) return;
      asked.resolve();
      await slow.promise;
    };
    await commit(
      ...Array.from({ length: 300 }, (_, n) => ({ id: `s${n}`, alertId: `s${n}`, url })),
    );
    await asked.promise;
    await commit({ id: 'new', alertId: 'a2' });
    await waitFor(() => sent.includes('new'));
    slow.resolve();
    await waitFor(() => sent.length === 301);
    expect(new Set(sent).size).toBe(301);
  });

  it('is left when the store breaks, and stays due', async () => {
    const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer = async (_, signal) => {
      asked.resolve();
      await aborted(signal);
      left.resolve();
      signal.throwIfAborted();
    };
    await commit({});
    await asked.promise;
    store.dueDeliveries = async () => {
      throw new AppError('STORE_UNAVAILABLE', 'away');
    };
    const ended = expect(running).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    running = running.catch(() => {});
    relay.wake();
    await ended;
    await left.promise;
    expect(await stateOf('1-firing')).toMatchObject({ state: 'due', attempts: 0 });
  });

  it('waits when its receiver turns out to be down: nobody waits for many tries in a row', async () => {
    answer = refuse(true);
    await commit({ id: '1', alertId: 'a1' }, { id: '2', alertId: 'a2' });
    await waitFor(async () => (await stateOf('1'))?.attempts === 1);
    expect((await stateOf('2', 'a2'))?.attempts).toBe(0);
    answer = async () => {};
    await passTimeUntil(() => sent.length === 2);
  });

  it('being sent when the program stops is sent by the next run', async () => {
    answer = (_, signal) =>
      new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await commit({});
    stopping.abort();
    await running;
    expect(await stateOf('1-firing')).toMatchObject({ state: 'due', attempts: 0 });
  });
});
