import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { memoryMessageLog } from '../../kernel/adapters/memory-message-log.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { defineTopic } from '../../kernel/message-log.ts';
import { ok } from '../../kernel/outcome.ts';
import { waitFor } from '../support/wait-for.ts';
import { messageLogContract } from './message-log.contract.ts';

messageLogContract('memory', () => memoryMessageLog({ logger: silentLogger }).start());

it('a full queue makes the publisher wait, and the queue keeps moving', async () => {
  const topic = defineTopic('ticks', z.int());
  const { value: log, stop } = await memoryMessageLog({
    logger: silentLogger,
    queueCapacity: 2,
  }).start();
  onTestFinished(stop);
  const release = Promise.withResolvers<void>();
  const seen: number[] = [];
  await log.subscribe(topic, 'readers', async (n) => {
    await release.promise;
    seen.push(n);
    return ok;
  });
  let published = 0;
  const all = [1, 2, 3, 4, 5, 6].map((n) =>
    log.publish(topic, 'a', n).then(() => (published += 1)),
  );
  await waitFor(() => published === 3);
  expect(published).toBe(3);
  release.resolve();
  await Promise.all(all);
  await waitFor(() => seen.length === 6);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

it('what is offered to a full queue is refused, and then no group gets it', async () => {
  const topic = defineTopic('ticks', z.int());
  const { value: log, stop } = await memoryMessageLog({
    logger: silentLogger,
    queueCapacity: 1,
  }).start();
  onTestFinished(stop);
  const release = Promise.withResolvers<void>();
  const seen: string[] = [];
  for (const group of ['quick', 'slow']) {
    await log.subscribe(topic, group, async (n) => {
      if (group === 'slow' && n < 10) await release.promise;
      seen.push(`${group}${n}`);
      return ok;
    });
  }
  expect(await log.offer(topic, 'a', 1)).toBe(true);
  await waitFor(() => seen.includes('quick1'));
  expect(await log.offer(topic, 'a', 2)).toBe(true);
  await waitFor(() => seen.includes('quick2'));
  expect(await log.offer(topic, 'a', 3)).toBe(false);
  expect(await log.offer(topic, 'b', 10)).toBe(true);
  await waitFor(() => seen.includes('slow10'));
  release.resolve();
  await waitFor(() => seen.includes('slow2'));
  expect(seen.filter((one) => one.endsWith('3'))).toEqual([]);
});
