/**
 * The record of what was recorded, in Postgres. Writers of one stream take turns (see `lockKey`),
 * so that a gap is cut to what is really missing and the outbox keeps the order of the stream.
 */

import type { Database, Sql } from '../../../kernel/adapters/postgres/database.ts';
import { addToOutbox, lockKey } from '../../../kernel/adapters/postgres/outbox-table.ts';
import type { SecretBox } from '../../../kernel/adapters/secret-box.ts';
import { AppError } from '../../../kernel/errors.ts';
import { mergeRanges, subtractRanges, type TimeRange } from '../../../kernel/time.ts';
import { chunksTopic } from '../../contract.ts';
import type { Chunk, ChunkKey } from '../../domain/chunk.ts';
import type { Gap } from '../../domain/gap.ts';
import { redactUrl } from '../../domain/redact-url.ts';
import { longestSegmentMs, type Segment } from '../../domain/segment.ts';
import type { Source, Stream, StreamId } from '../../domain/stream.ts';
import type { RecordingStore } from '../../ports.ts';
import { writeBlindStretches } from './blind-stretches.ts';
import { streamEntity } from './entities.ts';

export interface PostgresRecordingStoreOptions {
  /** Called after a commit that put something into the outbox. */
  readonly onCommitted: () => void;
  /** Where it is missing, no source with credentials can be saved. */
  readonly secrets?: SecretBox;
}

/** No segment that overlaps a range begins so long before it, whatever was done to its labels. */
const lookBackMs = 2 * longestSegmentMs;

/** Chunks end one frame interval after their last frame: a hole this small is no missing time. */
const frameToleranceMs = 600;

export class PostgresRecordingStore implements RecordingStore {
  readonly #database: Database;
  readonly #onCommitted: () => void;
  readonly #secrets: SecretBox | undefined;

  constructor(database: Database, options: PostgresRecordingStoreOptions) {
    this.#database = database;
    this.#onCommitted = options.onCommitted;
    this.#secrets = options.secrets;
  }

