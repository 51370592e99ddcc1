import { describe, expect, test } from 'vitest';
import type { Box } from '../../../../kernel/geometry.ts';
import type { State } from '../../../../processors/domain/state.ts';
import type { StreamProfile } from '../../../../processors/domain/stream-profile.ts';
import { inferStates } from '../../../../processors/extraction/infer-states.ts';
import type { SightedObject } from '../../../../processors/extraction/sighted-object.ts';

const interval = 250;
const geometry = { aspect: 16 / 9, intervalMs: interval };
const noPlaces: StreamProfile = { kinds: ['person'], moverKind: 'person', zones: [], lines: [] };

/** One sample per box, four a second from 0 on. */
function anObject(boxes: readonly Box[], options: Partial<SightedObject> = {}): SightedObject {
  const samples = boxes.map((box, i) => ({ at: i * interval, box }));
  return {
    id: 'a',
    kind: 'person',
    samples,
    spans: [{ start: 0, end: boxes.length * interval }],
    beginning: 'there',
    ending: 'open',
    inForeground: true,
    confidence: 0.9,
    moved: false,
    zones: [],
    ...options,
  };
}

const standing = (seconds: number, box: Box = { x: 0.4, y: 0.3, width: 0.1, height: 0.5 }): Box[] =>
  Array.from({ length: seconds * 4 }, () => box);

/** From one box towards another, over so many seconds. */
const going = (seconds: number, from: Box, to: Partial<Box>): Box[] =>
  Array.from({ length: seconds * 4 }, (_, i) => {
    const share = i / (seconds * 4);
    const end = { ...from, ...to };
    return { ...from, x: from.x + share * (end.x - from.x), y: from.y + share * (end.y - from.y) };
  });

const statesOf = (
  objects: SightedObject | readonly SightedObject[],
  profile: StreamProfile = noPlaces,
): State[] =>
  inferStates(
    Array.isArray(objects) ? objects : [objects as SightedObject],
    profile,
    geometry,
  ).flatMap(({ states }) => states);

/** `moves direction:right speed:normal`, in order of time; predicates named only. */
const told = (states: readonly State[], ...predicates: string[]): string[] =>
  states
    .filter((state) => predicates.includes(state.predicate))
    .map((state) => [state.predicate, ...state.args.slice(1)].join(' '));

const here: Box = { x: 0.4, y: 0.3, width: 0.1, height: 0.5 };

describe('motion', () => {
  test('who stands is stationary from the first picture to the last', () => {
    const states = statesOf(anObject(standing(5)));
    expect(told(states, 'moves', 'stops', 'stationary')).toEqual(['stationary']);
    expect(states.find((state) => state.predicate === 'stationary')!.range).toEqual({
      start: 0,
      end: 5_000,
    });
  });

  test('who walks and stands still stops once, and rests from then on', () => {
    const boxes = [...going(2, { ...here, x: 0.1 }, { x: 0.4 }), ...standing(4)];
    expect(told(statesOf(anObject(boxes)), 'moves', 'stops', 'stationary')).toEqual([
      'moves direction:right speed:normal',
      'stops',
      'stationary',
    ]);
  });

  test.each([
    ['left', { x: 0.1 }],
    ['right', { x: 0.8 }],
    ['up', { y: 0.05 }],
    ['down', { y: 0.45 }],
  ])('the direction is told: %s', (direction, to) => {
    const [moves] = told(statesOf(anObject(going(1, here, to))), 'moves');
    expect(moves).toContain(`direction:${direction}`);
  });

  test.each([
    ['slow', 8],
    ['normal', 3],
    ['fast', 0.75],
  ])('the speed is told: %s', (speed, seconds) => {
    const boxes = going(seconds, { ...here, x: 0.1 }, { x: 0.75 });
    expect(told(statesOf(anObject(boxes)), 'moves')).toEqual([
      `moves direction:right speed:${speed}`,
    ]);
  });

  test('a box that grows because an arm is stretched out does not move', () => {
    const boxes = [...standing(2), ...standing(2, { ...here, x: 0.3, width: 0.2 }), ...standing(2)];
    expect(told(statesOf(anObject(boxes)), 'moves')).toEqual([]);
  });

  test('rest that was told in the chunk before is no stop; motion that was is', () => {
    const continued = { beginning: 'continued' } as const;
    expect(told(statesOf(anObject(standing(3), continued)), 'stops')).toEqual([]);
    expect(told(statesOf(anObject(standing(3), { ...continued, moved: true })), 'stops')).toEqual([
      'stops',
    ]);
  });
});

