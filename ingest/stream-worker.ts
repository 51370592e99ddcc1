/**
 * One stream: keeps a capture child running, turns what it sends into chunks, gaps and segments in
 * the store, and tells the stream's state. A session is the life of one child. Everything durable
 * is written here, so that a child may die at any moment.
 */
import { AppError, isAbort } from '../kernel/errors.ts';
import { backoff, supervise } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { ChunkAssembler } from './assemble-chunks.ts';
import type { ChildMessage, SegmentFile, StartMessage } from './child/messages.ts';
import type { FrameSampled, StreamRecorded } from './contract.ts';
import { chunkSeqAt, type DecodeStatistics } from './domain/chunk.ts';
import type { GapReason } from './domain/gap.ts';
import { redactText } from './domain/redact-url.ts';
import type { Stream, StreamState, StreamStatus } from './domain/stream.ts';
import type { IngestOptions } from './ingest-options.ts';
import type { Capture, FrameStore, RecordingStore, SegmentStore, StartCapture } from './ports.ts';
import type { AcceptedSource } from './source-policy.ts';
import { CaptureWatch } from './watch-capture.ts';

export interface StreamWorkerDeps {
  readonly store: RecordingStore;
  readonly segments: SegmentStore;
  readonly frames: FrameStore;
  readonly startCapture: StartCapture;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly options: IngestOptions;
  /** Must not block: a slow reader never holds up the recording. */
  readonly onFrame: (sampled: FrameSampled) => void;
  readonly onStatus: (status: StreamStatus) => void;
}

export interface StreamProgress {
  readonly recordedUntil?: Instant;
  /** Length of a file. */
  readonly durationMs?: number;
}

/** How often deadlines and outages are looked at. */
const tickMs = 500;
const backlogPollMs = 200;
const storeRetryMs = 1_000;
/** A file whose child dies so often without getting any further is given up. */
const maxFruitlessSessions = 3;

/** One life of a child. */
interface Session {
  readonly capture: Capture;
  readonly watch: CaptureWatch;
  epoch: number | undefined;
  frameIntervalMs: number;
  statistics: DecodeStatistics;
  decodedUntil: Instant;
  /** A file of its own that the child has not finished. */
  openSegment: SegmentFile | undefined;
  /** The child's own last word. */
  outcome: Extract<ChildMessage, { type: 'ended' | 'failed' }> | undefined;
  /** Why it was killed. */
  verdict: string | undefined;
}

export class StreamWorker {
  readonly #stream: Stream;
  readonly #source: AcceptedSource;
  readonly #deps: StreamWorkerDeps;
  readonly #finished = Promise.withResolvers<StreamStatus>();
  /** Aborted when there is nothing more to do: a file ended or failed. */
  readonly #over = new AbortController();
  #assembler: ChunkAssembler;
  #status: StreamStatus;
  #holeReason: GapReason;
  #durationMs: number | undefined;
  #sessions = 0;
  #fruitless = 0;
  #inEpoch = false;
  #stopping: AbortSignal | undefined;
  /** Writes in order, whoever asks for them. */
  #writes: Promise<void> = Promise.resolve();
  /** Paced files: which instant was shown when, so that a new child goes on where time is now. */
  #playing: { startAt: Instant; since: Instant } | undefined;

  constructor(stream: Stream, source: AcceptedSource, deps: StreamWorkerDeps) {
    this.#stream = stream;
    this.#source = source;
    this.#deps = deps;
    this.#assembler = this.#newAssembler(undefined);
    this.#holeReason = 'not-connected';
    this.#status = { streamId: stream.id, state: 'connecting', since: deps.clock.now() };
  }

  get status(): StreamStatus {
    return this.#status;
  }

