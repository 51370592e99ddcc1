/** How long, how often, the how-manieth, and compared with whom. */
import type { Selection } from '../domain/plan.ts';
import type { Clause, Taker } from './clause.ts';
import { takeLimit } from './noun-head.ts';
import { parseNounPhrase } from './noun-phrase.ts';

export const takeLasting: Taker = (cursor, clause) => {
  const lasting = cursor.attempt(() => {
    cursor.skip('for', 'a', 'whole');
    const limit = takeLimit(cursor);
    const duration = cursor.takeOf('duration');
    if (!duration) return undefined;
    const orMore = cursor.attempt(() =>
      cursor.word('or') ? cursor.word('more', 'longer', 'long') : undefined,
    );
    return { comparison: orMore ? '>=' : (limit ?? '>='), ms: duration.ms } as const;
  });
  if (!lasting) return false;
  clause.lasting = lasting;
  return true;
};

export const takeTimes: Taker = (cursor, clause) => {
  const times = cursor.attempt(() => {
    const limit = cursor.takeOf('limit');
    const number = cursor.takeOf('times');
    if (!number) return undefined;
    cursor.word('time', 'times');
    return { comparison: limit?.comparison ?? '=', value: number.value } as const;
  });
  if (!times) return false;
  clause.times = times;
  return true;
};

/** `for the second time`, `the last time`. */
export const takeNth: Taker = (cursor, clause) => {
  const nth = cursor.attempt(() => {
    cursor.skip('for', 'on');
    cursor.skip('the', 'a');
    const ordinal = cursor.takeOf('ordinal');
    return ordinal && cursor.word('time', 'occasion') ? ordinal.value : undefined;
  });
  if (nth === undefined) return false;
  clause.nth = nth;
  return true;
};

export const takeComparison: Taker = (cursor, clause, context) => {
  const compared = cursor.attempt(() => {
    const limit = cursor.takeOf('limit');
    if (!limit || !isLengthComparison(limit.text, clause)) return undefined;
    const antecedent = clause.subject?.selection ?? context.antecedent;
    const to = parseNounPhrase(cursor, context.nounContext(kindOnly(antecedent)));
    return to && { relation: limit.comparison === '>' ? 'longer' : 'shorter', to };
  });
  if (!compared) return false;
  clause.comparedWith = compared as Clause['comparedWith'];
  cursor.attempt(() => cursor.takeOf('aux'));
  return true;
};

const isLengthComparison = (text: string, clause: Clause): boolean =>
  ['longer than', 'shorter than'].includes(text) ||
  (clause.verb === 'stays' && ['more than', 'less than'].includes(text));

const kindOnly = (selection: Selection | undefined): Selection | undefined =>
  selection && { kind: selection.kind };

export const takeRank: Taker = (cursor, clause) => {
  return (
    cursor.attempt(() => {
      const isThe = cursor.word('the') !== undefined;
      const ordinal = cursor.takeOf('ordinal');
      if (!ordinal) return undefined;
      const next = cursor.peek();
      const ends = next === undefined || !['kind', 'number', 'colour', 'side'].includes(next.cat);
      if (!ends || (isThe && clause.verb === undefined)) return undefined;
      clause.rank = ordinal.value;
      return true;
    }) ?? false
  );
};

export const takeExtreme: Taker = (cursor, clause) => {
  const extreme = cursor.takeOf('extreme');
  if (extreme) {
    clause.extreme = extreme.value;
    cursor.word('time');
    return true;
  }
  return (
    cursor.attempt(() => {
      cursor.skip('the', 'for');
      if (cursor.word('most') && cursor.word('time')) clause.extreme = 'longest';
      else if (cursor.isWord('least') && cursor.isWordAt(1, 'time')) {
        cursor.at += 2;
        clause.extreme = 'shortest';
      } else return undefined;
      return true;
    }) ?? false
  );
};

/** `at most`, `at least` without a number: the most or fewest at once. */
export const takeExtent: Taker = (cursor, clause) => {
  const limit = cursor.peekOf('limit');
  const isBare = limit && !cursor.peekOf('number', 1) && !cursor.peekOf('duration', 1);
  if (!isBare || !['at most', 'at least', 'just', 'only'].includes(limit.text)) return false;
  cursor.at += 1;
  if (limit.text === 'at most') clause.extent = 'maximum';
  if (limit.text === 'at least') clause.extent = 'minimum';
  return true;
};
