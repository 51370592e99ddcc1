/**
 * What ingest costs beyond looking at the pictures: decoding with 2 sampled pictures a second, their
 * JPEG files and segments, against FFmpeg decoding, sampling and scaling the same and keeping
 * nothing. `node test/bench/decode-tax.ts`
 */
import { patternClip } from './harness/clips.ts';
import { compareSpent } from './harness/compare-spent.ts';
import { ingestFile } from './harness/ingest-rig.ts';
import { spentByCommand, spentOn } from './harness/spent.ts';

const clip = await patternClip();
await compareSpent('ingest at 2 fps', {
  ours: () => spentOn(() => ingestFile(clip, { framesPerSecond: 2 })),
  bare: () =>
    spentByCommand('ffmpeg', [
      ...['-v', 'error', '-nostdin', '-threads', '1', '-i', clip, '-map', '0:v'],
      ...['-vf', 'fps=2,scale=w=960:h=960:force_original_aspect_ratio=decrease', '-f', 'null', '-'],
    ]),
  bareName: 'ffmpeg fps and scale',
  target: 1.3,
});
