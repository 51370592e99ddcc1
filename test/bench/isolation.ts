/**
 * What healthy cameras notice of a faulty one that drops every connection again and again.
 * `node test/bench/isolation.ts [--long]`
 */
import { startCamera } from './harness/camera.ts';
import { patternClip } from './harness/clips.ts';
import { isLong } from './harness/measure.ts';
import { compareNeighbours } from './harness/neighbours.ts';

const clip = await patternClip();
const healthy = await Promise.all(Array.from({ length: isLong ? 9 : 3 }, () => startCamera(clip)));
const faulty = await startCamera(clip, 'faulty');
await compareNeighbours({
  ...{ healthy, neighbours: [faulty], called: 'a faulty one' },
  ...(isLong ? { rounds: 7, turnMs: 20_000 } : { rounds: 3, turnMs: 8_000 }),
});
for (const camera of [...healthy, faulty]) camera.stop();
