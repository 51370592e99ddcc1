/**
 * One caption for one window, by template, from the states in it: who did what in which order, what
 * stood there, and what was not watched. Plain English that people read and search finds. No model.
 */
import type { TimeRange } from '../../kernel/time.ts';
import { unnamedKind } from '../domain/kind.ts';
import type { Trajectory, TrajectoryState } from '../domain/trajectory.ts';
import type { Namer } from './tell-doings.ts';
import { tellMovers } from './tell-movers.ts';
import { tellThings } from './tell-things.ts';
import { byKind, isQuiet, lengthInside, partsOf, type WindowPart } from './window-part.ts';
import { capitalise, countOf, isMover, isVehicle, nounPhrase } from './words.ts';

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

/** A window watched less than this says so. */
const wellWatched = 0.95;

/** What was never named and seen for less than this is rather a shadow than worth a word. */
const flickerMs = 1_000;

export function describeWindow(input: WindowInput): WindowDescription {
  if (input.watched === 0) return { caption: 'Not watched.', participants: [] };
  const { range, watched } = input;
  const parts = partsOf(range, input.states, input.trajectories).filter(isWorthAWord);
  const participants = parts.map(({ trajectory }) => trajectory.id);
  return { caption: tell(parts, range) + watchedNote(watched), participants };
}

const isWorthAWord = ({ trajectory }: WindowPart): boolean =>
  trajectory.kind !== unnamedKind || trajectory.lastAt - trajectory.firstAt >= flickerMs;

function tell(parts: readonly WindowPart[], range: TimeRange): string {
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
    ...tellMovers(moving, range, namer),
  ];
  if (active.length === 0) return `${listSentences(sentences)}; nothing else happens.`;
  return sentences.map((text) => `${capitalise(text)}.`).join(' ');
}

/** `two cars are parked`, `a person in a grey top stands still`. */
function tellStanding(group: readonly WindowPart[], range: TimeRange): string {
  const { kind, attributes } = group[0]!.trajectory;
  const still = group.every((part) =>
    part.states.some((state) => state.predicate === 'stationary' && lengthInside(state, range) > 0),
  );
  const many = group.length > 1;
  const who = many ? countOf(group.length, kind) : nounPhrase(kind, attributes);
  if (isVehicle(kind) && still) return `${who} ${many ? 'are' : 'is'} parked`;
  if (still) return `${who} ${many ? 'stand' : 'stands'} still`;
  return `${who} ${many ? 'are' : 'is'} in the picture`;
}

/** How the other object of a relation is called. */
function namerOf(parts: readonly WindowPart[]): Namer {
  const names = new Map(
    parts.map(({ trajectory }) => [
      trajectory.id,
      nounPhrase(trajectory.kind, trajectory.attributes),
    ]),
  );
  return (id) => names.get(id) ?? 'something';
}

const listSentences = (sentences: readonly string[]): string => capitalise(sentences.join(', '));

const watchedNote = (watched: number): string =>
  watched < wellWatched
    ? ` Only ${Math.max(1, Math.round(watched * 100))}% of this was watched.`
    : '';
