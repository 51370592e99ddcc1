/** The promise of the cases: a worse candidate is refused before it is switched on. */
import { describe, expect, it } from 'vitest';
import { type CaseReport, compareCases } from '../../../../eval/cases/compare-cases.ts';
import { runCases } from '../../../../eval/cases/run-cases.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { answerQuestion } from '../../../../query/answer-question.ts';
import type { Case, NewJudgement } from '../../../../query/domain/judgement.ts';
import type { Question } from '../../../../query/domain/question.ts';
import { caseOfAlert, caseOfAnswer, judgementOf } from '../../../../query/make-case.ts';
import { type MemoryWorld, memoryReaders } from '../../../support/memory-readers.ts';
import { anAlert, anEvidence, aStandingQuestion, noon } from '../../../support/query-things.ts';
import { type ScriptedCandidate, scriptedCandidate } from '../../../support/scripted-candidate.ts';
import { hall, yard } from '../../../support/scripted-worlds.ts';
import { trajectoriesOf } from '../../../support/truth-trajectories.ts';

const start = hall.streams[0]!.watched[0]!.start;

async function judged(
  world: MemoryWorld,
  question: Question,
  words: NewJudgement = { isRight: true },
): Promise<Case> {
  const answer = await answerQuestion(question, memoryReaders(world));
  return caseOfAnswer(judgementOf({ type: 'answer', id: answer.id }, words, noon), answer);
}

const rightCases = (): Promise<Case[]> =>
  Promise.all(
    [
      { text: 'Did a person carry a backpack?' },
      { text: 'How many people came?' },
      { text: 'When did the dog come?' },
      { text: 'Was there a car?' },
      { text: 'Who stayed longest?' },
      { text: 'How long was the dog there?' },
      { text: 'Did someone come in the last minute?' },
      { text: 'What came?', options: ['a cat', 'a dog'] },
    ].map((question) => judged(hall, question)),
  );

async function trial(
  cases: readonly Case[],
  candidate: Pick<ScriptedCandidate, 'cut' | 'memory'>,
  options: Partial<Parameters<typeof compareCases>[2]> = {},
): Promise<CaseReport> {
  return compareCases(cases, await runCases(cases, candidate), { seed: 1, ...options });
}

const changes = (report: CaseReport) => report.compared.map(({ change }) => change);

describe('a candidate', () => {
  it('that sees the same keeps every case and is accepted', async () => {
    const cases = await rightCases();
    const report = await trial(cases, scriptedCandidate(hall));
    expect(changes(report)).toEqual(cases.map(() => 'kept'));
    expect(report.refusal).toBeNull();
    expect(report.precision.after.value).toBe(1);
  });

  it('that sees nothing breaks what was right and is refused', async () => {
    const report = await trial(
      await rightCases(),
      scriptedCandidate(hall, () => false),
    );
    expect(report.totals.kept).toBe(1);
    expect(report.lost).toHaveLength(7);
    expect(report.lost.map(({ case: one }) => one.question.text)).toContain(
      'Did a person carry a backpack?',
    );
    expect(report.refusal).toMatch(/7 that were right are lost, and none may be: ".*, and 2 more/);
    expect(report.precision.after.value).toBeLessThan(report.precision.before.value!);
  });

  it('that no longer sees dogs is refused for just that, though the rest is kept', async () => {
    const cases = await rightCases();
    const report = await trial(
      cases,
      scriptedCandidate(hall, ({ kind }) => kind !== 'dog'),
    );
    const lost = report.lost.map(({ case: one }) => one.question.text);
    expect(lost).toContain('When did the dog come?');
    expect(lost.every((text) => /dog|What came/.test(text))).toBe(true);
    expect(report.totals.kept).toBe(cases.length - lost.length);
  });

  it('that sees what was missed fixes the case, and is accepted', async () => {
    const blind = { ...hall, trajectories: hall.trajectories.filter((one) => one.kind !== 'dog') };
    const missed = await judged(
      blind,
      { text: 'Did a dog come?' },
      { isRight: false, expected: { verdict: 'yes', value: null } },
    );
    const report = await trial([missed], scriptedCandidate(hall));
    expect(changes(report)).toEqual(['fixed']);
    expect(report.refusal).toBeNull();
  });

  it('that is not asked anything is not accepted', async () => {
    const elsewhere = (await rightCases()).map((one) => ({
      ...one,
      question: { ...one.question, streamIds: ['gone'] },
    }));
    const report = await trial(elsewhere, scriptedCandidate(hall));
    expect(new Set(changes(report))).toEqual(new Set(['cannot-be-rerun']));
    expect(report.refusal).toContain('no case could be run again');
  });

  it('that fails to start fails the trial, not the case', async () => {
    const failing = {
      ...scriptedCandidate(hall),
      memory: {
        ...scriptedCandidate(hall).memory,
        ingest: () => Promise.reject(new AppError('MODEL_UNAVAILABLE', 'no such model')),
      },
    };
    await expect(trial(await rightCases(), failing)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    });
  });
});

