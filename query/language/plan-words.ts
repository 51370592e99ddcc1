/**
 * What a plan speaks of, in plain English, past tense: `people with a red top`, `was taken away`,
 * `nobody came`. It knows the plan only, not what was found.
 */
import type {
  Action,
  ColourCondition,
  DurationLimit,
  Happening,
  Selection,
} from '../domain/plan.ts';
import { formatDuration } from './format-time.ts';

// Kinds and numbers.

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

// Noun phrases.

export const isDefinite = (selection: Selection): boolean =>
  selection.ordinal !== undefined ||
  selection.place !== undefined ||
  selection.extreme !== undefined ||
  selection.definite === true;

/** `people with a red top`, `left bottle`: without article. */
export function nounOf(selection: Selection, count = 1): string {
  const ordinal = selection.ordinal === undefined ? '' : `${ordinalWord(selection.ordinal)} `;
  const place = selection.place ? `${selection.place} ` : '';
  const other = selection.otherThan ? 'other ' : '';
  const isPerson = selection.kind === 'person';
  const colours = selection.colours ?? [];
  const before = isPerson ? '' : colours.map(({ value }) => `${value} `).join('');
  const after = isPerson ? colours.map(garment).join(' and') : '';
  const half = selection.half ? ` on the ${selection.half}` : '';
  const noun = kindNoun(selection.kind, count);
  const where = (selection.where ?? []).map(
    ({ action, negated, lasting }) =>
      ` that ${negated ? negativeVerb(action, count) : verbOf(action, count)}${lastingWords(lasting)}`,
  );
  const by = selection.ordinalBy ? orderWords(selection.ordinalBy) : '';
  const extreme = selection.extreme ? ` that stayed ${selection.extreme}` : '';
  const unseen = unseenNote([...(selection.unseen ?? []), ...(selection.garments ?? [])]);
  return `${other}${ordinal}${place}${before}${noun}${after}${half}${where.join(' and')}${by}${extreme}${unseen}`;
}

/** Words that are heard and not seen: `'man' and 'jacket'`. */
export function quoted(words: readonly string[]): string {
  const shown = [...new Set(words)].map((word) => `'${word === 'tshirt' ? 'T-shirt' : word}'`);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

function unseenNote(words: readonly string[]): string {
  if (words.includes('both')) return ' (which two was not said)';
  return words.length > 0 ? ` (${quoted(words)} cannot be seen)` : '';
}

/** The first person is the first to come; any other order is said. */
const orderWords = (action: Action): string =>
  action.type === 'arrives' || action.type === 'present' ? '' : ` that ${verbOf(action)}`;

const garment = ({ part, value, isLong, negated }: ColourCondition): string =>
  ` ${negated ? 'without' : 'with'} a ${isLong ? 'long ' : ''}${value} ${part === 'bottom' ? 'lower half' : 'top'}`;

export const limitWords: Readonly<Record<string, string>> = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '=': 'exactly',
};

export const article = (noun: string): string =>
  /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;

// Verbs in the past tense.

export function verbOf(action: Action, count = 1): string {
  const was = count === 1 ? 'was' : 'were';
  switch (action.type) {
    case 'arrives':
      return `came${edgeWords(action, 'into')}`;
    case 'departs':
      return `left${edgeWords(action, 'from')}`;
    case 'taken':
      return `${was} taken away`;
    case 'returned':
      return `${was} put back`;
    case 'present':
      return `${was} there`;
    case 'away':
      return `${was} away`;
    case 'stationary':
      return `${was} at rest`;
    case 'stops':
      return 'stopped';
    case 'inside':
      return `${was} in the zone '${action.zone}'`;
    case 'crosses':
      return `crossed the line '${action.line}'`;
    case 'moves':
      return `moved${action.speed === 'fast' ? ' fast' : ''}${action.direction ? ` ${action.direction}` : ''}`;
    case 'wears':
      return `wore ${[...action.colours.map(({ value }) => value), ...(action.unseen ?? [])].join(' and ')}`;
    case 'near':
      return `${was} near ${objectWords(action.object)}`;
    case 'approaches':
      return `approached ${objectWords(action.object)}`;
    case 'carries':
      return `carried ${objectWords(action.object)}`;
    case 'holds':
      return `held ${objectWords(action.object)}`;
    case 'rides':
      return `rode ${objectWords(action.object)}`;
  }
}

