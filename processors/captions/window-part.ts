/** What one trajectory was seen doing in a window: the material of its sentence. */
import { clipRanges, intersectRanges, type TimeRange } from '../../kernel/time.ts';
import { compareText } from '../compare-text.ts';
import type { Predicate } from '../domain/state.ts';
import type { Trajectory, TrajectoryState } from '../domain/trajectory.ts';

export interface WindowPart {
  readonly trajectory: Trajectory;
  /** When it was in the picture, inside the window. */
  readonly seen: readonly TimeRange[];
  /** Its states that reach into the window, whole, in order. */
  readonly states: readonly TrajectoryState[];
}

/** In the order in which they are first seen; only those that are seen in the window. */
export function partsOf(
  range: TimeRange,
  states: readonly TrajectoryState[],
  trajectories: readonly Trajectory[],
): WindowPart[] {
  const parts = trajectories.flatMap((trajectory): WindowPart[] => {
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
export const isQuiet = ({ states }: WindowPart, range: TimeRange): boolean =>
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

/** Groups of one kind, in the order of the first of each. */
export function byKind(parts: readonly WindowPart[]): WindowPart[][] {
  const groups = Map.groupBy(parts, ({ trajectory }) => trajectory.kind);
  return [...groups.values()];
}

/** Milliseconds of the state that lie in the window. */
export const lengthInside = (state: TrajectoryState, range: TimeRange): number => {
  const common = intersectRanges(state.range, range);
  return common ? common.end - common.start : 0;
};

/** Also for states without a length. */
const touches = (own: TimeRange, range: TimeRange): boolean =>
  own.start < range.end && (own.end > range.start || own.start >= range.start);

const firstSeen = ({ seen }: WindowPart): number => seen[0]!.start;