describe('a false alarm', () => {
  const cat = { id: 'cat', kind: 'person', there: [[40, 44]] as const, top: 'black' };
  const world: MemoryWorld = {
    ...hall,
    trajectories: trajectoriesOf([cat], { streamId: 'hall', startAt: start, duration: 180 }),
  };
  const range = { start: start + 40_000, end: start + 44_000 };
  const alert = anAlert({
    streamId: 'hall',
    startsAt: range.start,
    firedAt: range.start,
    endsAt: range.end,
    question: 'is a person in the entrance hall?',
    evidence: anEvidence({ streamId: 'hall', range }),
  });
  const standing = aStandingQuestion({ holdForSeconds: 0 });
  const entrance = { id: 'hall', name: 'Entrance hall' };
  const subject = { type: 'alert', id: alert.id } as const;
  const wrong = caseOfAlert(
    judgementOf(subject, { isRight: false }, noon),
    alert,
    standing,
    entrance,
  );
  const right = caseOfAlert(
    judgementOf(subject, { isRight: true }, noon),
    alert,
    standing,
    entrance,
  );

  it('is still one for a candidate that sees the same', async () => {
    expect(changes(await trial([wrong], scriptedCandidate(world)))).toEqual(['still-wrong']);
    expect(changes(await trial([right], scriptedCandidate(world)))).toEqual(['kept']);
  });

  it('is fixed by a candidate that sees no person; a true one would be broken', async () => {
    const blind = () => scriptedCandidate(world, () => false);
    expect(changes(await trial([wrong], blind()))).toEqual(['fixed']);
    expect(changes(await trial([right], blind()))).toEqual(['broken']);
  });

  it('is fixed when it no longer holds for as long as the standing question asks', async () => {
    const patient = caseOfAlert(
      judgementOf(subject, { isRight: false }, noon),
      alert,
      aStandingQuestion({ holdForSeconds: 30 }),
      entrance,
    );
    expect(changes(await trial([patient], scriptedCandidate(world)))).toEqual(['fixed']);
  });
});

describe('an alert on a number', () => {
  const range = { start: start + 51_000, end: start + 59_000 };
  const alert = anAlert({
    streamId: 'hall',
    startsAt: range.start,
    firedAt: range.start,
    endsAt: range.end,
    question: 'how many people are there?',
    evidence: anEvidence({ streamId: 'hall', range }),
  });
  const crowd = (isRight: boolean) =>
    caseOfAlert(
      judgementOf({ type: 'alert', id: alert.id }, { isRight }, noon),
      alert,
      aStandingQuestion({ holdForSeconds: 0, threshold: { comparison: '>=', value: 2 } }),
      { id: 'hall', name: 'Entrance hall' },
    );

  it('is not refused for a number that is no longer known', async () => {
    const gone = caseOfAlert(
      judgementOf({ type: 'alert', id: alert.id }, { isRight: true }, noon),
      alert,
      undefined,
      { id: 'hall', name: 'Entrance hall' },
    );
    const { compared } = await trial([gone], scriptedCandidate(hall));
    expect(compared[0]!.shadow).toMatchObject({ failure: expect.stringContaining('number') });
  });

  it('is held against the threshold again', async () => {
    const withoutC = () => scriptedCandidate(hall, ({ id }) => !id.endsWith('/c'));
    expect(changes(await trial([crowd(true)], scriptedCandidate(hall)))).toEqual(['kept']);
    expect(changes(await trial([crowd(true)], withoutC()))).toEqual(['broken']);
    expect(changes(await trial([crowd(false)], scriptedCandidate(hall)))).toEqual(['still-wrong']);
    expect(changes(await trial([crowd(false)], withoutC()))).toEqual(['fixed']);
  });
});

