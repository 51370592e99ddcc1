/**
 * Tells the parent of epochs, windows and sampled frames as decoded frames come in. Which frames are
 * sampled is decided by the grid; when an epoch breaks, by the clock of the session.
 */
import { AV_FRAME_FLAG_KEY } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import type { Instant } from '../../kernel/time.ts';
import { chunkSeqAt, chunkWindow } from '../domain/chunk.ts';
import type { GapReason } from '../domain/gap.ts';
import { SampleGrid } from '../sample-frames.ts';
import type { FrameWriter } from './frame-writer.ts';
import type { StartMessage } from './messages.ts';
import type { ParentChannel } from './parent-channel.ts';
import type { VideoDecoder } from './video-decoder.ts';

export interface EpochReporterDeps {
  readonly start: StartMessage;
  readonly channel: ParentChannel;
  readonly frames: FrameWriter;
  readonly decoder: VideoDecoder;
}

/** The epoch that is open, and the window of it that is open. */
interface OpenEpoch {
  readonly number: number;
  /** Pictures before it are recorded already. */
  readonly from: Instant;
  readonly grid: SampleGrid;
  seq: number;
  frameCount: number;
  /** A key frame came since the newest sampled frame. */
  isFresh: boolean;
}

export class EpochReporter {
  readonly #deps: EpochReporterDeps;
  #epoch: OpenEpoch | undefined;
  #decodedUntil: Instant | undefined;

  constructor(deps: EpochReporterDeps) {
    this.#deps = deps;
  }

  get isOpen(): boolean {
    return this.#epoch !== undefined;
  }

  /** One frame interval after the newest frame. */
  get decodedUntil(): Instant | undefined {
    return this.#decodedUntil;
  }

  /** Asks for a new epoch; it stays closed when the parent says stop instead. */
  async begin(firstFrameAt: Instant, frameIntervalMs: number, reason?: GapReason): Promise<void> {
    const { channel, start } = this.#deps;
    const { chunkMs, framesPerSecond } = start.options;
    channel.send({ type: 'epoch-needed', reason, firstFrameAt, frameIntervalMs });
    const answer = await channel.epoch();
    if (!answer) return;
    const { epoch: number, from } = answer;
    const seq = chunkSeqAt(firstFrameAt, chunkMs);
    const grid = new SampleGrid(framesPerSecond);
    this.#epoch = { number, from, grid, seq, frameCount: 0, isFresh: false };
  }

  /** Takes the next picture of the open epoch; without a frame when it was not decoded. */
  async take(frame: Frame | undefined, at: Instant, frameIntervalMs: number): Promise<void> {
    const epoch = this.#epoch;
    if (!epoch || at < epoch.from) return;
    await this.#endWindowsBefore(at, epoch);
    this.#decodedUntil = at + Math.round(frameIntervalMs);
    epoch.isFresh ||= frame?.hasFlags(AV_FRAME_FLAG_KEY) ?? false;
    if (frame && epoch.grid.takes(at)) this.#keep(frame, at, epoch);
  }

  end(): void {
    if (this.#epoch && this.#decodedUntil !== undefined) {
      this.#endWindow(this.#epoch, this.#decodedUntil);
    }
    this.#epoch = undefined;
  }

  /** Windows are over once a frame of a later one has come. */
  async #endWindowsBefore(at: Instant, epoch: OpenEpoch): Promise<void> {
    const { start, channel } = this.#deps;
    const { chunkMs } = start.options;
    for (const seq = chunkSeqAt(at, chunkMs); epoch.seq < seq; epoch.seq += 1) {
      this.#endWindow(epoch, chunkWindow(epoch.seq, chunkMs).end);
      if (start.pace === 'fast') await channel.windowRecorded();
    }
  }

  #endWindow(epoch: OpenEpoch, end: Instant): void {
    const statistics = this.#deps.decoder.takeStatistics();
    this.#deps.channel.send({ type: 'window-ended', seq: epoch.seq, end, statistics });
    epoch.frameCount = 0;
  }

  /** A frame that cannot be kept, because the disk is full perhaps, degrades its chunk. */
  #keep(frame: Frame, at: Instant, epoch: OpenEpoch): void {
    const { start, channel, frames, decoder } = this.#deps;
    const index = epoch.frameCount;
    const key = `${start.streamId}/${epoch.number}/${epoch.seq}/${index}.jpg`;
    try {
      const size = frames.write(frame, key);
      const look = frames.look(at, epoch.isFresh);
      channel.send({ type: 'frame', seq: epoch.seq, frame: { index, at, key, ...size }, look });
      epoch.frameCount += 1;
      epoch.isFresh = false;
    } catch (error) {
      decoder.countError();
      console.error('cannot keep a frame:', error instanceof Error ? error.message : error);
    }
  }
}
