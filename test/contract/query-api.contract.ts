/** What every QueryApi keeps, near or far. The subject stands before the scripted one given here. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { QueryApi } from '../../query/contract.ts';
import { clipIdOf } from '../../query/domain/clip.ts';
import {
  anAlert,
  anAnswer,
  anEvent,
  aStandingQuestion,
  aStream,
  aTrajectory,
  noon,
} from '../support/query-things.ts';
import type { QueryScript } from '../support/scripted-query-api.ts';

const range = { start: noon - 3_600_000, end: noon };
const clipRange = { start: noon - 60_000, end: noon - 55_000 };

/** `clipPath` is a file that stands for the clip. */
export const contractScript = (clipPath: string): QueryScript => ({
  streams: [aStream(), aStream({ id: 'gate', name: 'Gate', asOf: null, recorded: null })],
  answer: (question) => anAnswer({ question: question.text }),
  trajectories: [
    aTrajectory(),
    ...Array.from({ length: 150 }, (_, n) =>
      aTrajectory({
        id: `gate/0/7#${n}`,
        streamId: 'gate',
        kind: 'car',
        firstAt: noon - 90_000 + n,
      }),
    ),
  ],
  paths: {
    'dock/0/7#0': [
      { at: noon - 60_000, box: { x: 0.1, y: 0.1, width: 0.2, height: 0.3 } },
      { at: noon - 59_500, box: { x: 0.2, y: 0.1, width: 0.2, height: 0.3 } },
    ],
  },
  events: [anEvent(), anEvent({ id: 'gate/long/1', streamId: 'gate', level: 'long' })],
  synopses: [{ streamId: 'dock', range, text: 'A quiet hour & one visitor.' }],
  coverage: (streamId, asked) => ({
    streamId,
    watched: [asked],
    gaps: [],
    asOf: streamId === 'dock' ? asked.end : undefined,
  }),
  clips: [
    {
      clip: {
        id: clipIdOf('dock', clipRange),
        streamId: 'dock',
        range: clipRange,
        mediaRange: { start: clipRange.start - 1_000, end: clipRange.end },
        bytes: 5,
      },
      path: clipPath,
    },
  ],
  standingQuestions: [aStandingQuestion()],
  alerts: [anAlert(), anAlert({ id: 'q1/gate/1', streamId: 'gate', state: 'resolved' })],
});

