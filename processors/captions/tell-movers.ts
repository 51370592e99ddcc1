/** Sentences on people, vehicles and animals that do something: who, what, and in which order. */
import type { TimeRange } from '../../kernel/time.ts';
import type { Kind } from '../domain/kind.ts';
import { type Namer, tellDoings } from './tell-doings.ts';
import type { WindowPart } from './window-part.ts';
import { countOf, listOf, nounPhrase } from './words.ts';

/** Objects told one by one; the rest is counted. */
const toldSingly = 6;

interface Sentence {
  readonly from: number;
  readonly until: number;
  readonly kind: Kind;
  readonly name: string;
  readonly doings: string;
}

/** The first few one by one with words for their order in time, the others counted. */
export function tellMovers(parts: readonly WindowPart[], range: TimeRange, namer: Namer): string[] {
  const all = parts.map((part) => tellPart(part, range, namer));
  const groups = [...Map.groupBy(all, ({ name, doings }) => `${name} ${doings}`).values()];
  const singly = groups.slice(0, toldSingly);
  const told = singly.map((group, i) => {
    const { name, doings } = group[0]!;
    const isAnother = singly.slice(0, i).some((other) => other[0]!.name === name);
    const sentence = `${isAnother ? anotherOf(name) : name} ${doings}${tellSame(group)}`;
    return orderWord(singly[i - 1]?.at(-1), group[0]!) + sentence;
  });
  const rest = groups.slice(toldSingly).flat();
  if (rest.length === 0) return told;
  return [...told, `${countMore(rest)} ${rest.length > 1 ? 'come and go' : 'comes and goes'}`];
}

/** `; three more people do the same`. */
const tellSame = ([, ...others]: readonly Sentence[]): string =>
  others.length === 0 ? '' : `; ${countMore(others)} ${others.length > 1 ? 'do' : 'does'} the same`;

const countMore = (sentences: readonly Sentence[]): string =>
  [...Map.groupBy(sentences, ({ kind }) => kind)]
    .map(([kind, group]) => countOf(group.length, kind).replace(' ', ' more '))
    .join(' and ');

const anotherOf = (name: string): string =>
  name === 'something' ? 'something else' : name.replace(/^an? /, 'another ');

function orderWord(before: Sentence | undefined, sentence: Sentence): string {
  if (!before) return '';
  return sentence.from >= before.until ? 'then ' : 'meanwhile, ';
}

function tellPart(
  { trajectory, seen, states }: WindowPart,
  range: TimeRange,
  namer: Namer,
): Sentence {
  const { kind, attributes } = trajectory;
  const doings = listOf(tellDoings(states, range, kind, namer));
  const name = nounPhrase(kind, attributes);
  return { from: seen[0]!.start, until: seen.at(-1)!.end, kind, name, doings };
}
