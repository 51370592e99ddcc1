/** Sentences on things that do not move by themselves: how many stand there, what becomes of them. */
import type { TimeRange } from '../../kernel/time.ts';
import { compareText } from '../compare-text.ts';
import type { WindowPart } from './window-part.ts';
import { countOf, nounPhrase, numberWord } from './words.ts';

interface ThingChange {
  readonly at: number;
  readonly word: 'appears' | 'comes back' | 'is taken away' | 'is moved';
}

/** `three bottles stand there; one is taken away`: things of one kind, and what became of them. */
export function tellThings(group: readonly WindowPart[], range: TimeRange): string {
  const { kind } = group[0]!.trajectory;
  const changes = group.flatMap((part) => changesOf(part, range));
  const atStart = group.filter(({ seen }) => seen[0]!.start === range.start);
  if (atStart.length === 0) return tellArrivedThings(group, changes);
  const [only] = atStart;
  const who =
    atStart.length > 1
      ? countOf(atStart.length, kind)
      : nounPhrase(kind, only!.trajectory.attributes);
  const standing = `${who} ${atStart.length > 1 ? 'stand' : 'stands'} there`;
  if (changes.length === 0) return standing;
  const subject = atStart.length > 1 || group.length > 1 ? 'one' : 'it';
  return `${standing}; ${sequence(tallyChanges(changes, subject))}`;
}

function tellArrivedThings(group: readonly WindowPart[], changes: readonly ThingChange[]): string {
  const { kind, attributes } = group[0]!.trajectory;
  const who = group.length > 1 ? countOf(group.length, kind) : nounPhrase(kind, attributes);
  const later = changes.filter(({ word }) => word !== 'appears');
  const appeared = `${who} ${group.length > 1 ? 'appear' : 'appears'}`;
  if (later.length === 0) return appeared;
  return `${appeared}; ${sequence(tallyChanges(later, group.length > 1 ? 'one' : 'it'))}`;
}

/** What became of a thing, from when it was seen and whether it moved. */
function changesOf({ trajectory, seen, states }: WindowPart, range: TimeRange): ThingChange[] {
  const came = seen
    .filter(({ start }) => start > range.start)
    .map(({ start }): ThingChange => {
      const isFirst = start <= trajectory.firstAt;
      return { at: start, word: isFirst ? 'appears' : 'comes back' };
    });
  const went = states
    .filter(({ predicate }) => predicate === 'disappears' || predicate === 'leaves')
    .map(({ range: { end } }): ThingChange => ({ at: end, word: 'is taken away' }));
  const moved = states
    .filter(({ predicate }) => predicate === 'moves')
    .slice(0, 1)
    .map(({ range: { start } }): ThingChange => ({ at: start, word: 'is moved' }));
  return [...came, ...went, ...moved];
}

/** In order of time, neighbours that are the same counted: `two are taken away`. */
function tallyChanges(changes: readonly ThingChange[], subject: 'one' | 'it'): string[] {
  const sorted = [...changes].sort((a, b) => a.at - b.at || compareText(a.word, b.word));
  const tallied: { word: ThingChange['word']; count: number }[] = [];
  for (const { word } of sorted) {
    const last = tallied.at(-1);
    if (last?.word === word) last.count += 1;
    else tallied.push({ word, count: 1 });
  }
  return tallied.map(({ word, count }) =>
    count === 1 || subject === 'it' ? `${subject} ${word}` : `${numberWord(count)} ${manyOf(word)}`,
  );
}

const manyOf = (word: ThingChange['word']): string =>
  word
    .replace(/^is /, 'are ')
    .replace(/^comes /, 'come ')
    .replace(/^appears$/, 'appear');

/** `a`, `a and then b`, `a, b and then c`. */
function sequence(clauses: readonly string[]): string {
  if (clauses.length < 2) return clauses[0] ?? '';
  return `${clauses.slice(0, -1).join(', ')} and then ${clauses.at(-1)}`;
}
