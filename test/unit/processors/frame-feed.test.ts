import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FrameRef } from '../../../ingest/domain/frame.ts';
import { FrameFeed } from '../../../processors/frame-feed.ts';

const frame = (index: number): FrameRef => ({
  index,
  at: index * 250,
  width: 4,
  height: 3,
  key: `${index}.jpg`,
});

async function indexesOf(feed: FrameFeed): Promise<number[]> {
  const indexes: number[] = [];
  for await (const { index } of feed) indexes.push(index);
  return indexes;
}

it('whatever happened to the hints, every frame of the chunk comes out once and in order', async () => {
  const hints = fc.array(fc.nat(19), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 20 }), hints, async (count, hinted) => {
      const feed = new FrameFeed();
      const reading = indexesOf(feed);
      for (const index of hinted.filter((n) => n < count)) {
        feed.offer(frame(index));
        await Promise.resolve();
      }
      feed.complete([...Array(count).keys()].map(frame));
      expect(await reading).toEqual([...Array(count).keys()]);
    }),
  );
});

it('frames come out while the chunk is still open', async () => {
  const feed = new FrameFeed();
  const reader = feed[Symbol.asyncIterator]();
  feed.offer(frame(0));
  expect((await reader.next()).value?.index).toBe(0);
});
