import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../processors/aggregate.ts';
import type {
  AggregationInput,
  AggregationMemory,
  ObservedChunk,
} from '../../../processors/domain/aggregation-memory.ts';
import type { TrajectoryChanges } from '../../../processors/domain/trajectory.ts';
import { aBox, anObservation, aState } from '../../support/observations.ts';
import { type Actor, aGapInput, chunkOf, foldInputs, sceneOf } from '../../support/scenes.ts';

const chunkCount = 8;

const anActor: fc.Arbitrary<Actor> = fc
  .record({
    start: fc.nat(100_000),
    length: fc.integer({ min: 300, max: 40_000 }),
    x: fc.nat(8),
    toX: fc.nat(8),
    kind: fc.constantFrom('person', 'person', 'car', 'bottle', 'object'),
    top: fc.constantFrom('grey', 'black', 'red'),
    exit: fc.constantFrom(undefined, 'side:left', 'side:right'),
    entry: fc.constantFrom(undefined, 'side:left', 'side:bottom'),
  })
  .map(({ start, length, x, toX, kind, top, exit, entry }) => ({
    visible: { start, end: start + length },
    from: aBox({ x: x / 10 }),
    to: aBox({ x: toX / 10 }),
    kind,
    attributes: [{ name: 'colour', part: 'top', value: top, confidence: 0.8 }],
    ...(entry && { entry }),
    ...(exit && { exit }),
  }));

/** Chunks in order, some of them lost: a gap is in their place. */
const aRecording: fc.Arbitrary<AggregationInput[]> = fc
  .tuple(
    fc.array(anActor, { maxLength: 8 }),
    fc.array(fc.integer({ min: 1, max: chunkCount - 1 }), { maxLength: 2 }),
  )
  .map(([actors, lost]) =>
    sceneOf(actors, chunkCount).map((input, seq) => (lost.includes(seq) ? aGapInput(seq) : input)),
  );

/** Rows as a store has them after all changes. */
function stored({ trajectories, states, assignments, links }: TrajectoryChanges) {
  const byId = (rows: readonly { id: string }[]) =>
    [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    trajectories: byId(trajectories),
    states: byId(states),
    assignments: [...assignments].sort((a, b) => (a.observationId < b.observationId ? -1 : 1)),
    links: byId(links),
  };
}

const isChunk = (input: AggregationInput): input is ObservedChunk => 'chunk' in input;

