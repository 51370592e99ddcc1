/**
 * Seconds of media per processor second: the whole program on real pedestrians, 720p25 and 1080p25
 * H.264, with the start (database, models) and beyond it, and ingest alone; FFmpeg only decoding
 * beside them. `node test/bench/real-time-factor.ts [--long]`
 */
import { join } from 'node:path';
import { streetClip } from './harness/clips.ts';
import { ingestFile } from './harness/ingest-rig.ts';
import { inTurns, isLong, measurementOf } from './harness/measure.ts';
import { spentByProgram } from './harness/program.ts';
import { report } from './harness/report.ts';
import { spentByCommand, spentOn } from './harness/spent.ts';
import { inWorkFolder } from './harness/work-folder.ts';

const seconds = isLong ? 75 : 40;
/** What a run so short costs is the start. */
const startSeconds = 2;
const rounds = isLong ? 5 : 2;

await measure(720, { whole: 4 });
await measure(1080, { alone: 8 });

async function measure(lines: 720 | 1080, target: { whole?: number; alone?: number }) {
  const [clip, short] = [await streetClip(seconds, lines), await streetClip(startSeconds, lines)];
  const cpu = await inTurns(
    {
      whole: () => wholeProgram(clip),
      start: () => wholeProgram(short),
      alone: async () => (await spentOn(() => ingestFile(clip))).cpu,
      decoding: () => decoding(clip),
    },
    { rounds },
  );
  const beyondStart = cpu.whole.map((all, i) => all - cpu.start[i]!);
  const factor = (name: string, spent: number[], media: number, aim?: number) =>
    report(
      measurementOf(
        spent.map((cpuSeconds) => media / cpuSeconds),
        { name: `${lines}p25, ${name}`, unit: 'x', isBetter: 'higher', target: aim },
      ),
    );
  factor('whole program, beyond its start', beyondStart, seconds - startSeconds, target.whole);
  factor('whole program, start included', cpu.whole, seconds);
  factor('ingest alone', cpu.alone, seconds, target.alone);
  factor('ffmpeg decoding only', cpu.decoding, seconds);
}

function wholeProgram(clip: string): Promise<number> {
  return inWorkFolder(async (folder) => {
    const args = ['ingest', clip, '--fast', '--data', join(folder, 'data'), '--preset', 'yard'];
    return (await spentByProgram(args)).cpu;
  });
}

async function decoding(clip: string): Promise<number> {
  const input = ['-v', 'error', '-nostdin', '-threads', '1', '-i', clip];
  return (await spentByCommand('ffmpeg', [...input, '-map', '0:v', '-f', 'null', '-'])).cpu;
}
