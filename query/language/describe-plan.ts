/** A plan as a sentence, so that people see how they were understood. */
import type { Happening, Query } from '../domain/plan.ts';
import {
  article,
  isDefinite,
  limitWords,
  nounOf,
  stateWord,
  tellAbsence,
  tellHappening,
  verbOf,
} from './plan-words.ts';

/** Without its time. */
export function describeQuery(query: Query): string {
  switch (query.type) {
    case 'exists':
      return `Whether ${query.negated ? withRelations(query.happening, tellAbsence) : told(query.happening)}`;
    case 'count':
      return describeCount(query);
    case 'count-at-once':
      return describeCountAtOnce(query);
    case 'when':
      return `${whenWords[query.which]} ${query.edge === 'end' ? 'until which ' : ''}${told(query.happening)}`;
    case 'how-long':
      return `For how long${lengthWords[query.statistic]} ${told(query.happening)}`;
    case 'which':
      return describeWhich(query);
    case 'order':
      return `Whether this was so: ${told(query.first)}, ${relationWords[query.relation]} ${told(query.second)}`;
    case 'which-of':
      return `Which was ${query.by}: ${query.candidates.map(told).join(', or ')}`;
    case 'same':
      return `Whether the ${nounOf(query.subject)} was ${isDefinite(query.other) ? `the ${nounOf(query.other)}` : article(nounOf(query.other))}`;
    case 'story':
      return `What happened${query.subject.kind === 'object' ? '' : ` to ${definite(query.subject)}`}`;
    case 'open':
      return `Not understood: ${query.message}`;
  }
}

type QueryOf<T extends Query['type']> = Extract<Query, { type: T }>;

const told = (happening: Happening): string => withRelations(happening, tellHappening);

function withRelations(happening: Happening, tell: (one: Happening) => string): string {
  const relations = happening.relations ?? [];
  return [tell(happening), ...relations.map(({ type, to }) => `${type} ${told(to)}`)].join(', ');
}

const definite = (selection: Parameters<typeof nounOf>[0]): string =>
  isDefinite(selection) ? `the ${nounOf(selection)}` : nounOf(selection, 2);

const whenWords = { first: 'The first time', last: 'The last time', all: 'All times' } as const;

const lengthWords = {
  total: ' in all',
  longest: ' at the longest',
  shortest: ' at the shortest',
  average: ' on average',
} as const;

const relationWords = {
  before: 'before',
  after: 'after',
  'same-time': 'at the same time as',
  longer: 'longer than',
  shorter: 'shorter than',
} as const;

function describeCount({ happening, of, limit }: QueryOf<'count'>): string {
  const number = of === 'occurrences' ? `how many times ${told(happening)}` : countedOf(happening);
  if (!limit) return number.replace(/^h/, 'H');
  return `Whether it is ${limitWords[limit.comparison]} ${limit.value}: ${number}`;
}

function countedOf(happening: Happening): string {
  if (happening.type !== 'object') return `how many times ${told(happening)}`;
  const { subject, action } = happening;
  const counted = (): string => `how many different ${nounOf(subject, 2)} ${verbOf(action, 2)}`;
  return withRelations(happening, counted);
}

function describeCountAtOnce(query: QueryOf<'count-at-once'>): string {
  const bound = { 'at-instant': '', minimum: ', at the fewest', maximum: ', at the most' };
  const what = `${nounOf(query.subject, 2)} were ${stateWord(query)}`;
  return `How many ${what} at once${bound[query.statistic]}`;
}

function describeWhich({ happening, by, ask }: QueryOf<'which'>): string {
  const asked = {
    label: 'Who or what it was',
    colour: 'The colour',
    kind: 'What kind it was',
    side: 'Which side',
    stream: 'Which camera',
  }[ask];
  return `${asked}${by === 'all' ? '' : ` (${by})`}: ${told(happening)}`;
}
