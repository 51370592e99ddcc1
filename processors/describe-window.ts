/**
 * One caption for one window, by template, from the states in it: who did what in which order, what
 * stood there, and what was not watched. Plain English that people read and search finds. No model.
 */
import { clipRanges, intersectRanges, type TimeRange, totalDuration } from '../kernel/time.ts';
import type { Kind } from './domain/kind.ts';
import type { Predicate } from './domain/state.ts';
import type { Trajectory, TrajectoryState } from './domain/trajectory.ts';
import {
  capitalise,
  countOf,
  durationPhrase,
  isMover,
  isVehicle,
  listOf,
  nounPhrase,
  numberWord,
} from './words.ts';

export interface WindowInput {
  readonly range: TimeRange;
  /** Share of the window that was watched, 0..1. */
  readonly watched: number;
  /** Rows that may reach into the window, with their whole ranges. */
  readonly states: readonly TrajectoryState[];
  readonly trajectories: readonly Trajectory[];
}

export interface WindowDescription {
  readonly caption: string;
  /** Trajectories that were in the picture, in order of appearance. */
  readonly participants: readonly string[];
}

/** Objects told one by one; the rest is counted. */
const toldSingly = 6;

/** Doings told of one object. */
const toldDoings = 4;

/** Standing still for less than this is not worth telling beside other doings. */
const pauseMs = 2_000;

/** A window watched less than this says so. */
const wellWatched = 0.95;

/** What one trajectory did in the window. */
interface Part {
  readonly trajectory: Trajectory;
  readonly seen: readonly TimeRange[];
  readonly states: readonly TrajectoryState[];
}

interface Sentence {
  readonly from: number;
  readonly until: number;
  readonly kind: Kind;
  readonly name: string;
  readonly doings: string;
}

type Namer = (trajectoryId: string) => string;

export function describeWindow(input: WindowInput): WindowDescription {
  if (input.watched === 0) return { caption: 'Not watched.', participants: [] };
  const parts = partsOf(input);
  const participants = parts.map(({ trajectory }) => trajectory.id);
  const sentences = [...watchedNote(input.watched)];
  return { caption: [tell(parts, input.range), ...sentences].join(' '), participants };
}

function tell(parts: readonly Part[], range: TimeRange): string {
  if (parts.length === 0) return 'Nothing happens.';
  const quiet = parts.filter((part) => isQuiet(part, range));
  const active = parts.filter((part) => !quiet.includes(part));
  const moving = active.filter(({ trajectory }) => isMover(trajectory.kind));
  const things = [...quiet, ...active].filter(({ trajectory }) => !isMover(trajectory.kind));
  const standing = quiet.filter(({ trajectory }) => isMover(trajectory.kind));
  const namer = namerOf(parts);
  const sentences = [
    ...byKind(standing).map((group) => tellStanding(group, range)),
    ...byKind(things).map((group) => tellThings(group, range)),
    ...tellMoving(moving, range, namer),
  ];
  if (active.length === 0) return `${listSentences(sentences)}; nothing else happens.`;
  return sentences.map((text) => `${capitalise(text)}.`).join(' ');
}

/** In the order in which they are first seen; only those that are seen in the window. */
function partsOf({ range, states, trajectories }: WindowInput): Part[] {
  const parts = trajectories.flatMap((trajectory): Part[] => {
    const own = states
      .filter((state) => state.trajectoryId === trajectory.id && touches(state.range, range))
      .sort(compareStates);
    const present = own.filter(({ predicate }) => predicate === 'present');
    const seen = clipRanges(
      present.map((state) => state.range),
      range,
    );
    return seen.length > 0 ? [{ trajectory, seen, states: own }] : [];
  });
  return parts.sort(
    (a, b) => firstSeen(a) - firstSeen(b) || compareText(a.trajectory.id, b.trajectory.id),
  );
}

/** Who comes in has done nothing before, and who goes out does nothing more. */
const compareStates = (a: TrajectoryState, b: TrajectoryState): number =>
  a.range.start - b.range.start || rankOf(a) - rankOf(b) || compareText(a.id, b.id);

const rankOf = ({ predicate }: TrajectoryState): number =>
  predicate === 'enters' || predicate === 'appears'
    ? 0
    : predicate === 'leaves' || predicate === 'disappears'
      ? 2
      : 1;

