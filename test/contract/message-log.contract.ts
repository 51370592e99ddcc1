/** What every message log promises; run over each implementation. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Started } from '../../kernel/lifecycle.ts';
import { defineTopic, type MessageLog } from '../../kernel/message-log.ts';
import { ok } from '../../kernel/outcome.ts';
import { waitFor } from '../support/wait-for.ts';

const numbers = defineTopic('numbers', z.object({ key: z.string(), n: z.int() }));

export function messageLogContract(name: string, start: () => Promise<Started<MessageLog>>): void {
  const startedLog = async (): Promise<MessageLog> => {
    const { value, stop } = await start();
    onTestFinished(stop);
    return value;
  };

  describe(`message log: ${name}`, () => {
    it('delivers the messages of one key in the order published', async () => {
      const log = await startedLog();
      const seen: number[] = [];
      await log.subscribe(numbers, 'readers', async (message) => {
        await Promise.resolve();
        seen.push(message.n);
        return ok;
      });
      for (let n = 0; n < 50; n += 1) await log.publish(numbers, 'a', { key: 'a', n });
      await waitFor(() => seen.length === 50);
      expect(seen).toEqual([...Array(50).keys()]);
    });

    it('handles one message of a key at a time, and other keys meanwhile', async () => {
      const log = await startedLog();
      const release = Promise.withResolvers<void>();
      const seen: string[] = [];
      await log.subscribe(numbers, 'readers', async (message) => {
        if (message.key === 'slow') await release.promise;
        seen.push(`${message.key}${message.n}`);
        return ok;
      });
      await log.publish(numbers, 'slow', { key: 'slow', n: 1 });
      await log.publish(numbers, 'slow', { key: 'slow', n: 2 });
      await log.publish(numbers, 'quick', { key: 'quick', n: 1 });
      await waitFor(() => seen.length === 1);
      expect(seen).toEqual(['quick1']);
      release.resolve();
      await waitFor(() => seen.length === 3);
      expect(seen).toEqual(['quick1', 'slow1', 'slow2']);
    });

    it('gives every group its own copy', async () => {
      const log = await startedLog();
      const seen: string[] = [];
      for (const group of ['one', 'two']) {
        await log.subscribe(numbers, group, async () => {
          seen.push(group);
          return ok;
        });
      }
      await log.publish(numbers, 'a', { key: 'a', n: 1 });
      await waitFor(() => seen.length === 2);
      expect(seen.sort()).toEqual(['one', 'two']);
    });

    it('goes on after a handler that throws', async () => {
      const log = await startedLog();
      const seen: number[] = [];
      await log.subscribe(numbers, 'readers', async (message) => {
        if (message.n === 1) throw new Error('broken');
        seen.push(message.n);
        return ok;
      });
      for (const n of [1, 2]) await log.publish(numbers, 'a', { key: 'a', n });
      await waitFor(() => seen.length === 1);
      expect(seen).toEqual([2]);
    });

    it('refuses a message that breaks the schema of its topic', async () => {
      const log = await startedLog();
      const wrong = { key: 'a', n: 1.5 };
      await expect(log.publish(numbers, 'a', wrong)).rejects.toThrow();
      await expect(log.offer(numbers, 'a', wrong)).rejects.toThrow();
    });

    it('waits for the running handler when a subscription ends, and delivers nothing after', async () => {
      const log = await startedLog();
      const release = Promise.withResolvers<void>();
      let handled = 0;
      const unsubscribe = await log.subscribe(numbers, 'readers', async () => {
        await release.promise;
        handled += 1;
        return ok;
      });
      await log.publish(numbers, 'a', { key: 'a', n: 1 });
      await log.publish(numbers, 'a', { key: 'a', n: 2 });
      const ended = unsubscribe();
      release.resolve();
      await ended;
      expect(handled).toBeLessThanOrEqual(1);
      await log.publish(numbers, 'a', { key: 'a', n: 3 });
      expect(handled).toBeLessThanOrEqual(1);
    });
  });
}