  get progress(): StreamProgress {
    return { recordedUntil: this.#assembler.recordedUntil, durationMs: this.#durationMs };
  }

  /** Resolves with the final status once the last chunk is recorded. */
  get finished(): Promise<StreamStatus> {
    return this.#finished.promise;
  }

  /** Returns when aborted, or when a file has ended or failed. */
  async run(signal: AbortSignal, enabledAt: Instant): Promise<void> {
    const { clock, options } = this.#deps;
    const either = AbortSignal.any([signal, this.#over.signal]);
    this.#stopping = signal;
    this.#deps.onStatus(this.#status);
    await this.#recall(enabledAt);
    const outages = this.#recordOutages(either);
    await supervise((s) => this.#runSession(s), {
      name: `stream ${this.#stream.id}`,
      clock,
      logger: this.#deps.logger,
      signal: either,
      pause: backoff({
        firstMs: options.firstPauseMs,
        maxMs: options.maxPauseMs,
        random: Math.random,
      }),
    });
    await outages;
    if (!this.#over.signal.aborted) this.#setState('stopped');
    this.#finished.resolve(this.#status);
  }

  /** Goes on where the store says recording ended. */
  async #recall(enabledAt: Instant): Promise<void> {
    const { pace } = this.#stream.source;
    const known = await this.#deps.store.recordedUntil(this.#stream.id);
    if (known !== undefined) this.#holeReason = pace === 'fast' ? 'source-ended' : 'process-down';
    const firstStart = pace === 'live' ? enabledAt : undefined;
    this.#assembler = this.#newAssembler(known ?? firstStart);
  }

  async #runSession(signal: AbortSignal): Promise<void> {
    const session = await this.#begin();
    const watching = new AbortController();
    const watcher = this.#watch(session, signal, watching.signal);
    const before = this.#assembler.recordedUntil;
    try {
      for await (const message of session.capture.messages) await this.#handle(session, message);
    } finally {
      session.capture.kill();
      watching.abort();
      await watcher;
      await this.#end(session);
    }
    this.#fruitless = this.#assembler.recordedUntil === before ? this.#fruitless + 1 : 0;
    this.#conclude(session, signal);
  }

  async #begin(): Promise<Session> {
    const { clock, options, startCapture } = this.#deps;
    const watch = new CaptureWatch(this.#stream.source.pace, options, clock.monotonic());
    const start = await this.#startMessage();
    const capture = startCapture(start, (message) => watch.note(message, clock.monotonic()));
    return {
      capture,
      watch,
      epoch: undefined,
      frameIntervalMs: 0,
      statistics: noStatistics,
      decodedUntil: 0,
      openSegment: undefined,
      outcome: undefined,
      verdict: undefined,
    };
  }

  async #startMessage(): Promise<StartMessage> {
    const { segments, frames, options } = this.#deps;
    const { id, source } = this.#stream;
    const name = `${this.#deps.clock.now()}-${this.#sessions++}`;
    return {
      type: 'start',
      streamId: id,
      kind: this.#source.kind,
      url: this.#source.url,
      pace: source.pace,
      framesRoot: frames.root,
      segmentPrefix: segments.temporaryPath(id, name),
      notBefore: this.#assembler.recordedUntil,
      ...(await this.#filePosition()),
      options: { ...options, networkTimeoutMs: options.stallTimeoutMs },
    };
  }

  /** Where in a file this session begins. */
  async #filePosition(): Promise<Pick<StartMessage, 'startAt' | 'skipUntil' | 'readFrom'>> {
    const { pace, startAt } = this.#stream.source;
    const recordedUntil = this.#assembler.recordedUntil;
    if (pace === 'live') return {};
    if (pace === 'paced') return this.#pacedPosition();
    if (startAt === undefined || recordedUntil === undefined) return { startAt };
    const skipUntil = Math.max(startAt, recordedUntil);
    return { startAt, skipUntil, readFrom: await this.#segmentsUntil(skipUntil) };
  }

  #pacedPosition(): Pick<StartMessage, 'startAt' | 'skipUntil' | 'readFrom'> {
    const { startAt } = this.#stream.source;
    const recordedUntil = this.#assembler.recordedUntil;
    if (this.#playing) {
      const { startAt: shownAt, since } = this.#playing;
      const skipUntil = shownAt + this.#deps.clock.now() - since;
      return { startAt: shownAt, skipUntil, readFrom: skipUntil };
    }
    // A file that was played before starts again from its beginning, at the present time.
    const isNew =
      recordedUntil === undefined || (startAt !== undefined && recordedUntil <= startAt);
    return isNew ? { startAt } : {};
  }

  /** Segments may lag behind chunks when a process was killed: read on from where they end. */
  async #segmentsUntil(until: Instant): Promise<Instant> {
    const recent = { start: until - 10 * this.#deps.options.segmentMs, end: until };
    const segments = await this.#deps.segments.find(this.#stream.id, recent);
    return Math.min(until, Math.max(...segments.map((segment) => segment.end), recent.start));
  }