const objectWords = (object: Selection): string =>
  isDefinite(object) ? `the ${nounOf(object)}` : article(nounOf(object));

function edgeWords(action: { side?: string; zone?: string }, preposition: string): string {
  if (action.zone) return ` ${preposition === 'into' ? 'into' : ''} the zone '${action.zone}'`;
  if (!action.side) return '';
  return preposition === 'into' ? ` from the ${action.side}` : ` at the ${action.side} edge`;
}

const baseOf: Readonly<Record<string, string>> = {
  came: 'come',
  left: 'leave',
  stopped: 'stop',
  crossed: 'cross',
  moved: 'move',
  wore: 'wear',
  approached: 'approach',
  carried: 'carry',
  held: 'hold',
  rode: 'ride',
};

/** `was not there`, `did not carry a bag`. */
export function negativeVerb(action: Action, count = 1): string {
  const [first, ...rest] = verbOf(action, count).split(' ');
  if (first === 'was' || first === 'were') return [first, 'not', ...rest].join(' ');
  return ['did not', baseOf[first!] ?? first, ...rest].join(' ');
}

/** ` for more than 25 s`, with the blank before it. */
export const lastingWords = (limit: DurationLimit | undefined): string =>
  limit ? ` for ${limitWords[limit.comparison]} ${formatDuration(limit.ms)}` : '';

// Happenings.

export const stateWord = ({ state, zone }: { state: 'present' | 'away'; zone?: string }): string =>
  zone ? `in the zone '${zone}'` : state === 'away' ? 'away' : 'there';

/** `no car came`, `the left bottle was not taken away`. */
export function tellAbsence(happening: Happening): string {
  switch (happening.type) {
    case 'object': {
      const { subject, action } = happening;
      const lasting = lastingWords(happening.lasting);
      if (isDefinite(subject)) {
        return `the ${nounOf(subject)} ${negativeVerb(action)}${lasting}`;
      }
      return `${noneOf(subject)} ${verbOf(action)}${lasting}`;
    }
    case 'situation': {
      const { subject, count } = happening;
      const number = `${limitWords[count.comparison]} ${count.value}`;
      return `there was no moment with ${number} ${nounOf(subject, count.value)} ${stateWord(happening)}`;
    }
    case 'together':
      return `this did not happen at the same time: ${happening.parts.map(tellHappening).join(', ')}`;
  }
}

/** `nobody`, `no red car`. */
export const noneOf = (subject: Selection): string =>
  nounOf(subject) === 'person' ? 'nobody' : `no ${nounOf(subject)}`;

/** `the third person came`, `a car stopped`. */
export function tellHappening(happening: Happening): string {
  switch (happening.type) {
    case 'object': {
      const { ordinalBy, ...subject } = happening.subject;
      const isOfVerb = ordinalBy?.type === happening.action.type;
      const noun = nounOf(isOfVerb ? subject : happening.subject);
      const who = isDefinite(happening.subject) ? `the ${noun}` : article(noun);
      const nth = happening.nth === undefined ? '' : ` for the ${ordinalWord(happening.nth)} time`;
      return `${who} ${verbOf(happening.action)}${nth}${lastingWords(happening.lasting)}`;
    }
    case 'situation': {
      const { count, subject } = happening;
      if (count.comparison === '=' && count.value === 0) {
        return `${noneOf(subject)} was ${stateWord(happening)}`;
      }
      return `${limitWords[count.comparison]} ${count.value} ${nounOf(subject, count.value)} were ${stateWord(happening)}`;
    }
    case 'together':
      return `${happening.parts.map(tellHappening).join(' and ')}${unseenNote(happening.unseen ?? [])}`;
  }
}
