/**
 * One stream: keeps a capture child running, hands what it sends to the recorder, and tells the
 * stream's state. A session is the life of one child, which may die at any moment: everything
 * durable is written on this side.
 */
import { AppError } from '../kernel/errors.ts';
import { supervise } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { pauseUntilAnswered } from './await-answer.ts';
import type { ChildMessage, SegmentFile, StartMessage } from './child/messages.ts';
import { finalStateOf, lossOf, type SessionEnd, waitingStateOf } from './conclude-session.ts';
import type { FrameSampled } from './contract.ts';
import type { RecordingSpace } from './disk-space.ts';
import type { DecodeStatistics } from './domain/chunk.ts';
import type { GapReason } from './domain/gap.ts';
import { redactText } from './domain/redact-url.ts';
import type { FaultSince, Stream, StreamState, StreamStatus } from './domain/stream.ts';
import {
  type FilePosition,
  type Playback,
  playedPosition,
  resumedPosition,
} from './file-position.ts';
import type { IngestOptions } from './ingest-options.ts';
import { PictureWatch } from './picture-watch.ts';
import type { Capture, FrameStore, RecordingStore, SegmentStore, StartCapture } from './ports.ts';
import type { ProbeSource } from './probe-source.ts';
import { type Attempt, RetryPause } from './retry-pause.ts';
import type { AcceptedSource } from './source-policy.ts';
import type { EndTurn, StartTurns } from './start-turns.ts';
import { StreamRecorder } from './stream-recorder.ts';
import { CaptureWatch } from './watch-capture.ts';

export interface StreamWorkerDeps {
  readonly store: RecordingStore;
  readonly segments: SegmentStore;
  readonly frames: FrameStore;
  readonly startCapture: StartCapture;
  readonly probe: ProbeSource;
  /** Of all streams together. */
  readonly turns: StartTurns;
  readonly space: RecordingSpace;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly options: IngestOptions;
  /** Must not block: a slow reader never holds up the recording. */
  readonly onFrame: (sampled: FrameSampled) => void;
  readonly onStatus: (status: StreamStatus) => void;
}

/** What the store knows of the stream before the worker starts. */
export interface StreamHistory {
  readonly enabledAt: Instant;
  readonly recordedUntil: Instant | undefined;
  /** Why nothing was recorded since; undefined when this process cannot know. */
  readonly holeReason?: GapReason;
}

export interface StreamProgress {
  readonly recordedUntil?: Instant;
  /** Length of a file. */
  readonly durationMs?: number;
}

type Message<T extends ChildMessage['type']> = Extract<ChildMessage, { type: T }>;

/** The life of one child, seen from here. */
interface Session {
  readonly capture: Capture;
  readonly watch: CaptureWatch;
  readonly segmentPrefix: string;
  epoch: number | undefined;
  firstFrameAt: Instant | undefined;
  frameIntervalMs: number;
  decodedUntil: Instant;
  statistics: DecodeStatistics;
  /** A segment the child has not finished, as far as it is on the disk. */
  openSegment: SegmentFile | undefined;
  /** The child's own last word. */
  outcome: Message<'ended'> | Message<'failed'> | undefined;
  /** Why it was killed. */
  verdict: string | undefined;
  /** Ended by us for want of space on the disk. */
  lacksSpace: boolean;
  /** Ended by us to be replaced. */
  isOutgrown: boolean;
}

/** How often deadlines and outages are looked at. */
const tickMs = 500;
/** FFmpeg's own timeout comes after ours: it tells less, and does not always come. */
const networkGraceMs = 5_000;
const noAttempt: Attempt = { recordedMs: 0, isLoginRefused: false };
const noStatistics: DecodeStatistics = { packets: 0, framesDecoded: 0, decodeErrors: 0 };

export class StreamWorker {
  readonly #stream: Stream;
  readonly #source: AcceptedSource;
  readonly #deps: StreamWorkerDeps;
  readonly #finished = Promise.withResolvers<StreamStatus>();
  /** Aborted when there is nothing more to do: a file ended or failed. */
  readonly #over = new AbortController();
  readonly #picture: PictureWatch;
  #recorder: StreamRecorder | undefined;
  #status: StreamStatus;
  /** Why the time since the last epoch is missing. */
  #holeReason: GapReason = 'not-connected';
  #durationMs: number | undefined;
  #hasToldDecoder = false;
  #sessions = 0;
  #fruitlessSessions = 0;
  /** When the session began that is running. */
  #sessionSince: Instant | undefined;
  #isInEpoch = false;
  #playback: Playback | undefined;
  readonly #retryPause: RetryPause;
  #lastAttempt: Attempt | undefined;

