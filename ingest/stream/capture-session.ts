/**
 * The life of one capture child: what it sends goes to the recorder, and a deadline that passes ends
 * it. It may die at any moment: everything durable is written on this side, and what it leaves is
 * kept as far as it can be read.
 */
import type { Logger } from '../../kernel/logger.ts';
import type { Clock, Instant } from '../../kernel/time.ts';
import type { ChildMessage, SegmentFile, StartMessage } from '../child/messages.ts';
import type { FrameSampled } from '../contract.ts';
import type { DecodeStatistics } from '../domain/chunk.ts';
import type { GapReason } from '../domain/gap.ts';
import { redactText } from '../domain/redact-url.ts';
import type { IngestOptions } from '../ingest-options.ts';
import type { PictureWatch } from '../picture-watch.ts';
import type { Capture, FrameStore, SegmentStore, StartCapture } from '../ports.ts';
import { ChildComplaints } from './child-complaints.ts';
import type { SessionEnd } from './conclude-session.ts';
import type { Playback } from './file-position.ts';
import { type Judgement, keepDeadlines } from './keep-deadlines.ts';
import type { StatusReporter } from './report-status.ts';
import type { Attempt } from './retry-pause.ts';
import type { StreamRecorder } from './stream-recorder.ts';
import { CaptureWatch } from './watch-capture.ts';

export interface CaptureDeps {
  readonly segments: SegmentStore;
  readonly frames: FrameStore;
  readonly startCapture: StartCapture;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly options: IngestOptions;
  /** Must not block: a slow reader never holds up the recording. */
  readonly onFrame: (sampled: FrameSampled) => void;
}

export interface CaptureSessionDeps extends CaptureDeps {
  readonly recorder: StreamRecorder;
  readonly picture: PictureWatch;
  readonly reporter: StatusReporter;
  /** Why the time before the session is missing. */
  readonly holeReason: GapReason;
  /** The child turns to its source. */
  readonly onStarted: () => void;
  /** The session ends when this says so. */
  readonly lacksSpace: () => boolean;
}

type Message<T extends ChildMessage['type']> = Extract<ChildMessage, { type: T }>;

const noStatistics: DecodeStatistics = { packets: 0, framesDecoded: 0, decodeErrors: 0 };

export class CaptureSession {
  /** When it began. */
  readonly since: Instant;
  readonly #deps: CaptureSessionDeps;
  readonly #start: StartMessage;
  readonly #watch: CaptureWatch;
  readonly #capture: Capture;
  /** Aborted when the child is gone; what it said may still wait to be recorded. */
  readonly #gone = new AbortController();
  readonly #complaints = new ChildComplaints((said) => this.#logComplaint(said));
  #epoch: number | undefined;
  #playback: Playback | undefined;
  #durationMs: number | undefined;
  #frameIntervalMs = 0;
  #decodedUntil: Instant = 0;
  #statistics = noStatistics;
  /** A segment the child has not finished, as far as it is on the disk. */
  #openSegment: SegmentFile | undefined;
  /** The child's own last word. */
  #outcome: Message<'ended'> | Message<'failed'> | undefined;
  #judgement: Judgement = {};

  /** Starts the child. */
  constructor(start: StartMessage, deps: CaptureSessionDeps) {
    const { clock, options, startCapture, onStarted } = deps;
    this.#deps = deps;
    this.#start = start;
    this.since = clock.now();
    const watch = new CaptureWatch(start.pace, options, clock.monotonic());
    this.#watch = watch;
    const onArrival = (message: ChildMessage) => {
      watch.note(message, clock.monotonic());
      if (message.type === 'started') onStarted();
    };
    this.#capture = startCapture(start, onArrival, (line) => this.#complaints.hear(line));
    void this.#capture.gone.then(() => this.#gone.abort());
  }

  /** Instant of the first picture, and when it came; undefined while none has. */
  get playback(): Playback | undefined {
    return this.#playback;
  }

  /** Length of a file. */
  get durationMs(): number | undefined {
    return this.#durationMs;
  }

  get endedFor(): Judgement['endedFor'] {
    return this.#judgement.endedFor;
  }

  /** Resolves when the process is gone, which may be long after the session when killing does not end it. */
  get childGone(): Promise<void> {
    return this.#capture.gone;
  }

