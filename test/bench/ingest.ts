/**
 * Processor time of ingest (decoding, 4 pictures a second as JPEG, segments) against the FFmpeg
 * command line doing the same, on 720p25 H.264 with sound. `node test/bench/ingest.ts`
 */
import { join } from 'node:path';
import { patternClip } from './harness/clips.ts';
import { compareSpent } from './harness/compare-spent.ts';
import { ingestFile } from './harness/ingest-rig.ts';
import { spentByCommand, spentOn } from './harness/spent.ts';
import { inWorkFolder } from './harness/work-folder.ts';

const clip = await patternClip();
await compareSpent('decode, 4 fps, JPEG, segments', {
  ours: () => spentOn(() => ingestFile(clip)),
  bare: () => inWorkFolder(ffmpegDoingTheSame),
  bareName: 'ffmpeg doing the same',
  target: 1.3,
});

function ffmpegDoingTheSame(folder: string) {
  return spentByCommand('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-threads', '1', '-i', clip],
    ...['-map', '0:v', '-vf', 'fps=4,scale=w=960:h=960:force_original_aspect_ratio=decrease'],
    ...['-q:v', '5', join(folder, '%05d.jpg')],
    ...['-map', '0', '-c', 'copy', '-f', 'segment', '-segment_time', '10'],
    join(folder, '%03d.mp4'),
  ]);
}
