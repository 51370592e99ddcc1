import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../../../query/answer-question.ts';
import { caseSchema, newJudgementSchema } from '../../../query/domain/judgement.ts';
import { caseOfAlert, caseOfAnswer, judgementOf } from '../../../query/make-case.ts';
import { type MemoryWorld, memoryReaders } from '../../support/memory-readers.ts';
import {
  anAlert,
  anAnswer,
  anEvidence,
  aStandingQuestion,
  noon,
} from '../../support/query-things.ts';
import { hall, yard } from '../../support/scripted-worlds.ts';

const right = judgementOf({ type: 'answer', id: 'answer-1' }, { isRight: true }, noon);
const ofAlert = judgementOf({ type: 'alert', id: 'a' }, { isRight: false, note: 'a cat' }, noon);

/** It went on being watched, with an hour missed in between. */
function twoHoursLater(world: MemoryWorld): MemoryWorld {
  const end = Math.max(...world.streams.flatMap(({ watched }) => watched.map((one) => one.end)));
  const more = { start: end + 3_600_000, end: end + 7_200_000 };
  const streams = world.streams.map((one) => ({ ...one, watched: [...one.watched, more] }));
  return { ...world, streams, now: more.end + 1_000 };
}

describe('the case of an answer', () => {
  const worlds = { hall, yard };
  const texts = [
    'Did someone come in the last minute?',
    'How many people came in the first two minutes?',
    'Is a person there?',
    'Was someone there at 09:00:40?',
    'Did anyone come today?',
  ];

  it.each(texts.flatMap((text) => [[text, 'hall'] as const, [text, 'yard'] as const]))(
    'asked again of a longer recording, "%s" means the same time (%s)',
    async (text, name) => {
      const world = worlds[name];
      const first = await answerQuestion({ text, timeZone: 'Europe/Berlin' }, memoryReaders(world));
      const { question } = caseOfAnswer(right, first);
      const again = await answerQuestion(question, memoryReaders(twoHoursLater(world)));
      expect(again.coverage.asked).toEqual(first.coverage.asked);
      expect([again.verdict, again.value]).toEqual([first.verdict, first.value]);
      expect(caseOfAnswer(right, again).question).toEqual(question);
    },
  );

  it('keeps options, scope and what was said', () => {
    const asked = { text: 'who?', options: ['a', 'b'], streamIds: ['dock'], from: 1, to: 2 };
    const made = caseOfAnswer(right, anAnswer({ asked }));
    expect(made.question).toEqual(asked);
    expect(made.said.evidence).toEqual([{ streamId: 'dock', range: anEvidence().range }]);
    expect(caseSchema.parse(made)).toEqual(made);
  });

  it('of an answer stored without its scope, asks what the answer was about', () => {
    const made = caseOfAnswer(right, anAnswer());
    const range = anAnswer().coverage.asked;
    expect(made.question).toMatchObject({ streamIds: ['dock'], from: range.start, to: range.end });
  });
});

describe('the case of an alert', () => {
  const dock = { id: 'dock', name: 'Loading dock' };

  it('asks of its stream over the time it held, with the rule of its standing question', () => {
    const threshold = { comparison: '>=', value: 2 } as const;
    const alert = anAlert({ endsAt: noon - 30_000, state: 'resolved' });
    const made = caseOfAlert(ofAlert, alert, aStandingQuestion({ threshold }), dock);
    expect(made).toMatchObject({
      note: 'a cat',
      said: { verdict: 'yes' },
      question: { streamIds: ['dock'], from: alert.startsAt, to: noon - 30_000 },
      standing: { questionId: 'q1', holdForSeconds: 10, threshold },
    });
  });

  it('outlives its standing question, and is never about an empty time', () => {
    const alert = anAlert({ startsAt: noon, firedAt: noon, endsAt: noon, evidence: null });
    const { question, standing } = caseOfAlert(ofAlert, alert, undefined, dock);
    expect(question.to).toBeGreaterThan(question.from!);
    expect(standing).toEqual({ questionId: 'q1', holdForSeconds: 0 });
  });
});

describe('a judgement', () => {
  const issue = (words: unknown) => newJudgementSchema.safeParse(words).error?.issues[0]?.message;

  it.each([
    [{ isRight: true, expected: { verdict: 'no' } }, 'what is right needs no other answer'],
    [{ isRight: false, expected: { verdict: 'value' } }, 'a value comes with the verdict'],
    [
      { isRight: false, expected: { verdict: 'no', value: { type: 'count', count: 1 } } },
      'a value comes with the verdict',
    ],
    [{ isRight: false, note: 'x'.repeat(1001) }, '1000'],
  ])('%j breaks a rule', (words, rule) => {
    expect(issue(words)).toContain(rule);
  });

  it('needs no more than right or wrong', () => {
    expect(issue({ isRight: false })).toBeUndefined();
  });
});
