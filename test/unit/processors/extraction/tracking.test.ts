import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Box } from '../../../../kernel/geometry.ts';
import { presets } from '../../../../processors/domain/kind.ts';
import {
  boxOfKalman,
  correctKalman,
  predictKalman,
  startKalman,
} from '../../../../processors/extraction/kalman-box.ts';
import { noLooks } from '../../../../processors/extraction/looks.ts';
import { matchDetections } from '../../../../processors/extraction/match-detections.ts';
import { matchPairs } from '../../../../processors/extraction/match-pairs.ts';
import { pickDetections } from '../../../../processors/extraction/pick-detections.ts';
import { distanceInSizes, type Track, uncutBox } from '../../../../processors/extraction/track.ts';
import { voteKind } from '../../../../processors/extraction/vote-kind.ts';
import { paint } from '../../../support/painted-frames.ts';

const empty = paint({ things: [] });
const here: Box = { x: 0.4, y: 0.3, width: 0.1, height: 0.3 };

function aTrack(options: Partial<Track> = {}): Track {
  const box = options.box ?? here;
  return {
    id: 1,
    motion: startKalman(box),
    votes: {},
    newVotes: {},
    detections: 0,
    attempts: 0,
    unnoticed: 0,
    noticedAt: 0,
    partial: 0,
    sightings: 5,
    foregroundSightings: 5,
    firstAt: 0,
    firstBox: box,
    lastAt: 1_000,
    box,
    beginning: 'came',
    ending: 'open',
    missed: 0,
    anchor: { at: 1_000, box },
    travelled: 0,
    settled: undefined,
    looks: noLooks(),
    clothing: undefined,
    moved: false,
    zones: [],
    samples: [],
    ...options,
  };
}

describe('which detection belongs to which track', () => {
  const beside: Box = { ...here, x: 0.52 };

  test('as a whole, not one by one: the best pair does not rob the other track', () => {
    const [left, right] = [aTrack({ id: 1 }), aTrack({ id: 2, box: beside })];
    const detections = [
      { kind: 'person', score: 0.8, box: { ...here, x: 0.46 } },
      { kind: 'person', score: 0.8, box: { ...here, x: 0.53 } },
    ];
    const matches = matchDetections([left, right], detections, empty);
    expect(matches.find((match) => match.track === left)!.detection).toBe(detections[0]);
    expect(matches.find((match) => match.track === right)!.detection).toBe(detections[1]);
  });

  test('a weak box keeps a track alive where it must be, and nowhere else', () => {
    const weak = (box: Box) => [{ kind: 'person', score: 0.2, box }];
    expect(matchDetections([aTrack()], weak({ ...here, x: 0.42 }), empty)).toHaveLength(1);
    expect(matchDetections([aTrack()], weak(beside), empty)).toEqual([]);
  });

  test('a strong box goes before a weak one', () => {
    const strong = { kind: 'person', score: 0.7, box: { ...here, x: 0.44 } };
    const weak = { kind: 'person', score: 0.3, box: here };
    expect(matchDetections([aTrack()], [weak, strong], empty)).toEqual([
      expect.objectContaining({ detection: strong }),
    ]);
  });

  test('a box beside belongs to a track that was long out of sight, not to one just seen', () => {
    const seen = startKalman(here);
    const box = { ...here, x: 0.5 };
    const strong = [{ kind: 'person', score: 0.8, box }];
    const unseenFor = (seconds: number) => aTrack({ motion: predictKalman(seen, seconds) });
    expect(matchDetections([unseenFor(0.04)], strong, empty)).toEqual([]);
    expect(matchDetections([unseenFor(1)], strong, empty)).toHaveLength(1);
  });

  test('of two who stand at one place, each gets the box with his colours', () => {
    const picture = paint({
      things: [
        { box: { ...here, x: 0.4 }, colour: [40, 60, 180] },
        { box: { ...here, x: 0.47 }, colour: [190, 40, 40] },
      ],
    });
    const at = (x: number) => ({ kind: 'person', score: 0.8, box: { ...here, x } });
    const detections = [at(0.4), at(0.47)];
    const wearing = (id: number, x: number, colour: readonly number[]) =>
      aTrack({ id, box: { ...here, x }, clothing: [...colour, ...colour] });
    // By their places alone each would get the other's box.
    const red = wearing(1, 0.42, [190, 40, 40]);
    const blue = wearing(2, 0.44, [40, 60, 180]);
    const matches = matchDetections([red, blue], detections, picture);
    expect(matches.find((match) => match.track === red)!.detection).toBe(detections[1]);
    expect(matches.find((match) => match.track === blue)!.detection).toBe(detections[0]);
  });

  test('the assignment costs no more than any other', () => {
    const cost = fc.array(
      fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 3, maxLength: 3 }),
      {
        minLength: 3,
        maxLength: 3,
      },
    );
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    fc.assert(
      fc.property(cost, (matrix) => {
        const rows = [0, 1, 2];
        const pairs = matchPairs(rows, rows, (row, column) => matrix[row]![column]!);
        const total = pairs.reduce((sum, { row, column }) => sum + matrix[row]![column]!, 0);
        const sums = orders.map((order) =>
          order.reduce((sum, column, row) => sum + matrix[row]![column]!, 0),
        );
        expect(total).toBe(Math.min(...sums));
      }),
    );
  });
});

