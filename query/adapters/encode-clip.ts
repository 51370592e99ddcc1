/**
 * Clips of recordings that browsers do not play: the picture is encoded anew as H.264, the sound as
 * AAC, each only where it must be. Runs in the worker thread that cuts clips.
 */
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_FLAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_VP9,
  AV_PKT_DATA_DISPLAYMATRIX,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';

/** Which tracks of a recording browsers do not play in MP4. */
export interface EncodingNeeds {
  readonly video: boolean;
  readonly audio: boolean;
}

const playedVideo = new Set<number>([AV_CODEC_ID_H264, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1]);
const playedAudio = new Set<number>([
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_FLAC,
]);
/** H.264 with more than 8 bits or less than half of the colour left out, ISO/IEC 14496-10 annex A. */
const unplayedProfiles = new Set([44, 110, 122, 244]);

export const encodingNeeds = (video: Stream, audio: Stream | undefined): EncodingNeeds => ({
  video: !playedVideo.has(video.codecpar.codecId) || hasUnplayedProfile(video),
  audio: audio !== undefined && !playedAudio.has(audio.codecpar.codecId),
});

function hasUnplayedProfile({ codecpar }: Stream): boolean {
  const box = codecpar.extradata;
  return codecpar.codecId === AV_CODEC_ID_H264 && box?.[0] === 1 && unplayedProfiles.has(box[1]!);
}

/** H.264 wants even sides; larger pictures than this serve nobody as evidence and take minutes. */
const pictureFilter =
  "scale='trunc(min(1920,iw)/2)*2':'trunc(ih*min(1,1920/iw)/2)*2',format=yuv420p";
/** By quarter turns clockwise. */
const turnFilters = ['', 'transpose=clock,', 'hflip,vflip,', 'transpose=cclock,'] as const;

/** Encoding turns the picture as its note says, of which the new file has none. */
function turnFilterOf({ codecpar }: Stream): string {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return '';
  const angle = Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0));
  return turnFilters[(Math.round(angle / (Math.PI / 2)) + 4) % 4]!;
}

/** AAC takes 1024 samples at a time, at one of a few rates. */
const soundFilter =
  'aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=1024';

/** Writes the file at `from` as an MP4 file that browsers play. */
export async function encodeClip(from: string, to: string, needs: EncodingNeeds): Promise<void> {
  await using input = await Demuxer.open(from);
  await using muxer = await Muxer.open(to, { format: 'mp4', options: { movflags: '+faststart' } });
  using tracks = new DisposableStack();
  const byStream = new Map<number, Track>();
  for (const stream of input.streams) {
    const isVideo = stream.index === input.video()?.index;
    const isNeeded = isVideo ? needs.video : needs.audio;
    const track = isNeeded
      ? tracks.use(await EncodedTrack.open(stream, isVideo, muxer))
      : new CopiedTrack(stream, muxer);
    byStream.set(stream.index, track);
  }
  for (const packet of input.packetsSync()) {
    if (packet) byStream.get(packet.streamIndex)?.take(packet);
    packet?.free();
  }
  for (const track of byStream.values()) track.end();
}

interface Track {
  take(packet: Packet): void;
  end(): void;
}

class CopiedTrack implements Track {
  readonly #muxer: Muxer;
  readonly #index: number;

  constructor(stream: Stream, muxer: Muxer) {
    this.#muxer = muxer;
    this.#index = muxer.addStream(stream);
  }

  take(packet: Packet): void {
    this.#muxer.writePacketSync(packet, this.#index);
  }

  end(): void {}
}

class EncodedTrack implements Track, Disposable {
  readonly #decoder: Decoder;
  readonly #filter: FilterAPI;
  readonly #encoder: Encoder;
  readonly #muxer: Muxer;
  readonly #index: number;

  private constructor(decoder: Decoder, filter: FilterAPI, encoder: Encoder, muxer: Muxer) {
    this.#decoder = decoder;
    this.#filter = filter;
    this.#encoder = encoder;
    this.#muxer = muxer;
    this.#index = muxer.addStream(encoder);
  }

  static async open(stream: Stream, isVideo: boolean, muxer: Muxer): Promise<EncodedTrack> {
    const decoder = await Decoder.create(stream, { exitOnError: false });
    const filter = FilterAPI.create(isVideo ? turnFilterOf(stream) + pictureFilter : soundFilter);
    const encoder = isVideo
      ? await Encoder.create(FF_ENCODER_LIBX264, {
          context: { gopSize: 50 },
          options: { preset: 'veryfast', crf: 22 },
        })
      : await Encoder.create(FF_ENCODER_AAC, { context: { bitRate: 96_000n } });
    return new EncodedTrack(decoder, filter, encoder, muxer);
  }

  take(packet: Packet): void {
    this.#encode(packet);
  }

  end(): void {
    this.#encode(null);
  }

  /** Null ends the track. */
  #encode(packet: Packet | null): void {
    const frames = this.#filter.framesSync(this.#decoder.framesSync(packet));
    for (const encoded of this.#encoder.packetsSync(frames)) {
      if (encoded) this.#muxer.writePacketSync(encoded, this.#index);
      encoded?.free();
    }
  }

  [Symbol.dispose](): void {
    this.#encoder.close();
    this.#filter.close();
    this.#decoder.close();
  }
}