describe('comings and goings', () => {
  const atRight: Box = { x: 0.92, y: 0.3, width: 0.08, height: 0.5 };
  const atBottom: Box = { x: 0.4, y: 0.8, width: 0.1, height: 0.2 };

  test('over the edge it touches, in the direction it moves', () => {
    const boxes = [
      atBottom,
      ...going(2, { ...here, y: 0.45 }, { y: 0.3 }),
      ...going(3, here, atRight),
      atRight,
    ];
    const states = statesOf(anObject(boxes, { beginning: 'came', ending: 'gone' }));
    expect(told(states, 'enters', 'leaves', 'appears', 'disappears')).toEqual([
      'enters side:bottom',
      'leaves side:right',
    ]);
  });

  test('away from the edges it appears and disappears', () => {
    const bottle = { kind: 'bottle', beginning: 'came', ending: 'gone' } as const;
    const states = statesOf(anObject(standing(3), bottle));
    expect(told(states, 'enters', 'leaves', 'appears', 'disappears')).toEqual([
      'appears',
      'disappears',
    ]);
  });

  test('a thing does not leave by itself: at the edge, too, it disappears', () => {
    const bottle = { kind: 'bottle', ending: 'gone' } as const;
    const states = statesOf(anObject(standing(3, atRight), bottle));
    expect(told(states, 'leaves', 'disappears')).toEqual(['disappears']);
  });

  test.each([
    { beginning: 'there', ending: 'open' },
    { beginning: 'continued', ending: 'open' },
    { beginning: 'there', ending: 'lost' },
  ] as const)('neither when it $beginning and is $ending', (life) => {
    const states = statesOf(anObject(standing(3), life));
    expect(told(states, 'enters', 'leaves', 'appears', 'disappears')).toEqual([]);
  });
});

describe('places', () => {
  const dock = {
    name: 'dock',
    polygon: [
      { x: 0.5, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0.5, y: 1 },
    ],
  };
  const withDock: StreamProfile = { ...noPlaces, zones: [dock] };

  test('a zone is entered and left where the foot passes its border', () => {
    const there = going(2, { ...here, x: 0.2 }, { x: 0.7 });
    const back = going(2, { ...here, x: 0.7 }, { x: 0.2 });
    expect(told(statesOf(anObject([...there, ...back]), withDock), 'enters', 'leaves')).toEqual([
      'enters zone:dock',
      'leaves zone:dock',
    ]);
  });

  test('who was inside when the chunk before ended does not enter again, but leaves', () => {
    const inside = { beginning: 'continued', zones: ['dock'] } as const;
    const still = anObject(standing(2, { ...here, x: 0.7 }), inside);
    expect(told(statesOf(still, withDock), 'enters', 'leaves', 'inside')).toEqual([
      'inside zone:dock',
    ]);
    const outside = anObject(standing(2, { ...here, x: 0.2 }), inside);
    expect(told(statesOf(outside, withDock), 'enters', 'leaves', 'inside')).toEqual([
      'leaves zone:dock',
    ]);
  });

  test('one step over the border and back is no visit', () => {
    const border = { ...here, x: 0.44 };
    const boxes = [...standing(2, border), { ...border, x: 0.46 }, ...standing(2, border)];
    expect(told(statesOf(anObject(boxes), withDock), 'enters', 'inside')).toEqual([]);
  });

  test.each([
    ['right', { x: 0.5, y: 1 }, { x: 0.5, y: 0 }],
    ['left', { x: 0.5, y: 0 }, { x: 0.5, y: 1 }],
  ])('a line is crossed to the %s as seen along it', (direction, from, to) => {
    const profile = { ...noPlaces, lines: [{ name: 'gate', from, to }] };
    const boxes = going(3, { ...here, x: 0.2 }, { x: 0.8 });
    expect(told(statesOf(anObject(boxes), profile), 'crosses')).toEqual([
      `crosses line:gate direction:${direction}`,
    ]);
  });

  test('who passes beside the ends of a line does not cross it', () => {
    const gate = { name: 'gate', from: { x: 0.5, y: 0 }, to: { x: 0.5, y: 0.5 } };
    const boxes = going(3, { ...here, x: 0.2 }, { x: 0.8 });
    expect(told(statesOf(anObject(boxes), { ...noPlaces, lines: [gate] }), 'crosses')).toEqual([]);
  });
});

describe('relations', () => {
  const pair = (a: SightedObject, b: SightedObject): string[] =>
    statesOf([a, { ...b, id: 'b' }])
      .filter((state) => state.type === 'relation')
      .map((state) => `${state.predicate}(${state.args.join(', ')})`);

  test('who walks up to somebody approaches and then is near', () => {
    const walker = anObject([
      ...going(2, { ...here, x: 0 }, { x: 0.3 }),
      ...standing(2, { ...here, x: 0.29 }),
    ]);
    expect(pair(anObject(standing(4)), walker)).toEqual(['near(a, b)', 'approaches(b, a)']);
  });

  test('people far from each other are in no relation', () => {
    expect(
      pair(anObject(standing(3, { ...here, x: 0 })), anObject(standing(3, { ...here, x: 0.8 }))),
    ).toEqual([]);
  });

  const atHand = (box: Box): Box => ({ x: box.x + 0.07, y: box.y + 0.2, width: 0.03, height: 0.1 });

  test('what goes along with a person is carried, what stays at a person is held', () => {
    const walk = going(3, { ...here, x: 0.1 }, { x: 0.7 });
    const bag = { kind: 'handbag' } as const;
    expect(pair(anObject(walk), anObject(walk.map(atHand), bag))).toEqual(['carries(a, b)']);
    const stand = standing(3);
    expect(pair(anObject(stand), anObject(stand.map(atHand), bag))).toEqual(['holds(a, b)']);
  });

  test('who is on top of a bicycle and moves with it rides', () => {
    const walk = going(3, { ...here, x: 0.1 }, { x: 0.7 });
    const below = (box: Box): Box => ({
      x: box.x - 0.02,
      y: box.y + 0.3,
      width: 0.14,
      height: 0.25,
    });
    const bicycle = anObject(walk.map(below), { kind: 'bicycle' });
    expect(pair(anObject(walk), bicycle)).toEqual(['rides(a, b)']);
  });
});