  constructor(stream: Stream, source: AcceptedSource, deps: StreamWorkerDeps) {
    this.#stream = stream;
    this.#source = source;
    this.#deps = deps;
    this.#picture = new PictureWatch(stream.source.decode ?? deps.options.decode);
    this.#retryPause = new RetryPause(deps.options, Math.random);
    this.#status = { streamId: stream.id, state: 'connecting', since: deps.clock.now() };
  }

  get status(): StreamStatus {
    return this.#status;
  }

  get progress(): StreamProgress {
    return { recordedUntil: this.#recorder?.recordedUntil, durationMs: this.#durationMs };
  }

  /** Resolves with the final status once the last chunk is recorded. */
  get finished(): Promise<StreamStatus> {
    return this.#finished.promise;
  }

  /** Returns when aborted, or when a file has ended or failed. */
  async run(signal: AbortSignal, history: StreamHistory): Promise<void> {
    this.#deps.onStatus(this.#status);
    const recorder = this.#openRecorder(signal, history);
    this.#recorder = recorder;
    const either = AbortSignal.any([signal, this.#over.signal]);
    await Promise.all([this.#capture(recorder, either), this.#recordOutages(recorder, either)]);
    if (!this.#over.signal.aborted) this.#setState('stopped');
    this.#finished.resolve(this.#status);
  }

  /** Goes on where the record ends; a camera's time counts from when it was enabled, a file's from its start. */
  #openRecorder(signal: AbortSignal, history: StreamHistory): StreamRecorder {
    const { pace, startAt } = this.#stream.source;
    const { recordedUntil, enabledAt, holeReason } = history;
    const beginsAt = { live: enabledAt, fast: startAt, paced: undefined }[pace];
    if (pace === 'fast') this.#holeReason = 'no-frames';
    if (recordedUntil !== undefined) {
      this.#holeReason = holeReason ?? (pace === 'fast' ? 'source-ended' : 'process-down');
    }
    return new StreamRecorder({
      ...this.#deps,
      streamId: this.#stream.id,
      chunkMs: this.#deps.options.chunkMs,
      recordedUntil: recordedUntil ?? beginsAt,
      signal,
    });
  }

  async #capture(recorder: StreamRecorder, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#deps;
    const runSession = async (stop: AbortSignal) => {
      try {
        await this.#runSession(recorder, stop);
      } finally {
        // Only now is it known why the time that follows is missing.
        this.#isInEpoch = false;
      }
    };
    await supervise(runSession, {
      name: `stream ${this.#stream.id}`,
      clock,
      logger,
      signal,
      pause: () => this.#retryPause.after(this.#lastAttempt ?? noAttempt),
      rest: (ms, stop) => this.#rest(ms, stop),
    });
  }

  /** A refused login does not get right because the source answers. */
  async #rest(pauseMs: number, signal: AbortSignal): Promise<void> {
    const { clock, probe, options } = this.#deps;
    const { isLoginRefused, recordedMs } = this.#lastAttempt ?? noAttempt;
    const isOfUse = this.#stream.source.pace === 'live' && !isLoginRefused;
    const answers = async () => !isOfUse || probe(this.#source, signal);
    const everyMs = options.probeEveryMs;
    const atMostMs = recordedMs > 0 ? pauseMs : Math.max(pauseMs, options.maxUnansweredMs);
    await pauseUntilAnswered(pauseMs, { answers, clock, everyMs, atMostMs }, signal);
  }

  async #runSession(recorder: StreamRecorder, signal: AbortSignal): Promise<void> {
    await this.#waitForSpace(signal);
    if (signal.aborted) return;
    const isHopeful = this.#lastAttempt?.recordedMs !== 0;
    const endTurn = await this.#deps.turns.take(isHopeful, signal);
    try {
      await this.#attempt(recorder, endTurn, signal);
    } finally {
      endTurn();
    }
  }

  async #attempt(recorder: StreamRecorder, endTurn: EndTurn, signal: AbortSignal): Promise<void> {
    this.#lastAttempt = noAttempt;
    const before = recorder.recordedUntil;
    const session = await this.#openSession(recorder, endTurn);
    const gone = new AbortController();
    const watching = this.#watch(session, signal, gone.signal);
    try {
      for await (const message of session.capture.messages) {
        await this.#handle(recorder, session, message);
      }
    } finally {
      session.capture.kill();
      gone.abort();
      await watching;
      this.#sessionSince = undefined;
      if (session.outcome?.type !== 'ended') await this.#salvage(recorder, session);
      await this.#deps.segments.discard(session.segmentPrefix);
      this.#logLastWords(session.capture);
      this.#lastAttempt = attemptOf(session);
    }
    if (session.lacksSpace) return;
    if (session.isOutgrown) return this.#noteRecycling();
    const isFruitless = recorder.recordedUntil === before;
    this.#fruitlessSessions = isFruitless ? this.#fruitlessSessions + 1 : 0;
    if (!signal.aborted) this.#conclude(session);
  }

  #noteRecycling(): void {
    this.#holeReason = 'worker-recycled';
    this.#deps.logger.warn({ stream: this.#stream.id }, 'the capture child grew too large');
  }

  /** What is seen of the source beside its pictures; long between key frames, less is cut right. */
  #noteSource({ clockDriftPpm, keyFrameIntervalMs }: Message<'alive'>): void {
    const { logger, options } = this.#deps;
    const before = this.#status.keyFrameIntervalMs ?? 0;
    this.#status = { ...this.#status, clockDriftPpm };
    if (keyFrameIntervalMs === undefined) return;
    this.#status = { ...this.#status, keyFrameIntervalMs };
    const most = options.chunkMs / 2;
    if (keyFrameIntervalMs <= most || before > most) return;
    const details = { stream: this.#stream.id, keyFrameIntervalMs };
    logger.warn(details, 'key frames are far apart: clips begin long before what they show');
  }

  /** A disk that is full is told as such, also in the gap. */
  async #waitForSpace(signal: AbortSignal): Promise<void> {
    const { space } = this.#deps;
    while (this.#lacksSpace() && !signal.aborted) await space.available(signal);
    if (this.#status.state === 'disk-full') this.#setState(this.#stateBeforeLive());
  }

  #lacksSpace(): boolean {
    const { lack } = this.#deps.space;
    if (lack === undefined) return false;
    this.#holeReason = 'disk-full';
    this.#setState('disk-full', lack);
    return true;
  }

  async #openSession(recorder: StreamRecorder, endTurn: EndTurn): Promise<Session> {
    const { clock, options, startCapture } = this.#deps;
    const start = await this.#startMessage(recorder);
    const watch = new CaptureWatch(this.#stream.source.pace, options, clock.monotonic());
    const onArrival = (message: ChildMessage) => {
      watch.note(message, clock.monotonic());
      if (message.type === 'started') endTurn();
    };
    return {
      capture: startCapture(start, onArrival),
      watch,
      segmentPrefix: start.segmentPrefix,
      epoch: undefined,
      firstFrameAt: undefined,
      frameIntervalMs: 0,
      decodedUntil: 0,
      statistics: noStatistics,
      openSegment: undefined,
      outcome: undefined,
      verdict: undefined,
      lacksSpace: false,
      isOutgrown: false,
    };
  }

  async #startMessage(recorder: StreamRecorder): Promise<StartMessage> {
    const { segments, frames, clock, options } = this.#deps;
    const { id, source } = this.#stream;
    this.#sessions += 1;
    this.#sessionSince = clock.now();
    return {
      type: 'start',
      streamId: id,
      kind: this.#source.kind,
      url: this.#source.url,
      allowedAddresses: [...this.#source.allowedAddresses],
      transport: source.transport,
      pace: source.pace,
      ...(await this.#position(recorder)),
      notBefore: recorder.recordedUntil,
      framesRoot: frames.root,
      segmentPrefix: segments.temporaryPath(id, `${clock.now()}-${this.#sessions}-`),
      options: {
        ...options,
        decode: source.decode ?? options.decode,
        verifyCertificates: source.verifyCertificates ?? options.verifyCertificates,
        networkTimeoutMs: options.stallTimeoutMs + networkGraceMs,
      },
    };
  }

  async #position(recorder: StreamRecorder): Promise<FilePosition> {
    const { pace, startAt } = this.#stream.source;
    const { recordedUntil } = recorder;
    if (pace === 'live') return {};
    if (pace === 'paced') return playedPosition(startAt, recordedUntil, this.#playback);
    if (recordedUntil === undefined) return { startAt };
    const within = 10 * this.#deps.options.segmentMs;
    const segmentsUntil = await recorder.segmentsUntil(recordedUntil, within);
    return resumedPosition(startAt, recordedUntil, segmentsUntil);
  }

  async #handle(recorder: StreamRecorder, session: Session, message: ChildMessage): Promise<void> {
    switch (message.type) {
      case 'started':
        return;
      case 'opened':
        this.#durationMs = message.durationMs;
        this.#tellDecoder(message);
        return;
      case 'alive':
        session.statistics = message.statistics;
        session.decodedUntil = Math.max(session.decodedUntil, message.decodedUntil ?? 0);
        this.#noteSource(message);
        return;
      case 'epoch-needed':
        return this.#beginEpoch(recorder, session, message);
      case 'frame':
        return this.#takeFrame(recorder, session, message);
      case 'window-ended':
        return this.#endWindow(recorder, session, message);
      case 'segment-grew':
        session.openSegment = message.segment;
        return this.#noteGrowth(recorder, session, message.segment);
      case 'segment-ended':
        session.openSegment = undefined;
        return this.#commitSegment(recorder, session, message.segment);
      case 'ended':
      case 'failed':
        session.outcome = message;
    }
  }

  /** Once, for it stays so however often the source is opened. */
  #tellDecoder({ hardware }: Message<'opened'>): void {
    const { logger, options } = this.#deps;
    if (options.hardware === 'off' || hardware || this.#hasToldDecoder) return;
    this.#hasToldDecoder = true;
    const fields = { stream: this.#stream.id, wished: options.hardware };
    logger.warn(fields, 'hardware decoding is not available: software decodes');
  }

  async #beginEpoch(
    recorder: StreamRecorder,
    session: Session,
    message: Message<'epoch-needed'>,
  ): Promise<void> {
    const { clock } = this.#deps;
    const { firstFrameAt, frameIntervalMs, reason = this.#holeReason } = message;
    this.#isInEpoch = true;
    this.#playback ??= { startAt: firstFrameAt, shownAt: clock.now() };
    session.frameIntervalMs = Math.round(frameIntervalMs);
    session.firstFrameAt ??= firstFrameAt;
    this.#picture.beginEpoch(firstFrameAt, frameIntervalMs);
    session.epoch = await recorder.beginEpoch({ firstFrameAt, frameIntervalMs, reason });
    // A frame that overlaps what is recorded by rounding is a new one nevertheless.
    const from = Math.round((recorder.recordedUntil ?? firstFrameAt) - frameIntervalMs / 2);
    session.capture.send({ type: 'epoch', epoch: session.epoch, from });
    session.watch.answered(clock.monotonic());
    this.#setState('live');
  }

  #takeFrame(recorder: StreamRecorder, session: Session, message: Message<'frame'>): void {
    const { frame, look, seq } = message;
    const { epoch } = session;
    if (epoch === undefined) return;
    session.decodedUntil = Math.max(session.decodedUntil, frame.at + session.frameIntervalMs);
    recorder.addFrame(frame);
    this.#status = { ...this.#status, lastFrameAt: frame.at };
    if (look) this.#picture.take(frame.at, look);
    this.#tellFaults();
    this.#deps.frames.noteStored(this.#stream.id, frame);
    this.#deps.onFrame({ chunk: { streamId: this.#stream.id, epoch, seq }, frame });
  }

  async #endWindow(
    recorder: StreamRecorder,
    session: Session,
    message: Message<'window-ended'>,
  ): Promise<void> {
    const picture = this.#picture.endWindow(message.end, message.statistics);
    await recorder.endWindow({ ...message, picture });
    this.#tellFaults();
    session.statistics = noStatistics;
    if (this.#stream.source.pace !== 'fast') return;
    await recorder.waitForBacklog(this.#deps.options.maxBacklog);
    session.capture.send({ type: 'window-recorded' });
  }

  async #commitSegment(
    recorder: StreamRecorder,
    session: Session,
    file: SegmentFile,
  ): Promise<void> {
    if (session.epoch !== undefined) await recorder.commitSegment(session.epoch, file);
  }

  async #noteGrowth(recorder: StreamRecorder, session: Session, file: SegmentFile): Promise<void> {
    if (session.epoch !== undefined) await recorder.noteGrowth(session.epoch, file);
  }

