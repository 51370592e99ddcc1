import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../processors/aggregate.ts';
import {
  type AggregationOptions,
  defaultAggregationOptions,
} from '../../../../processors/aggregation-options.ts';
import type { DepartedTrajectory } from '../../../../processors/domain/aggregation-memory.ts';
import { linkIdentity, undoLink } from '../../../../processors/linking/identity-links.ts';
import { openTrajectory } from '../../../../processors/linking/merge-observation.ts';
import {
  anObservation,
  aTrajectory,
  type ObservationOptions,
} from '../../../support/observations.ts';
import { aChunkInput, foldInputs } from '../../../support/scenes.ts';

const unit = (vector: readonly number[]): number[] => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

const departed = (
  id: string,
  appearance: readonly number[],
  options: Partial<DepartedTrajectory['head']> = {},
): DepartedTrajectory => ({
  head: aTrajectory({ id, ...options }),
  appearance: unit(appearance),
  seenMs: 10_000,
  linked: false,
});

const newcomer = (options: Parameters<typeof anObservation>[0] = {}) =>
  openTrajectory(anObservation({ chunk: { seq: 40 }, appearance: unit([1, 0, 0, 0]), ...options }));

const link = (
  trajectory: ReturnType<typeof newcomer>,
  others: readonly DepartedTrajectory[],
  options: Partial<AggregationOptions> = {},
) => linkIdentity(trajectory, others, [], 600_000, { ...defaultAggregationOptions, ...options });

const crowd = [
  departed('a', [1, 0.05, 0, 0]),
  departed('b', [0.2, 1, 0, 0]),
  departed('c', [0.2, 0, 1, 0]),
  departed('d', [0.2, 0, 0, 1]),
];

describe('linkIdentity()', () => {
  it('an appearance that stands out is linked, with its evidence', () => {
    expect(link(newcomer(), crowd)).toEqual({
      id: 'a~cam/1/40#0',
      streamId: 'cam',
      from: 'a',
      to: 'cam/1/40#0',
      score: expect.closeTo(0.999, 3),
      evidence: 'appearance 1.00, next best 0.20',
      madeAt: 600_000,
    });
  });

  it.each<[string, readonly DepartedTrajectory[]]>([
    ['too few rivals to stand out from', crowd.slice(0, 3)],
    ['a rival that looks nearly the same', [...crowd, departed('e', [1, 0.3, 0, 0])]],
    ['an appearance that is not very like', [departed('a', [1, 0.6, 0, 0]), ...crowd.slice(1)]],
    ['a sight too short to go by', [{ ...crowd[0]!, seenMs: 500 }, ...crowd.slice(1)]],
    ['an earlier link of the same trajectory', [{ ...crowd[0]!, linked: true }, ...crowd.slice(1)]],
    [
      'another kind',
      crowd.map((one) => ({ ...one, head: aTrajectory({ id: one.head.id, kind: 'car' }) })),
    ],
  ])('no link with %s', (_, others) => {
    expect(link(newcomer(), others)).toBeUndefined();
  });

  it('without a margin nobody is linked, however alike: six people in dark clothes', () => {
    const dark = fc
      .array(fc.integer({ min: 0, max: 15 }), { minLength: 4, maxLength: 4 })
      .map((noise) => unit([100 + noise[0]!, 40 + noise[1]!, 20 + noise[2]!, 10 + noise[3]!]));
    fc.assert(
      fc.property(fc.array(dark, { minLength: 6, maxLength: 6 }), (looks) => {
        const [last, ...others] = looks;
        const rivals = others.map((look, n) => departed(`p${n}`, look));
        expect(link(newcomer({ appearance: last! }), rivals)).toBeUndefined();
      }),
    );
  });

  it('a link by appearance always has the margin it claims', () => {
    const look = fc
      .array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 })
      .map(([x, y, z]) => unit([x! + 1, y!, z!]));
    fc.assert(
      fc.property(fc.array(look, { minLength: 1, maxLength: 8 }), look, (looks, own) => {
        const others = looks.map((vector, n) => departed(`p${n}`, vector));
        const made = link(newcomer({ appearance: own }), others);
        const scores = looks.map((vector) => vector.reduce((sum, v, i) => sum + v * own[i]!, 0));
        const [best, next] = scores.sort((a, b) => b - a);
        const standsOut = looks.length > 3 && best! >= 0.95 && best! - next! >= 0.1;
        expect(made !== undefined).toBe(standsOut);
      }),
    );
  });

  it('an equal identifier links without any rival, a different one never', () => {
    const plate = (value: string) => [{ type: 'plate', value } as const];
    const van = departed('van', [0, 0, 0, 1], { kind: 'car', identifiers: plate('AB 12') });
    const seen = (value: string) => newcomer({ kind: 'car', identifiers: plate(value) });
    expect(link(seen('AB 12'), [van])?.evidence).toBe('plate AB 12');
    expect(link(seen('CD 34'), [van])).toBeUndefined();
  });
});

describe('links while folding', () => {
  const lookAt = (seq: number, look: number[], options: ObservationOptions = {}) => ({
    ...aChunkInput({ seq }),
    observations: [anObservation({ chunk: { seq }, appearance: unit(look), ...options })],
  });
  const looks = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ];
  const visits = looks.flatMap((look, n) => [
    lookAt(n * 3, look),
    aChunkInput({ seq: n * 3 + 1 }),
    aChunkInput({ seq: n * 3 + 2 }),
  ]);

  it('somebody first seen for a moment is linked once seen for long enough', () => {
    const range = { start: 194_000, end: 195_000 };
    const inputs = [...visits, lookAt(12, looks[0]!, { range }), lookAt(13, looks[0]!)];
    const { changes } = foldInputs(inputs);
    expect(changes.links.map(({ from, to }) => [from, to])).toEqual([['cam/1/0#0', 'cam/1/12#0']]);
  });

  it('a trajectory is the later side of one link at most', () => {
    const back = [12, 13, 14, 15].map((seq) => lookAt(seq, looks[0]!));
    expect(foldInputs([...visits, ...back]).changes.links).toHaveLength(1);
  });
});

describe('undoLink()', () => {
  const visit = (seq: number) => ({
    ...aChunkInput({ seq }),
    observations: [
      anObservation({ chunk: { seq }, identifiers: [{ type: 'jersey', value: '7' }] }),
    ],
  });
  const absence = [1, 2, 3, 4].map((seq) => aChunkInput({ seq }));

  it('a link that an operator has undone is not made again', () => {
    const inputs = [visit(0), ...absence];
    const before = foldInputs(inputs).memory!;
    const made = aggregate(before, visit(5)).changes.links;
    expect(made.map(({ from, to }) => [from, to])).toEqual([['cam/1/0#0', 'cam/1/5#0']]);
    const refused = undoLink(before, made[0]!);
    expect(aggregate(refused, visit(5)).changes.links).toEqual([]);
  });

  it('sets the earlier trajectory free for another link, and may be repeated', () => {
    const linked = foldInputs([visit(0), ...absence, visit(5)]);
    expect(linked.memory!.departed.map((one) => one.linked)).toEqual([true]);
    const undone = undoLink(linked.memory!, linked.changes.links[0]!);
    expect(undone.departed.map((one) => one.linked)).toEqual([false]);
    expect(undoLink(undone, linked.changes.links[0]!)).toEqual(undone);
  });
});
