/**
 * The results of processing in Postgres. A chunk's results, the new memory, the mark that it was
 * processed and the message about it are one transaction, so a chunk that is delivered again finds
 * the mark and changes nothing.
 */
import type { StreamRecorded } from '../../../ingest/contract.ts';
import { type Chunk, type ChunkKey, chunkId } from '../../../ingest/domain/chunk.ts';
import type { Gap } from '../../../ingest/domain/gap.ts';
import type { Database, Sql } from '../../../kernel/adapters/postgres/database.ts';
import { addToOutbox, lockKey } from '../../../kernel/adapters/postgres/outbox-table.ts';
import { AppError } from '../../../kernel/errors.ts';
import { type Clock, type Instant, systemClock } from '../../../kernel/time.ts';
import { type MemoryAdvanced, memoryTopic } from '../../contract.ts';
import { holeOf } from '../../domain/hole.ts';
import type { Observation } from '../../domain/observation.ts';
import type { ChunkResult, ProcessingStore, StreamMemory } from '../../ports.ts';
import { memoryEntity } from './entities.ts';
import { extendWatchedSpans } from './watched-spans.ts';
import { insertObservations, writeChanges, writeEvents, writeSynopsis } from './write-results.ts';

export interface PostgresProcessingStoreOptions {
  /** Called after a commit that put something into the outbox. */
  readonly onCommitted: () => void;
  readonly clock?: Clock;
}

type GapResult = Pick<ChunkResult, 'changes' | 'events' | 'synopsis' | 'memory'>;

export class PostgresProcessingStore implements ProcessingStore {
  readonly #database: Database;
  readonly #onCommitted: () => void;
  readonly #clock: Clock;

  constructor(database: Database, options: PostgresProcessingStoreOptions) {
    this.#database = database;
    this.#onCommitted = options.onCommitted;
    this.#clock = options.clock ?? systemClock;
  }

  async loadMemory(streamId: string): Promise<StreamMemory | undefined> {
    const row = await this.#database.manager.findOneBy(memoryEntity, { streamId });
    if (!row) return undefined;
    return {
      scene: row.scene ? new Uint8Array(row.scene) : undefined,
      aggregation: row.aggregation ?? undefined,
      events: row.events ?? undefined,
    };
  }

