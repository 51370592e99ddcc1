/** Comings, goings and stays of one thing, from its presences and what was watched around them. */
import { mergeRanges, subtractRanges, type TimeRange } from '../../kernel/time.ts';
import type { TrajectoryState } from '../../processors/domain/trajectory.ts';
import type { Entity } from './entity.ts';

export interface Visit {
  readonly range: TimeRange;
  /** Whether the coming and the going were seen: `cut` where the recording began or ended there. */
  readonly start: 'seen' | 'cut' | 'unknown';
  readonly end: 'seen' | 'cut' | 'unknown';
}

/** A mover that is out of sight for less and was not seen to leave is still there. */
const occlusionMs = 15_000;
/** A border of what was watched this near to a presence explains where it begins or ends. */
const borderMs = 1000;
/** A state `enters` or `leaves` this near to a presence tells of its start or end. */
const nearMs = 1500;

/** Stretches from coming to going; short occlusions are bridged for what moves. */
export function visitsOf(entity: Entity, watched: readonly TimeRange[]): Visit[] {
  const runs = entity.isResting ? entity.presences : bridged(entity);
  return runs.map((range) => ({
    range,
    start: startOf(entity, range, watched),
    end: endOf(entity, range, watched),
  }));
}

function bridged(entity: Entity): TimeRange[] {
  const runs: TimeRange[] = [];
  for (const presence of entity.presences) {
    const last = runs.at(-1);
    const isOccluded =
      last !== undefined &&
      presence.start - last.end <= occlusionMs &&
      !stateNear(entity, ['leaves', 'disappears'], last.end);
    if (isOccluded) runs[runs.length - 1] = { start: last.start, end: presence.end };
    else runs.push(presence);
  }
  return runs;
}

/** The state over an edge of the picture (or away from them) that explains a coming or going. */
export function stateNear(
  entity: Entity,
  predicates: readonly TrajectoryState['predicate'][],
  at: number,
): TrajectoryState | undefined {
  return entity.states.find(
    ({ predicate, range, args }) =>
      predicates.includes(predicate) &&
      range.start - nearMs <= at &&
      at <= range.end + nearMs &&
      !args[1]?.startsWith('zone:'),
  );
}

function startOf(entity: Entity, range: TimeRange, watched: readonly TimeRange[]): Visit['start'] {
  if (stateNear(entity, ['enters', 'appears'], range.start)) return 'seen';
  const pieces = piecesOf(watched);
  const index = pieces.findIndex(
    (piece) => range.start >= piece.start - borderMs && range.start <= piece.start + borderMs,
  );
  if (index < 0) return 'seen';
  return index === 0 ? 'cut' : 'unknown';
}

function endOf(entity: Entity, range: TimeRange, watched: readonly TimeRange[]): Visit['end'] {
  if (stateNear(entity, ['leaves', 'disappears'], range.end)) return 'seen';
  const pieces = piecesOf(watched);
  const index = pieces.findIndex(
    (piece) => range.end >= piece.end - borderMs && range.end <= piece.end + borderMs,
  );
  if (index < 0) return 'seen';
  return index === pieces.length - 1 ? 'cut' : 'unknown';
}

const knownPieces = new WeakMap<readonly TimeRange[], TimeRange[]>();

/** The watched ranges without holes too small to matter; the same for every thing of a stream. */
function piecesOf(watched: readonly TimeRange[]): TimeRange[] {
  const known = knownPieces.get(watched) ?? mergeRanges(watched, borderMs / 2);
  knownPieces.set(watched, known);
  return known;
}

/** When it was away after it had been there, as far as the window goes. */
export function absencesOf(
  entity: Entity,
  watched: readonly TimeRange[],
  window: TimeRange,
): TimeRange[] {
  const visits = visitsOf(entity, watched).map(({ range }) => range);
  const first = visits[0]?.start;
  if (first === undefined || first >= window.end) return [];
  const known = { start: Math.min(first, window.end), end: window.end };
  return subtractRanges(known, visits).flatMap((absence) =>
    watched.flatMap((piece) => {
      const start = Math.max(absence.start, piece.start);
      const end = Math.min(absence.end, piece.end);
      return end - start > borderMs / 2 ? [{ start, end }] : [];
    }),
  );
}
