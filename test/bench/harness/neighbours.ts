/**
 * What healthy cameras notice of their neighbours: how late their chunks are recorded while the
 * neighbours are watched beside them, against without them, in turns on one ingest. Chunks are
 * short here, so that there are enough of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chunk } from '../../../ingest/domain/chunk.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { Camera } from './camera.ts';
import { type IngestRig, withIngest } from './ingest-rig.ts';
import { measurementOf, percentileOf, ratiosOf } from './measure.ts';
import { report } from './report.ts';

export interface NeighbourTurns {
  readonly healthy: readonly Camera[];
  readonly neighbours: readonly Camera[];
  /** What the neighbours are: `a faulty one`. */
  readonly called: string;
  readonly rounds: number;
  readonly turnMs: number;
}

const neighbourId = (n: number): string => `neighbour-${n}`;

/** Reports the ratio of the 99th percentiles, then both. */
export async function compareNeighbours(turns: NeighbourTurns): Promise<void> {
  const { healthy, neighbours, called, rounds, turnMs } = turns;
  const p99 = { without: [] as number[], beside: [] as number[] };
  await withIngest({ chunkMs: 1_000 }, async (rig) => {
    const delays = measureDelays(rig);
    for (const [n, camera] of healthy.entries()) await add(rig, `healthy-${n}`, camera);
    await waitFor(() => rig.ingest.statuses().every(({ state }) => state === 'live'), {
      timeoutMs: 60_000,
    });
    for (let round = 0; round < rounds; round += 1) {
      delays.length = 0;
      await sleep(turnMs);
      p99.without.push(percentileOf(delays, 0.99));
      for (const [n, camera] of neighbours.entries()) await add(rig, neighbourId(n), camera);
      delays.length = 0;
      await sleep(turnMs);
      p99.beside.push(percentileOf(delays, 0.99));
      await Promise.all(neighbours.map((_, n) => rig.ingest.remove(neighbourId(n))));
    }
  });
  const lower = { isBetter: 'lower' as const };
  const cameras = healthy.length === 1 ? 'one healthy camera' : `${healthy.length} healthy cameras`;
  const name = `chunk end to recorded, ${cameras}, p99`;
  const ratio = { name: `${name}, beside ${called} / without`, unit: 'x', ...lower, target: 1.5 };
  report(measurementOf(ratiosOf(p99.beside, p99.without), ratio));
  const ms = { unit: 'ms', ...lower };
  report(measurementOf(p99.beside, { name: `${name}, beside ${called}`, ...ms }));
  report(measurementOf(p99.without, { name: `${name}, without`, ...ms }));
}

function add(rig: IngestRig, id: string, { url }: Camera): Promise<void> {
  return rig.ingest.add({ id, name: id, source: { url, pace: 'live' } });
}

/** Milliseconds from the end of each chunk of a healthy camera to its record, as they come. */
function measureDelays({ store }: IngestRig): number[] {
  const delays: number[] = [];
  const record = store.recordChunk.bind(store);
  store.recordChunk = async (chunk: Chunk) => {
    if (chunk.streamId.startsWith('healthy')) delays.push(Date.now() - chunk.range.end);
    return record(chunk);
  };
  return delays;
}
