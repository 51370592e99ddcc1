import { describe, expect, it } from 'vitest';
import type { Box } from '../../../kernel/geometry.ts';
import { type Actor, foldInputs, sceneOf } from '../../support/scenes.ts';

const seconds = (start: number, end: number) => ({
  start: Math.round(start * 1_000),
  end: Math.round(end * 1_000),
});

const colour = (part: 'top' | 'whole', value: string) => [
  { name: 'colour', part, value, confidence: 0.8 } as const,
];

/** Nearly the same unit vector for everybody: dark clothes in one light. */
const darkLook = (variation: number): number[] => {
  const raw = [0.9, 0.3, 0.1 + variation, 0.05];
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
};

const bottomEdge: Box = { x: 0.35, y: 0.45, width: 0.2, height: 0.55 };
const rightEdge: Box = { x: 0.82, y: 0.35, width: 0.18, height: 0.55 };

/** Intervals of the one-by-one clip: each enters at the bottom and leaves to the right. */
const visits: readonly (readonly [number, number, string])[] = [
  [6.1, 20.3, 'grey'],
  [22.8, 45.2, 'black'],
  [50.2, 70.4, 'black'],
  [74.5, 87.4, 'black'],
  [92.1, 120.6, 'grey'],
  [123.5, 136.6, 'grey'],
];

const visitors = visits.map(
  ([start, end, top], i): Actor => ({
    visible: seconds(start, end),
    from: bottomEdge,
    to: rightEdge,
    entry: 'side:bottom',
    exit: 'side:right',
    attributes: colour('top', top),
    appearance: darkLook(i * 0.01),
  }),
);

const bottleAt = (x: number): Box => ({ x, y: 0.4, width: 0.08, height: 0.3 });

const places: readonly (readonly [number, readonly (readonly [number, number])[]])[] = [
  [
    0.25,
    [
      [0, 6.74],
      [12.23, 17.46],
      [27.99, 39.855],
    ],
  ],
  [
    0.45,
    [
      [0, 17.4],
      [23.2, 39.855],
    ],
  ],
  [
    0.65,
    [
      [0, 31.71],
      [35.9, 39.855],
    ],
  ],
];

const bottles = places.flatMap(([x, intervals]) =>
  intervals.map(
    ([start, end]): Actor => ({
      kind: 'bottle',
      visible: seconds(start, end),
      from: bottleAt(x),
      attributes: colour('whole', 'green'),
      appearance: darkLook(0),
    }),
  ),
);

describe('scripted scenes', () => {
  it('six people who come and go one by one are six trajectories without links', () => {
    const { changes } = foldInputs(sceneOf(visitors, 10));
    expect(changes.trajectories.map(({ firstAt, lastAt }) => [firstAt, lastAt])).toEqual(
      visitors.map(({ visible }) => [visible.start, visible.end]),
    );
    expect(changes.links).toEqual([]);
  });

  it('three places whose bottles are taken and put back are three trajectories with gaps', () => {
    const { changes } = foldInputs(sceneOf(bottles, 3));
    expect(changes.trajectories).toHaveLength(3);
    for (const [x, intervals] of places) {
      const trajectory = changes.trajectories.find(({ firstBox }) => firstBox.x === x)!;
      const present = changes.states.filter(
        (state) => state.trajectoryId === trajectory.id && state.predicate === 'present',
      );
      expect(present.map(({ range }) => range)).toEqual(
        intervals.map(([start, end]) => seconds(start, end)),
      );
    }
  });

  it('a car parked for a hundred chunks is one trajectory with one present state', () => {
    const car: Actor = {
      kind: 'car',
      visible: seconds(0, 1_500),
      from: { x: 0.6, y: 0.5, width: 0.2, height: 0.15 },
    };
    const { changes } = foldInputs(sceneOf([car], 100));
    expect(changes.trajectories).toHaveLength(1);
    expect(changes.trajectories[0]).toMatchObject({ observationCount: 100, lastAt: 1_500_000 });
    const present = changes.states.filter(({ predicate }) => predicate === 'present');
    expect(present.map(({ range }) => range)).toEqual([seconds(0, 1_500)]);
  });

  it('two people who walk past each other keep their identities over the chunk boundary', () => {
    const at = (x: number): Box => ({ x, y: 0.3, width: 0.1, height: 0.4 });
    const crossing = (from: number, to: number, top: string): Actor => ({
      visible: seconds(5, 25),
      from: at(from),
      to: at(to),
      entry: 'side:left',
      exit: 'side:right',
      attributes: colour('top', top),
    });
    const { changes } = foldInputs(sceneOf([crossing(0, 0.9, 'red'), crossing(0.9, 0, 'blue')], 2));
    expect(changes.trajectories.map(({ attributes }) => attributes[0]!.value)).toEqual([
      'red',
      'blue',
    ]);
    expect(changes.assignments.map(({ trajectoryId }) => trajectoryId)).toEqual([
      'cam/1/0#0',
      'cam/1/0#1',
      'cam/1/0#0',
      'cam/1/0#1',
    ]);
  });
});
