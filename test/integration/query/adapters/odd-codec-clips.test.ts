/** Recordings of codecs that browsers do not play, from the real capture to a clip that they do. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAvClipCutter } from '../../../../query/adapters/av-clip-cutter.ts';
import { probeStreams } from '../../../support/bar-code-video.ts';
import { type ClipOptions, makeClip, probeMedia } from '../../../support/media.ts';
import { filesOf, recordFile, startRig } from '../../../support/recording-rig.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const startAt = 1_700_000_000_000;

interface OddRecording {
  readonly name: string;
  readonly clip: Partial<ClipOptions>;
  /** Of the segments: MP4 where the picture fits into it as it is. */
  readonly extension: 'mp4' | 'mkv';
  /** Of the clip: undefined when its picture is the recorded one. */
  readonly encodedFrom?: string;
}

const recordings: readonly OddRecording[] = [
  {
    name: 'HEVC',
    clip: { codec: 'libx265', output: ['-x265-params', 'log-level=none:keyint=25'] },
    extension: 'mp4',
    encodedFrom: 'hevc',
  },
  {
    name: 'MPEG-2 with MP2 sound',
    clip: { codec: 'mpeg2video', extension: 'ts', output: ['-c:a', 'mp2'] },
    extension: 'mp4',
    encodedFrom: 'mpeg2video',
  },
  {
    name: 'MPEG-4 ASP with PCM sound',
    clip: { codec: 'mpeg4', extension: 'avi', output: ['-c:a', 'pcm_s16le'] },
    extension: 'mkv',
    encodedFrom: 'mpeg4',
  },
  {
    name: 'MPEG-4 ASP with AAC sound',
    clip: { codec: 'mpeg4', extension: 'avi' },
    extension: 'mkv',
    encodedFrom: 'mpeg4',
  },
  {
    name: 'JPEG after JPEG',
    clip: { codec: 'mjpeg', extension: 'avi', output: ['-c:a', 'pcm_mulaw'] },
    extension: 'mp4',
    encodedFrom: 'mjpeg',
  },
  {
    name: 'VP8 with Vorbis sound',
    clip: { codec: 'libvpx', extension: 'webm', output: ['-c:a', 'libvorbis'] },
    extension: 'mkv',
    encodedFrom: 'vp8',
  },
  {
    name: 'H.264 with G.711 sound, as of many cameras',
    clip: { extension: 'mkv', output: ['-c:a', 'pcm_alaw', '-ar', '8000'] },
    extension: 'mp4',
  },
  {
    name: 'H.264 of 4:4:4',
    clip: { extension: 'mp4', output: ['-pix_fmt', 'yuv444p'] },
    extension: 'mp4',
    encodedFrom: 'h264',
  },
];

describe('a recording that browsers do not play', () => {
  it.each(recordings)('$name: its clip they do', async ({ clip, extension, encodedFrom }) => {
    const rig = await startRig({ segmentMs: 2_000 });
    const url = await makeClip({ seconds: 6, audio: true, ...clip });
    await recordFile(rig, { url, pace: 'fast', startAt });
    expect(filesOf(rig).every((path) => path.endsWith(extension))).toBe(true);

    const path = join(await temporaryFolder(), 'clip.mp4');
    const sources = rig.store.segments.map((segment) => ({
      path: rig.segments.pathOf(segment),
      ...{ start: segment.start, end: segment.end },
    }));
    const range = { start: startAt + 1_500, end: startAt + 4_500 };
    const media = await createAvClipCutter().cut({ sources, range, path });

    expect(media?.encodedFrom).toBe(encodedFrom);
    expect(media!.start).toBeLessThanOrEqual(range.start);
    expect(media!.end).toBeGreaterThanOrEqual(range.end);
    const streams = await probeStreams(path);
    expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
    const { frames } = await probeMedia(path);
    expect(Math.abs(frames - (media!.end - media!.start) / 40)).toBeLessThanOrEqual(1);
  });
});
