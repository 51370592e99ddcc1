/**
 * Seconds of media per processor second, on real pedestrians in H.264: the whole program at 720p25,
 * with its start (database, models) and beyond it; ingest alone at 720p25 and 1080p25; FFmpeg only
 * decoding beside them. `--long` takes in 1080p25 with the whole program too.
 * `node test/bench/real-time-factor.ts [--long]`
 */
import { join } from 'node:path';
import { streetClip } from './harness/clips.ts';
import { ingestFile } from './harness/ingest-rig.ts';
import { inTurns, isLong, measurementOf } from './harness/measure.ts';
import { spentByProgram } from './harness/program.ts';
import { report } from './harness/report.ts';
import { spentByCommand, spentOn } from './harness/spent.ts';
import { inWorkFolder } from './harness/work-folder.ts';

type Lines = 720 | 1080;

const seconds = isLong ? 75 : 30;
/** What a run so short costs is the start. */
const startSeconds = 2;

await measureWhole(720, 4);
if (isLong) await measureWhole(1080);
await measureIngest(720);
await measureIngest(1080, 8);

async function measureWhole(lines: Lines, target?: number): Promise<void> {
  const [clip, short] = [await streetClip(seconds, lines), await streetClip(startSeconds, lines)];
  const turns = { all: () => wholeProgram(clip), start: () => wholeProgram(short) };
  const cpu = await inTurns(turns, { rounds: isLong ? 5 : 2 });
  const beyond = cpu.all.map((all, i) => all - cpu.start[i]!);
  reportFactor(
    `${lines}p25, whole program, beyond its start`,
    seconds - startSeconds,
    beyond,
    target,
  );
  reportFactor(`${lines}p25, whole program, start included`, seconds, cpu.all);
}

async function measureIngest(lines: Lines, target?: number): Promise<void> {
  const clip = await streetClip(seconds, lines);
  const cpu = await inTurns(
    {
      ingest: async () => (await spentOn(() => ingestFile(clip))).cpu,
      decoding: () => decoding(clip),
    },
    { rounds: isLong ? 7 : 3 },
  );
  reportFactor(`${lines}p25, ingest alone`, seconds, cpu.ingest, target);
  reportFactor(`${lines}p25, ffmpeg decoding only`, seconds, cpu.decoding);
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

function reportFactor(name: string, media: number, spent: readonly number[], target?: number) {
  const factors = spent.map((cpu) => media / cpu);
  report(measurementOf(factors, { name, unit: 'x', isBetter: 'higher', target }));
}
