/**
 * The video of one session: its packets go into segments and through the decoder, its pictures are
 * placed in time and handed on. Follows the codec and the size of the picture when they change: a
 * new epoch and a new segment begin there.
 */
import { AV_NOPTS_VALUE, AV_PKT_FLAG_CORRUPT } from 'node-av/constants';
import type { Frame, Packet } from 'node-av/lib';
import type { Instant } from '../../kernel/time.ts';
import type { GapReason } from '../domain/gap.ts';
import type { EpochReporter } from './epoch-reporter.ts';
import type { StartMessage } from './messages.ts';
import { type OpenInput, stampToMs } from './open-input.ts';
import type { Pacer } from './pacer.ts';
import type { ParentChannel } from './parent-channel.ts';
import type { SegmentWriter } from './segment-writer.ts';
import type { SessionClock } from './session-clock.ts';
import { StampRepair } from './stamp-repair.ts';
import type { VideoDecoder } from './video-decoder.ts';
import { noteParameterSets, noteSize } from './video-format.ts';

export interface VideoTrackDeps {
  readonly start: StartMessage;
  readonly input: OpenInput;
  readonly channel: Pick<ParentChannel, 'stopping'>;
  readonly segments: SegmentWriter;
  readonly decoder: VideoDecoder;
  readonly clock: SessionClock;
  readonly pacer: Pacer;
  readonly epochs: EpochReporter;
  /** Frames before it are known already. */
  readonly skipUntil: Instant | undefined;
}

export class VideoTrack {
  readonly #deps: VideoTrackDeps;
  readonly #stamps: StampRepair;
  readonly #decodesKeyFrames: boolean;
  /** Of the packets that are decoded. */
  #codecId: number;
  /** Of the newest frame. */
  #size: string | undefined;
  /** How far decoding runs ahead of presentation, by the key frames: the least of them. */
  #delay: bigint | undefined;
  /** Why the next epoch is not the one before. */
  #broke: GapReason | undefined;
  #pictures = 0;

  constructor(deps: VideoTrackDeps) {
    this.#deps = deps;
    const { start, input } = deps;
    this.#stamps = new StampRepair(input);
    this.#decodesKeyFrames = start.options.decode === 'key-frames';
    this.#codecId = input.video.codecpar.codecId;
  }

  /** How many came whose times go on, decoded or, since the first of them, passed over. */
  get pictures(): number {
    return this.#pictures;
  }

