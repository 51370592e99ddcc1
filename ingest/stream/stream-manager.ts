/**
 * Owns the set of streams and their workers. Adding and removing may come in any order; each stream
 * has at most one worker.
 */
import { AppError } from '../../kernel/errors.ts';
import { abortable } from '../../kernel/lifecycle.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Clock } from '../../kernel/time.ts';
import type { GapReason } from '../domain/gap.ts';
import { redactUrl } from '../domain/redact-url.ts';
import type { SourceOrigin } from '../domain/source-addresses.ts';
import type { Source, Stream, StreamId, StreamStatus } from '../domain/stream.ts';
import type { RecordingStore } from '../ports.ts';
import { checkSource, type SourcePolicy } from '../source-policy.ts';
import {
  type StreamHistory,
  type StreamProgress,
  StreamWorker,
  type StreamWorkerDeps,
} from './stream-worker.ts';

export interface StreamManagerDeps {
  readonly store: RecordingStore;
  readonly policy: SourcePolicy;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly worker: StreamWorkerDeps;
}

interface Running {
  readonly worker: StreamWorker;
  stop(): Promise<void>;
}

const idPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

export class StreamManager {
  readonly #deps: StreamManagerDeps;
  readonly #running = new Map<StreamId, Running>();
  /** Ids between the check and the start of their worker. */
  readonly #starting = new Set<StreamId>();
  /** Why streams that ran in this process are recorded no longer. */
  readonly #holes = new Map<StreamId, GapReason>();
  #isClosed = false;

  constructor(deps: StreamManagerDeps) {
    this.#deps = deps;
  }

  /**
   * Starts recording the stream. SOURCE_REFUSED, NOT_FOUND or INPUT_INVALID for what is wrong with
   * the request; a source that cannot be reached is no error here but a state.
   */
  async add(stream: Stream, origin: SourceOrigin = 'network'): Promise<void> {
    this.#claim(stream.id);
    try {
      const accepted = await checkSource(stream.source, this.#deps.policy, origin);
      const history = await this.#historyOf(stream.id);
      const source = this.#place({ ...stream.source, url: accepted.url }, stream.id, history);
      const placed = { ...stream, source };
      await this.#deps.store.saveStream(placed, history.enabledAt);
      if (this.#isClosed) throw closed();
      this.#run(new StreamWorker(placed, accepted, this.#deps.worker), placed, history);
    } finally {
      this.#starting.delete(stream.id);
    }
  }

  /** Stops recording; what is recorded stays. NOT_FOUND for an unknown stream. */
  async remove(streamId: StreamId): Promise<void> {
    const { worker, stop } = this.#get(streamId);
    await stop();
    this.#holes.set(streamId, worker.status.state === 'ended' ? 'source-ended' : 'not-connected');
    this.#running.delete(streamId);
  }

  statuses(): StreamStatus[] {
    return [...this.#running.values()].map(({ worker }) => worker.status);
  }

  progress(streamId: StreamId): StreamProgress {
    return this.#get(streamId).worker.progress;
  }

  /** Resolves when the stream has ended, failed or been stopped, and its last chunk is recorded. */
  async finished(streamId: StreamId, signal?: AbortSignal): Promise<StreamStatus> {
    const { finished } = this.#get(streamId).worker;
    return signal ? abortable(finished, signal) : finished;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running.values()].map((running) => running.stop()));
  }

  #claim(streamId: StreamId): void {
    if (this.#isClosed) throw closed();
    if (!idPattern.test(streamId)) {
      throw new AppError('INPUT_INVALID', `stream id '${streamId}' must match ${idPattern.source}`);
    }
    if (this.#running.has(streamId) || this.#starting.has(streamId)) {
      throw new AppError('INVALID_STATE', `stream '${streamId}' exists already`);
    }
    this.#starting.add(streamId);
  }

  async #historyOf(id: StreamId): Promise<StreamHistory & { source: Source | undefined }> {
    const { store, clock } = this.#deps;
    const known = (await store.streams()).find(({ stream }) => stream.id === id);
    const recordedUntil = await store.recordedUntil(id);
    const enabledAt = known?.enabledAt ?? clock.now();
    const holeReason = this.#holes.get(id);
    return { source: known?.stream.source, enabledAt, recordedUntil, holeReason };
  }

  /**
   * Fixes where a `fast` file lies in time: where it lay before if it is the same file, else after
   * all that is recorded of the stream.
   */
  #place(
    source: Source,
    id: StreamId,
    history: StreamHistory & { source: Source | undefined },
  ): Source {
    if (source.pace !== 'fast') return source;
    const { recordedUntil, source: before } = history;
    const isSame = before?.pace === 'fast' && before.url === source.url;
    const startAt = source.startAt ?? (isSame ? before.startAt : undefined);
    if (startAt === undefined) {
      return { ...source, startAt: Math.max(this.#deps.clock.now(), recordedUntil ?? 0) };
    }
    const resumes = isSame && before.startAt === startAt;
    if (!resumes && recordedUntil !== undefined && startAt < recordedUntil) {
      throw new AppError(
        'INPUT_INVALID',
        `stream '${id}' is recorded beyond the start given for ${redactUrl(source.url)}: ` +
          'choose a later start or another stream id',
      );
    }
    return { ...source, startAt };
  }

  #run(worker: StreamWorker, stream: Stream, history: StreamHistory): void {
    const stopping = new AbortController();
    const done = worker.run(stopping.signal, history).catch((error) => {
      this.#deps.logger.error({ stream: stream.id, err: error }, 'stream worker failed');
    });
    const stop = async () => {
      stopping.abort();
      await done;
    };
    this.#running.set(stream.id, { worker, stop });
  }

  #get(streamId: StreamId): Running {
    const running = this.#running.get(streamId);
    if (!running) throw new AppError('NOT_FOUND', `no stream '${streamId}'`);
    return running;
  }
}

const closed = () => new AppError('INVALID_STATE', 'ingest is stopping');