describe('recordings', () => {
  it('that cases share are taken in once', async () => {
    const candidate = scriptedCandidate(hall);
    await trial(await rightCases(), candidate);
    expect(candidate.taken.map(({ watched }) => watched)).toEqual([hall.streams[0]!.watched]);
  });

  it('of every stream a case was asked of are taken in', async () => {
    const both = await judged(yard, {
      text: 'Was someone in yellow there?',
      from: start + 3_600_000 + 180_000,
      to: start + 3_600_000 + 235_000,
    });
    const candidate = scriptedCandidate(yard);
    expect(changes(await trial([both], candidate))).toEqual(['kept']);
    expect(candidate.taken).toHaveLength(2);
  });

  it.each(['Was someone in yellow in the lane?', 'Was someone in yellow on camera lane?'])(
    'of the stream that "%s" names are taken in, and it is still understood',
    async (text) => {
      const named = await judged(yard, { text, to: start + 3_600_000 + 300_000 });
      expect(named.said.verdict).toBe('yes');
      const candidate = scriptedCandidate(yard);
      expect(changes(await trial([named], candidate))).toEqual(['kept']);
      expect(candidate.taken).toHaveLength(1);
    },
  );

  it('that are left only in part let no case be judged by them', async () => {
    const hole = await judged(yard, {
      text: 'Was a car there?',
      streamIds: ['yard'],
      to: start + 3_600_000 + 440_000,
    });
    const report = await trial([hole], scriptedCandidate(yard));
    expect(report.compared[0]!.shadow).toEqual({ failure: 'only a part of its recording is left' });
  });
});

describe('a case about a long time', () => {
  const hour = { start, end: start + 3 * 3_600_000 };
  const long: MemoryWorld = {
    ...hall,
    streams: [{ id: 'hall', name: 'Entrance hall', watched: [hour] }],
    trajectories: trajectoriesOf(
      [
        { id: 'a', kind: 'person', there: [[4000, 4020]], top: 'red' },
        { id: 'rex', kind: 'dog', there: [[7000, 7010]] },
      ],
      { streamId: 'hall', startAt: start, duration: 10_800 },
    ),
  };

  it('is run again around its evidence only', async () => {
    const candidate = scriptedCandidate(long);
    const dog = await judged(long, { text: 'Did a dog come?' });
    expect(changes(await trial([dog], candidate))).toEqual(['kept']);
    const [{ watched }] = candidate.taken as [(typeof candidate.taken)[number]];
    expect(watched[0]!.end - watched[0]!.start).toBeLessThan(120_000);
  });

  it('is broken when nothing is seen there any more', async () => {
    const dog = await judged(long, { text: 'Did a dog come?' });
    expect(
      changes(
        await trial(
          [dog],
          scriptedCandidate(long, () => false),
        ),
      ),
    ).toEqual(['broken']);
  });

  it('and names nothing to see cannot be run again', async () => {
    const cat = await judged(long, { text: 'Did a cat come?' });
    const { compared } = await trial([cat], scriptedCandidate(long));
    expect(compared[0]!.shadow).toMatchObject({ failure: expect.stringContaining('8 min') });
  });
});
