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

interface Recorded {
  readonly session: string;
  /** From the chunk's end to its record, by clocks that may differ. */
  readonly afterMs: number;
}

/**
 * The clock of a session is set by its first picture, which comes late on a busy machine: times are
 * counted from the chunk that was recorded soonest, as if that was one picture after its end.
 */
const pictureMs = 40;

const neighbourId = (n: number): string => `neighbour-${n}`;

/** Reports the ratio of the 99th percentiles, then both. */
export async function compareNeighbours(turns: NeighbourTurns): Promise<void> {
  const { healthy, neighbours, called, rounds, turnMs } = turns;
  const turnsTaken = { without: [] as Recorded[][], beside: [] as Recorded[][] };
  await withIngest({ chunkMs: 1_000 }, async (rig) => {
    const recorded = noteRecords(rig);
    for (const [n, camera] of healthy.entries()) await add(rig, `healthy-${n}`, camera);
    await waitFor(() => rig.ingest.statuses().every(({ state }) => state === 'live'), {
      timeoutMs: 60_000,
    });
    for (let round = 0; round < rounds; round += 1) {
      recorded.length = 0;
      await sleep(turnMs);
      turnsTaken.without.push([...recorded]);
      for (const [n, camera] of neighbours.entries()) await add(rig, neighbourId(n), camera);
      recorded.length = 0;
      await sleep(turnMs);
      turnsTaken.beside.push([...recorded]);
      await Promise.all(neighbours.map((_, n) => rig.ingest.remove(neighbourId(n))));
    }
  });
  const soonest = soonestOf(Object.values(turnsTaken).flat(2));
  const p99Of = (turn: readonly Recorded[]) =>
    percentileOf(
      turn.map(({ session, afterMs }) => afterMs - soonest.get(session)! + pictureMs),
      0.99,
    );
  const p99 = { without: turnsTaken.without.map(p99Of), beside: turnsTaken.beside.map(p99Of) };
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

/** What was recorded of healthy cameras, as it comes. */
function noteRecords({ store }: IngestRig): Recorded[] {
  const recorded: Recorded[] = [];
  const record = store.recordChunk.bind(store);
  store.recordChunk = async (chunk: Chunk) => {
    const { streamId, epoch, range } = chunk;
    const session = `${streamId}/${epoch}`;
    if (streamId.startsWith('healthy')) recorded.push({ session, afterMs: Date.now() - range.end });
    return record(chunk);
  };
  return recorded;
}

/** Of each session. */
function soonestOf(recorded: readonly Recorded[]): Map<string, number> {
  const soonest = new Map<string, number>();
  for (const { session, afterMs } of recorded) {
    soonest.set(session, Math.min(afterMs, soonest.get(session) ?? afterMs));
  }
  return soonest;
}
