/** The state of one stream, and what else is told of it; whatever changes is passed on at once. */
import type { Logger } from '../../kernel/logger.ts';
import type { Clock, Instant } from '../../kernel/time.ts';
import type { ChildMessage } from '../child/messages.ts';
import type { FaultSince, StreamId, StreamState, StreamStatus } from '../domain/stream.ts';
import type { IngestOptions } from '../ingest-options.ts';

export interface StatusReporterDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly options: Pick<IngestOptions, 'chunkMs' | 'hardware'>;
  readonly onStatus: (status: StreamStatus) => void;
}

/** Labels that are ahead of the machine's clock by more are wrong, or it is. */
const maxAheadMs = 2_000;

type Message<T extends ChildMessage['type']> = Extract<ChildMessage, { type: T }>;

export class StatusReporter {
  readonly #deps: StatusReporterDeps;
  #status: StreamStatus;
  #hasToldDecoder = false;
  #isAhead = false;

  constructor(streamId: StreamId, deps: StatusReporterDeps) {
    this.#deps = deps;
    this.#status = { streamId, state: 'connecting', since: deps.clock.now() };
  }

  get status(): StreamStatus {
    return this.#status;
  }

  /** The state of a live source that shows no picture now. */
  get stateBeforeLive(): StreamState {
    return this.#status.lastFrameAt === undefined ? 'connecting' : 'reconnecting';
  }

  /** Passes on what is known, changed or not. */
  tell(): void {
    this.#deps.onStatus(this.#status);
  }

  /** The reason is in words for people, without credentials. */
  setState(state: StreamState, reason?: string): void {
    if (this.#status.state === state && this.#status.reason === reason) return;
    this.#status = { ...this.#status, state, since: this.#deps.clock.now(), reason };
    this.tell();
  }

  setFaults(faults: readonly FaultSince[]): void {
    if (sameFaults(this.#status.faults ?? [], faults)) return;
    this.#status = { ...this.#status, faults };
    this.tell();
  }

  /** Told with the next change: frames come often. */
  noteFrame(at: Instant): void {
    this.#status = { ...this.#status, lastFrameAt: at };
  }

  /** What is seen of the source beside its pictures; long between key frames, less is cut right. */
  noteSource({ clockDriftPpm, keyFrameIntervalMs, labelsAheadMs }: Message<'alive'>): void {
    this.#noteLabels(labelsAheadMs ?? 0);
    const { logger, options } = this.#deps;
    const before = this.#status.keyFrameIntervalMs ?? 0;
    this.#status = { ...this.#status, clockDriftPpm };
    if (keyFrameIntervalMs === undefined) return;
    this.#status = { ...this.#status, keyFrameIntervalMs };
    const most = options.chunkMs / 2;
    if (keyFrameIntervalMs <= most || before > most) return;
    const details = { stream: this.#status.streamId, keyFrameIntervalMs };
    logger.warn(details, 'key frames are far apart: clips begin long before what they show');
  }

  /** Once, and again when it is over: the machine's clock was ahead, and what is recorded stays so. */
  #noteLabels(aheadMs: number): void {
    const { logger } = this.#deps;
    const isAhead = aheadMs > maxAheadMs;
    if (isAhead === this.#isAhead) return;
    this.#isAhead = isAhead;
    const details = { stream: this.#status.streamId, aheadMs };
    if (isAhead) logger.warn(details, "pictures are labelled ahead of the machine's clock");
    else logger.info(details, "pictures are labelled by the machine's clock again");
  }

  /** Once, for it stays so however often the source is opened. */
  noteDecoder({ hardware }: Message<'opened'>): void {
    const { logger, options } = this.#deps;
    if (options.hardware === 'off' || hardware || this.#hasToldDecoder) return;
    this.#hasToldDecoder = true;
    const fields = { stream: this.#status.streamId, wished: options.hardware };
    logger.warn(fields, 'hardware decoding is not available: software decodes');
  }
}

const sameFaults = (a: readonly FaultSince[], b: readonly FaultSince[]): boolean =>
  a.length === b.length &&
  a.every(({ fault, since }, n) => b[n]?.fault === fault && b[n]?.since === since);
