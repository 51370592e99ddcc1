/**
 * One stream: tries its source again and again, tells its state, and records why time is missing.
 * What happens in one attempt is capture-session's part.
 */
import { AppError } from '../../kernel/errors.ts';
import { abortable, supervise } from '../../kernel/lifecycle.ts';
import type { Instant } from '../../kernel/time.ts';
import type { GapReason } from '../domain/gap.ts';
import type { Stream, StreamStatus } from '../domain/stream.ts';
import { PictureWatch } from '../picture-watch.ts';
import type { RecordingStore } from '../ports.ts';
import type { RecordingSpace } from '../retention/disk-space.ts';
import type { AcceptedSource } from '../source-policy.ts';
import { pauseUntilAnswered } from './await-answer.ts';
import { type CaptureDeps, CaptureSession } from './capture-session.ts';
import { finalStateOf, type SessionEnd, waitingStateOf } from './conclude-session.ts';
import type { Playback } from './file-position.ts';
import type { ProbeSource } from './probe-source.ts';
import { Outages } from './record-outages.ts';
import { StatusReporter } from './report-status.ts';
import { type Attempt, RetryPause } from './retry-pause.ts';
import { startMessage } from './start-message.ts';
import type { EndTurn, StartTurns } from './start-turns.ts';
import { StreamRecorder } from './stream-recorder.ts';

export interface StreamWorkerDeps extends CaptureDeps {
  readonly store: RecordingStore;
  readonly probe: ProbeSource;
  /** Of all streams together. */
  readonly turns: StartTurns;
  readonly space: RecordingSpace;
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

const noAttempt: Attempt = { recordedMs: 0, isLoginRefused: false };

export class StreamWorker {
  readonly #stream: Stream;
  readonly #source: AcceptedSource;
  readonly #deps: StreamWorkerDeps;
  readonly #finished = Promise.withResolvers<StreamStatus>();
  /** Aborted when there is nothing more to do: a file ended or failed. */
  readonly #over = new AbortController();
  readonly #reporter: StatusReporter;
  readonly #picture: PictureWatch;
  readonly #retryPause: RetryPause;
  readonly #outages: Outages;
  #recorder: StreamRecorder | undefined;
  /** Until it is known what its end means; the last one stays when it is stopped. */
  #session: CaptureSession | undefined;
  /** Of the last session. */
  #childGone: Promise<void> = Promise.resolve();
  #sessions = 0;
  #fruitlessSessions = 0;
  #lastAttempt: Attempt | undefined;
  #playback: Playback | undefined;
  #durationMs: number | undefined;

  constructor(stream: Stream, source: AcceptedSource, deps: StreamWorkerDeps) {
    this.#stream = stream;
    this.#source = source;
    this.#deps = deps;
    this.#reporter = new StatusReporter(stream.id, deps);
    this.#picture = new PictureWatch(stream.source.decode ?? deps.options.decode);
    this.#outages = new Outages(deps.clock, stream.source.pace);
    this.#retryPause = new RetryPause(deps.options, Math.random);
  }

  get status(): StreamStatus {
    return this.#reporter.status;
  }

