import { describe, expect, it } from 'vitest';
import { BoundedQueue } from '../../../kernel/bounded-queue.ts';

const numbers = Array.from({ length: 10_000 }, (_, n) => n);

async function restOf<T>(queue: BoundedQueue<T>): Promise<T[]> {
  const rest: T[] = [];
  for await (const item of queue) rest.push(item);
  return rest;
}

describe('a queue that makes its writers wait', () => {
  it('takes everything in order, and never holds more than its capacity', async () => {
    const queue = new BoundedQueue<number>({ capacity: 10, policy: 'wait' });
    const pushed = Promise.all(numbers.map((n) => queue.push(n)));
    const read: number[] = [];
    const depths = new Set<number>();
    for await (const n of queue) {
      depths.add(queue.depth);
      if (read.push(n) === numbers.length) queue.close();
    }
    expect(read).toEqual(numbers);
    expect(Math.max(...depths)).toBe(10);
    expect((await pushed).every((isTaken) => isTaken)).toBe(true);
  });

  it('lets one writer in for each item that is read', async () => {
    const queue = new BoundedQueue<number>({ capacity: 2, policy: 'wait' });
    const taken: number[] = [];
    const writing = numbers.slice(0, 5).map(async (n) => {
      if (await queue.push(n)) taken.push(n);
    });
    const reader = queue[Symbol.asyncIterator]();
    await reader.next();
    await new Promise(setImmediate);
    expect(taken).toEqual([0, 1, 2]);
    queue.close();
    await Promise.all(writing);
    expect(taken).toEqual([0, 1, 2]);
  });

  it('tells those that still wait when it is closed, and hands out what it holds', async () => {
    const queue = new BoundedQueue<number>({ capacity: 1, policy: 'wait' });
    const pushed = [queue.push(1), queue.push(2)];
    queue.close();
    expect(await Promise.all(pushed)).toEqual([true, false]);
    expect(await restOf(queue)).toEqual([1]);
    expect(await queue.push(3)).toBe(false);
  });
});

it('a queue that refuses takes what there is room for, and nobody waits for it', async () => {
  const queue = new BoundedQueue<number>({ capacity: 10, policy: 'refuse' });
  const taken = numbers.filter((n) => queue.offer(n));
  expect(taken).toEqual(numbers.slice(0, 10));
  expect(await queue.push(10)).toBe(false);
  await queue[Symbol.asyncIterator]().next();
  expect(queue.offer(10)).toBe(true);
  queue.close();
  expect(queue.offer(11)).toBe(false);
});

it('a queue that drops holds the newest and counts the others', async () => {
  const queue = new BoundedQueue<number>({ capacity: 3, policy: 'drop-oldest' });
  for (const n of numbers) await queue.push(n);
  expect(queue.dropped).toBe(numbers.length - 3);
  queue.close();
  expect(await restOf(queue)).toEqual(numbers.slice(-3));
});
