/** Outcomes by how they were judged. Pure. */
import type { Outcome } from '../domain/result.ts';

export type Judgement = Outcome['judgement'];

/** In the order of a bar from good to unknown. */
export const judgements: readonly { readonly judgement: Judgement; readonly words: string }[] = [
  { judgement: 'right', words: 'Right' },
  { judgement: 'wrong', words: 'Wrong' },
  { judgement: 'not-answered', words: 'Not answered' },
  { judgement: 'unparsable', words: 'Unparsable' },
  { judgement: 'not-judged', words: 'Not judged' },
  { judgement: 'missing', words: 'Missing' },
];

export interface Judged {
  readonly judgement: Judgement;
  readonly words: string;
  readonly outcomes: readonly Outcome[];
}

/** Every judgement, also one that no outcome has. */
export const byJudgement = (outcomes: readonly Outcome[]): Judged[] =>
  judgements.map((one) => ({
    ...one,
    outcomes: outcomes.filter(({ judgement }) => judgement === one.judgement),
  }));

const mostReasons = 5;

/** `not-understood 30, not-covered 12`: most frequent first; empty when none is given. */
export function reasonsText(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of outcomes) {
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const shown = sorted.slice(0, mostReasons).map(([reason, count]) => `${reason} ${count}`);
  const hidden = sorted.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`and ${hidden} other reasons`] : [])].join(', ');
}