  get attempt(): Attempt {
    const recordedMs = this.#playback
      ? Math.max(0, this.#decodedUntil - this.#playback.startAt)
      : 0;
    const outcome = this.#outcome;
    const isLoginRefused = outcome?.type === 'failed' && outcome.kind === 'unauthorized';
    return { recordedMs, isLoginRefused };
  }

  get end(): Omit<SessionEnd, 'fruitlessSessions'> {
    const hadPicture = this.#epoch !== undefined;
    const { pace } = this.#start;
    return { pace, outcome: this.#outcome, verdict: this.#judgement.verdict, hadPicture };
  }

  /** Why it ended, in words for people; no credentials. */
  get reason(): string | undefined {
    const lastLine = this.#capture.lastWords.trim().split('\n').at(-1);
    const death = `the capture process died ${lastLine}`.trim();
    const said = this.#outcome ? this.#outcome.reason : death;
    const reason = this.#judgement.verdict ?? said;
    return reason && redactText(reason, this.#start.url);
  }

  /**
   * Returns when the child is gone and all that it left is recorded; when aborted, it is told to
   * stop, and killed when it does not. Rejects when something cannot be recorded.
   */
  async run(stop: AbortSignal): Promise<void> {
    const judged = this.#keepDeadlines(stop);
    try {
      for await (const message of this.#capture.messages) await this.#handle(message);
    } finally {
      this.#capture.kill();
      this.#gone.abort();
      this.#judgement = await judged;
      if (this.#outcome?.type !== 'ended') await this.#salvage();
      await this.#deps.segments.discard(this.#start.segmentPrefix);
      this.#complaints.end(this.#capture.lastWords);
    }
  }

  #keepDeadlines(stop: AbortSignal): Promise<Judgement> {
    const { clock, logger, lacksSpace, options } = this.#deps;
    const child = { streamId: this.#start.streamId, capture: this.#capture, watch: this.#watch };
    const { stopTimeoutMs } = options;
    const judged = { ...child, clock, logger, lacksSpace, stopTimeoutMs };
    return keepDeadlines(judged, stop, this.#gone.signal);
  }

  async #handle(message: ChildMessage): Promise<void> {
    switch (message.type) {
      case 'started':
        return;
      case 'opened':
        this.#durationMs = message.durationMs;
        return this.#deps.reporter.noteDecoder(message);
      case 'alive':
        this.#statistics = message.statistics;
        this.#decodedUntil = Math.max(this.#decodedUntil, message.decodedUntil ?? 0);
        return this.#deps.reporter.noteSource(message);
      case 'epoch-needed':
        return this.#beginEpoch(message);
      case 'frame':
        return this.#takeFrame(message);
      case 'window-ended':
        return this.#endWindow(message);
      case 'segment-grew':
        this.#openSegment = message.segment;
        return this.#noteGrowth(message.segment);
      case 'segment-ended':
        this.#openSegment = undefined;
        return this.#commitSegment(message.segment);
      case 'ended':
      case 'failed':
        this.#outcome = message;
    }
  }

  async #beginEpoch(message: Message<'epoch-needed'>): Promise<void> {
    const { clock, recorder, picture, reporter, holeReason } = this.#deps;
    const otherwise = this.#epoch === undefined ? holeReason : 'no-frames';
    const { firstFrameAt, frameIntervalMs, reason = otherwise } = message;
    this.#playback ??= { startAt: firstFrameAt, shownAt: clock.now() };
    this.#frameIntervalMs = Math.round(frameIntervalMs);
    picture.beginEpoch(firstFrameAt, frameIntervalMs);
    this.#epoch = await recorder.beginEpoch({ firstFrameAt, frameIntervalMs, reason });
    // A frame that overlaps what is recorded by rounding is a new one nevertheless.
    const from = Math.round((recorder.recordedUntil ?? firstFrameAt) - frameIntervalMs / 2);
    this.#capture.send({ type: 'epoch', epoch: this.#epoch, from });
    this.#watch.answered(clock.monotonic());
    reporter.setState('live');
  }

  #takeFrame({ frame, look, seq }: Message<'frame'>): void {
    const { recorder, picture, reporter, frames, onFrame } = this.#deps;
    const { streamId } = this.#start;
    if (this.#epoch === undefined) return;
    this.#decodedUntil = Math.max(this.#decodedUntil, frame.at + this.#frameIntervalMs);
    recorder.addFrame(frame);
    reporter.noteFrame(frame.at);
    if (look) picture.take(frame.at, look);
    reporter.setFaults(picture.faults);
    frames.noteStored(streamId, frame);
    onFrame({ chunk: { streamId, epoch: this.#epoch, seq }, frame });
  }

  async #endWindow(message: Message<'window-ended'>): Promise<void> {
    const { recorder, picture, reporter, options } = this.#deps;
    const seen = picture.endWindow(message.end, message.statistics);
    await recorder.endWindow({ ...message, picture: seen });
    reporter.setFaults(picture.faults);
    this.#statistics = noStatistics;
    if (this.#start.pace !== 'fast') return;
    await recorder.waitForBacklog(options.maxBacklog);
    this.#capture.send({ type: 'window-recorded' });
  }

  async #commitSegment(file: SegmentFile): Promise<void> {
    if (this.#epoch !== undefined) await this.#deps.recorder.commitSegment(this.#epoch, file);
  }

  async #noteGrowth(file: SegmentFile): Promise<void> {
    if (this.#epoch !== undefined) await this.#deps.recorder.noteGrowth(this.#epoch, file);
  }

  /** The child died, perhaps with a last word: what it had sent and written so far is kept. */
  async #salvage(): Promise<void> {
    if (this.#epoch === undefined) return;
    const { recorder, picture, reporter } = this.#deps;
    const end = this.#decodedUntil;
    const statistics = this.#statistics;
    await recorder.abandon({ end, statistics, picture: picture.endWindow(end, statistics) });
    reporter.setFaults(picture.faults);
    if (this.#openSegment) await this.#commitSegment(this.#openSegment);
  }

  #logComplaint(text: string): void {
    const { streamId, url } = this.#start;
    const fields = { stream: streamId, said: redactText(text, url) };
    this.#deps.logger.warn(fields, 'the capture child complained');
  }
}
