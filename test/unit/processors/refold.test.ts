import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrajectoryChanges } from '../../../processors/domain/trajectory.ts';
import { type Refolded, refold } from '../../../processors/refold.ts';
import { aBox } from '../../support/observations.ts';
import { type Actor, foldInputs, sceneOf } from '../../support/scenes.ts';

const car: Actor = {
  kind: 'car',
  visible: { start: 0, end: 150_000 },
  from: aBox({ x: 0.7, width: 0.2 }),
};

const walkers = [0, 1, 2, 3, 4].map(
  (n): Actor => ({
    visible: { start: n * 25_000 + 5_000, end: n * 25_000 + 28_000 },
    from: aBox({ x: 0.1 }),
    to: aBox({ x: 0.6 }),
    exit: 'side:right',
  }),
);

const inputs = sceneOf([car, ...walkers], 10);

/** The ids a store holds: what was written before, less what was removed, plus what is written. */
function idsAfter(
  before: readonly { id: string }[],
  written: readonly { id: string }[],
  removed: readonly string[],
): string[] {
  const kept = before.map(({ id }) => id).filter((id) => !removed.includes(id));
  return [...new Set([...kept, ...written.map(({ id }) => id)])].sort();
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

function expectRepaired(
  lateFold: TrajectoryChanges,
  again: Refolded,
  inOrder: TrajectoryChanges,
): void {
  const { changes, removedStateIds } = again;
  expect(
    idsAfter(lateFold.trajectories, changes.trajectories, changes.removedTrajectoryIds),
  ).toEqual(idsOf(inOrder.trajectories));
  expect(idsAfter(lateFold.states, changes.states, removedStateIds)).toEqual(idsOf(inOrder.states));
}

describe('refold()', () => {
  it('a chunk that came too late gives in the end what it would have given in time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 }), (late, back) => {
        const snapshotAt = Math.max(1, late - back);
        const snapshot = foldInputs(inputs.slice(0, snapshotAt));
        const folded = inputs.slice(snapshotAt).filter((_, i) => i + snapshotAt !== late);
        const lateFold = foldInputs(folded, {}, snapshot.memory);
        const again = refold(snapshot.memory, { folded, late: [inputs[late]!] });
        const inOrder = foldInputs(inputs.slice(snapshotAt), {}, snapshot.memory);
        expect(again.memory).toEqual(inOrder.memory);
        expectRepaired(lateFold.changes, again, inOrder.changes);
      }),
    );
  });

  it('a trajectory that only the missing chunk had cut in two is removed', () => {
    const lateFold = foldInputs(inputs.filter((_, seq) => seq !== 1 && seq !== 2));
    const again = refold(undefined, {
      folded: inputs.filter((_, seq) => seq !== 1 && seq !== 2),
      late: [inputs[2]!, inputs[1]!],
    });
    expect(again.changes.removedTrajectoryIds.length).toBeGreaterThan(0);
    expectRepaired(lateFold.changes, again, foldInputs(inputs).changes);
  });
});
