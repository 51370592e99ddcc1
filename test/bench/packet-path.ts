/**
 * Copying packets into segments, without decoding, against `ffmpeg -c copy -f segment`. Ours runs in
 * this process, so that what is compared is the copying and not the start of a process; one pass is
 * too short to be measured. `node test/bench/packet-path.ts`
 */
import { join } from 'node:path';
import { capture } from '../../ingest/child/capture.ts';
import type { StartMessage } from '../../ingest/child/messages.ts';
import { defaultIngestOptions } from '../../ingest/ingest-options.ts';
import { patternClip } from './harness/clips.ts';
import { compareSpent } from './harness/compare-spent.ts';
import { spentByCommand, spentOn } from './harness/spent.ts';
import { inWorkFolder } from './harness/work-folder.ts';

const passes = 10;
const clip = await patternClip();
await compareSpent(`copy into segments, ${passes} passes`, {
  ours: () => inWorkFolder((folder) => spentOn(() => copyWithCapture(folder))),
  bare: () => inWorkFolder(copyWithFfmpeg),
  bareName: 'ffmpeg -c copy',
  target: 2,
});

async function copyWithCapture(folder: string): Promise<void> {
  for (let pass = 0; pass < passes; pass += 1) {
    const start: StartMessage = {
      ...{ type: 'start', streamId: 'bench', kind: 'file', url: clip, pace: 'fast' },
      startAt: 1_700_000_000_000,
      framesRoot: folder,
      segmentPrefix: join(folder, `${pass}-`),
      options: { ...defaultIngestOptions, framesPerSecond: 0, networkTimeoutMs: 10_000 },
    };
    await capture(start, {
      send: () => {},
      epoch: async () => undefined,
      windowRecorded: async () => {},
      stopping: new AbortController().signal,
    });
  }
}

/** All passes by one command, for the same reason. */
function copyWithFfmpeg(folder: string) {
  const outputs = Array.from({ length: passes }, (_, pass) => [
    ...['-map', '0', '-c', 'copy', '-f', 'segment', '-segment_time', '10'],
    join(folder, `${pass}-%03d.mp4`),
  ]);
  return spentByCommand('ffmpeg', ['-v', 'error', '-nostdin', '-i', clip, ...outputs.flat()]);
}
