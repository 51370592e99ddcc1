/**
 * Turns decoded sound into frames of the length, the rate and the channels that an encoder takes, by
 * a filter graph of FFmpeg. Times follow the source's stamps: what is missing between two of them is
 * filled with silence, what overlaps is left out.
 */
import {
  type Stream as AvStream,
  avGetSampleFmtName,
  type FilterContext,
  FilterGraph,
  Frame,
} from 'node-av/lib';

export interface FrameFormat {
  /** Samples a second; times count in them. */
  readonly rate: number;
  readonly layout: 'mono' | 'stereo';
  /** Samples; the last frame may be shorter. */
  readonly length: number;
}

/** More than the stamps of sources shake, less than what is noticed between picture and sound. */
const toleratedDriftSeconds = 0.03;

export class SoundFramer {
  /** What it takes, in the words of FFmpeg's `abuffer`. */
  readonly takes: string;
  readonly #graph = new FilterGraph();
  readonly #entry: FilterContext;
  readonly #exit: FilterContext;
  readonly #frame = new Frame();

  /** For frames that sound like the given one of the source. Throws when FFmpeg cannot convert it. */
  constructor(source: Pick<AvStream, 'timeBase'>, like: Frame, format: FrameFormat) {
    this.takes = formOf(like);
    this.#graph.alloc();
    this.#graph.nbThreads = 1;
    const { num, den } = source.timeBase;
    const filters = [
      `abuffer@entry=time_base=${num}/${den}:${this.takes}`,
      `aresample=${format.rate}:async=1:min_hard_comp=${toleratedDriftSeconds}`,
      `aformat=sample_fmts=fltp:channel_layouts=${format.layout}`,
      `asetnsamples=${format.length}:pad=0`,
      'abuffersink@exit',
    ];
    const isOpen = this.#graph.parsePtr(filters.join(',')) >= 0 && this.#graph.configSync() >= 0;
    const entry = isOpen && this.#graph.getFilter('abuffer@entry');
    const exit = isOpen && this.#graph.getFilter('abuffersink@exit');
    if (!entry || !exit) {
      this.#graph.free();
      throw new Error(`FFmpeg cannot convert sound of ${this.takes}`);
    }
    this.#entry = entry;
    this.#exit = exit;
    this.#frame.alloc();
  }

  fits(frame: Frame): boolean {
    return formOf(frame) === this.takes;
  }

  /** Feeds a frame, or the end; hands on what has become whole, valid during the call. */
  push(frame: Frame | null, take: (frame: Frame) => void): void {
    this.#entry.buffersrcAddFrameSync(frame);
    while (this.#exit.buffersinkGetFrameSync(this.#frame) >= 0) {
      take(this.#frame);
      this.#frame.unref();
    }
  }

  close(): void {
    this.#frame.free();
    this.#graph.free();
  }
}

/** Decoders of telephony name no layout, only how many channels there are. */
function formOf({ sampleRate, format, channelLayout }: Frame): string {
  const { nbChannels, mask } = channelLayout;
  const layout = mask === 0n ? `${nbChannels}c` : `0x${mask.toString(16)}`;
  const sampleFormat = avGetSampleFmtName(format as Parameters<typeof avGetSampleFmtName>[0]);
  return `sample_rate=${sampleRate}:sample_fmt=${sampleFormat}:channel_layout=${layout}`;
}