const observationsOf = (inputs: readonly AggregationInput[]) =>
  inputs.filter(isChunk).flatMap(({ observations }) => observations);

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe('aggregate()', () => {
  it('any order and any repetition inside the reorder window gives the same', () => {
    fc.assert(
      fc.property(
        aRecording,
        fc.array(fc.integer({ min: 0, max: 24 }), { minLength: chunkCount, maxLength: chunkCount }),
        fc.array(fc.nat(chunkCount - 1), { maxLength: 4 }),
        (inputs, delays, repeated) => {
          const arrival = inputs
            .map((input, seq) => ({ input, at: seq === 0 ? -1 : seq + delays[seq]! / 10 }))
            .sort((a, b) => a.at - b.at)
            .flatMap(({ input }) =>
              repeated.includes(inputs.indexOf(input)) ? [input, input] : [input],
            );
          const expected = foldInputs(inputs);
          const actual = foldInputs([...arrival, ...arrival]);
          expect(stored(actual.changes)).toEqual(stored(expected.changes));
          expect(actual.memory?.open).toEqual(expected.memory?.open);
        },
      ),
    );
  });

  it('the memory can be written and read between any two steps', () => {
    fc.assert(
      fc.property(aRecording, (inputs) => {
        let memory: AggregationMemory | undefined;
        let read: AggregationMemory | undefined;
        for (const input of inputs) {
          const step = aggregate(memory, input);
          const stepOfRead = aggregate(read, json(input));
          expect(stepOfRead.changes).toEqual(step.changes);
          memory = step.memory;
          read = json(stepOfRead.memory);
        }
      }),
    );
  });

  it('every observation is in exactly one trajectory, and every trajectory has one', () => {
    fc.assert(
      fc.property(aRecording, (inputs) => {
        const { changes } = foldInputs(inputs);
        const observed = observationsOf(inputs).map(({ id }) => id);
        expect(changes.assignments.map(({ observationId }) => observationId).sort()).toEqual(
          observed.sort(),
        );
        expect(new Set(changes.assignments.map(({ trajectoryId }) => trajectoryId))).toEqual(
          new Set(changes.trajectories.map(({ id }) => id)),
        );
        const counted = changes.trajectories.reduce((sum, one) => sum + one.observationCount, 0);
        expect(counted).toBe(observed.length);
      }),
    );
  });

  it('the present states of a trajectory never overlap, and the last one ends at lastAt', () => {
    fc.assert(
      fc.property(aRecording, (inputs) => {
        const { changes } = foldInputs(inputs);
        for (const { id, firstAt, lastAt } of changes.trajectories) {
          const present = changes.states
            .filter((state) => state.trajectoryId === id && state.predicate === 'present')
            .map(({ range }) => range)
            .sort((a, b) => a.start - b.start);
          present.slice(1).forEach((range, i) => {
            expect(range.start).toBeGreaterThan(present[i]!.end);
          });
          expect(present[0]!.start).toBe(firstAt);
          expect(present.at(-1)!.end).toBe(lastAt);
        }
      }),
    );
  });

  it('no trajectory bridges more than dtMax', () => {
    fc.assert(
      fc.property(aRecording, (inputs) => {
        const { changes } = foldInputs(inputs);
        for (const { id } of changes.trajectories) {
          const present = changes.states
            .filter((state) => state.trajectoryId === id && state.predicate === 'present')
            .sort((a, b) => a.range.start - b.range.start);
          present.slice(1).forEach(({ range }, i) => {
            expect(range.start - present[i]!.range.end).toBeLessThanOrEqual(15_000);
          });
        }
      }),
    );
  });

  it('a gap changes no row and closes no trajectory', () => {
    fc.assert(
      fc.property(aRecording, (inputs) => {
        const { memory } = foldInputs(inputs);
        const { changes, memory: after } = aggregate(memory, aGapInput(chunkCount));
        expect(changes).toEqual(foldInputs([]).changes);
        expect(after.open).toEqual(memory!.open);
      }),
    );
  });

  it('inputs are left as they were', () => {
    fc.assert(
      fc.property(aRecording, (inputs) => {
        const before = json(inputs);
        foldInputs(inputs);
        expect(inputs).toEqual(before);
      }),
    );
  });

  it('the memory does not grow with a parked car and passers-by', () => {
    const sizes = new Map<number, number>();
    let memory: AggregationMemory | undefined;
    for (let seq = 0; seq < 500; seq += 1) {
      memory = aggregate(memory, chunkOf(seq, [parkedCar, passerBy(seq)])).memory;
      sizes.set(seq, JSON.stringify(memory).length);
    }
    expect(sizes.get(499)!).toBeLessThan(1.1 * sizes.get(120)!);
  });

  it('a state that goes on over the chunk boundary keeps its row, one that pauses gets another', () => {
    const at = (seq: number, start: number, end: number) => {
      const id = `cam/1/${seq}#0`;
      const states = [
        aState(id, 'present', [], { start: seq * 15_000, end: (seq + 1) * 15_000 }),
        aState(id, 'inside', ['zone:dock'], { start, end }),
      ];
      return {
        chunk: chunkOf(seq, []).chunk,
        observations: [anObservation({ chunk: { seq }, states })],
      };
    };
    const { changes } = foldInputs([
      at(0, 10_000, 15_000),
      at(1, 15_000, 20_000),
      at(2, 31_000, 32_000),
    ]);
    const inside = changes.states.filter(({ predicate }) => predicate === 'inside');
    expect(inside.map(({ id, range }) => [id, range.start, range.end])).toEqual([
      ['cam/1/0#0:1', 10_000, 20_000],
      ['cam/1/0#0:2', 31_000, 32_000],
    ]);
  });

  it('relations name trajectories, also when the partner is joined in the same step', () => {
    const pairOf = (seq: number): ObservedChunk => {
      const { chunk } = chunkOf(seq, []);
      const [person, bag] = [`cam/1/${seq}#0`, `cam/1/${seq}#1`];
      const states = [
        aState(person!, 'present', [], chunk.range),
        aState(person!, 'carries', [bag!], chunk.range),
      ];
      return {
        chunk,
        observations: [
          anObservation({ chunk: { seq }, states }),
          anObservation({ chunk: { seq }, n: 1, kind: 'backpack', box: aBox({ x: 0.42 }) }),
        ],
      };
    };
    const { changes } = foldInputs([pairOf(0), pairOf(1)]);
    const carries = changes.states.filter(({ predicate }) => predicate === 'carries');
    expect(carries.map(({ args, range }) => [args, range.end])).toEqual([
      [['cam/1/0#0', 'cam/1/0#1'], 30_000],
    ]);
  });

  it('an object that vanishes and comes back within one chunk is one trajectory', () => {
    const { chunk } = chunkOf(0, []);
    const observations = [
      anObservation({ kind: 'bottle', range: { start: 0, end: 5_000 } }),
      anObservation({ kind: 'bottle', n: 1, range: { start: 10_000, end: 15_000 } }),
    ];
    const { changes } = foldInputs([{ chunk, observations }]);
    expect(changes.trajectories.map(({ observationCount }) => observationCount)).toEqual([2]);
  });

  it('a later chunk can change the kind', () => {
    const voting = (seq: number, kind: string, weight: number): ObservedChunk => ({
      chunk: chunkOf(seq, []).chunk,
      observations: [
        anObservation({ chunk: { seq }, kind, kindVotes: [{ kind, weight }], kindConfidence: 0.6 }),
      ],
    });
    const { changes } = foldInputs([voting(0, 'truck', 2), voting(1, 'car', 6)]);
    expect(changes.trajectories).toHaveLength(1);
    expect(changes.trajectories[0]!.kind).toBe('car');
    expect(changes.trajectories[0]!.kindConfidence).toBeCloseTo(0.45);
  });
});

const parkedCar: Actor = {
  kind: 'car',
  visible: { start: 0, end: 500 * 15_000 },
  from: aBox({ x: 0.7, width: 0.2 }),
};

const passerBy = (seq: number): Actor => ({
  visible: { start: seq * 15_000 + 2_000, end: seq * 15_000 + 9_000 },
  from: aBox({ x: 0 }),
  to: aBox({ x: 0.9 }),
  entry: 'side:left',
  exit: 'side:right',
  appearance: [0.6, 0.8],
});
