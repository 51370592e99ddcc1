import { describe, expect, test } from 'vitest';
import type { Box } from '../../../../kernel/geometry.ts';
import { presets } from '../../../../processors/domain/kind.ts';
import { dropGhosts } from '../../../../processors/extraction/drop-ghosts.ts';
import { type Scene, startScene } from '../../../../processors/extraction/scene.ts';
import type { Sight } from '../../../../processors/extraction/sight.ts';
import { lookAt, takeIn } from '../../../../processors/extraction/watch-picture.ts';
import { paint } from '../../../support/painted-frames.ts';

const indoor = { ...presets.indoor, zones: [], lines: [] };
const before: Box = { x: 0.4, y: 0.3, width: 0.1, height: 0.5 };
const beside: Box = { ...before, x: 0.53 };
const everywhere: Box = { x: 0.4, y: 0.3, width: 0.23, height: 0.5 };

const drawn = (boxes: readonly Box[]) =>
  paint({ things: boxes.map((box) => ({ box, colour: [25, 25, 28] as const })) });

/** Somebody was learnt at `learnt`; the next picture shows people at `now`, all held by one track. */
function afterFirst(learnt: readonly Box[], now: readonly Box[]): { scene: Scene; sight: Sight } {
  const first = drawn(learnt);
  const scene = startScene(first, 0);
  takeIn(scene, lookAt(scene, first, 0, indoor), [{ kind: 'person', score: 0.9, box: before }]);
  const [track] = scene.tracks;
  Object.assign(track!, { settled: undefined, box: everywhere });
  return { scene, sight: lookAt(scene, drawn(now), 250, indoor) };
}

describe('the place somebody has left', () => {
  test('is healed and held by nobody; what moves beside it keeps his track', () => {
    const { scene, sight } = afterFirst([before], [beside]);
    expect(sight.blobs).toHaveLength(2);
    const matches = [
      { track: scene.tracks[0]!, detection: { kind: 'person', score: 0.9, box: beside } },
    ];
    // The picture after it: nothing moves at the old place any more.
    const later = { ...sight, motion: new Uint8Array(sight.motion.length) };
    const [moving, ...others] = dropGhosts(scene, later, matches, sight.blobs);
    expect(others).toEqual([]);
    expect(moving!.box.x).toBeCloseTo(beside.x, 1);
    expect(scene.tracks).toHaveLength(1);
    expect(lookAt(scene, drawn([beside]), 500, indoor).blobs).toHaveLength(1);
  });

  test('is told from somebody who stands there by its contour', () => {
    const { scene, sight } = afterFirst([], [before, beside]);
    const matches = [
      { track: scene.tracks[0]!, detection: { kind: 'person', score: 0.9, box: beside } },
    ];
    const still = { ...sight, motion: new Uint8Array(sight.motion.length) };
    expect(dropGhosts(scene, still, matches, sight.blobs)).toEqual(sight.blobs);
  });
});
