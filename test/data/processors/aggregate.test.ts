/** The aggregator on people in a street whose identities were annotated by hand (MOT15). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ObservedChunk } from '../../../processors/domain/aggregation-memory.ts';
import type { PathPoint } from '../../../processors/domain/observation.ts';
import { anObservation } from '../../support/observations.ts';
import { foldInputs } from '../../support/scenes.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

const [width, height, frameMs] = [640, 480, 40];

interface Annotated {
  readonly chunks: readonly ObservedChunk[];
  /** Person by observation id. */
  readonly truth: ReadonlyMap<string, string>;
}

/** The annotated boxes, cut into chunks of `lengthMs`, as observations without any look. */
function annotated(sequence: string, lengthMs: number): Annotated {
  const rows = readFileSync(sharedData('tracking', sequence, 'gt.txt'), 'utf8')
    .trim()
    .split('\n');
  const sights = rows.map((row) => {
    const [frame, person, x, y, w, h] = row.split(',').map(Number) as number[];
    const box = { x: x! / width, y: y! / height, width: w! / width, height: h! / height };
    return { person: String(person), at: (frame! - 1) * frameMs, box };
  });
  const truth = new Map<string, string>();
  const bySeq = Map.groupBy(sights, ({ at }) => Math.floor(at / lengthMs));
  const chunks = [...bySeq].map(([seq, own]): ObservedChunk => {
    const people = [...Map.groupBy(own, ({ person }) => person)];
    const observations = people.map(([person, path], n) => {
      const observation = observationOf(seq, n, path);
      truth.set(observation.id, person);
      return observation;
    });
    const range = { start: seq * lengthMs, end: (seq + 1) * lengthMs };
    return { chunk: { streamId: 'cam', epoch: 1, seq, range }, observations };
  });
  return { chunks, truth };
}

const observationOf = (seq: number, n: number, path: readonly PathPoint[]) =>
  anObservation({
    chunk: { seq },
    n,
    range: { start: path[0]!.at, end: path.at(-1)!.at + frameMs },
    path,
  });

describe.skipIf(!hasSharedData)('aggregate() on annotated people', () => {
  it.each([
    ['TUD-Campus', 500],
    ['TUD-Campus', 2_000],
    ['TUD-Stadtmitte', 500],
    ['TUD-Stadtmitte', 2_000],
  ])('keeps every identity of %s over every boundary of %d ms chunks', (sequence, lengthMs) => {
    const { chunks, truth } = annotated(sequence, lengthMs);
    const { changes } = foldInputs(chunks);
    const trajectoriesOf = Map.groupBy(changes.assignments, ({ observationId }) =>
      truth.get(observationId),
    );
    for (const assignments of trajectoriesOf.values()) {
      expect(new Set(assignments.map(({ trajectoryId }) => trajectoryId)).size).toBe(1);
    }
  });
});
