/**
 * The optimal assignment of observations to trajectories against the greedy one: how many of a
 * crowd are joined rightly, and at what cost. `node test/bench/assignment.ts`
 */
import type { AggregationOptions } from '../../processors/aggregation-options.ts';
import type { ObservedChunk } from '../../processors/domain/aggregation-memory.ts';
import { aBox, anObservation } from '../support/observations.ts';
import { chunkOf, foldInputs } from '../support/scenes.ts';
import { lookOf, numbersFrom } from './harness/busy-day.ts';
import { inTurns, measurementOf, ratiosOf } from './harness/measure.ts';
import { report } from './harness/report.ts';
import { spentOn } from './harness/spent.ts';

type Assignment = AggregationOptions['assignment'];

const crowds = Array.from({ length: 100 }, (_, n) => aCrowd(n + 1));
for (const assignment of ['optimal', 'greedy'] as const) {
  const shares = crowds.map((crowd) => 100 * rightlyJoined(crowd, assignment));
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const name = `${assignment}: joined rightly of crowds of 12`;
  report(measurementOf([mean], { name, unit: '%', isBetter: 'higher' }));
}
const cost = await inTurns({ optimal: () => costOf('optimal'), greedy: () => costOf('greedy') });
report(
  measurementOf(ratiosOf(cost.optimal, cost.greedy), {
    ...{ name: 'optimal / greedy, processor', unit: 'x', isBetter: 'lower' },
  }),
);

async function costOf(assignment: Assignment): Promise<number> {
  const { cpu } = await spentOn(() => {
    for (const { inputs } of crowds) foldInputs(inputs, { assignment });
  });
  return cpu;
}

interface Crowd {
  readonly inputs: readonly ObservedChunk[];
  /** Observation -> person. */
  readonly truth: ReadonlyMap<string, number>;
}

/** People who stand close together, hide for a moment and are seen again nearby, a little changed. */
function aCrowd(seed: number): Crowd {
  const random = numbersFrom(seed);
  const base = lookOf(random);
  const people = Array.from({ length: 12 }, () => ({
    look: mixLooks(base, lookOf(random), 0.5),
    x: 0.1 + 0.6 * random(),
    y: 0.2 + 0.3 * random(),
  }));
  const truth = new Map<string, number>();
  const inputs = [0, 1, 2, 3].map((seq): ObservedChunk => {
    const { chunk } = chunkOf(seq, []);
    const observations = people.map((person, n) => {
      person.x += (random() - 0.5) * 0.12;
      const start = chunk.range.start + 1_500 + Math.floor(random() * 1_500);
      const end = chunk.range.end - 500 - Math.floor(random() * 1_000);
      const observation = anObservation({
        chunk: { seq },
        n,
        range: { start, end },
        box: aBox({ x: person.x, y: person.y }),
        appearance: mixLooks(person.look, lookOf(random), 0.5),
      });
      truth.set(observation.id, n);
      return observation;
    });
    return { chunk, observations };
  });
  return { inputs, truth };
}

function mixLooks(a: readonly number[], b: readonly number[], share: number): number[] {
  const mixed = a.map((value, i) => value * (1 - share) + b[i]! * share);
  const length = Math.hypot(...mixed);
  return mixed.map((value) => value / length);
}

/** Share of the observations after the first chunk that continue the right person. */
function rightlyJoined({ inputs, truth }: Crowd, assignment: Assignment): number {
  const { changes } = foldInputs(inputs, { assignment });
  const later = changes.assignments.filter(({ observationId }) => !/\/0#/.test(observationId));
  const right = later.filter(
    ({ observationId, trajectoryId }) =>
      observationId !== trajectoryId && truth.get(observationId) === truth.get(trajectoryId),
  );
  return right.length / later.length;
}
