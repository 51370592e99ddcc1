/** What a stopped program has recorded: its database, and the pictures of some of its segments. */
import { join } from 'node:path';
import { randomIndex, seededRandom } from '../../eval/metrics/random.ts';
import { PostgresRecordingStore } from '../../ingest/adapters/postgres/index.ts';
import type { Segment } from '../../ingest/domain/segment.ts';
import type { Database } from '../../kernel/adapters/postgres/database.ts';
import { durationOf, type TimeRange } from '../../kernel/time.ts';
import { readBarCodes } from '../support/bar-code-video.ts';
import { openTestDatabase } from '../support/database.ts';
import { clipPictures, framesPerSecond } from './camera-yard.ts';
import type { Evidence, Fault, Observed, Offset, Recorded, StreamRecord } from './observed.ts';

export interface ReadOptions {
  readonly dataDir: string;
  /** When picture 0 was shown. */
  readonly beganAt: number;
  readonly faults: readonly Fault[];
  /** Chooses the chunks whose pictures are looked at. */
  readonly seed: number;
  readonly mostChunks: number;
}

type Read = Pick<Observed, 'records' | 'evidence' | 'left'>;

interface ChunkRow extends TimeRange {
  readonly streamId: string;
}

/** A slow wire or a busy machine may hold pictures up, and they still show what they claim. */
const longestHoleMs = 1_000;

export async function readRecord(options: ReadOptions): Promise<Read> {
  const { value: database, stop } = await openTestDatabase({
    embedded: { dir: options.dataDir },
  });
  try {
    return {
      records: await readStreams(database),
      evidence: await readEvidence(database, options),
      left: await readLeft(database),
    };
  } finally {
    await stop();
  }
}

async function readStreams(database: Database): Promise<StreamRecord[]> {
  const streams = await database.query<{ id: string; enabledAt: number }>(
    'SELECT id, enabled_at AS "enabledAt" FROM streams ORDER BY id',
  );
  const readItems = (id: string) =>
    database.query<Recorded>(
      `SELECT start_at AS start, end_at AS "end", NULL AS reason FROM chunks WHERE stream_id = $1
       UNION ALL SELECT start_at, end_at, reason FROM gaps WHERE stream_id = $1
       ORDER BY start, "end"`,
      [id],
    );
  return Promise.all(
    streams.map(async ({ id, enabledAt }) => ({
      ...{ streamId: id, enabledAt },
      items: (await readItems(id)).map(({ reason, ...range }) => ({
        ...range,
        reason: reason ?? undefined,
      })),
    })),
  );
}

async function readLeft(database: Database): Promise<Observed['left']> {
  const [row] = await database.query<Observed['left']>(
    `SELECT (SELECT count(*) FROM outbox) AS outbox,
            (SELECT count(*) FROM chunks
             WHERE processed_at IS NULL AND given_up_at IS NULL) AS unprocessed`,
  );
  return row!;
}

async function readEvidence(database: Database, options: ReadOptions): Promise<Evidence> {
  const store = new PostgresRecordingStore(database, { onCommitted: () => {} });
  const total = { chunks: 0, claimedMs: 0 };
  const unseen: Evidence['unseen'][number][] = [];
  const offsets: Offset[] = [];
  for (const chunk of await chooseChunks(database, options)) {
    const segments = await store.findSegments(chunk.streamId, chunk);
    const shown = (await Promise.all(segments.map((one) => picturesOf(one, options)))).flat();
    const within = shown.filter(({ at }) => at >= chunk.start && at < chunk.end);
    total.chunks += 1;
    total.claimedMs += durationOf(chunk);
    const holes = holesIn(
      chunk,
      within.map((one) => one.at),
    );
    unseen.push(...holes.map((hole) => ({ ...hole, streamId: chunk.streamId })));
    if (isUndisturbed(chunk, options)) offsets.push(...within);
  }
  return { ...total, unseen, offsets };
}

async function chooseChunks(
  database: Database,
  { seed, mostChunks }: ReadOptions,
): Promise<ChunkRow[]> {
  const rows = await database.query<ChunkRow>(
    `SELECT stream_id AS "streamId", start_at AS start, end_at AS "end" FROM chunks
     ORDER BY start_at, stream_id`,
  );
  const random = seededRandom(seed);
  while (rows.length > mostChunks) rows.splice(randomIndex(random, rows.length), 1);
  return rows;
}

/** When each picture is shown, and by how much later than it was sent. */
async function picturesOf(segment: Segment, { dataDir, beganAt }: ReadOptions): Promise<Offset[]> {
  const loopMs = (1000 * clipPictures) / framesPerSecond;
  const shown = await readBarCodes(join(dataDir, 'segments', segment.key));
  return shown.map(({ at, number }) => {
    const claimed = segment.start + 1000 * (at - shown[0]!.at);
    const sent = beganAt + (1000 * number) / framesPerSecond;
    const late = (((claimed - sent) % loopMs) + 1.5 * loopMs) % loopMs;
    return { streamId: segment.streamId, at: claimed, ms: late - loopMs / 2 };
  });
}

/** What of the range lies between its pictures, far from the next. */
function holesIn(range: TimeRange, shownAt: readonly number[]): TimeRange[] {
  const marks = [range.start, ...shownAt.toSorted((a, b) => a - b), range.end];
  const between = marks.slice(1).map((end, i) => ({ start: marks[i]!, end }));
  return between.filter((hole) => durationOf(hole) > longestHoleMs);
}

/** No fault bends the times of the camera then: frozen, with a wrong clock, or on a slow wire. */
const isUndisturbed = (chunk: ChunkRow, { faults }: ReadOptions): boolean =>
  !faults.some(
    ({ kind, streamId, from, backAt }) =>
      streamId === chunk.streamId &&
      ['frozen', 'clock-jump', 'slow'].includes(kind) &&
      from < chunk.end &&
      (backAt ?? chunk.end) + durationOf(chunk) > chunk.start,
  );
