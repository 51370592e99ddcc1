/** Small scenes with known answers: a hall, a court with visitors alike, a shelf, a live yard. */
import type { MemoryWorld } from './memory-readers.ts';
import { type ScriptedThing, trajectoriesOf } from './truth-trajectories.ts';

/** 180 s from 09:00:00. B and C are there together from 50 s to 60 s; otherwise one at a time. */
export const hallThings: readonly ScriptedThing[] = [
  {
    id: 'a',
    kind: 'person',
    there: [[5, 20]],
    top: 'red',
    bottom: 'blue',
    from: 'left',
    to: 'right',
  },
  {
    id: 'b',
    kind: 'person',
    there: [[30, 70]],
    top: 'black',
    bottom: 'black',
    from: 'left',
    to: 'left',
    states: [{ predicate: 'carries', args: ['hall/pack'], during: [31, 69] }],
  },
  { id: 'pack', kind: 'backpack', there: [[30.5, 69.5]], colour: 'blue', from: 'left', to: 'left' },
  {
    id: 'c',
    kind: 'person',
    there: [[50, 60]],
    top: 'white',
    bottom: 'grey',
    from: 'right',
    to: 'right',
  },
  {
    id: 'd',
    kind: 'person',
    there: [[90, 95]],
    top: 'grey',
    bottom: 'blue',
    from: 'left',
    to: 'right',
    states: [
      { predicate: 'crosses', args: ['line:gate', 'direction:right'], during: [92, 92.3] },
      { predicate: 'moves', args: ['direction:right', 'speed:fast'], during: [90, 95] },
    ],
  },
  { id: 'rex', kind: 'dog', there: [[100, 110]], colour: 'brown', from: 'left', to: 'right' },
  {
    id: 'e',
    kind: 'person',
    there: [[120, 175]],
    top: 'green',
    bottom: 'black',
    from: 'bottom',
    to: 'right',
    states: [
      { predicate: 'stationary', args: [], during: [130, 160] },
      { predicate: 'inside', args: ['zone:dock'], during: [125, 165] },
      { predicate: 'enters', args: ['zone:dock'], during: [125, 125.3] },
      { predicate: 'leaves', args: ['zone:dock'], during: [164.7, 165] },
    ],
  },
];

const hallStart = Date.parse('2026-03-02T09:00:00Z');

export const hall: MemoryWorld = {
  streams: [
    {
      id: 'hall',
      name: 'Entrance hall',
      watched: [{ start: hallStart, end: hallStart + 180_000 }],
    },
  ],
  trajectories: trajectoriesOf(hallThings, {
    streamId: 'hall',
    startAt: hallStart,
    duration: 180,
  }),
  zones: ['dock'],
  lines: ['gate'],
};

/** 160 s from 15:00:00: two in red, one in green, two in white of whom one wears a long coat. */
export const courtThings: readonly ScriptedThing[] = [
  {
    id: 'u',
    kind: 'person',
    there: [[5, 20]],
    top: 'red',
    bottom: 'black',
    from: 'left',
    to: 'right',
  },
  {
    id: 'v',
    kind: 'person',
    there: [[25, 60]],
    top: 'red',
    bottom: 'blue',
    from: 'left',
    to: 'right',
  },
  {
    id: 'w',
    kind: 'person',
    there: [[50, 80]],
    top: 'green',
    bottom: 'black',
    from: 'right',
    to: 'left',
  },
  {
    id: 'x',
    kind: 'person',
    there: [[90, 130]],
    top: 'white',
    bottom: ['white', 'black'],
    from: 'left',
    to: 'right',
  },
  {
    id: 'y',
    kind: 'person',
    there: [[140, 150]],
    top: 'white',
    bottom: 'black',
    from: 'right',
    to: 'right',
  },
];

const courtStart = Date.parse('2026-03-02T15:00:00Z');

export const court: MemoryWorld = {
  streams: [
    { id: 'court', name: 'Court', watched: [{ start: courtStart, end: courtStart + 160_000 }] },
  ],
  trajectories: trajectoriesOf(courtThings, {
    streamId: 'court',
    startAt: courtStart,
    duration: 160,
  }),
};

/** 120 s from 14:00:00: three bottles in a row and a blue cup. */
export const shelfThings: readonly ScriptedThing[] = [
  {
    id: 'l',
    kind: 'bottle',
    there: [
      [0, 20],
      [40, 120],
    ],
    colour: 'green',
    x: 0.2,
  },
  {
    id: 'm',
    kind: 'bottle',
    there: [
      [0, 50],
      [80, 100],
      [110, 120],
    ],
    colour: 'brown',
    x: 0.5,
  },
  { id: 'r', kind: 'bottle', there: [[0, 120]], colour: 'green', x: 0.8 },
  { id: 'cup', kind: 'cup', there: [[0, 90]], colour: 'blue', x: 0.65, y: 0.8 },
];

const shelfStart = Date.parse('2026-03-02T14:00:00Z');

export const shelf: MemoryWorld = {
  streams: [
    { id: 'shelf', name: 'Shelf', watched: [{ start: shelfStart, end: shelfStart + 120_000 }] },
  ],
  trajectories: trajectoriesOf(shelfThings, {
    streamId: 'shelf',
    startAt: shelfStart,
    duration: 120,
  }),
};

/** Live from 10:00:00; blind from 10:04 to 10:06; the clock shows 10:10:05. */
export const yardThings: readonly ScriptedThing[] = [
  { id: 'p', kind: 'person', there: [[60, 100]], top: 'red', from: 'left', to: 'right' },
  {
    id: 'van',
    kind: 'truck',
    there: [
      [120, 240],
      [360, 600],
    ],
    colour: 'white',
    from: 'right',
    cutAt: [240, 360],
    states: [{ predicate: 'stationary', args: [], during: [130, 600] }],
  },
  {
    id: 'car',
    kind: 'car',
    there: [[420, 450]],
    colour: 'blue',
    from: 'left',
    to: 'right',
    states: [{ predicate: 'moves', args: ['direction:right', 'speed:normal'], during: [420, 450] }],
  },
];

const yardStart = Date.parse('2026-03-02T10:00:00Z');

export const yard: MemoryWorld = {
  streams: [
    {
      id: 'yard',
      name: 'Back yard',
      watched: [
        { start: yardStart, end: yardStart + 240_000 },
        { start: yardStart + 360_000, end: yardStart + 600_000 },
      ],
    },
    {
      id: 'lane',
      name: 'Lane',
      watched: [{ start: yardStart, end: yardStart + 600_000 }],
    },
  ],
  trajectories: [
    ...trajectoriesOf(yardThings, { streamId: 'yard', startAt: yardStart, duration: 600 }),
    ...trajectoriesOf(
      [{ id: 'q', kind: 'person', there: [[200, 260]], top: 'yellow', from: 'top', to: 'bottom' }],
      { streamId: 'lane', startAt: yardStart, duration: 600 },
    ),
  ],
  now: yardStart + 605_000,
};