  async commitChunk(result: ChunkResult): Promise<boolean> {
    const { streamId, range } = result.chunk;
    return this.#commit(streamId, chunkMessage(result), async (sql) => {
      if (!(await markChunk(sql, result.chunk, this.#clock.now()))) return false;
      await insertObservations(sql, result.observations);
      await writeResult(sql, streamId, result);
      await extendWatchedSpans(sql, streamId, range);
      return true;
    });
  }

  async commitGap(gap: Gap, result: GapResult): Promise<boolean> {
    return this.#commit(gap.streamId, { type: 'gap', gap }, async (sql) => {
      if (!(await markGap(sql, gap, this.#clock.now()))) return false;
      await writeResult(sql, gap.streamId, result);
      return true;
    });
  }

  async isSettled(chunk: ChunkKey): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT 1 FROM chunks
       WHERE stream_id = $1 AND epoch = $2 AND seq = $3
         AND (processed_at IS NOT NULL OR given_up_at IS NOT NULL)`,
      [chunk.streamId, chunk.epoch, chunk.seq],
    );
    return rows.length > 0;
  }

  async streamsWaiting(): Promise<string[]> {
    const rows = await this.#database.query<{ streamId: string }>(
      `SELECT stream_id AS "streamId" FROM chunks
       WHERE processed_at IS NULL AND given_up_at IS NULL
       UNION SELECT stream_id FROM gaps WHERE passed_at IS NULL
       ORDER BY 1`,
    );
    return rows.map((row) => row.streamId);
  }

  async unprocessed(streamId: string, limit: number): Promise<StreamRecorded[]> {
    const rows = await this.#database.query<{ recorded: StreamRecorded }>(
      `(SELECT start_at, epoch, json_strip_nulls(json_build_object('type', 'chunk', 'chunk',
          json_build_object('streamId', stream_id, 'epoch', epoch, 'seq', seq, 'frames', frames,
          'statistics', statistics, 'flags', flags,
          'blind', (
            SELECT json_agg(json_build_object('start', blind.start_at, 'end', blind.end_at,
                                              'reason', blind.reason) ORDER BY blind.start_at)
            FROM blind_stretches AS blind
            WHERE blind.stream_id = chunks.stream_id
              AND blind.start_at < chunks.end_at AND blind.end_at > chunks.start_at),
          'range', json_build_object('start', start_at, 'end', end_at)))) AS recorded
        FROM chunks
        WHERE stream_id = $1 AND processed_at IS NULL AND given_up_at IS NULL
        ORDER BY start_at, epoch LIMIT $2)
       UNION ALL
       (SELECT start_at, 0, json_build_object('type', 'gap', 'gap', json_build_object(
          'streamId', stream_id, 'start', start_at, 'end', end_at, 'reason', reason))
        FROM gaps WHERE stream_id = $1 AND passed_at IS NULL
        ORDER BY start_at LIMIT $2)
       ORDER BY start_at, epoch LIMIT $2`,
      [streamId, limit],
    );
    return rows.map((row) => row.recorded);
  }

  async waitingBehind(streamId: string, at: Instant): Promise<number> {
    const [row] = await this.#database.query<{ waiting: number }>(
      `SELECT coalesce(sum(end_at - start_at), 0)::bigint AS waiting FROM chunks
       WHERE stream_id = $1 AND start_at > $2 AND processed_at IS NULL AND given_up_at IS NULL`,
      [streamId, at],
    );
    return row!.waiting;
  }

  async giveUp(chunk: Chunk, reason: string, result: GapResult): Promise<boolean> {
    const { streamId } = chunk;
    return this.#commit(streamId, { type: 'gap', gap: holeOf(chunk) }, async (sql) => {
      const marked = await sql.query(
        `UPDATE chunks SET given_up_at = $4, given_up_reason = $5, frames = '[]'
         WHERE stream_id = $1 AND epoch = $2 AND seq = $3
           AND processed_at IS NULL AND given_up_at IS NULL
         RETURNING 1`,
        [streamId, chunk.epoch, chunk.seq, this.#clock.now(), reason],
      );
      if (marked.length === 0) return false;
      await writeResult(sql, streamId, result);
      return true;
    });
  }

  async observationsSince(streamId: string, at: number): Promise<Observation[]> {
    const rows = await this.#database.query<{ observation: Observation }>(
      `SELECT observation FROM observations WHERE stream_id = $1 AND start_at >= $2
       ORDER BY start_at, id`,
      [streamId, at],
    );
    return rows.map((row) => row.observation);
  }

  /** Runs `write` and adds the message; false from `write` means there is nothing to tell. */
  async #commit(
    streamId: string,
    message: MemoryAdvanced,
    write: (sql: Sql) => Promise<boolean>,
  ): Promise<boolean> {
    const written = await this.#database.transaction(async (sql) => {
      await lockKey(sql, memoryTopic, streamId);
      if (!(await write(sql))) return false;
      await addToOutbox(sql, memoryTopic, streamId, [message]);
      return true;
    });
    if (written) this.#onCommitted();
    return written;
  }
}

const chunkMessage = ({ chunk, changes, events }: ChunkResult): MemoryAdvanced => ({
  type: 'chunk',
  streamId: chunk.streamId,
  epoch: chunk.epoch,
  seq: chunk.seq,
  range: chunk.range,
  trajectoryIds: changes.trajectories.map((trajectory) => trajectory.id),
  eventIds: events.map((event) => event.id),
});

/** False when it was processed before. A chunk that had been given up counts as processed now. */
async function markChunk(sql: Sql, chunk: ChunkKey, now: number): Promise<boolean> {
  const key = [chunk.streamId, chunk.epoch, chunk.seq];
  const marked = await sql.query(
    `UPDATE chunks
     SET processed_at = $4, given_up_at = NULL, given_up_reason = NULL, frames = '[]'
     WHERE stream_id = $1 AND epoch = $2 AND seq = $3 AND processed_at IS NULL RETURNING 1`,
    [...key, now],
  );
  if (marked.length > 0) return true;
  const found = await sql.query(
    'SELECT 1 FROM chunks WHERE stream_id = $1 AND epoch = $2 AND seq = $3',
    key,
  );
  if (found.length > 0) return false;
  throw new AppError('NOT_FOUND', `chunk '${chunkId(chunk)}' is not recorded`);
}

/** False when it was passed on before. */
async function markGap(sql: Sql, gap: Gap, now: number): Promise<boolean> {
  const marked = await sql.query(
    `UPDATE gaps SET passed_at = $3
     WHERE stream_id = $1 AND start_at = $2 AND passed_at IS NULL RETURNING 1`,
    [gap.streamId, gap.start, now],
  );
  if (marked.length > 0) return true;
  const found = await sql.query('SELECT 1 FROM gaps WHERE stream_id = $1 AND start_at = $2', [
    gap.streamId,
    gap.start,
  ]);
  if (found.length > 0) return false;
  throw new AppError('NOT_FOUND', `gap of '${gap.streamId}' at ${gap.start} is not recorded`);
}

async function writeResult(sql: Sql, streamId: string, result: GapResult): Promise<void> {
  const isRefold = result.changes.removedTrajectoryIds.length > 0;
  const revision = await writeMemory(sql, streamId, result.memory, isRefold);
  await writeChanges(sql, result.changes, revision);
  await writeEvents(sql, result.events);
  await writeSynopsis(sql, result.synopsis);
}

/** The revision of this commit. */
async function writeMemory(
  sql: Sql,
  streamId: string,
  memory: StreamMemory,
  isRefold: boolean,
): Promise<number> {
  const [row] = await sql.query<{ revision: number }>(
    `INSERT INTO stream_memories AS memory
       (stream_id, revision, refolded_revision, scene, aggregation, events)
     VALUES ($1, 1, 0, $2, $3, $4)
     ON CONFLICT (stream_id) DO UPDATE
     SET revision = memory.revision + 1,
         refolded_revision =
           CASE WHEN $5 THEN memory.revision + 1 ELSE memory.refolded_revision END,
         scene = excluded.scene, aggregation = excluded.aggregation, events = excluded.events
     RETURNING revision`,
    [
      streamId,
      memory.scene === undefined ? null : asBuffer(memory.scene),
      JSON.stringify(memory.aggregation) ?? null,
      JSON.stringify(memory.events) ?? null,
      isRefold,
    ],
  );
  return row!.revision;
}

/** The driver sends a Buffer as bytes, and other arrays as text. */
const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
