/** Verb phrases for the states of one object: `enters from the left`, `stands still for a minute`. */
import type { TimeRange } from '../../kernel/time.ts';
import type { Kind } from '../domain/kind.ts';
import type { Predicate } from '../domain/state.ts';
import type { TrajectoryState } from '../domain/trajectory.ts';
import { lengthInside } from './window-part.ts';
import { durationPhrase, isVehicle } from './words.ts';

/** How the other object of a relation is called, by trajectory id. */
export type Namer = (trajectoryId: string) => string;

/** Doings told of one object. */
const told = 4;

/** Standing still for less than this is not worth telling beside other doings. */
const pauseMs = 2_000;

/** What the object did, in order, without repetitions; the middle is left out when it is long. */
export function tellDoings(
  states: readonly TrajectoryState[],
  range: TimeRange,
  kind: Kind,
  namer: Namer,
): string[] {
  const phrases = states
    .filter(({ predicate }) => predicate !== 'present')
    .filter((state) => isWorthTelling(state, states, range))
    .map((state) => doingOf(state, range, kind, namer));
  const distinct = phrases.filter((phrase, i) => phrases.indexOf(phrase) === i);
  if (distinct.length === 0) return ['is in the picture'];
  if (distinct.length <= told) return distinct;
  return [...distinct.slice(0, told - 1), distinct.at(-1)!];
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

const nameIn = (argument: string): string => argument.slice(argument.indexOf(':') + 1);

const placeOf = (argument: string): string => `the ${nameIn(argument)}`;
