import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseResult } from '../../../../eval/cases/case-result.ts';
import { compareCases, type Shadow } from '../../../../eval/cases/compare-cases.ts';
import { type Saying, saysTheSame } from '../../../../eval/cases/same-answer.ts';
import { resultSchema } from '../../../../eval/domain/result.ts';
import type { AnswerValue } from '../../../../query/domain/answer.ts';
import type { Case, Expected } from '../../../../query/domain/judgement.ts';
import { aCase, anAlertCase, noon } from '../../../support/query-things.ts';

const here = { streamId: 'dock', range: { start: noon - 60_000, end: noon - 55_000 } };
const later = { streamId: 'dock', range: { start: noon - 40_000, end: noon - 35_000 } };

const saying = (verdict: Saying['verdict'], value: AnswerValue | null = null): Saying => ({
  verdict,
  value,
  evidence: verdict === 'yes' ? [here] : [],
});
const count = (n: number) => saying('value', { type: 'count', count: n });

const shadow = (said: Saying): Shadow => ({
  answer: { ...said, text: 'so', reason: null, understoodAs: '', confidence: 1 },
});

const judged = (isRight: boolean, said: Saying, expected: Expected | null = null): Case =>
  aCase({
    isRight,
    expected,
    said: { ...aCase().said, verdict: said.verdict, value: said.value, evidence: [here] },
  });

const changeOf = (one: Case, now: Shadow) =>
  compareCases([one], new Map([[one.id, now]]), { seed: 1 }).compared[0]!.change;

const yes = saying('yes');
const no = saying('no');
const unknown = saying('unknown');
const expectNo: Expected = { verdict: 'no', value: null };

describe('what becomes of a case', () => {
  it.each([
    ['kept', judged(true, yes), yes],
    ['kept', judged(true, unknown), unknown],
    ['broken', judged(true, yes), no],
    ['broken', judged(true, yes), { ...yes, evidence: [later] }],
    ['broken', judged(true, count(2)), count(3)],
    ['broken', judged(true, unknown), no],
    ['now-unanswered', judged(true, yes), unknown],
    ['fixed', judged(false, yes, expectNo), no],
    ['fixed', judged(false, count(2), { verdict: 'value', value: count(3).value }), count(3)],
    ['fixed', judged(false, yes, { verdict: 'unknown', value: null }), unknown],
    ['fixed', { ...anAlertCase('a'), isRight: false }, no],
    ['still-wrong', judged(false, yes, expectNo), yes],
    ['still-wrong', judged(false, count(2), { verdict: 'value', value: count(3).value }), count(4)],
    ['still-wrong', judged(false, count(2)), count(2)],
    ['changed', judged(false, count(2)), count(4)],
    ['now-unanswered', judged(false, count(2)), unknown],
    ['still-wrong', judged(false, unknown), unknown],
  ] as const)('%s: %#', (change, one, now) => {
    expect(changeOf(one, shadow(now))).toBe(change);
  });

  it('cannot be known of a case that could not be run', () => {
    expect(changeOf(judged(true, yes), { failure: 'gone' })).toBe('cannot-be-rerun');
    const report = compareCases([judged(true, yes)], new Map(), { seed: 1 });
    expect(report.compared[0]!.change).toBe('cannot-be-rerun');
  });
});

