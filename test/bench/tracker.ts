/**
 * Our tracking on detections alone (Kalman filters, two-stage association, the fold that joins
 * chunks) against the barest tracker there is, optimal matching by overlap with the boxes of the
 * frame before: a minute of a crowd with jittering boxes and misses. `node test/bench/tracker.ts`
 */
import type { Detection } from '../../processors/domain/detection.ts';
import { trackDetections } from '../../processors/track-detections.ts';
import { trackByOverlap } from '../support/overlap-tracker.ts';
import { numbersFrom } from './harness/busy-day.ts';
import { compareSpent } from './harness/compare-spent.ts';
import { isLong } from './harness/measure.ts';
import { spentOn } from './harness/spent.ts';

const fps = 10;
const seconds = isLong ? 300 : 60;
const people = 12;
const missedShare = 0.1;

const frames = aCrowd();
await compareSpent(`${people} people at ${fps} fps`, {
  ours: () => spentOn(() => trackDetections(frames, { fps })),
  bare: () => spentOn(() => trackByOverlap(frames)),
  bareName: 'optimal matching by overlap',
  target: 2,
});

/** People who walk to and fro at different speeds, as a detector of middling quality sees them. */
function aCrowd(): Detection[][] {
  const random = numbersFrom(1);
  const walkers = Array.from({ length: people }, () => ({
    ...{ x: random(), y: 0.3 * random(), speed: 0.02 + 0.06 * random() },
  }));
  const jitter = () => (random() - 0.5) * 0.01;
  return Array.from({ length: seconds * fps }, (_, n) =>
    walkers.flatMap(({ x, y, speed }) => {
      if (random() < missedShare) return [];
      const way = (x + (speed * n) / fps) % 1.8;
      const box = {
        x: Math.min(way, 1.8 - way) + jitter(),
        y: y + jitter(),
        width: 0.08,
        height: 0.3,
      };
      return { kind: 'person', score: 0.3 + 0.6 * random(), box };
    }),
  );
}
