/**
 * Runs every bench, or those named, one after another, and appends what they measured to RESULTS.md,
 * each beside the last measurement of the same on the same kind of machine:
 * `npm run bench [-- [--long] NAME ...]`. A bench never fails on what it measured.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { notYet } from './harness/not-yet.ts';
import type { BenchMessage } from './harness/report.ts';
import { benchTable, parseResults, runHeading } from './harness/results.ts';

const folder = import.meta.dirname;
const resultsFile = join(folder, 'RESULTS.md');
/** Clips are made once for all benches. */
const media = mkdtempSync(join(tmpdir(), 'strandline-bench-'));
process.once('exit', () => rmSync(media, { recursive: true, force: true }));
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('--'));
const benches = await chooseBenches(words.filter((word) => !word.startsWith('--')));
const machine = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`;
const rows = parseResults(await readFile(resultsFile, 'utf8').catch(() => ''));

await appendFile(resultsFile, `\n${runHeading(new Date(), machine, loadNow())}\n`);
for (const bench of benches) {
  console.log(`\n# ${bench}`);
  const load = loadNow().toFixed(1);
  const startedAt = performance.now();
  const outcome = await runBench(bench);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const title = [bench, ...flags].join(' ');
  const section = sectionOf(title, outcome);
  await appendFile(resultsFile, `\n### ${title} (load ${load}, ${seconds} s)\n\n${section}\n`);
}
if (words.length === 0) {
  const lines = notYet.map(({ what, waitsFor }) => `- ${what}: waits for ${waitsFor}.`).join('\n');
  console.log(`\n# not yet\n${lines}`);
  await appendFile(resultsFile, `\n### Not yet\n\n${lines}\n`);
}

interface Outcome {
  readonly messages: readonly BenchMessage[];
  /** Exit code, or the signal it died of. */
  readonly end: number | string;
}

/** The title tells a long run from a short one, which it is not compared with. */
function sectionOf(title: string, { messages, end }: Outcome): string {
  const measured = messages.flatMap((said) => (said.type === 'measured' ? said.measurement : []));
  const notes = messages.flatMap((said) =>
    said.type === 'notRun' ? `Not run: ${said.name}: ${said.reason}.` : [],
  );
  if (end !== 0) notes.push(`Broken: ended with ${end}.`);
  const table = measured.length > 0 ? [benchTable(measured, { machine, bench: title, rows })] : [];
  return [...table, ...notes].join('\n\n');
}

async function chooseBenches(named: readonly string[]): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && name !== 'run.ts');
  const all = files.map((name) => name.replace('.ts', '')).sort();
  const unknown = named.find((name) => !all.includes(name));
  if (unknown) {
    console.error(`there is no bench '${unknown}'; there are ${all.join(', ')}`);
    process.exit(2);
  }
  return named.length > 0 ? [...named] : all;
}

function runBench(name: string): Promise<Outcome> {
  const child = fork(join(folder, `${name}.ts`), flags, {
    execArgv: ['--expose-gc'],
    env: { ...process.env, STRANDLINE_BENCH_MEDIA: media },
  });
  const messages: BenchMessage[] = [];
  child.on('message', (message) => messages.push(message as BenchMessage));
  return new Promise((done) =>
    child.once('close', (code, signal) => done({ messages, end: code ?? signal! })),
  );
}

function loadNow(): number {
  return loadavg()[0]!;
}
