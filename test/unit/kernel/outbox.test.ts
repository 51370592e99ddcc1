import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { defineTopic, type Topic } from '../../../kernel/message-log.ts';
import { laneOf, type OutboxEntry, OutboxRelay } from '../../../kernel/outbox.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';

const numbers = defineTopic('numbers', z.int());

const entry = (id: number, payload: unknown = id, key = 'a'): OutboxEntry => ({
  id: String(id),
  topic: 'numbers',
  key,
  payload,
});

function running(entries: OutboxEntry[]) {
  const published: unknown[] = [];
  const clock = new ManualClock();
  let isAway = false;
  const full = new Set<string>();
  const log = {
    offer: async (_: Topic<unknown>, key: string, message: unknown) => {
      if (isAway) throw new AppError('INTERNAL', 'the log is away');
      if (full.has(key)) return false;
      published.push(message);
      return true;
    },
  };
  const store = {
    next: async (limit: number, leftOut: readonly string[]) =>
      entries.filter((one) => !leftOut.includes(laneOf(one))).slice(0, limit),
    remove: async (ids: readonly string[]) => {
      entries.splice(0, entries.length, ...entries.filter(({ id }) => !ids.includes(id)));
    },
  };
  const relay = new OutboxRelay({
    store,
    log,
    topics: [numbers as Topic<unknown>],
    clock,
    logger: silentLogger,
  });
  const stopping = new AbortController();
  return {
    entries,
    published,
    full,
    clock,
    relay,
    signal: stopping.signal,
    start: () => relay.run(stopping.signal),
    abort: () => stopping.abort(),
    stop: () => {
      stopping.abort();
      relay.wake();
    },
    takeLogAway: () => {
      isAway = true;
    },
  };
}

it('publishes in the order of writing and empties the outbox', async () => {
  const outbox = running([entry(1), entry(2), entry(3)]);
  const done = outbox.start();
  await waitFor(() => outbox.entries.length === 0);
  expect(outbox.published).toEqual([1, 2, 3]);
  outbox.stop();
  await done;
});

it('looks when it is woken, and now and then when nobody wakes it', async () => {
  const outbox = running([]);
  const done = outbox.start();
  outbox.entries.push(entry(1));
  await waitFor(() => {
    outbox.relay.wake();
    return outbox.published.length === 1;
  });
  outbox.entries.push(entry(2));
  await waitFor(() => {
    outbox.clock.advance(5_000);
    return outbox.published.length === 2;
  });
  outbox.stop();
  await done;
});

it('a message stays in the outbox until the log has taken it', async () => {
  const outbox = running([entry(1)]);
  outbox.takeLogAway();
  await expect(outbox.start()).rejects.toThrow('the log is away');
  expect(outbox.entries).toHaveLength(1);
  expect(getEventListeners(outbox.signal, 'abort')).toHaveLength(0);
});

it('stops at once when told to, however long it would wait', async () => {
  const outbox = running([]);
  const done = outbox.start();
  await waitFor(() => outbox.clock.nextWakeIn !== undefined);
  outbox.abort();
  await done;
});

it('what is no message is dropped, and holds up nothing', async () => {
  const outbox = running([entry(1, 'one'), entry(2)]);
  const done = outbox.start();
  await waitFor(() => outbox.entries.length === 0);
  expect(outbox.published).toEqual([2]);
  outbox.stop();
  await done;
});

it('a key whose queue is full holds up no other, and keeps its order', async () => {
  const behind = Array.from({ length: 250 }, (_, n) => entry(n, n, 'slow'));
  const outbox = running([...behind, entry(1000), entry(1001)]);
  outbox.full.add('slow');
  const done = outbox.start();
  await waitFor(() => outbox.published.length === 2);
  expect(outbox.published).toEqual([1000, 1001]);
  outbox.full.clear();
  outbox.relay.wake();
  await waitFor(() => outbox.entries.length === 0);
  expect(outbox.published.slice(2)).toEqual(behind.map(({ payload }) => payload));
  outbox.stop();
  await done;
});