/** Only there: it did nothing that has a beginning or an end in the window. */
const isQuiet = ({ states }: Part, range: TimeRange): boolean =>
  states.every(
    ({ predicate, range: own }) =>
      quietPredicates.has(predicate) &&
      (predicate !== 'present' || (own.start <= range.start && own.end >= range.end)),
  );

const quietPredicates: ReadonlySet<Predicate> = new Set<Predicate>([
  'present',
  'stationary',
  'inside',
  'near',
]);

/** `two cars are parked`, `a person in a grey top stands still`. */
function tellStanding(group: readonly Part[], range: TimeRange): string {
  const { kind, attributes } = group[0]!.trajectory;
  const still = group.every((part) => durationOfPredicate(part, 'stationary', range) > 0);
  const many = group.length > 1;
  const who = many ? countOf(group.length, kind) : nounPhrase(kind, attributes);
  if (isVehicle(kind) && still) return `${who} ${many ? 'are' : 'is'} parked`;
  if (still) return `${who} ${many ? 'stand' : 'stands'} still`;
  return `${who} ${many ? 'are' : 'is'} in the picture`;
}

/** `three bottles stand there; one is taken away`: things of one kind, and what became of them. */
function tellThings(group: readonly Part[], range: TimeRange): string {
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

function tellArrivedThings(group: readonly Part[], changes: readonly ThingChange[]): string {
  const { kind, attributes } = group[0]!.trajectory;
  const who = group.length > 1 ? countOf(group.length, kind) : nounPhrase(kind, attributes);
  const later = changes.filter(({ word }) => word !== 'appears');
  const appeared = `${who} ${group.length > 1 ? 'appear' : 'appears'}`;
  if (later.length === 0) return appeared;
  return `${appeared}; ${sequence(tallyChanges(later, group.length > 1 ? 'one' : 'it'))}`;
}

interface ThingChange {
  readonly at: number;
  readonly word: 'appears' | 'comes back' | 'is taken away' | 'is moved';
}

/** What became of a thing, from when it was seen and whether it moved. */
function changesOf({ trajectory, seen, states }: Part, range: TimeRange): ThingChange[] {
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

/** The first few one by one with words for their order in time, the others counted. */
function tellMoving(parts: readonly Part[], range: TimeRange, namer: Namer): string[] {
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

function tellPart({ trajectory, seen, states }: Part, range: TimeRange, namer: Namer): Sentence {
  const { kind, attributes } = trajectory;
  const doings = listOf(doingsOf(states, range, kind, namer));
  const name = nounPhrase(kind, attributes);
  return { from: seen[0]!.start, until: seen.at(-1)!.end, kind, name, doings };
}

/** What the object did, in order, without repetitions; the middle is left out when it is long. */
function doingsOf(
  states: readonly TrajectoryState[],
  range: TimeRange,
  kind: Kind,
  namer: Namer,
): string[] {
  const told = states
    .filter(({ predicate }) => predicate !== 'present')
    .filter((state) => isWorthTelling(state, states, range))
    .map((state) => doingOf(state, range, kind, namer));
  const distinct = told.filter((doing, i) => doing !== told[i - 1] && told.indexOf(doing) === i);
  if (distinct.length === 0) return ['is in the picture'];
  if (distinct.length <= toldDoings) return distinct;
  return [...distinct.slice(0, toldDoings - 1), distinct.at(-1)!];
}

/** Leaves out what another state says better. */
function isWorthTelling(
  state: TrajectoryState,
  all: readonly TrajectoryState[],
  range: TimeRange,
): boolean {
  const { predicate } = state;
  if (predicate === 'stationary') return lengthInside(state, range) >= pauseMs || all.length <= 2;
  if (predicate === 'near') return lengthInside(state, range) >= pauseMs;
  if (predicate === 'stops') return !all.some((other) => follows(other, state, 'stationary'));
  if (predicate === 'moves') return !all.some((other) => coversMove(other, state));
  if (predicate === 'inside')
    return !all.some((other) => other.args[1] === state.args[1] && other.predicate === 'enters');
  return true;
}

/** Coming in and going out are moves already. */
const coversMove = (other: TrajectoryState, move: TrajectoryState): boolean =>
  (other.predicate === 'enters' || other.predicate === 'leaves') &&
  other.args[1]?.startsWith('side:') === true &&
  other.range.start <= move.range.end &&
  other.range.end >= move.range.start;

const follows = (other: TrajectoryState, state: TrajectoryState, predicate: Predicate): boolean =>
  other.predicate === predicate && Math.abs(other.range.start - state.range.end) <= pauseMs;

function doingOf(state: TrajectoryState, range: TimeRange, kind: Kind, namer: Namer): string {
  const [, second = '', third = ''] = state.args;
  switch (state.predicate) {
    case 'enters':
      return second.startsWith('side:')
        ? `enters from the ${nameIn(second)}`
        : `enters ${placeOf(second)}`;
    case 'leaves':
      return second.startsWith('side:') ? leavingOf(nameIn(second)) : `leaves ${placeOf(second)}`;
    case 'moves':
      return moveOf(nameIn(second), nameIn(third), kind);
    case 'stationary':
      return stillnessOf(lengthInside(state, range), kind);
    case 'inside':
      return `is in ${placeOf(second)}`;
    case 'crosses':
      return `crosses ${placeOf(second)} ${directionOf(nameIn(third))}`;
    case 'near':
      return `is near ${namer(second)}`;
    case 'approaches':
    case 'carries':
    case 'holds':
    case 'rides':
      return `${state.predicate} ${namer(second)}`;
    default:
      return state.predicate;
  }
}

/** `leaves to the left`, `leaves at the top`. */
const leavingOf = (side: string): string =>
  side === 'left' || side === 'right' ? `leaves to the ${side}` : `leaves at the ${side}`;

function moveOf(direction: string, speed: string, kind: Kind): string {
  const verbs = isVehicle(kind)
    ? ['drives', 'drives']
    : kind === 'person'
      ? ['walks', 'runs']
      : ['moves', 'moves'];
  const verb = speed === 'fast' ? verbs[1]! : verbs[0]!;
  const manner = speed === 'slow' ? ' slowly' : speed === 'fast' && verb !== 'runs' ? ' fast' : '';
  return `${verb}${manner} ${directionOf(direction)}`;
}

const directionOf = (direction: string): string =>
  direction === 'left' || direction === 'right' ? `to the ${direction}` : direction;

function stillnessOf(ms: number, kind: Kind): string {
  const verb = isVehicle(kind)
    ? 'stands'
    : kind === 'person'
      ? 'stands still'
      : 'stays in one place';
  return `${verb} for ${durationPhrase(ms)}`;
}

/** How the other object of a relation is called. */
function namerOf(parts: readonly Part[]): Namer {
  const names = new Map(
    parts.map(({ trajectory }) => [
      trajectory.id,
      nounPhrase(trajectory.kind, trajectory.attributes),
    ]),
  );
  return (id) => names.get(id) ?? 'something';
}

function byKind(parts: readonly Part[]): Part[][] {
  const groups = Map.groupBy(parts, ({ trajectory }) => trajectory.kind);
  return [...groups.values()];
}

const listSentences = (sentences: readonly string[]): string => capitalise(sentences.join(', '));

const watchedNote = (watched: number): string[] =>
  watched < wellWatched
    ? [`Only ${Math.max(1, Math.round(watched * 100))}% of this was watched.`]
    : [];

const durationOfPredicate = ({ states }: Part, predicate: Predicate, range: TimeRange): number =>
  totalDuration(
    clipRanges(
      states.filter((state) => state.predicate === predicate).map((state) => state.range),
      range,
    ),
  );

const lengthInside = (state: TrajectoryState, range: TimeRange): number => {
  const common = intersectRanges(state.range, range);
  return common ? common.end - common.start : 0;
};

/** Also for states without a length. */
const touches = (own: TimeRange, range: TimeRange): boolean =>
  own.start < range.end && (own.end > range.start || own.start >= range.start);

const nameIn = (argument: string): string => argument.slice(argument.indexOf(':') + 1);

const placeOf = (argument: string): string => `the ${nameIn(argument)}`;

const firstSeen = ({ seen }: Part): number => seen[0]!.start;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
