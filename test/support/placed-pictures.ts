/**
 * Clips whose pictures carry their number, and when each picture was by what became of it: in the
 * sampled frames, in the recorded segments, and in clips cut from these.
 */
import type { FrameReader } from '../../ingest/contract.ts';
import type { FrameRef } from '../../ingest/domain/frame.ts';
import type { Segment } from '../../ingest/domain/segment.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { type Instant, systemClock, type TimeRange } from '../../kernel/time.ts';
import { createAvClipCutter } from '../../query/adapters/av-clip-cutter.ts';
import { createClips } from '../../query/adapters/disk-clips.ts';
import { clipIdOf } from '../../query/domain/clip.ts';
import { barCodeIn, barCodePicture, readBarCodes } from './bar-code-video.ts';
import { type ClipOptions, makeClip } from './media.ts';
import type { RecordingRig } from './recording-rig.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface PlacedPicture {
  readonly number: number;
  readonly at: Instant;
}

/** As `makeClip`, with pictures numbered from 0. */
export const makeNumberedClip = (options: ClipOptions): Promise<string> =>
  makeClip({ ...options, picture: barCodePicture(options.seconds, options.framesPerSecond ?? 25) });

/** Of the stream `cam`, as everything here. */
export function sampledPictures(rig: RecordingRig): Promise<PlacedPicture[]> {
  const frames = rig.store.chunks('cam').flatMap((chunk) => chunk.frames);
  return Promise.all(frames.map((frame) => readNumber(frame, rig.frames)));
}

const readNumber = async (frame: FrameRef, reader: FrameReader): Promise<PlacedPicture> => ({
  number: barCodeIn(await reader.read(frame, frame.width)),
  at: frame.at,
});

export async function recordedPictures(rig: RecordingRig): Promise<PlacedPicture[]> {
  const pictures: PlacedPicture[] = [];
  for (const segment of segmentsOf(rig)) {
    pictures.push(...(await picturesOf(rig.segments.pathOf(segment), segment.start)));
  }
  return pictures;
}

/** The clip of the range; `mediaRange` is what it says that it shows. */
export async function cutPictures(
  rig: RecordingRig,
  range: TimeRange,
): Promise<{ pictures: PlacedPicture[]; mediaRange: TimeRange }> {
  const clips = createClips({
    segments: rig.segments,
    cutter: createAvClipCutter(),
    dir: await temporaryFolder(),
    clock: systemClock,
    logger: silentLogger,
  });
  const { clip, path } = await clips.clip(clipIdOf('cam', range));
  const { mediaRange } = clip;
  return { mediaRange, pictures: await picturesOf(path, mediaRange.start) };
}

/** The pictures that are not where they belong, with how far they are off, milliseconds. */
export const misplaced = (
  pictures: readonly PlacedPicture[],
  belongsAt: (number: number) => Instant,
  toleranceMs: number,
): { number: number; offMs: number }[] =>
  pictures
    .map(({ number, at }) => ({ number, offMs: Math.round(at - belongsAt(number)) }))
    .filter(({ offMs }) => Math.abs(offMs) > toleranceMs);

const segmentsOf = (rig: RecordingRig): Segment[] =>
  rig.store.segments.filter(({ streamId }) => streamId === 'cam');

async function picturesOf(path: string, startAt: Instant): Promise<PlacedPicture[]> {
  const shown = await readBarCodes(path);
  return shown.map(({ number, at }) => ({ number, at: startAt + (at - shown[0]!.at) * 1000 }));
}
