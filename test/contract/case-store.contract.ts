/** What every case store promises; run over each implementation. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type CaseFilter, judgementIdOf } from '../../query/domain/judgement.ts';
import type { CaseStore } from '../../query/ports.ts';
import { aCase, anAlertCase, noon } from '../support/query-things.ts';

/** `create` gives an empty store. */
export function caseStoreContract(name: string, create: () => Promise<CaseStore>): void {
  let store: CaseStore;
  beforeEach(async () => {
    store = await create();
  });
  const ids = async (filter: Partial<CaseFilter>) =>
    (await store.find({ limit: 10, ...filter })).map(({ id }) => id);

  describe(`case store: ${name}`, () => {
    it('gives a case back as it was saved', async () => {
      await store.save(aCase());
      expect(await store.find({ limit: 10 })).toEqual([aCase()]);
    });

    it('keeps one judgement of a subject, the newest, however often it comes', async () => {
      await store.save(aCase({ isRight: true, judgedAt: noon }));
      await store.save(aCase({ isRight: false, judgedAt: noon + 1 }));
      await store.save(aCase({ isRight: false, judgedAt: noon + 1 }));
      await store.save(aCase({ isRight: true, judgedAt: noon }));
      expect(await store.find({ limit: 10 })).toEqual([
        aCase({ isRight: false, judgedAt: noon + 1 }),
      ]);
    });

    it('forgets a judgement, once', async () => {
      await store.save(aCase());
      expect(await store.remove(aCase().id)).toBe(true);
      expect(await store.remove(aCase().id)).toBe(false);
      expect(await ids({})).toEqual([]);
    });

    it('finds by subject, type, standing question and judgement, the newest first', async () => {
      await store.save(aCase({ judgedAt: noon }));
      await store.save(anAlertCase('a1', { judgedAt: noon + 2 }));
      await store.save(anAlertCase('a2', { judgedAt: noon + 1, isRight: false }));
      expect(await ids({})).toEqual(['alert:a1', 'alert:a2', aCase().id]);
      expect(await ids({ limit: 1 })).toEqual(['alert:a1']);
      expect(await ids({ type: 'answer' })).toEqual([aCase().id]);
      expect(await ids({ isRight: false })).toEqual(['alert:a2']);
      expect(await ids({ questionId: 'q1' })).toEqual(['alert:a1', 'alert:a2']);
      expect(await ids({ ids: [judgementIdOf({ type: 'alert', id: 'a2' }), 'x'] })).toEqual([
        'alert:a2',
      ]);
      expect(await ids({ ids: [] })).toEqual([]);
    });

    it('counts the judged alerts of each standing question', async () => {
      await store.save(aCase());
      for (const id of ['a1', 'a2']) await store.save(anAlertCase(id));
      await store.save(anAlertCase('a3', { isRight: false }));
      expect([...(await store.tally())]).toEqual([['q1', { right: 2, wrong: 1 }]]);
    });
  });
}
