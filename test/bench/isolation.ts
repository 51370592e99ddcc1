/**
 * What healthy cameras notice of a faulty one: how late their chunks are recorded while a camera
 * that drops every connection again and again is watched beside them, against without it, in turns
 * on one ingest. Chunks are short here, so that there are enough of them.
 * `node test/bench/isolation.ts [--long]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chunk } from '../../ingest/domain/chunk.ts';
import { waitFor } from '../support/wait-for.ts';
import { type Camera, startCamera } from './harness/camera.ts';
import { patternClip } from './harness/clips.ts';
import { type IngestRig, withIngest } from './harness/ingest-rig.ts';
import { isLong, measurementOf, percentileOf, ratiosOf } from './harness/measure.ts';
import { report } from './harness/report.ts';

const healthyCount = isLong ? 9 : 3;
const rounds = isLong ? 7 : 3;
const turnMs = isLong ? 20_000 : 8_000;

const clip = await patternClip();
const cameras = await Promise.all(Array.from({ length: healthyCount }, () => startCamera(clip)));
const faulty = await startCamera(clip, 'faulty');
await withIngest({ chunkMs: 1_000 }, async (rig) => {
  const delays = measureDelays(rig);
  for (const [n, camera] of cameras.entries()) await add(rig, `healthy-${n}`, camera);
  await waitFor(() => rig.ingest.statuses().every(({ state }) => state === 'live'), {
    timeoutMs: 60_000,
  });
  const p99 = { without: [] as number[], beside: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    delays.length = 0;
    await sleep(turnMs);
    p99.without.push(percentileOf(delays, 0.99));
    await add(rig, 'faulty', faulty);
    delays.length = 0;
    await sleep(turnMs);
    p99.beside.push(percentileOf(delays, 0.99));
    await rig.ingest.remove('faulty');
  }
  const lower = { isBetter: 'lower' as const };
  const name = `chunk end to recorded, ${healthyCount} healthy cameras, p99`;
  report(
    measurementOf(ratiosOf(p99.beside, p99.without), {
      ...{ name: `${name}, beside a faulty one / without`, unit: 'x', ...lower, target: 1.5 },
    }),
  );
  report(measurementOf(p99.beside, { name: `${name}, beside a faulty one`, unit: 'ms', ...lower }));
  report(measurementOf(p99.without, { name: `${name}, without`, unit: 'ms', ...lower }));
});
for (const camera of [...cameras, faulty]) camera.stop();

function add(rig: IngestRig, id: string, { url }: Camera): Promise<void> {
  return rig.ingest.add({ id, name: id, source: { url, pace: 'live' } });
}

/** Milliseconds from the end of each chunk of a healthy camera to its record, as they come. */
function measureDelays({ store }: IngestRig): number[] {
  const delays: number[] = [];
  const record = store.recordChunk.bind(store);
  store.recordChunk = async (chunk: Chunk) => {
    if (chunk.streamId !== 'faulty') delays.push(Date.now() - chunk.range.end);
    return record(chunk);
  };
  return delays;
}
