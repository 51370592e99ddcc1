/**
 * Recording without looking at the pictures: packets copied into segments, against
 * `ffmpeg -c copy -f segment` on the same files. What five minutes cost is the start of the process
 * and, for ours, what V8 compiles while it runs warm; a camera's process runs for days. So what is
 * compared is by how much twenty minutes cost more.
 * `node test/bench/packet-path.ts`
 */
import { join } from 'node:path';
import { patternClip } from './harness/clips.ts';
import { ingestFile } from './harness/ingest-rig.ts';
import { inTurns, measurementOf, ratiosOf } from './harness/measure.ts';
import { report } from './harness/report.ts';
import { type Spent, spentByCommand, spentOn } from './harness/spent.ts';
import { inWorkFolder } from './harness/work-folder.ts';

const [short, long] = [await patternClip(30, 10), await patternClip(30, 40)];
const cpu = await inTurns({
  oursShort: async () => (await copyWithIngest(short)).cpu,
  oursLong: async () => (await copyWithIngest(long)).cpu,
  bareShort: async () => (await copyWithFfmpeg(short)).cpu,
  bareLong: async () => (await copyWithFfmpeg(long)).cpu,
});
const ours = differences(cpu.oursLong, cpu.oursShort);
const bare = differences(cpu.bareLong, cpu.bareShort);
const lower = { isBetter: 'lower' as const };
report(
  measurementOf(ratiosOf(ours, bare), {
    ...{ name: 'copy into segments / ffmpeg -c copy, beyond the start', unit: 'x' },
    ...{ ...lower, target: 2 },
  }),
);
const seconds = { unit: 's', ...lower };
report(measurementOf(ours, { name: 'ours, 15 minutes more, processor', ...seconds }));
report(measurementOf(bare, { name: 'ffmpeg, 15 minutes more, processor', ...seconds }));
report(
  measurementOf(cpu.oursShort, { name: 'ours, 5 minutes with the start, processor', ...seconds }),
);
report(
  measurementOf(cpu.bareShort, { name: 'ffmpeg, 5 minutes with the start, processor', ...seconds }),
);

function copyWithIngest(clip: string): Promise<Spent> {
  return spentOn(() => ingestFile(clip, { framesPerSecond: 0 }));
}

function copyWithFfmpeg(clip: string): Promise<Spent> {
  return inWorkFolder((folder) =>
    spentByCommand('ffmpeg', [
      ...['-v', 'error', '-nostdin', '-i', clip, '-map', '0', '-c', 'copy'],
      ...['-f', 'segment', '-segment_time', '10', join(folder, '%03d.mp4')],
    ]),
  );
}

function differences(all: readonly number[], parts: readonly number[]): number[] {
  return all.map((value, i) => value - parts[i]!);
}
