/** A plan in words, so that people see how they were understood. */
import type {
  Action,
  ColourCondition,
  Condition,
  CountLimit,
  DurationLimit,
  Happening,
  Query,
  Selection,
} from '../domain/plan.ts';
import { formatDuration } from './format-time.ts';

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];

/** `fifth`, `last`, `31st`. */
export function ordinalWord(value: number): string {
  if (value < 0) return value === -1 ? 'last' : `${ordinalWord(-value)} to last`;
  const word = ordinals[value - 1];
  if (word) return word;
  const tens = value % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}

const irregular: Readonly<Record<string, string>> = {
  person: 'people',
  knife: 'knives',
  sheep: 'sheep',
  skis: 'skis',
  scissors: 'scissors',
  mouse: 'mice',
  object: 'things',
};

export function kindNoun(kind: string, count = 1): string {
  if (count === 1) return kind === 'object' ? 'thing' : kind;
  if (irregular[kind]) return irregular[kind];
  return /(s|x|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}

const comparisonWords: Readonly<Record<CountLimit['comparison'], string>> = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '=': 'exactly',
};

const limitWords = ({ comparison, value }: CountLimit): string =>
  `${comparisonWords[comparison]} ${value}`;

const lastingWords = (limit: DurationLimit | undefined): string =>
  limit ? ` for ${comparisonWords[limit.comparison]} ${formatDuration(limit.ms)}` : '';

/** `the second person with a black top`, `any car`; several of them: `people with a red top`. */
export function describeSelection(selection: Selection, number: 'one' | 'many' = 'one'): string {
  const isOne =
    selection.ordinal !== undefined || selection.place !== undefined || selection.extreme;
  const parts = [
    isOne ? 'the' : number === 'many' ? '' : 'any',
    selection.ordinal === undefined ? '' : ordinalWord(selection.ordinal),
    selection.otherThan ? 'other' : '',
    selection.place ?? '',
    kindNoun(selection.kind, isOne || number === 'one' ? 1 : 2),
    ...(selection.colours ?? []).map(colourWords),
    selection.half ? `in the ${selection.half} half of the picture` : '',
    ...(selection.where ?? []).map(conditionWords),
    selection.ordinalBy ? `that ${describeAction(selection.ordinalBy)}` : '',
    selection.extreme ? `that stayed ${selection.extreme}` : '',
    ...(selection.otherThan ?? []).map((other) => `than ${describeSelection(other)}`),
  ];
  return parts.filter(Boolean).join(' ');
}

const colourWords = ({ part, value, negated }: ColourCondition): string =>
  `${negated ? 'not ' : ''}with ${part === 'whole' ? `the colour ${value}` : `a ${value} ${part}`}`;

const conditionWords = ({ action, negated, lasting }: Condition): string =>
  `that ${negated ? 'never ' : ''}${describeAction(action)}${lastingWords(lasting)}`;

export function describeAction(action: Action): string {
  switch (action.type) {
    case 'arrives':
    case 'departs': {
      const over = action.side ? ` over the ${action.side} edge` : '';
      const zone = action.zone
        ? ` ${action.type === 'arrives' ? 'into' : 'from'} the zone '${action.zone}'`
        : '';
      return `${action.type === 'arrives' ? 'comes' : 'leaves'}${over}${zone}`;
    }
    case 'taken':
      return 'is taken away';
    case 'returned':
      return 'is put back';
    case 'present':
      return 'is there';
    case 'away':
      return 'is away';
    case 'stationary':
      return 'is at rest';
    case 'inside':
      return `is in the zone '${action.zone}'`;
    case 'crosses':
      return `crosses the line '${action.line}'`;
    case 'moves':
      return ['moves', action.speed, action.direction].filter(Boolean).join(' ');
    case 'wears':
      return `is seen ${action.colours.map(colourWords).join(' and ')}`;
    case 'near':
      return `is near ${describeSelection(action.object)}`;
    case 'stops':
      return 'stops';
    default:
      return `${action.type} ${describeSelection(action.object)}`;
  }
}

export function describeHappening(happening: Happening): string {
  const relations = (happening.relations ?? [])
    .map(({ type, to }) => ` ${type} ${describeHappening(to)}`)
    .join('');
  return `${plainHappening(happening)}${lastingWords(happening.lasting)}${relations}`;
}

function plainHappening(happening: Happening): string {
  switch (happening.type) {
    case 'object': {
      const nth = happening.nth === undefined ? '' : ` for the ${ordinalWord(happening.nth)} time`;
      return `${describeSelection(happening.subject)} ${describeAction(happening.action)}${nth}`;
    }
    case 'situation': {
      const what = describeSelection(happening.subject, 'many');
      return `${limitWords(happening.count)} ${what} ${happening.state === 'away' ? 'away' : 'there'} at once${happening.zone ? ` in the zone '${happening.zone}'` : ''}`;
    }
    case 'together':
      return `${happening.parts.map(describeHappening).join(' and ')} at the same time`;
  }
}

/** The query as a sentence without its time. */
export function describeQuery(query: Query): string {
  switch (query.type) {
    case 'exists':
      return `Does it ${query.negated ? 'never ' : ''}happen that ${describeHappening(query.happening)}?`;
    case 'count': {
      const limit = query.limit ? `Is it ${limitWords(query.limit)}: ` : '';
      const what = query.of === 'objects' ? 'how many different ones' : 'how many times';
      return `${limit}${what}: ${describeHappening(query.happening)}?`;
    }
    case 'count-at-once':
      return describeCountAtOnce(query);
    case 'when':
      return `When (${query.which}${query.edge === 'end' ? ', its end' : ''}): ${describeHappening(query.happening)}?`;
    case 'how-long':
      return `How long (${query.statistic}): ${describeHappening(query.happening)}?`;
    case 'which': {
      const by = query.by === 'all' ? '' : ` (${query.by})`;
      return `Which ${query.ask === 'label' ? 'one' : query.ask}${by}: ${describeHappening(query.happening)}?`;
    }
    case 'order':
      return `Is it ${query.relation}: ${describeHappening(query.first)} / ${describeHappening(query.second)}?`;
    case 'which-of':
      return `Which is ${query.by}: ${query.candidates.map(describeHappening).join(' / ')}?`;
    case 'same':
      return `Is ${describeSelection(query.subject)} the same as ${describeSelection(query.other)}?`;
    case 'story':
      return `What happened to ${describeSelection(query.subject)}?`;
    case 'open':
      return `Not understood: ${query.message}`;
  }
}

function describeCountAtOnce(query: Extract<Query, { type: 'count-at-once' }>): string {
  const what = describeSelection(query.subject, 'many');
  const state = query.state === 'away' ? 'away' : 'there';
  const which = { 'at-instant': '', minimum: ' at least', maximum: ' at most' }[query.statistic];
  return `How many ${what} are ${state}${which} at once${query.zone ? ` in the zone '${query.zone}'` : ''}?`;
}