describe('the refusal', () => {
  const cases = ['a', 'b', 'c', 'd'].map((id, n) => ({
    ...(n < 2 ? judged(true, yes) : judged(false, yes, expectNo)),
    id,
  }));
  const trial = (said: Record<string, Saying>, mayLose?: 'none' | 'as-many-as-fixed') => {
    const shadows = new Map(Object.entries(said).map(([id, one]) => [id, shadow(one)]));
    return compareCases(cases, shadows, { seed: 1, ...(mayLose && { mayLose }) });
  };

  it('names the right cases that are lost, whatever is fixed', () => {
    const report = trial({ a: no, b: yes, c: no, d: no });
    expect(report.refusal).toBe(
      '1 case that was right is lost, and none may be: "did a person come in?"',
    );
    expect(report.lost.map(({ case: { id } }) => id)).toEqual(['a']);
  });

  it('may let as many be lost as are fixed, and no more', () => {
    expect(trial({ a: no, b: yes, c: no, d: yes }, 'as-many-as-fixed').refusal).toBeNull();
    expect(trial({ a: no, b: unknown, c: no, d: yes }, 'as-many-as-fixed').refusal).toMatch(/2/);
  });

  it('is none when nothing right is lost; what is still wrong is no reason', () => {
    const report = trial({ a: yes, b: yes, c: yes, d: no });
    expect(report.refusal).toBeNull();
    expect([report.precision.before.value, report.precision.after.value]).toEqual([0.5, 0.75]);
    expect(report.precision.after.interval!.low).toBeLessThanOrEqual(0.75);
    expect(report.precision.after.interval!.high).toBeGreaterThanOrEqual(0.75);
  });

  it('every case is counted once, and a candidate that says the same is never refused', () => {
    const sayings = fc.constantFrom(yes, no, unknown, count(1), count(2));
    const drawn = fc.array(fc.record({ isRight: fc.boolean(), before: sayings, now: sayings }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(drawn, (all) => {
        const many = all.map(({ isRight, before }, n) => ({
          ...judged(isRight, before),
          id: `c${n}`,
        }));
        const nows = new Map(all.map(({ now }, n) => [`c${n}`, shadow(now)]));
        const report = compareCases(many, nows, { seed: 1 });
        const total = Object.values(report.totals).reduce((sum, n) => sum + n, 0);
        expect(total).toBe(many.length);
        expect(report.refusal === null).toBe(report.lost.length === 0);
        const same = new Map(all.map(({ before }, n) => [`c${n}`, shadow(before)]));
        expect(compareCases(many, same, { seed: 1 }).refusal).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});

describe('the same answer', () => {
  const same = (a: AnswerValue, b: AnswerValue) =>
    saysTheSame(saying('value', a), saying('value', b), { instantMs: 2_000 });

  it.each<[boolean, AnswerValue, AnswerValue]>([
    [true, { type: 'instant', at: noon }, { type: 'instant', at: noon + 2_000 }],
    [false, { type: 'instant', at: noon }, { type: 'instant', at: noon + 2_001 }],
    [true, { type: 'instant', at: noon }, { type: 'instants', at: [noon + 500] }],
    [true, { type: 'instants', at: [noon, 5] }, { type: 'instants', at: [0, noon] }],
    [false, { type: 'instants', at: [noon] }, { type: 'instants', at: [noon, noon] }],
    [true, { type: 'duration', ms: 60_000 }, { type: 'duration', ms: 65_000 }],
    [false, { type: 'duration', ms: 20_000 }, { type: 'duration', ms: 25_000 }],
    [false, { type: 'count', count: 1 }, { type: 'duration', ms: 1 }],
    [true, { type: 'text', text: 'A  dog.' }, { type: 'text', text: 'a dog.' }],
    [
      true,
      { type: 'objects', trajectoryIds: ['1', '2'], labels: ['the cat', 'the dog'] },
      { type: 'objects', trajectoryIds: ['9', '8'], labels: ['the dog', 'the cat'] },
    ],
    [
      false,
      { type: 'objects', trajectoryIds: ['1', '2'], labels: ['a car', 'a car'] },
      { type: 'objects', trajectoryIds: ['1'], labels: ['a car'] },
    ],
    [
      false,
      { type: 'option', option: 'A', text: 'red' },
      { type: 'option', option: 'B', text: 'blue' },
    ],
  ])('%s: %j and %j', (expected, a, b) => {
    expect(same(a, b)).toBe(expected);
    expect(same(b, a)).toBe(expected);
  });

  it('a yes seen at another time or on another stream is another yes', () => {
    const elsewhere = { ...yes, evidence: [{ ...here, streamId: 'gate' }] };
    expect(saysTheSame(yes, elsewhere, { instantMs: 2_000 })).toBe(false);
    expect(saysTheSame(yes, { ...yes, evidence: [later] }, { instantMs: 2_000 })).toBe(false);
    expect(saysTheSame(yes, { ...yes, evidence: [later, here] }, { instantMs: 2_000 })).toBe(true);
    expect(saysTheSame(yes, { ...yes, evidence: [] }, { instantMs: 2_000 })).toBe(true);
  });
});

describe('the result', () => {
  it('shows the refusal, the changes and each case as any evaluation does', () => {
    const cases = [
      { ...judged(true, yes), id: 'a' },
      { ...judged(false, yes, expectNo), id: 'b' },
    ];
    const shadows = new Map([
      ['a', shadow(no)],
      ['b', shadow(no)],
    ]);
    const system = { method: 'symbolic', extractor: 'x', preset: 'any', version: '1' };
    const result = caseResult(compareCases(cases, shadows, { seed: 1 }), { ranAt: noon, system });
    expect(resultSchema.parse(result)).toEqual(result);
    expect(result.tables[0]).toMatchObject({ title: 'Refused' });
    expect(result.tables[1]!.rows[0]!.cells).toMatchObject({
      broken: { value: 1 },
      fixed: { value: 1 },
    });
    expect(result.outcomes.map(({ group, mark, expected }) => [group, mark, expected])).toEqual([
      ['broken', 'wrong', aCase().said.text],
      ['fixed', 'right', 'no'],
    ]);
  });
});
