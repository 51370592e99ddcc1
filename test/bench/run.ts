/**
 * Runs every bench, or those named, one after another, and appends what they print to RESULTS.md
 * with machine and date: `npm run bench [-- NAME ...]`.
 */
import { spawn } from 'node:child_process';
import { appendFile, readdir } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const folder = import.meta.dirname;
const named = process.argv.slice(2);
const all = (await readdir(folder)).filter((name) => name.endsWith('.ts') && name !== 'run.ts');
const benches = all.map((name) => name.replace('.ts', '')).filter((name) => isWanted(name));

const machine = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`;
const load = loadavg()[0]!.toFixed(1);
const sections = [`## ${new Date().toISOString().slice(0, 16)}Z, ${machine}, load ${load}\n`];
for (const bench of benches) {
  console.log(`\n# ${bench}`);
  const { output, code } = await runBench(bench);
  const failed = code === 0 ? '' : `\n(ended with ${code})`;
  sections.push(`### ${bench}\n\n\`\`\`\n${output.trim()}${failed}\n\`\`\`\n`);
}
await appendFile(join(folder, 'RESULTS.md'), `\n${sections.join('\n')}`);

function isWanted(name: string): boolean {
  return named.length === 0 || named.includes(name);
}

function runBench(name: string): Promise<{ output: string; code: number | null }> {
  const script = join(folder, `${name}.ts`);
  const child = spawn(process.execPath, ['--expose-gc', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    process.stdout.write(data);
  });
  return new Promise((done) => child.once('exit', (code) => done({ output, code })));
}
