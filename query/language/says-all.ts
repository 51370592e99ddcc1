/**
 * Whether a query says everything its clause said. A word that was read but has no effect on the
 * query would make the answer one to another question; then nothing was understood.
 */
import type { Clause } from './clause.ts';
import type { Form } from './forms/form.ts';

export function saysAll({ query, clause }: Form): boolean {
  const said = JSON.stringify(query);
  const has = (text: string): boolean => said.includes(text);
  return checks.every(([applies, holds]) => !applies(clause) || holds(has, query.type));
}

type Applies = (clause: Clause) => unknown;
type Holds = (has: (text: string) => boolean, type: Form['query']['type']) => boolean;

const picks = [
  '"by":"first"',
  '"by":"last"',
  '"which":"first"',
  '"which":"last"',
  '"ordinal"',
  '"nth"',
];

const checks: readonly (readonly [Applies, Holds])[] = [
  [({ negated }) => negated, (has, type) => type === 'exists' || has('"negated":true')],
  [
    ({ subject }) => subject?.det === 'no',
    (has, type) => type === 'exists' || has('"type":"situation"'),
  ],
  [({ always }) => always, (has, type) => type === 'exists' && has('"negated":true')],
  [({ alone }) => alone, (has) => has('"type":"situation"')],
  [({ zone }) => zone, (has) => has('"zone":')],
  [({ line }) => line, (has) => has('"line":')],
  [({ side }) => side, (has) => has('"side":') || has('"half":') || has('"direction":')],
  [({ speed }) => speed, (has) => has('"speed":')],
  [
    ({ relations }) => relations.some(({ isNext }) => isNext),
    (has) => has('"by":"first"') || has('"by":"last"'),
  ],
  [({ times }) => times, (has) => has('"limit":')],
  [({ rank }) => rank, (has) => picks.some(has)],
  [({ nth }) => nth, (has) => picks.some(has)],
  [({ extreme }) => extreme, (has) => has('"longest"') || has('"shortest"')],
  [({ extent }) => extent, (_, type) => type === 'count-at-once'],
  [({ lasting }) => lasting, (has) => has('"lasting":')],
  [({ object }) => object, (has) => has('"object":')],
  [
    ({ together }) => together,
    (has, type) =>
      type === 'count-at-once' || has('"together"') || has('"situation"') || has('same-time'),
  ],
  [({ comparedWith }) => comparedWith, (_, type) => type === 'order'],
  [({ relations }) => relations.length, (has, type) => type === 'order' || has('"relations":')],
  [
    ({ subject }) => subject?.amount && subject.det !== 'every',
    (has) => has('"count":') || has('"limit":') || has('"together"'),
  ],
];