describe('detections that can be evidence', () => {
  test('only of kinds the stream may contain, one box per object', () => {
    const detections = [
      { kind: 'car', score: 0.6, box: here },
      { kind: 'truck', score: 0.5, box: here },
      { kind: 'cell phone', score: 0.9, box: here },
      { kind: 'person', score: 0.5, box: { ...here, y: 0.2 } },
    ];
    expect(pickDetections(detections, presets.road.kinds).map(({ kind }) => kind)).toEqual([
      'car',
      'person',
    ]);
  });
});

describe('the kind of a track', () => {
  const road = { ...presets.road, zones: [], lines: [] };
  const any = { ...presets.any, zones: [], lines: [] };

  test.each([
    ['the most votes', { person: 3, dog: 0.5 }, 2, 'person'],
    ['a car that was once called a bus', { car: 1.2, bus: 1.8 }, 4, 'car'],
    ['a bus that is called so all the time', { car: 0.6, bus: 9 }, 4, 'bus'],
    ['one weak label is not enough for a name', { dog: 0.2 }, 4, 'car'],
  ])('%s', (_, votes, travelled, kind) => {
    expect(voteKind(aTrack({ votes, travelled, detections: 4 }), road).kind).toBe(kind);
  });

  test('what moves on its own is no cell phone', () => {
    const votes = { 'cell phone': 4, car: 1 };
    expect(voteKind(aTrack({ votes, travelled: 4 }), any).kind).toBe('car');
    expect(voteKind(aTrack({ votes, travelled: 0 }), any).kind).toBe('cell phone');
  });

  test('a mover without a name is assumed to be what moves there', () => {
    expect(voteKind(aTrack({ travelled: 3 }), road)).toMatchObject({ kind: 'car', assumed: true });
    expect(voteKind(aTrack({ travelled: 0 }), road)).toMatchObject({
      kind: 'object',
      assumed: false,
    });
    expect(voteKind(aTrack({ travelled: 3 }), any)).toMatchObject({
      kind: 'object',
      assumed: false,
    });
  });
});

describe('motion of boxes', () => {
  test('what moves evenly is expected where it will be', () => {
    let state = startKalman(here);
    for (let i = 1; i <= 8; i++) {
      state = correctKalman(predictKalman(state, 0.25), { ...here, x: here.x + i * 0.03 });
    }
    expect(boxOfKalman(predictKalman(state, 0.25)).x).toBeCloseTo(here.x + 9 * 0.03, 1);
  });

  test('what goes out over an edge keeps its size beyond it', () => {
    const cut = { x: 0.95, y: 0.3, width: 0.05, height: 0.3 };
    expect(uncutBox(cut, here)).toEqual({ ...cut, width: 0.1 });
    expect(uncutBox({ ...cut, x: 0 }, here).x).toBeCloseTo(-0.05);
  });

  test('growing is not moving', () => {
    expect(distanceInSizes(here, { ...here, width: 0.3 })).toBe(0);
    expect(distanceInSizes(here, { ...here, x: 0.5 })).toBeGreaterThan(0.5);
  });
});
