/**
 * Encodes a video anew as H.264 in MP4, which every browser plays; sound is left out. Loaded on
 * demand, since it brings FFmpeg into the process.
 */
import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api';
import { AV_LOG_FATAL, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Log } from 'node-av/lib';

const keyFrameInterval = 20;

export async function transcodeVideo(
  from: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  Log.setLevel(AV_LOG_FATAL);
  await using input = await Demuxer.open(from);
  const video = input.video()!;
  using decoder = await Decoder.create(video);
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    context: { gopSize: keyFrameInterval },
    options: { preset: 'veryfast', crf: 20 },
  });
  await using muxer = await Muxer.open(to, { format: 'mp4' });
  const track = muxer.addStream(encoder);
  const packets = encoder.packets(decoder.frames(input.packets(video.index)));
  for await (const packet of packets) {
    signal?.throwIfAborted();
    if (packet) await muxer.writePacket(packet, track);
    packet?.free();
  }
}