  /** The child died, perhaps with a last word: what it had sent and written so far is kept. */
  async #salvage(recorder: StreamRecorder, session: Session): Promise<void> {
    if (session.epoch === undefined) return;
    const { decodedUntil: end, statistics } = session;
    const picture = this.#picture.endWindow(end, statistics);
    await recorder.abandon({ end, statistics, picture });
    this.#tellFaults();
    if (session.openSegment) await this.#commitSegment(recorder, session, session.openSegment);
  }

  #logLastWords({ lastWords }: Capture): void {
    if (lastWords === '') return;
    const said = redactText(lastWords, this.#source.url);
    this.#deps.logger.warn({ stream: this.#stream.id, said }, 'the capture child complained');
  }

  /** What a session's end means: over, or to be tried again, by throwing. */
  #conclude(session: Session): void {
    const end = this.#endOf(session);
    const final = finalStateOf(end);
    const reason = this.#reasonOf(session);
    if (final) {
      this.#setState(final, reason);
      this.#over.abort();
      return;
    }
    this.#holeReason = lossOf(end, this.#holeReason);
    this.#setState(waitingStateOf(end, this.#stateBeforeLive()), reason);
    throw new AppError('SOURCE_UNAVAILABLE', reason ?? 'the source is gone', { retryable: true });
  }

  #endOf({ outcome, verdict, epoch }: Session): SessionEnd {
    const { pace } = this.#stream.source;
    const hadPicture = epoch !== undefined;
    return { pace, outcome, verdict, hadPicture, fruitlessSessions: this.#fruitlessSessions };
  }

  #stateBeforeLive(): StreamState {
    return this.#status.lastFrameAt === undefined ? 'connecting' : 'reconnecting';
  }

  #reasonOf({ outcome, verdict, capture }: Session): string | undefined {
    const death = `the capture process died ${capture.lastWords.trim().split('\n').at(-1)}`;
    const reason = verdict ?? (outcome ? outcome.reason : death.trim());
    return reason && redactText(reason, this.#source.url);
  }

  /** Kills the child when a deadline passes, or when it does not stop in time. */
  async #watch(session: Session, stop: AbortSignal, gone: AbortSignal): Promise<void> {
    const { clock, options } = this.#deps;
    const either = AbortSignal.any([stop, gone]);
    while (!either.aborted && !session.lacksSpace && !session.isOutgrown) {
      session.verdict = session.watch.verdict(clock.monotonic());
      if (session.verdict) return session.capture.kill();
      await clock.sleep(tickMs, either).catch(() => {});
      session.lacksSpace = this.#lacksSpace();
      session.isOutgrown = session.watch.isOutgrown(clock.monotonic());
    }
    if (gone.aborted) return;
    if (session.watch.isStarting) return session.capture.kill();
    session.capture.send({ type: 'stop' });
    await clock.sleep(options.stopTimeoutMs, gone).catch(() => {});
    session.capture.kill();
  }

  /**
   * While a camera is away, windows that are over become gaps, so that nobody waits for them. A
   * session may yet have pictures of the time since it began.
   */
  async #recordOutages(recorder: StreamRecorder, signal: AbortSignal): Promise<void> {
    if (this.#stream.source.pace !== 'live') return;
    const { clock } = this.#deps;
    while (!signal.aborted) {
      await clock.sleep(tickMs, signal).catch(() => {});
      if (this.#isInEpoch || signal.aborted) continue;
      const until = this.#sessionSince ?? clock.now();
      await recorder.recordOutage(until, this.#holeReason).catch(() => {});
    }
  }

  #tellFaults(): void {
    const { faults } = this.#picture;
    if (sameFaults(this.#status.faults ?? [], faults)) return;
    this.#status = { ...this.#status, faults };
    this.#deps.onStatus(this.#status);
  }

  #setState(state: StreamState, reason?: string): void {
    if (this.#status.state === state && this.#status.reason === reason) return;
    this.#status = { ...this.#status, state, since: this.#deps.clock.now(), reason };
    this.#deps.onStatus(this.#status);
  }
}

/** What the session came to. */
function attemptOf({ firstFrameAt, decodedUntil, outcome }: Session): Attempt {
  const recordedMs = firstFrameAt === undefined ? 0 : Math.max(0, decodedUntil - firstFrameAt);
  const isLoginRefused = outcome?.type === 'failed' && outcome.kind === 'unauthorized';
  return { recordedMs, isLoginRefused };
}

const sameFaults = (a: readonly FaultSince[], b: readonly FaultSince[]): boolean =>
  a.length === b.length &&
  a.every(({ fault, since }, n) => b[n]?.fault === fault && b[n]?.since === since);
