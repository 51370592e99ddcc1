/** What every store of standing questions promises; run over each implementation. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordingStore } from '../../ingest/ports.ts';
import type { ProcessingStore } from '../../processors/ports.ts';
import type {
  AlertFilter,
  Delivery,
  QuestionStep,
  StandingQuestionStore,
} from '../../query/ports.ts';
import { aChunkResult, aHole, noChanges } from '../support/chunk-results.ts';
import { anAlert, aStandingQuestion, noon } from '../support/query-things.ts';
import { aChunk, aGap } from '../support/recordings.ts';

export interface StandingQuestionStoreSubject {
  readonly store: StandingQuestionStore;
  readonly recordings: RecordingStore;
  readonly processing: ProcessingStore;
}

const aStep = (options: Partial<QuestionStep> = {}): QuestionStep => ({
  questionId: 'q1',
  streamId: 'dock',
  at: noon,
  state: { since: noon },
  ...options,
});

const aDelivery = (options: Partial<Delivery> = {}): Delivery => ({
  id: 'q1/dock/1/firing',
  alertId: 'q1/dock/1',
  transition: 'firing',
  url: 'http://receiver.test/hook',
  body: { status: 'firing' },
  attempts: 0,
  nextAttemptAt: noon,
  ...options,
});

/** `create` gives an empty store. */
export function standingQuestionStoreContract(
  name: string,
  create: () => Promise<StandingQuestionStoreSubject>,
): void {
  let subject: StandingQuestionStoreSubject;
  let store: StandingQuestionStore;
  beforeEach(async () => {
    subject = await create();
    store = subject.store;
  });

  describe(`standing question store: ${name}`, () => {
    it('keeps questions in the order in which they were registered', async () => {
      await store.save(aStandingQuestion({ id: 'b', createdAt: noon }));
      await store.save(aStandingQuestion({ id: 'a', createdAt: noon + 1 }));
      await store.save(aStandingQuestion({ id: 'b', createdAt: noon, version: 2 }));
      expect((await store.all()).map(({ id, version }) => [id, version])).toEqual([
        ['b', 2],
        ['a', 1],
      ]);
    });

    it('forgets a removed question and how far it had come, once', async () => {
      await store.save(aStandingQuestion());
      await store.commitStep(aStep(), [anAlert()], []);
      expect(await store.remove('q1')).toBe(true);
      expect(await store.remove('q1')).toBe(false);
      expect(await store.lastStep('q1', 'dock')).toBeUndefined();
      expect(await store.alerts({ limit: 10 })).toHaveLength(1);
    });

    it('a step goes forward with its alerts and deliveries', async () => {
      await store.save(aStandingQuestion());
      expect(await store.commitStep(aStep(), [anAlert()], [aDelivery()])).toBe(true);
      expect(await store.lastStep('q1', 'dock')).toEqual(aStep());
      expect(await store.alerts({ limit: 10 })).toEqual([anAlert()]);
      expect(await store.dueDeliveries(noon, 10)).toEqual([aDelivery()]);
    });

    it.each([
      ['the same', noon],
      ['an earlier', noon - 15_000],
    ])('a step to %s instant writes nothing', async (_, at) => {
      await store.save(aStandingQuestion());
      await store.commitStep(aStep(), [], []);
      const again = aStep({ at, state: { since: 0 } });
      expect(await store.commitStep(again, [anAlert()], [aDelivery()])).toBe(false);
      expect(await store.lastStep('q1', 'dock')).toEqual(aStep());
      expect(await store.alerts({ limit: 10 })).toEqual([]);
      expect(await store.dueDeliveries(noon, 10)).toEqual([]);
    });

    it('of two evaluators at once, one takes the step', async () => {
      await store.save(aStandingQuestion());
      const steps = await Promise.all([1, 2, 3].map(() => store.commitStep(aStep(), [], [])));
      expect(steps.filter(Boolean)).toHaveLength(1);
    });

    it('commits the steps of many questions, each for itself', async () => {
      for (const id of ['q1', 'q2', 'q3']) await store.save(aStandingQuestion({ id }));
      await store.commitStep(aStep({ questionId: 'q2', at: noon + 1 }), [], []);
      const commits = [
        { step: aStep(), alerts: [anAlert()], deliveries: [aDelivery()] },
        {
          step: aStep({ questionId: 'q2' }),
          alerts: [anAlert({ id: 'stale' })],
          deliveries: [aDelivery({ id: 'stale' })],
        },
        { step: aStep({ questionId: 'q3' }), alerts: [], deliveries: [] },
        { step: aStep({ questionId: 'q1', at: noon + 15_000 }), alerts: [], deliveries: [] },
        { step: aStep({ questionId: 'removed' }), alerts: [], deliveries: [] },
      ];
      expect(await store.commitSteps(commits)).toEqual([true, false, true, true, false]);
      const steps = await store.lastSteps('dock');
      expect(steps.map(({ questionId, at }) => [questionId, at])).toEqual([
        ['q1', noon + 15_000],
        ['q2', noon + 1],
        ['q3', noon],
      ]);
      expect((await store.alerts({ limit: 10 })).map(({ id }) => id)).toEqual([anAlert().id]);
      expect(await store.dueDeliveries(noon, 10)).toEqual([aDelivery()]);
    });

    it('no steps are none', async () => {
      expect(await store.commitSteps([])).toEqual([]);
    });

    it('an alert that changes replaces itself', async () => {
      await store.save(aStandingQuestion());
      const resolved = anAlert({ state: 'resolved', endsAt: noon + 1 });
      await store.commitStep(aStep(), [anAlert()], []);
      await store.commitStep(aStep({ at: noon + 15_000 }), [resolved], []);
      expect(await store.alerts({ limit: 10 })).toEqual([resolved]);
    });

    it('lists alerts by question and stream, the newest first', async () => {
      await store.save(aStandingQuestion());
      const alerts = [
        anAlert({ id: '1', startsAt: noon }),
        anAlert({ id: '2', startsAt: noon + 2, streamId: 'door' }),
        anAlert({ id: '3', startsAt: noon + 1, questionId: 'q2' }),
      ];
      await store.commitStep(aStep(), alerts, []);
      const ids = async (filter: Partial<AlertFilter>) =>
        (await store.alerts({ limit: 10, ...filter })).map(({ id }) => id);
      expect(await ids({})).toEqual(['2', '3', '1']);
      expect(await ids({ limit: 1 })).toEqual(['2']);
      expect(await ids({ questionId: 'q1' })).toEqual(['2', '1']);
      expect(await ids({ streamId: 'dock' })).toEqual(['3', '1']);
      expect(await ids({ id: '3' })).toEqual(['3']);
    });

    it('what is due to a receiver can be left out, however much it is', async () => {
      await store.save(aStandingQuestion());
      const due = [1, 2, 3].map((n) => aDelivery({ id: `slow-${n}`, url: 'http://slow.test' }));
      await store.commitStep(aStep(), [anAlert()], [...due, aDelivery()]);
      expect(await store.dueDeliveries(noon, 2, ['http://slow.test'])).toEqual([aDelivery()]);
    });

    it('a delivery is due until it was taken, and is made once', async () => {
      await store.save(aStandingQuestion());
      await store.commitStep(aStep(), [anAlert()], [aDelivery()]);
      expect(await store.dueDeliveries(noon - 1, 10)).toEqual([]);
      await store.deliveryDone(aDelivery().id);
      await store.commitStep(aStep({ at: noon + 1 }), [], [aDelivery()]);
      expect(await store.dueDeliveries(noon, 10)).toEqual([]);
      expect(await store.deliveries('q1/dock/1')).toEqual([
        { ...aDelivery({ attempts: 1 }), state: 'done', error: null },
      ]);
    });

    it('a delivery that failed is due again later, and stays as a dead letter in the end', async () => {
      await store.save(aStandingQuestion());
      await store.commitStep(aStep(), [anAlert()], [aDelivery()]);
      await store.deliveryFailed(aDelivery().id, 'refused', noon + 5_000);
      expect(await store.dueDeliveries(noon + 4_999, 10)).toEqual([]);
      const retry = aDelivery({ attempts: 1, nextAttemptAt: noon + 5_000 });
      expect(await store.dueDeliveries(noon + 5_000, 10)).toEqual([retry]);
      await store.deliveryFailed(aDelivery().id, 'gone', undefined);
      expect(await store.dueDeliveries(noon + 1_000_000, 10)).toEqual([]);
      expect(await store.deliveries('q1/dock/1')).toMatchObject([
        { attempts: 2, state: 'dead', error: 'gone' },
      ]);
    });

    it('lists the processed chunks and passed gaps after an instant, in order', async () => {
      const { recordings, processing } = subject;
      for (const seq of [0, 1, 3, 4, 5]) await recordings.recordChunk(aChunk({ seq }));
      await recordings.recordGap(aGap({ start: 30_000, end: 45_000 }));
      for (const seq of [0, 1, 3]) {
        const chunk = aChunk({ seq });
        await processing.commitChunk(aChunkResult({ chunk, observations: [], changes: noChanges }));
      }
      const gapResult = aChunkResult({ changes: noChanges });
      await processing.commitGap(aGap({ start: 30_000, end: 45_000 }), gapResult);
      await processing.giveUp(aChunk({ seq: 4 }), 'the model fails', aHole);
      expect(await store.stepsAfter('cam', 15_000)).toEqual([
        { type: 'chunk', range: { start: 15_000, end: 30_000 } },
        { type: 'gap', range: { start: 30_000, end: 45_000 } },
        { type: 'chunk', range: { start: 45_000, end: 60_000 } },
        { type: 'gap', range: { start: 60_000, end: 75_000 } },
      ]);
    });
  });
}
