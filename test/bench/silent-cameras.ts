/**
 * What one healthy camera notices of 16 silent ones: eight accept connections and never answer,
 * eight fall silent after PLAY. Their deadlines pass and they are tried again within a turn.
 * `node test/bench/silent-cameras.ts [--long]`
 */
import { makeClip } from '../support/media.ts';
import { startCamera, startSilentCameras } from './harness/camera.ts';
import { patternClip } from './harness/clips.ts';
import { isLong } from './harness/measure.ts';
import { compareNeighbours } from './harness/neighbours.ts';

const count = 16;

const healthy = await startCamera(await patternClip());
const silent = await startSilentCameras(await makeClip({ seconds: 2 }), count);
await compareNeighbours({
  ...{ healthy: [healthy], neighbours: silent, called: `${count} silent ones` },
  ...(isLong ? { rounds: 7, turnMs: 40_000 } : { rounds: 3, turnMs: 20_000 }),
});
for (const camera of [healthy, ...silent]) camera.stop();