  async take(packet: Packet): Promise<void> {
    this.#stamps.repair(packet);
    const mediaMs = stampToMs(packet.pts, this.#deps.input.video);
    if (mediaMs !== undefined) this.#deps.clock.note(mediaMs);
    const isKey = packet.isKeyframe;
    if (isKey) await this.#followCodec(packet);
    if (isKey) this.#followSound();
    if (!this.#isDecoded(isKey)) return this.#passOver(packet);
    this.#deps.decoder.send(packet);
    if (isKey) this.#followSize(packet);
    this.#deps.segments.writeVideo(packet);
    if (this.#decodesKeyFrames) await this.#restartDecoder(packet);
    else await this.#takeFrames();
  }

  #isDecoded(isKey: boolean): boolean {
    if (this.#deps.start.options.framesPerSecond === 0) return false;
    return isKey || !this.#decodesKeyFrames;
  }

  /** The codec changes with the first key frame after the source has said so. */
  async #followCodec(keyFrame: Packet): Promise<void> {
    const { video } = this.#deps.input;
    if (video.codecpar.codecId === this.#codecId || keyFrame.hasFlags(AV_PKT_FLAG_CORRUPT)) return;
    this.#codecId = video.codecpar.codecId;
    await this.drain();
    this.#deps.segments.end();
    this.#deps.epochs.end();
    noteParameterSets(video, keyFrame);
    this.#deps.decoder.reopen(video);
  }

  /** Files of one epoch have the same tracks. */
  #followSound(): void {
    const { segments, epochs } = this.#deps;
    if (!segments.hasOtherSound) return;
    segments.end();
    epochs.end();
  }

  /** The decoder has read the packet's size, and gives pictures of the old one until it is their turn. */
  #followSize(keyFrame: Packet): void {
    const { video } = this.#deps.input;
    const { size } = this.#deps.decoder;
    const isSame = size.width === video.codecpar.width && size.height === video.codecpar.height;
    if (isSame || size.width === 0) return;
    this.#deps.segments.end();
    noteParameterSets(video, keyFrame);
    noteSize(video, size);
  }

  /** Key frames decode alone: the decoder need not hold them back for pictures that never come. */
  async #restartDecoder(keyFrame: Packet): Promise<void> {
    if (keyFrame.pts !== AV_NOPTS_VALUE) {
      const delay = keyFrame.pts - keyFrame.dts;
      if (this.#delay === undefined || delay < this.#delay) this.#delay = delay;
    }
    await this.drain();
    this.#deps.decoder.restart();
  }

  /** A picture that is not decoded, but was there. Decoding times with the delay rise evenly. */
  async #passOver(packet: Packet): Promise<void> {
    this.#deps.segments.writeVideo(packet);
    if (!this.#decodesKeyFrames) return;
    this.#deps.decoder.passOver();
    const mediaMs = stampToMs(packet.dts + (this.#delay ?? 0n), this.#deps.input.video);
    if (mediaMs !== undefined && this.#deps.epochs.isOpen) await this.#place(mediaMs);
    else if (this.#deps.decoder.framesDecoded > 0) this.#pictures += 1;
  }

  async drain(): Promise<void> {
    this.#deps.decoder.send(null);
    await this.#takeFrames();
  }

  async #takeFrames(): Promise<void> {
    for (let frame = this.#deps.decoder.receive(); frame; frame = this.#deps.decoder.receive()) {
      await this.#takeFrame(frame);
      if (this.#deps.channel.stopping.aborted) return;
    }
  }

  async #takeFrame(frame: Frame): Promise<void> {
    const mediaMs = stampToMs(frame.bestEffortTimestamp, this.#deps.input.video);
    if (mediaMs === undefined) return;
    const size = `${frame.width}x${frame.height}`;
    if (this.#size !== undefined && this.#size !== size) this.#deps.epochs.end();
    this.#size = size;
    await this.#place(mediaMs, frame);
  }

  /** Takes the next picture: when it is of this presentation time, and looked at if decoded. */
  async #place(mediaMs: number, frame?: Frame): Promise<void> {
    const { at, advances, isRecorded, breaks } = await this.#deps.clock.place(mediaMs);
    const { frameIntervalMs } = this.#deps.clock;
    if (advances || isRecorded) this.#pictures += 1;
    if (!advances) return;
    if (breaks) this.#breakOff(mediaMs, breaks);
    this.#deps.segments.placeFrame(mediaMs, at);
    if (this.#isKnown(at)) return;
    if (!this.#deps.epochs.isOpen) {
      if (!frame) return;
      await this.#deps.epochs.begin(at, frameIntervalMs, this.#broke);
      this.#broke = undefined;
    }
    await this.#deps.pacer.due(at);
    await this.#deps.epochs.take(frame, at, frameIntervalMs);
  }

  /** What comes from this presentation time on belongs to another epoch. */
  #breakOff(mediaMs: number, reason: GapReason): void {
    this.#broke = reason;
    this.#deps.segments.endBefore(mediaMs);
    this.#deps.epochs.end();
  }

  /** What is known was counted when it became known. */
  #isKnown(at: Instant): boolean {
    const { skipUntil } = this.#deps;
    const isKnown = skipUntil !== undefined && at < skipUntil;
    if (isKnown) this.#deps.decoder.takeStatistics();
    return isKnown;
  }
}
