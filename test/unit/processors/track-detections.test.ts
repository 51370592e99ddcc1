import { describe, expect, it } from 'vitest';
import type { Box } from '../../../kernel/geometry.ts';
import type { Detection } from '../../../processors/domain/detection.ts';
import { trackDetections } from '../../../processors/track-detections.ts';

const fps = 10;
const person = (x: number, y = 0.3, score = 0.9): Detection => ({
  kind: 'person',
  score,
  box: { x, y, width: 0.08, height: 0.4 },
});

/** Frames of `seconds`, with what `at` says is detected then. */
const film = (seconds: number, at: (second: number) => Detection[]): Detection[][] =>
  Array.from({ length: seconds * fps }, (_, index) => at(index / fps));

const idsOf = (frames: readonly { trajectoryId: string }[][]): string[] => [
  ...new Set(frames.flat().map(({ trajectoryId }) => trajectoryId)),
];

/** Trajectories in the order in which the boxes lie from left to right. */
const fromTheLeft = (frame: readonly { trajectoryId: string; box: Box }[]): string[] =>
  [...frame].sort((a, b) => a.box.x - b.box.x).map(({ trajectoryId }) => trajectoryId);

describe('trackDetections()', () => {
  it('who walks through three chunks is one trajectory, with a box in every frame', () => {
    const frames = film(12, (second) => [person(0.1 + 0.06 * second)]);
    const tracked = trackDetections(frames, { fps, chunkMs: 4_000 });
    expect(idsOf(tracked)).toHaveLength(1);
    expect(tracked.map((frame) => frame.length)).toEqual(frames.map(() => 1));
  });

  it('two who pass each other keep their names', () => {
    const frames = film(8, (second) => [
      person(0.1 + 0.1 * second),
      person(0.9 - 0.1 * second, 0.38),
    ]);
    const tracked = trackDetections(frames, { fps });
    expect(idsOf(tracked)).toHaveLength(2);
    expect(fromTheLeft(tracked.at(-1)!)).toEqual(fromTheLeft(tracked[0]!).reverse());
  });

  it('a frame in which the detector saw nobody is filled between its neighbours', () => {
    const frames = film(4, (second) =>
      second > 1.9 && second < 2.3 ? [] : [person(0.1 + 0.1 * second)],
    );
    const tracked = trackDetections(frames, { fps });
    expect(tracked[21]).toHaveLength(1);
    expect(tracked[21]![0]!.box.x).toBeCloseTo(0.31, 2);
  });

  it('one box that nobody sees again is nobody', () => {
    const frames = film(4, (second) => [
      person(0.1 + 0.1 * second),
      ...(second === 2 ? [person(0.8)] : []),
    ]);
    expect(idsOf(trackDetections(frames, { fps }))).toHaveLength(1);
  });

  it('who vanishes does not become the one who stands beside him', () => {
    const frames = film(4, (second) => (second < 2 ? [person(0.4)] : [person(0.5)]));
    const tracked = trackDetections(frames, { fps });
    expect(tracked[0]![0]!.trajectoryId).not.toBe(tracked.at(-1)![0]!.trajectoryId);
  });

  it('of a film without frames there is nothing to tell', () => {
    expect(trackDetections([], { fps })).toEqual([]);
  });
});
