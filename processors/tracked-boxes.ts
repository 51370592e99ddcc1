/** Where trajectories are at given instants, straight-line between the places they were seen at. */
import { type Box, blendBoxes } from '../kernel/geometry.ts';
import { containsInstant, type Instant } from '../kernel/time.ts';
import type { PathPoint } from './domain/observation.ts';
import type { TrajectoryChanges } from './domain/trajectory.ts';

/** A box of a frame with the trajectory it belongs to. */
export interface TrackedBox {
  readonly trajectoryId: string;
  readonly box: Box;
}

/**
 * One list per instant. A trajectory has a box while it is present, from its first to its last
 * sighting; `pathOf` holds the sightings of every observation, by its id.
 */
export function trackedBoxes(
  instants: readonly Instant[],
  changes: Pick<TrajectoryChanges, 'assignments' | 'states'>,
  pathOf: ReadonlyMap<string, readonly PathPoint[]>,
): TrackedBox[][] {
  const boxes: TrackedBox[][] = instants.map(() => []);
  const parts = Map.groupBy(changes.assignments, ({ trajectoryId }) => trajectoryId);
  const present = changes.states.filter(({ predicate }) => predicate === 'present');
  for (const [trajectoryId, assignments] of parts) {
    const path = assignments
      .flatMap(({ observationId }) => pathOf.get(observationId) ?? [])
      .sort((a, b) => a.at - b.at);
    const rows = present.filter((row) => row.trajectoryId === trajectoryId);
    instants.forEach((at, index) => {
      if (!rows.some(({ range }) => containsInstant(range, at))) return;
      const box = boxOn(path, at);
      if (box) boxes[index]!.push({ trajectoryId, box });
    });
  }
  return boxes;
}

function boxOn(path: readonly PathPoint[], at: Instant): Box | undefined {
  const next = path.find((point) => point.at >= at);
  const before = path.findLast((point) => point.at <= at);
  if (!next || !before) return undefined;
  const step = next.at - before.at;
  return step === 0 ? before.box : blendBoxes(before.box, next.box, (at - before.at) / step);
}
