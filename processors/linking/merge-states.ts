/**
 * Turns the states of an observation into rows of its trajectory. A state that goes on seamlessly
 * from an earlier row makes that row longer; everything else is a row of its own.
 */
import type { OpenTrajectory } from '../domain/aggregation-memory.ts';
import type { Observation } from '../domain/observation.ts';
import type { Predicate, State } from '../domain/state.ts';
import type { TrajectoryState } from '../domain/trajectory.ts';

/** Predicates that can go on; the others happen once, and twice are two. */
const lasting: ReadonlySet<Predicate> = new Set<Predicate>([
  'present',
  'stationary',
  'moves',
  'near',
  'approaches',
  'carries',
  'holds',
  'rides',
  'inside',
]);

/** More rows than this are never open at once; a flood of relations must not fill the memory. */
const maxOpenStates = 48;

export interface MergedStates {
  readonly trajectory: OpenTrajectory;
  /** Rows that are new or longer than before, each once, as they are now. */
  readonly rows: readonly TrajectoryState[];
}

/** `rename` gives the trajectory of an observation id, and everything else as it is. */
export function mergeStates(
  trajectory: OpenTrajectory,
  observation: Observation,
  rename: (argument: string) => string,
  joinMs: number,
): MergedStates {
  let current = trajectory;
  const rows = new Map<string, TrajectoryState>();
  for (const state of statesOf(observation)) {
    const renamed = { ...state, args: state.args.map(rename) };
    const merged = mergeState(current, renamed, joinMs);
    current = merged.trajectory;
    rows.set(merged.row.id, merged.row);
  }
  return { trajectory: forgetEnded(current, joinMs), rows: [...rows.values()] };
}

function mergeState(
  trajectory: OpenTrajectory,
  state: State,
  joinMs: number,
): { trajectory: OpenTrajectory; row: TrajectoryState } {
  const open = trajectory.openStates.find((row) => goesOn(row, state, joinMs));
  const row = open ? extendRow(open, state) : newRow(trajectory, state);
  const others = trajectory.openStates.filter((other) => other.id !== row.id);
  const openStates = lasting.has(row.predicate) ? [...others, row] : others;
  const nextState = open ? trajectory.nextState : trajectory.nextState + 1;
  return { trajectory: { ...trajectory, openStates, nextState }, row };
}

/** The observation's states in an order that does not depend on the extractor's. */
function statesOf(observation: Observation): State[] {
  const states = observation.states.some((state) => state.predicate === 'present')
    ? observation.states
    : [...observation.states, ...presentStates(observation)];
  return [...states].sort(compareStates);
}

const presentStates = (observation: Observation): State[] =>
  observation.spans.map((range) => ({
    type: 'attribute',
    predicate: 'present',
    args: [observation.id],
    range,
    confidence: observation.confidence,
  }));

const goesOn = (row: TrajectoryState, state: State, joinMs: number): boolean =>
  row.predicate === state.predicate &&
  state.range.start <= row.range.end + joinMs &&
  row.args.length === state.args.length &&
  row.args.every((argument, i) => argument === state.args[i]);

/** Confidence is the mean over the time. */
function extendRow(row: TrajectoryState, state: State): TrajectoryState {
  const end = Math.max(row.range.end, state.range.end);
  const before = row.range.end - row.range.start;
  const added = Math.max(0, state.range.end - state.range.start);
  const whole = before + added;
  const confidence =
    whole > 0 ? (row.confidence * before + state.confidence * added) / whole : row.confidence;
  return { ...row, range: { start: row.range.start, end }, confidence };
}

const newRow = (trajectory: OpenTrajectory, state: State): TrajectoryState => ({
  ...state,
  id: `${trajectory.head.id}:${trajectory.nextState}`,
  trajectoryId: trajectory.head.id,
});

/** Rows that ended too long before the last sight cannot go on. */
function forgetEnded(trajectory: OpenTrajectory, joinMs: number): OpenTrajectory {
  const openStates = trajectory.openStates
    .filter((row) => row.range.end + joinMs >= trajectory.head.lastAt)
    .slice(-maxOpenStates);
  return { ...trajectory, openStates };
}

/** By start; then by name, so that equal inputs give equal row numbers. */
function compareStates(a: State, b: State): number {
  if (a.range.start !== b.range.start) return a.range.start - b.range.start;
  const keyA = `${a.predicate} ${a.args.join(' ')}`;
  const keyB = `${b.predicate} ${b.args.join(' ')}`;
  return keyA < keyB ? -1 : keyA > keyB ? 1 : a.range.end - b.range.end;
}
