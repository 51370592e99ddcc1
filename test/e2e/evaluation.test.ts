/** `eval` with the mistakes people make and the interruptions that happen. */
import { spawn } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EvaluationResult } from '../../eval/domain/result.ts';
import { makeClip } from '../support/media.ts';
import { dataFolder, programCommand, strandline, strandlineJson } from '../support/program.ts';
import { waitFor } from '../support/wait-for.ts';

const start = '2026-01-01T12:00:00Z';

const question = (id: string, video: string, text: string) => ({
  id,
  video,
  start,
  question: text,
  expect: { verdict: 'no' },
});

/** Of one grey it would count as covered, and without noise as frozen. */
const emptyRoom = 'smptebars=size=320x240:rate=10,noise=alls=20:allf=t';

/** A folder with clips of two empty rooms and questions on them. */
async function emptyRooms() {
  const root = await dataFolder();
  await mkdir(join(root, 'videos'));
  for (const [index, name] of ['hall', 'yard'].entries()) {
    const clip = await makeClip({ seconds: 20 + index, picture: emptyRoom });
    await copyFile(clip, join(root, 'videos', `${name}.mp4`));
  }
  const questions = join(root, 'questions.jsonl');
  const write = (rows: readonly unknown[]) =>
    writeFile(questions, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await write([
    question('hall-1', 'hall.mp4', 'Was a dog there?'),
    question('yard-1', 'yard.mp4', 'Was a dog there?'),
  ]);
  const args = [
    ...['eval', 'plain', '--questions', questions, '--videos', join(root, 'videos')],
    ...['--data', join(root, 'data')],
  ];
  return { root, args, write };
}

describe('mistakes end at once, with the rule and exit code 2', () => {
  it.each([
    ['a benchmark that there is not', ['chess', '--videos', '.'], /no benchmark 'chess'.*strand/],
    ['no questions', ['plain', '--questions', 'none.jsonl', '--videos', '.'], /--questions/],
    ['neither videos nor captions', ['plain'], /--videos or --captions/],
    ['a method that there is not', ['plain', '--videos', '.', '--method', 'magic'], /--method/],
    [
      'an extractor that there is not',
      ['plain', '--videos', '.', '--extractor', 'x'],
      /--extractor/,
    ],
    ['a preset that there is not', ['plain', '--videos', '.', '--preset', 'moon'], /--preset/],
    ['a limit that is none', ['plain', '--videos', '.', '--limit', 'few'], /--limit/],
  ])('%s', async (_what, words, rule) => {
    const root = await dataFolder();
    const questions = join(root, 'questions.jsonl');
    await writeFile(questions, `${JSON.stringify(question('a', 'a.mp4', 'Was a dog there?'))}\n`);
    const given = words.includes('--questions') ? [] : ['--questions', questions];
    const all = ['eval', ...words, ...given, '--data', join(root, 'data')];
    const { code, stderr } = await strandline(all, { cwd: root });
    expect(stderr).toMatch(rule);
    expect(code).toBe(2);
  });

  it('a report before anything was measured says what to do', async () => {
    const { code, stderr } = await strandline(['eval', 'report', '--data', await dataFolder()]);
    expect(stderr).toContain('strandline eval');
    expect(code).toBe(2);
  });
});

describe('a run', () => {
  it('goes on with what it can, and names each row and video that it cannot use', async () => {
    const { args, write } = await emptyRooms();
    await write([
      question('hall-1', 'hall.mp4', 'Was a dog there?'),
      { id: 'half', video: 'hall.mp4' },
      question('gone-1', 'gone.mp4', 'Was a dog there?'),
    ]);
    const result = await strandlineJson<EvaluationResult>(args);
    expect(result.read).toMatchObject({ rows: 2, skipped: 1 });
    const told = result.read.problems.map(({ file, index }) => [file, index]);
    expect(told).toEqual([
      ['questions.jsonl', 1],
      ['gone.mp4', null],
    ]);
    expect(result.outcomes.map(({ mark }) => mark)).toEqual(['right', 'missing']);
  });

  it('that was killed goes on where it was', async () => {
    const { root, args } = await emptyRooms();
    const { file, argv, env } = await programCommand(args);
    const run = spawn(file, argv, { env, stdio: 'ignore' });
    const exited = new Promise((done) => run.once('exit', done));
    const ledger = await waitFor(() => ledgerOf(root), { timeoutMs: 120_000, everyMs: 50 });
    run.kill('SIGKILL');
    await exited;
    expect(Object.keys(ledger)).toHaveLength(1);
    const result = await strandlineJson<EvaluationResult>(args);
    expect(result.outcomes.map(({ mark }) => mark)).toEqual(['right', 'right']);
    expect(await ledgerOf(root)).toMatchObject(ledger);
  });
});

/** What was taken in to its end; undefined while there is nothing. */
async function ledgerOf(root: string): Promise<Record<string, unknown> | undefined> {
  const memories = join(root, 'data', 'eval', 'memories');
  const [key] = await readdir(memories).catch(() => []);
  const text = key && (await readFile(join(memories, key, 'videos.json'), 'utf8').catch(() => ''));
  return text ? JSON.parse(text) : undefined;
}
