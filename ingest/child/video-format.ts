/**
 * Keeps what a stream says of its video true when the codec or the picture's size changes while it
 * runs: decoders and recorded files are begun with it.
 */
import { AV_PKT_DATA_NEW_EXTRADATA } from 'node-av/constants';
import {
  type Stream as AvStream,
  BitStreamFilter,
  BitStreamFilterContext,
  Packet,
} from 'node-av/lib';
import type { PictureSize } from './video-decoder.ts';

/** Notes parameter sets that a key frame brings along; the codec is what the stream says it is. */
export function noteParameterSets(video: AvStream, keyFrame: Packet): void {
  const fromContainer = keyFrame.getSideData(AV_PKT_DATA_NEW_EXTRADATA);
  const found =
    fromContainer ?? (hasOwnBox(video) ? undefined : extractParameterSets(video, keyFrame));
  if (found) video.codecpar.extradata = Buffer.from(found);
}

export function noteSize(video: AvStream, { width, height }: PictureSize): void {
  video.codecpar.width = width;
  video.codecpar.height = height;
}

/** MP4 and FLV keep parameter sets apart from the packets, in a box that begins with its version. */
const hasOwnBox = ({ codecpar }: AvStream): boolean => codecpar.extradata?.[0] === 1;

/** Undefined for a codec without parameter sets, and for a packet without them. */
function extractParameterSets(video: AvStream, keyFrame: Packet): Buffer | undefined {
  const filter = BitStreamFilter.getByName('extract_extradata');
  if (!filter) return undefined;
  using context = new BitStreamFilterContext();
  using packet = keyFrame.clone();
  using filtered = new Packet();
  filtered.alloc();
  if (!packet || context.alloc(filter) < 0 || !context.inputCodecParameters) return undefined;
  video.codecpar.copy(context.inputCodecParameters);
  context.inputTimeBase = video.timeBase;
  if (context.init() < 0 || context.sendPacketSync(packet) < 0) return undefined;
  if (context.receivePacketSync(filtered) < 0) return undefined;
  const found = filtered.getSideData(AV_PKT_DATA_NEW_EXTRADATA);
  return found ? Buffer.from(found) : undefined;
}