  async saveStream(stream: Stream, enabledAt: number): Promise<void> {
    await this.#database.query(
      `INSERT INTO streams (id, name, source, sealed_url, profile, enabled_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, source = excluded.source,
         sealed_url = excluded.sealed_url, profile = excluded.profile`,
      [
        stream.id,
        stream.name,
        ...this.#kept(stream),
        JSON.stringify(stream.profile) ?? null,
        enabledAt,
      ],
    );
  }

  async streams(): Promise<{ stream: Stream; enabledAt: number; isKept: boolean }[]> {
    const rows = await this.#database.manager.find(streamEntity, { order: { id: 'ASC' } });
    return rows.map(({ enabledAt, isKept, profile, sealedUrl, ...shown }) => {
      const source = this.#withCredentials(shown.source, shown.id, sealedUrl);
      const head = { ...shown, source };
      const stream: Stream = profile === null ? head : { ...head, profile };
      return { stream, enabledAt, isKept };
    });
  }

  /** Earlier versions kept URLs as they were. */
  async sealCredentials(): Promise<void> {
    const rows = await this.#database.query<Pick<Stream, 'id' | 'source'>>(
      'SELECT id, source FROM streams WHERE sealed_url IS NULL',
    );
    for (const row of rows.filter(({ source }) => !isPlain(source.url))) {
      await this.#database.query('UPDATE streams SET source = $2, sealed_url = $3 WHERE id = $1', [
        row.id,
        ...this.#kept(row),
      ]);
    }
  }

  async keepStream(streamId: StreamId, isKept: boolean): Promise<void> {
    const values = [streamId, isKept];
    await this.#database.query('UPDATE streams SET is_kept = $2 WHERE id = $1', values);
  }

  async openEpoch(streamId: StreamId): Promise<number> {
    const [row] = await this.#database.query<{ last_epoch: number }>(
      `INSERT INTO epochs (stream_id, last_epoch) VALUES ($1, 1)
       ON CONFLICT (stream_id) DO UPDATE SET last_epoch = epochs.last_epoch + 1
       RETURNING last_epoch`,
      [streamId],
    );
    return row!.last_epoch;
  }

  async recordChunk(chunk: Chunk): Promise<boolean> {
    const written = await this.#database.transaction(async (sql) => {
      await lockKey(sql, chunksTopic, chunk.streamId);
      const isNew = await insertChunk(sql, chunk);
      if (!isNew) return false;
      await writeBlindStretches(sql, chunk);
      await addToOutbox(sql, chunksTopic, chunk.streamId, [{ type: 'chunk', chunk }]);
      return true;
    });
    if (written) this.#onCommitted();
    return written;
  }

  async recordGap(gap: Gap): Promise<void> {
    const written = await this.#database.transaction(async (sql) => {
      await lockKey(sql, chunksTopic, gap.streamId);
      const missing = subtractRanges(gap, await recordedWithin(sql, gap));
      const gaps = missing.map((range) => ({ ...gap, ...range }));
      if (gaps.length === 0) return false;
      await insertGaps(sql, gaps);
      const messages = gaps.map((missed) => ({ type: 'gap' as const, gap: missed }));
      await addToOutbox(sql, chunksTopic, gap.streamId, messages);
      return true;
    });
    if (written) this.#onCommitted();
  }

  async recordSegment(segment: Segment): Promise<void> {
    const { id, streamId, epoch, start, end, key, bytes, codec, width, height } = segment;
    await this.#database.query(
      `WITH added AS (
         INSERT INTO segments
           (id, stream_id, epoch, start_at, end_at, key, bytes, codec, width, height)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (id) DO NOTHING RETURNING stream_id, bytes)
       INSERT INTO recorded_bytes (stream_id, bytes) SELECT stream_id, bytes FROM added
       ON CONFLICT (stream_id) DO UPDATE SET bytes = recorded_bytes.bytes + excluded.bytes`,
      [id, streamId, epoch, start, end, key, bytes, codec, width, height],
    );
  }

  async findSegments(streamId: StreamId, range: TimeRange): Promise<Segment[]> {
    return this.#database.query<Segment>(
      `SELECT id, stream_id AS "streamId", epoch, start_at AS start, end_at AS "end", key, bytes,
              codec, width, height
       FROM segments
       WHERE stream_id = $1 AND start_at > $2::bigint - $4 AND start_at < $3 AND end_at > $2
         AND withdrawn_at IS NULL
       ORDER BY start_at`,
      [streamId, range.start, range.end, lookBackMs],
    );
  }

  async recordedUntil(streamId: StreamId): Promise<number | undefined> {
    const [row] = await this.#database.query<{ until: number | null }>(
      `SELECT greatest((SELECT max(end_at) FROM chunks WHERE stream_id = $1),
                       (SELECT max(end_at) FROM gaps WHERE stream_id = $1)) AS until`,
      [streamId],
    );
    return row?.until ?? undefined;
  }

  async backlog(streamId: StreamId): Promise<ChunkKey[]> {
    return this.#database.query<ChunkKey>(
      `SELECT stream_id AS "streamId", epoch, seq FROM chunks
       WHERE stream_id = $1 AND processed_at IS NULL AND given_up_at IS NULL
       ORDER BY epoch, seq`,
      [streamId],
    );
  }

  /** The source as people may see it, and its sealed URL where that is not all of it. */
  #kept({ id, source }: Pick<Stream, 'id' | 'source'>): [shown: string, sealedUrl: string | null] {
    if (isPlain(source.url)) return [JSON.stringify(source), null];
    if (!this.#secrets) {
      throw new AppError('INVALID_STATE', 'a source with credentials needs a key to keep them');
    }
    const shown = JSON.stringify({ ...source, url: redactUrl(source.url) });
    return [shown, this.#secrets.seal(source.url, labelOf(id))];
  }

  /** Without the key they are lost, and the stream cannot be watched until they are named again. */
  #withCredentials(source: Source, id: StreamId, sealedUrl: string | null): Source {
    if (sealedUrl === null) return source;
    try {
      return { ...source, url: this.#secrets?.open(sealedUrl, labelOf(id)) ?? source.url };
    } catch {
      return source;
    }
  }

  async lastChunk(streamId: StreamId): Promise<Chunk | undefined> {
    const [chunk] = await this.#database.query<Chunk>(
      `SELECT stream_id AS "streamId", epoch, seq, frames, statistics, flags,
              json_build_object('start', start_at, 'end', end_at) AS range
       FROM chunks WHERE stream_id = $1 ORDER BY epoch DESC, seq DESC LIMIT 1`,
      [streamId],
    );
    return chunk;
  }
}

/** Whether people may see all of it. */
const isPlain = (url: string): boolean => redactUrl(url) === url;

const labelOf = (streamId: StreamId): string => `streams/${streamId}`;

async function insertChunk(sql: Sql, chunk: Chunk): Promise<boolean> {
  const { streamId, epoch, seq, range, frames, statistics, flags } = chunk;
  const rows = await sql.query(
    `INSERT INTO chunks (stream_id, epoch, seq, start_at, end_at, frames, statistics, flags)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1`,
    [streamId, epoch, seq, range.start, range.end, ...[frames, statistics, flags].map(toJson)],
  );
  return rows.length > 0;
}

/** The time inside the range that chunks or gaps cover already. */
async function recordedWithin(sql: Sql, gap: Gap): Promise<TimeRange[]> {
  const rows = await sql.query<TimeRange>(
    `SELECT start_at AS start, end_at AS "end" FROM chunks
     WHERE stream_id = $1 AND end_at > $2 AND start_at < $3
     UNION ALL
     SELECT start_at, end_at FROM gaps WHERE stream_id = $1 AND end_at > $2 AND start_at < $3`,
    [gap.streamId, gap.start, gap.end],
  );
  return mergeRanges(rows, frameToleranceMs);
}

async function insertGaps(sql: Sql, gaps: readonly Gap[]): Promise<void> {
  await sql.query(
    `INSERT INTO gaps (stream_id, start_at, end_at, reason)
     SELECT "streamId", start, "end", reason
     FROM json_to_recordset($1::json)
       AS gap("streamId" text, start bigint, "end" bigint, reason text)`,
    [toJson(gaps)],
  );
}

const toJson = (value: unknown): string => JSON.stringify(value);