  get progress(): StreamProgress {
    const durationMs = this.#session?.durationMs ?? this.#durationMs;
    return { recordedUntil: this.#recorder?.recordedUntil, durationMs };
  }

  /** Resolves with the final status once the last chunk is recorded. */
  get finished(): Promise<StreamStatus> {
    return this.#finished.promise;
  }

  /** Returns when aborted, or when a file has ended or failed. */
  async run(signal: AbortSignal, history: StreamHistory): Promise<void> {
    this.#reporter.tell();
    const recorder = this.#openRecorder(signal, history);
    this.#recorder = recorder;
    const either = AbortSignal.any([signal, this.#over.signal]);
    const isLive = this.#stream.source.pace === 'live';
    const outages = isLive && this.#outages.record(recorder, () => this.#session, either);
    await this.#capture(recorder, either);
    await outages;
    if (isLive) await this.#outages.recordTail(recorder, this.#session);
    if (!this.#over.signal.aborted) this.#reporter.setState('stopped');
    this.#finished.resolve(this.status);
  }

  /** Goes on where the record ends; a camera's time counts from when it was enabled, a file's from its start. */
  #openRecorder(signal: AbortSignal, history: StreamHistory): StreamRecorder {
    const { pace, startAt } = this.#stream.source;
    const { recordedUntil, enabledAt, holeReason } = history;
    const beginsAt = { live: enabledAt, fast: startAt, paced: undefined }[pace];
    if (pace === 'fast') this.#outages.reason = 'no-frames';
    if (recordedUntil !== undefined) {
      this.#outages.reason = holeReason ?? (pace === 'fast' ? 'source-ended' : 'process-down');
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
    await supervise((stop) => this.#attemptInTurn(recorder, stop), {
      name: `stream ${this.#stream.id}`,
      clock,
      logger,
      signal,
      pause: () => this.#retryPause.after(this.#lastAttempt ?? noAttempt),
      rest: (ms, stop) => this.#rest(ms, stop),
    });
  }

  /**
   * A refused login does not get right because the source answers. A source that had pictures is
   * tried after its pause in any case: most such losses are over by then. One that is back may not
   * be ready yet, and is tried again soon.
   */
  async #rest(pauseMs: number, signal: AbortSignal): Promise<void> {
    const { clock, probe, options } = this.#deps;
    const { isLoginRefused, recordedMs } = this.#lastAttempt ?? noAttempt;
    const isOfUse = this.#stream.source.pace === 'live' && !isLoginRefused;
    const answers = async () => !isOfUse || probe(this.#source, signal);
    const atMostMs = recordedMs > 0 ? pauseMs : Math.max(pauseMs, options.maxUnansweredMs);
    const asking = { answers, clock, everyMs: options.probeEveryMs, atMostMs };
    const isBack = await pauseUntilAnswered(pauseMs, asking, signal);
    if (isBack) this.#retryPause.beginAgain();
  }

  /** A child that does not end when killed holds its memory, and perhaps the device. */
  async #attemptInTurn(recorder: StreamRecorder, signal: AbortSignal): Promise<void> {
    await abortable(this.#childGone, signal);
    await this.#waitForSpace(recorder, signal);
    if (signal.aborted) return;
    const isHopeful = this.#lastAttempt?.recordedMs !== 0;
    const endTurn = await this.#deps.turns.take(isHopeful, signal);
    try {
      await this.#attempt(recorder, endTurn, signal);
    } finally {
      endTurn();
      if (!signal.aborted) this.#session = undefined;
    }
  }

  async #attempt(recorder: StreamRecorder, endTurn: EndTurn, signal: AbortSignal): Promise<void> {
    this.#lastAttempt = noAttempt;
    const before = recorder.recordedUntil;
    const session = await this.#openSession(recorder, endTurn);
    this.#session = session;
    this.#childGone = session.childGone;
    try {
      await session.run(signal);
    } finally {
      this.#lastAttempt = session.attempt;
      this.#playback ??= session.playback;
      this.#durationMs = session.durationMs ?? this.#durationMs;
    }
    if (session.endedFor) return this.#noteEndedFor(session.endedFor, session.since, recorder);
    const isFruitless = recorder.recordedUntil === before;
    this.#fruitlessSessions = isFruitless ? this.#fruitlessSessions + 1 : 0;
    const end = { ...session.end, fruitlessSessions: this.#fruitlessSessions };
    await this.#outages.noteEnd(end, session.since, recorder);
    if (!signal.aborted) this.#conclude(end, session.reason);
  }

  async #openSession(recorder: StreamRecorder, endTurn: EndTurn): Promise<CaptureSession> {
    const { segments, frames, clock, options } = this.#deps;
    this.#sessions += 1;
    const name = `${clock.now()}-${this.#sessions}-`;
    const start = await startMessage({
      ...{ stream: this.#stream, source: this.#source, recorder, playback: this.#playback },
      framesRoot: frames.root,
      segmentPrefix: segments.temporaryPath(this.#stream.id, name),
      options,
    });
    return new CaptureSession(start, {
      ...this.#deps,
      ...{ recorder, picture: this.#picture, reporter: this.#reporter },
      holeReason: this.#outages.reason,
      onStarted: endTurn,
      lacksSpace: () => this.#lacksSpace(),
    });
  }

  /** What a session's end means: over, or to be tried again, by throwing. */
  #conclude(end: SessionEnd, reason: string | undefined): void {
    const final = finalStateOf(end);
    if (final) {
      this.#reporter.setState(final, reason);
      this.#over.abort();
      return;
    }
    this.#reporter.setState(waitingStateOf(end, this.#reporter.stateBeforeLive), reason);
    throw new AppError('SOURCE_UNAVAILABLE', reason ?? 'the source is gone', { retryable: true });
  }

  /** We ended the session, and not its source. */
  async #noteEndedFor(
    cause: 'space' | 'growth',
    since: Instant,
    recorder: StreamRecorder,
  ): Promise<void> {
    if (cause === 'space') return this.#outages.turnTo('disk-full', since, recorder);
    this.#deps.logger.warn({ stream: this.#stream.id }, 'the capture child grew too large');
    await this.#outages.turnTo('worker-recycled', since, recorder);
  }

  /** A disk that is full is told as such, also in the gap. */
  async #waitForSpace(recorder: StreamRecorder, signal: AbortSignal): Promise<void> {
    const { space, clock } = this.#deps;
    while (this.#lacksSpace() && !signal.aborted) {
      await this.#outages.turnTo('disk-full', clock.now(), recorder);
      await space.available(signal);
    }
    if (this.status.state !== 'disk-full') return;
    this.#reporter.setState(this.#reporter.stateBeforeLive);
  }

  #lacksSpace(): boolean {
    const { lack } = this.#deps.space;
    if (lack !== undefined) this.#reporter.setState('disk-full', lack);
    return lack !== undefined;
  }
}