  async #handle(session: Session, message: ChildMessage): Promise<void> {
    switch (message.type) {
      case 'opened':
        this.#durationMs = message.durationMs;
        return;
      case 'alive':
        session.statistics = message.statistics;
        session.decodedUntil = Math.max(session.decodedUntil, message.decodedUntil ?? 0);
        return;
      case 'epoch-needed':
        return this.#beginEpoch(session, message);
      case 'frame':
        return this.#takeFrame(session, message);
      case 'window-ended':
        return this.#endWindow(session, message);
      case 'segment-grew':
        session.openSegment = message.segment;
        return;
      case 'segment-ended':
        session.openSegment = undefined;
        return this.#commitSegment(session, message.segment);
      case 'ended':
      case 'failed':
        session.outcome = message;
    }
  }

  async #beginEpoch(
    session: Session,
    message: Extract<ChildMessage, { type: 'epoch-needed' }>,
  ): Promise<void> {
    const { store, clock } = this.#deps;
    const { firstFrameAt, frameIntervalMs } = message;
    const epoch = await this.#stubbornly(() => store.openEpoch(this.#stream.id));
    const reason = message.reason ?? this.#holeReason;
    session.epoch = epoch;
    session.frameIntervalMs = Math.round(frameIntervalMs);
    this.#inEpoch = true;
    this.#playing ??= { startAt: firstFrameAt, since: clock.now() };
    await this.#record(
      this.#assembler.beginEpoch({ epoch, firstFrameAt, frameIntervalMs, reason }),
    );
    session.capture.send({ type: 'epoch', epoch });
    session.watch.answered(clock.monotonic());
    this.#setState('live');
  }

  #takeFrame(session: Session, message: Extract<ChildMessage, { type: 'frame' }>): void {
    const { frame, seq } = message;
    if (session.epoch === undefined) return;
    session.decodedUntil = Math.max(session.decodedUntil, frame.at + session.frameIntervalMs);
    this.#assembler.addFrame(frame);
    this.#status = { ...this.#status, lastFrameAt: frame.at };
    this.#deps.frames.noteStored(this.#stream.id, frame);
    this.#deps.onFrame({
      chunk: { streamId: this.#stream.id, epoch: session.epoch, seq },
      frame,
    });
  }

  async #endWindow(
    session: Session,
    message: Extract<ChildMessage, { type: 'window-ended' }>,
  ): Promise<void> {
    await this.#record(this.#assembler.endWindow(message));
    session.statistics = noStatistics;
    if (this.#stream.source.pace !== 'fast') return;
    await this.#waitForBacklog();
    session.capture.send({ type: 'window-recorded' });
  }

  async #waitForBacklog(): Promise<void> {
    const { store, clock, options } = this.#deps;
    while (!this.#isStopping) {
      const backlog = await this.#stubbornly(() => store.backlog(this.#stream.id));
      if (backlog.length < options.maxBacklog) return;
      await clock.sleep(backlogPollMs);
    }
  }

  async #commitSegment(session: Session, file: SegmentFile): Promise<void> {
    if (session.epoch === undefined) return;
    const { id } = this.#stream;
    const { path, ...rest } = file;
    const extension = path.slice(path.lastIndexOf('.'));
    const key = `${id}/${session.epoch}/${file.start}${extension}`;
    const segment = { ...rest, id: key, key, streamId: id, epoch: session.epoch };
    await this.#deps.segments.commit(path, segment).catch((error) => {
      this.#deps.logger.error({ segment: key, err: error }, 'segment lost');
    });
  }

  /** The child is gone. What it had sent becomes durable. */
  async #end(session: Session): Promise<void> {
    this.#inEpoch = false;
    if (session.outcome) return;
    await this.#record(this.#assembler.abandon(session.decodedUntil, session.statistics));
    if (session.openSegment) await this.#commitSegment(session, session.openSegment);
  }

  /** What a session's end means: over, or to be tried again (by throwing). */
  #conclude(session: Session, signal: AbortSignal): void {
    if (signal.aborted) return;
    const final = this.#finalState(session);
    const reason = this.#reasonOf(session);
    if (final) {
      this.#setState(final, reason);
      this.#over.abort();
      return;
    }
    this.#holeReason = this.#lossOf(session);
    this.#setState(this.#wasLive ? 'reconnecting' : 'connecting', reason);
    throw new AppError('SOURCE_UNAVAILABLE', reason ?? 'lost', { retryable: true });
  }

  /** Only files come to an end; a live source is tried for ever. */
  #finalState({ outcome }: Session): 'ended' | 'failed' | undefined {
    if (this.#stream.source.pace === 'live') return undefined;
    if (outcome?.type === 'ended') return 'ended';
    const isUseless = outcome?.type === 'failed' && outcome.kind !== 'lost';
    return isUseless || this.#fruitless >= maxFruitlessSessions ? 'failed' : undefined;
  }

  #reasonOf({ outcome, verdict, capture }: Session): string | undefined {
    const death = `the capture process died ${capture.lastWords.trim().split('\n').at(-1) ?? ''}`;
    const reason = verdict ?? (outcome ? outcome.reason : death.trim());
    return reason && redactText(reason, this.#source.url);
  }

  /** An attempt that got no picture does not change why the hole began. */
  #lossOf(session: Session): GapReason {
    if (session.epoch === undefined) return this.#holeReason;
    if (session.verdict) return 'stalled';
    return session.outcome ? 'connection-lost' : 'worker-died';
  }

  get #wasLive(): boolean {
    return this.#status.lastFrameAt !== undefined;
  }

  get #isStopping(): boolean {
    return this.#stopping?.aborted ?? false;
  }

  /** Kills the child when a deadline passes, or when it does not stop in time. */
  async #watch(session: Session, stop: AbortSignal, done: AbortSignal): Promise<void> {
    const { clock, options } = this.#deps;
    const either = AbortSignal.any([stop, done]);
    while (!either.aborted) {
      session.verdict = session.watch.verdict(clock.monotonic());
      if (session.verdict) return session.capture.kill();
      await clock.sleep(tickMs, either).catch(() => {});
    }
    if (done.aborted) return;
    session.capture.send({ type: 'stop' });
    await clock.sleep(options.stopTimeoutMs, done).catch(() => {});
    session.capture.kill();
  }

  /** While a live source is away, whole windows become gaps, so that nobody waits for them. */
  async #recordOutages(signal: AbortSignal): Promise<void> {
    if (this.#stream.source.pace !== 'live') return;
    const { clock, options } = this.#deps;
    while (!signal.aborted) {
      await clock.sleep(tickMs, signal).catch(() => {});
      if (this.#inEpoch || signal.aborted) continue;
      const until = chunkSeqAt(clock.now(), options.chunkMs) * options.chunkMs;
      await this.#record(this.#assembler.fillGap(until, this.#holeReason));
    }
  }

  #record(items: readonly StreamRecorded[]): Promise<void> {
    const written = this.#writes.then(() => this.#write(items));
    this.#writes = written.catch(() => {});
    return written;
  }

  async #write(items: readonly StreamRecorded[]): Promise<void> {
    const { store } = this.#deps;
    for (const item of items) {
      await this.#stubbornly(async () => {
        if (item.type === 'chunk') await store.recordChunk(item.chunk);
        else await store.recordGap(item.gap);
      });
    }
  }

  /** The record must not have holes, so a store that is away is waited for. */
  async #stubbornly<T>(write: () => Promise<T>): Promise<T> {
    while (true) {
      try {
        return await write();
      } catch (error) {
        if (isAbort(error) || this.#isStopping) throw error;
        this.#deps.logger.error({ err: error }, 'store is away, trying again');
        await this.#deps.clock.sleep(storeRetryMs);
      }
    }
  }

  #setState(state: StreamState, reason?: string): void {
    if (this.#status.state === state && this.#status.reason === reason) return;
    this.#status = { ...this.#status, state, since: this.#deps.clock.now(), reason };
    this.#deps.onStatus(this.#status);
  }

  #newAssembler(recordedUntil: Instant | undefined): ChunkAssembler {
    const { chunkMs } = this.#deps.options;
    return new ChunkAssembler({ streamId: this.#stream.id, chunkMs, recordedUntil });
  }
}

const noStatistics: DecodeStatistics = { packets: 0, framesDecoded: 0, decodeErrors: 0 };
