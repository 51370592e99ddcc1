/** Over readers in memory; what is stored is kept in a list. */
import { expect, it } from 'vitest';
import { silentLogger } from '../../../kernel/logger.ts';
import { createQuery, type QueryDependencies } from '../../../query/create-query.ts';
import type { Answer } from '../../../query/domain/answer.ts';
import { memoryReaders } from '../../support/memory-readers.ts';

async function asking() {
  const readers = memoryReaders({ streams: [], trajectories: [] });
  const release = Promise.withResolvers<void>();
  const saved: Answer[] = [];
  const { value: query } = await createQuery({
    ...readers,
    streams: { streams: () => release.promise.then(() => []) },
    places: () => ({ zones: [], lines: [] }),
    answers: { save: async (answer: Answer) => void saved.push(answer) },
    logger: silentLogger,
    isWatching: false,
  } as unknown as QueryDependencies).start();
  return { query, saved, release: release.resolve };
}

it('an answer is saved', async () => {
  const { query, saved, release } = await asking();
  const answer = query.ask({ text: 'Did a car come?' }, new AbortController().signal);
  release();
  expect(saved).toEqual([await answer]);
});

it('who has left is answered no more, and nothing of it is saved', async () => {
  const { query, saved, release } = await asking();
  const gone = new AbortController();
  const answer = query.ask({ text: 'Did a car come?' }, gone.signal);
  gone.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  release();
  await new Promise((resolve) => setImmediate(resolve));
  expect(saved).toEqual([]);
});
