/**
 * What a candidate makes of the cases that operators judged: which it keeps, breaks and fixes, and
 * whether it is refused for that. Pure.
 */
import type { Case, Expected } from '../../query/domain/judgement.ts';
import { bootstrapInterval, type Interval } from '../metrics/bootstrap.ts';
import { type Saying, saysTheSame, type Tolerance } from './same-answer.ts';

/** What the candidate said, or why it could not be asked. */
export type Shadow =
  | { readonly answer: ShadowAnswer }
  | { readonly answer?: undefined; readonly failure: string };

export interface ShadowAnswer extends Saying {
  readonly text: string;
  readonly reason: string | null;
  readonly understoodAs: string;
  readonly confidence: number;
}

export type CaseChange =
  /** Was right, says the same. */
  | 'kept'
  /** Was right, says something else. */
  | 'broken'
  /** Was wrong, says what was expected. */
  | 'fixed'
  /** Was wrong, says something else, and nobody said what would be right. */
  | 'changed'
  | 'still-wrong'
  /** Had an answer, has none now. */
  | 'now-unanswered'
  | 'cannot-be-rerun';

export interface ComparedCase {
  readonly case: Case;
  readonly shadow: Shadow;
  readonly change: CaseChange;
}

export interface Share {
  /** 0..1; null when there is nothing to take a share of. */
  readonly value: number | null;
  readonly interval: Interval | undefined;
}

export interface CaseReport {
  readonly compared: readonly ComparedCase[];
  readonly totals: Readonly<Record<CaseChange, number>>;
  /** Of the cases run again: the share of right ones among those answered and judged. */
  readonly precision: { readonly before: Share; readonly after: Share };
  /** Cases that were right and are not kept. */
  readonly lost: readonly ComparedCase[];
  /** Why the candidate must not be switched on; null: nothing speaks against it. */
  readonly refusal: string | null;
}

export interface CompareOptions {
  readonly seed: number;
  readonly tolerance?: Tolerance;
  /** `none`: a candidate may lose no right case. `as-many-as-fixed`: not more than it fixes. */
  readonly mayLose?: 'none' | 'as-many-as-fixed';
}

const usualTolerance: Tolerance = { instantMs: 2_000 };

/** `shadows` by the id of the case; a case without one cannot be run again. */
export function compareCases(
  cases: readonly Case[],
  shadows: ReadonlyMap<string, Shadow>,
  { seed, tolerance = usualTolerance, mayLose = 'none' }: CompareOptions,
): CaseReport {
  const compared = cases.map((one): ComparedCase => {
    const shadow = shadows.get(one.id) ?? { failure: 'it was not run' };
    return { case: one, shadow, change: changeOf(one, shadow, tolerance) };
  });
  const totals = totalsOf(compared);
  const lost = compared.filter(isLost);
  return {
    compared,
    totals,
    precision: precisionOf(compared, seed),
    lost,
    refusal: refusalOf(compared, lost, totals.fixed, mayLose),
  };
}

function changeOf(one: Case, { answer }: Shadow, tolerance: Tolerance): CaseChange {
  if (!answer) return 'cannot-be-rerun';
  const saysAsBefore = saysTheSame(one.said, answer, tolerance);
  const isLostForWords = answer.verdict === 'unknown' && one.said.verdict !== 'unknown';
  if (one.isRight) return saysAsBefore ? 'kept' : isLostForWords ? 'now-unanswered' : 'broken';
  const expected = expectedOf(one);
  if (expected && saysTheSame(expected, answer, tolerance)) return 'fixed';
  if (isLostForWords) return 'now-unanswered';
  return saysAsBefore || expected ? 'still-wrong' : 'changed';
}

/** A false alarm should not have been one. */
export const expectedOf = ({ expected, isRight, standing }: Case): Expected | null =>
  expected ?? (standing && !isRight ? { verdict: 'no', value: null } : null);

const isLost = ({ case: one, change }: ComparedCase): boolean =>
  one.isRight && (change === 'broken' || change === 'now-unanswered');

function totalsOf(compared: readonly ComparedCase[]): Record<CaseChange, number> {
  const totals: Record<CaseChange, number> = {
    kept: 0,
    broken: 0,
    fixed: 0,
    changed: 0,
    'still-wrong': 0,
    'now-unanswered': 0,
    'cannot-be-rerun': 0,
  };
  for (const { change } of compared) totals[change] += 1;
  return totals;
}

function precisionOf(compared: readonly ComparedCase[], seed: number): CaseReport['precision'] {
  const rerun = compared.filter(({ change }) => change !== 'cannot-be-rerun');
  const before = rerun.map(({ case: one }) => one.isRight);
  const after = rerun.map(({ change }) => isRightNow(change));
  return { before: shareOf(before, seed), after: shareOf(after, seed) };
}

/** Null: not answered, or nobody knows. */
export function isRightNow(change: CaseChange): boolean | null {
  if (change === 'kept' || change === 'fixed') return true;
  return change === 'broken' || change === 'still-wrong' ? false : null;
}

function shareOf(judged: readonly (boolean | null)[], seed: number): Share {
  const over = (indices: Iterable<number>) => {
    let [right, known] = [0, 0];
    for (const index of indices) {
      if (judged[index] === null) continue;
      known += 1;
      if (judged[index]) right += 1;
    }
    return known === 0 ? null : right / known;
  };
  return { value: over(judged.keys()), interval: bootstrapInterval(judged.length, over, { seed }) };
}

function refusalOf(
  compared: readonly ComparedCase[],
  lost: readonly ComparedCase[],
  fixed: number,
  mayLose: NonNullable<CompareOptions['mayLose']>,
): string | null {
  if (compared.every(({ change }) => change === 'cannot-be-rerun')) {
    return 'no case could be run again, so nothing is known of it';
  }
  const allowed = mayLose === 'none' ? 0 : fixed;
  if (lost.length <= allowed) return null;
  const rule = mayLose === 'none' ? 'none may be' : `only ${fixed} fixed`;
  const cases =
    lost.length === 1 ? '1 case that was right is' : `${lost.length} that were right are`;
  return `${cases} lost, and ${rule}: ${namesOf(lost)}`;
}

const mostNames = 5;

function namesOf(lost: readonly ComparedCase[]): string {
  const texts = [...new Set(lost.map(({ case: one }) => `"${one.question.text}"`))];
  const more = texts.length > mostNames ? [`and ${texts.length - mostNames} more`] : [];
  return [...texts.slice(0, mostNames), ...more].join(', ');
}
