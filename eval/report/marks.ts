/** Outcomes by their marks. Pure. */
import type { Mark, Outcome } from '../domain/result.ts';

/** In the order of a bar from good to unknown. */
export const marks: readonly { readonly mark: Mark; readonly words: string }[] = [
  { mark: 'right', words: 'Right' },
  { mark: 'wrong', words: 'Wrong' },
  { mark: 'not-answered', words: 'Not answered' },
  { mark: 'unparsable', words: 'Unparsable' },
  { mark: 'not-judged', words: 'Not judged' },
  { mark: 'missing', words: 'Missing' },
];

export interface Marked {
  readonly mark: Mark;
  readonly words: string;
  readonly outcomes: readonly Outcome[];
}

/** Every mark, also one that no outcome has. */
export const byMark = (outcomes: readonly Outcome[]): Marked[] =>
  marks.map((one) => ({
    ...one,
    outcomes: outcomes.filter(({ mark }) => mark === one.mark),
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