/** `subject` gives a fresh QueryApi over a fresh script. */
export function queryApiContract(name: string, subject: () => Promise<QueryApi>): void {
  describe(name, () => {
    test('an answer can be read again by its id', async () => {
      const query = await subject();
      const answer = await query.ask({ text: 'did a "person" come & go?', streamIds: ['dock'] });
      expect(answer).toEqual(anAnswer({ question: 'did a "person" come & go?' }));
      expect(await query.answer(answer.id)).toEqual(answer);
    });

    test('an answer that is not there is undefined', async () => {
      expect(await (await subject()).answer('no/such answer?')).toBeUndefined();
    });

    test('streams come as they are, never processed ones with nulls', async () => {
      const streams = await (await subject()).streams();
      expect(streams.map(({ id, asOf }) => [id, asOf])).toEqual([
        ['dock', noon - 4_000],
        ['gate', null],
      ]);
    });

    test('trajectories are found by stream, kind and time', async () => {
      const query = await subject();
      const found = await query.trajectories({ range, streamIds: ['dock'], kinds: ['person'] });
      expect(found).toEqual([aTrajectory()]);
      expect(await query.trajectories({ range, kinds: ['dog'] })).toEqual([]);
      expect(await query.trajectories({ range, kinds: [] })).toEqual([]);
    });

    test('any number of trajectories can be asked for by id', async () => {
      const ids = Array.from({ length: 150 }, (_, n) => `gate/0/7#${n}`);
      const found = await (await subject()).trajectories({ range, ids });
      expect(found.map(({ id }) => id)).toEqual(ids);
    });

    test('a limit keeps the trajectories that came last, also of those asked for by id', async () => {
      const query = await subject();
      const ids = Array.from({ length: 150 }, (_, n) => `gate/0/7#${n}`);
      const found = await query.trajectories({ range, ids, limit: 3 });
      expect(found.map(({ id }) => id)).toEqual(ids.slice(-3));
      expect(await query.trajectories({ range, limit: 1 })).toHaveLength(1);
    });

    test('the path of a trajectory is cut to the range', async () => {
      const query = await subject();
      expect(await query.path('dock/0/7#0', range)).toHaveLength(2);
      const early = { start: noon - 60_000, end: noon - 59_500 };
      expect(await query.path('dock/0/7#0', early)).toHaveLength(1);
      expect(await query.path('nobody', range)).toEqual([]);
    });

    test('events are found by stream, level, words and time', async () => {
      const query = await subject();
      expect(await query.events({ limit: 10 })).toHaveLength(2);
      expect(await query.events({ limit: 1 })).toHaveLength(1);
      expect(await query.events({ levels: ['long'], range, limit: 10 })).toHaveLength(1);
      expect(await query.events({ streamIds: ['dock'], about: 'red', limit: 9 })).toEqual([
        anEvent(),
      ]);
    });

    test('a synopsis comes with its words, or is undefined', async () => {
      const query = await subject();
      expect((await query.synopsis('dock'))?.text).toBe('A quiet hour & one visitor.');
      expect(await query.synopsis('gate')).toBeUndefined();
    });

    test('coverage is told per stream; never processed is undefined', async () => {
      const query = await subject();
      const coverage = await query.coverage(['dock', 'gate'], range);
      expect(coverage.map(({ streamId, asOf }) => [streamId, asOf])).toEqual([
        ['dock', noon],
        ['gate', undefined],
      ]);
      expect(await query.coverage([], range)).toEqual([]);
    });

    test('a clip is a file that can be read', async () => {
      const { clip, path } = await (await subject()).clip(clipIdOf('dock', clipRange));
      expect(clip.range).toEqual(clipRange);
      expect(await readFile(path, 'utf8')).toBe('media');
    });

    test.each(['dock_1_2', '../../etc/passwd', 'dock'])('clip %s is NOT_FOUND', async (id) => {
      await expect((await subject()).clip(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('a standing question is registered, listed and removed once', async () => {
      const query = await subject();
      const { id } = await query.watch({
        question: 'is a car at the gate?',
        holdForSeconds: 5,
        keepFiringForSeconds: 0,
        threshold: { comparison: '>=', value: 2 },
      });
      const listed = await query.standingQuestions();
      expect(listed.find((one) => one.id === id)).toMatchObject({
        question: 'is a car at the gate?',
        holdForSeconds: 5,
        threshold: { comparison: '>=', value: 2 },
      });
      await query.unwatch(id);
      await expect(query.unwatch(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('alerts are found by question and stream', async () => {
      const query = await subject();
      expect(await query.alerts({ limit: 10 })).toHaveLength(2);
      expect(await query.alerts({ questionId: 'q1', streamId: 'dock', limit: 10 })).toEqual([
        anAlert(),
      ]);
    });

    test('an answer is judged, judged again, and the judgement taken back once', async () => {
      const query = await subject();
      const answer = await query.ask({ text: 'did a person come in?' });
      const said = { type: 'answer', id: answer.id } as const;
      await query.judge(said, { isRight: true });
      const expected = { verdict: 'value', value: { type: 'count', count: 2 } } as const;
      const judged = await query.judge(said, { isRight: false, note: ' two came ', expected });
      expect(judged).toMatchObject({ isRight: false, expected, standing: null });
      expect(judged.said).toMatchObject({ verdict: 'yes', text: answer.text });
      expect(await query.cases({ limit: 10 })).toEqual([judged]);
      expect(await query.cases({ ids: [judged.id, 'none'], limit: 10 })).toEqual([judged]);
      expect(await query.cases({ ids: [], limit: 10 })).toEqual([]);
      expect(await query.cases({ isRight: true, limit: 10 })).toEqual([]);
      await query.withdraw(said);
      expect(await query.cases({ limit: 10 })).toEqual([]);
      await expect(query.withdraw(said)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    test('the precision of a standing question is that of its judged alerts', async () => {
      const query = await subject();
      const [dock, gate] = await query.alerts({ limit: 10 });
      await query.judge({ type: 'alert', id: dock!.id }, { isRight: true });
      await query.judge({ type: 'alert', id: gate!.id }, { isRight: false });
      const [question] = await query.standingQuestions();
      expect(question!.judged).toEqual({ right: 1, wrong: 1 });
      const alerts = await query.cases({ questionId: 'q1', isRight: false, limit: 10 });
      expect(alerts.map((one) => [one.subject.id, one.standing])).toEqual([
        [gate!.id, { questionId: 'q1', holdForSeconds: 10 }],
      ]);
    });

    test('what is not there cannot be judged', async () => {
      const query = await subject();
      for (const type of ['answer', 'alert'] as const) {
        await expect(query.judge({ type, id: 'none' }, { isRight: true })).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      }
    });

    test('asking stops when the signal aborts', async () => {
      const stopping = AbortSignal.abort();
      await expect(
        (await subject())
          .ask({ text: 'anything?' }, stopping)
          .then(() => stopping.throwIfAborted()),
      ).rejects.toMatchObject({ name: 'AbortError' });
    });
  });
}
