/** What every answer store promises; run over each implementation. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AnswerStore } from '../../query/ports.ts';
import { anAnswer, noon } from '../support/query-things.ts';

/** `create` gives an empty store. */
export function answerStoreContract(name: string, create: () => Promise<AnswerStore>): void {
  let store: AnswerStore;
  beforeEach(async () => {
    store = await create();
  });

  describe(`answer store: ${name}`, () => {
    it('gives an answer back as it was saved', async () => {
      await store.save(anAnswer());
      expect(await store.find('answer-1')).toEqual(anAnswer());
      expect(await store.find('answer-2')).toBeUndefined();
    });

    it('keeps the newest version of an answer, whatever comes last', async () => {
      await store.save(anAnswer({ version: 2, text: 'Yes.' }));
      await store.save(anAnswer({ version: 1, text: 'No.' }));
      expect((await store.find('answer-1'))?.text).toBe('Yes.');
    });

    it('lists the newest answers first', async () => {
      for (const n of [1, 3, 2]) await store.save(anAnswer({ id: `a${n}`, askedAt: noon + n }));
      expect((await store.recent(2)).map(({ id }) => id)).toEqual(['a3', 'a2']);
    });
  });
}
