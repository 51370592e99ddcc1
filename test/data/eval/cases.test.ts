/**
 * Every judgement becomes a test: what people said of a real recording is asked again of another
 * configuration, through the command line, before it is switched on.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { httpQueryApi } from '../../../dashboard/http/client.ts';
import type { EvaluationResult } from '../../../eval/domain/result.ts';
import { type Case, caseSchema } from '../../../query/domain/judgement.ts';
import type { Question } from '../../../query/domain/question.ts';
import { dataFolder, startStrandline, strandline, strandlineJson } from '../../support/program.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

const start = Date.parse('2026-01-01T12:00:00Z');

/** The first person comes at 5.4 s and leaves at 20 s; the film ends at 30 s. */
const rightQuestions: readonly Question[] = [
  { text: 'How many people came?' },
  { text: 'Was there a car?' },
  { text: 'Did someone come in the last 20 seconds?' },
  { text: 'Was a person there?', from: start + 10_000, to: start + 12_000 },
];

/** Only for who looks often: the first person has been there for two seconds. */
const early: Question = { text: 'Was a person there?', from: start, to: start + 7_500 };

async function firstSeconds(seconds: number, file: string): Promise<void> {
  const clip = sharedData('clips', 'surveillance/intel_one-by-one-person.mp4');
  const copy = ['-v', 'error', '-i', clip, '-t', String(seconds), '-c', 'copy', file];
  await promisify(execFile)('ffmpeg', copy);
}

describe.skipIf(!hasSharedData)('cases of a recording', () => {
  it('let the same configuration pass, and refuse one that looks too seldom', async () => {
    const data = await dataFolder();
    const film = join(data, 'film.mp4');
    await firstSeconds(30, film);
    await strandlineJson([
      ...['ingest', film, '--fast', '--start', '2026-01-01T12:00:00Z'],
      ...['--preset', 'indoor', '--id', 'visitors', '--data', data],
    ]);
    const server = await startStrandline(data);
    const query = httpQueryApi(server.url);
    for (const question of [...rightQuestions, early]) {
      const { id } = await query.ask(question);
      await query.judge({ type: 'answer', id }, { isRight: true });
    }
    await server.stop();

    const exported = join(data, 'cases.jsonl');
    await strandlineJson(['cases', '--data', data, '-o', exported]);
    const lines = (await readFile(exported, 'utf8')).trim().split('\n');
    const cases = lines.map((line): Case => caseSchema.parse(JSON.parse(line)));
    expect(cases).toHaveLength(5);
    expect(cases.filter(({ said }) => said.verdict === 'unknown')).toEqual([]);

    const kept = await strandlineJson<EvaluationResult>(['eval', 'cases', '--data', data]);
    expect(kept.outcomes.map(({ group }) => group)).toEqual(Array(5).fill('kept'));
    expect(kept.tables[0]!.title).toBe('Accepted');

    const candidate = join(data, 'candidate.yaml');
    await writeFile(candidate, 'ingest:\n  framesPerSecond: 0.5\n  longSide: 160\n');
    const trial = ['eval', 'cases', '--data', data, '--config', candidate];
    const { code, stdout, stderr } = await strandline([...trial, '--json']);
    const refused = JSON.parse(stdout) as EvaluationResult;
    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(
      /refused: .* right (is|are) lost, and none may be: "Was a person there\?"/,
    );
    expect(refused.tables[0]!.title).toBe('Refused');
    const lost = refused.outcomes.filter(({ group }) => group !== 'kept');
    expect(lost.map(({ question }) => question)).toContain(early.text);
  });

  it('without a judgement there is nothing to try a candidate on', async () => {
    const { code, stderr } = await strandline(['eval', 'cases', '--data', await dataFolder()]);
    expect(stderr).toContain('nothing was judged yet');
    expect(code).toBe(2);
  });
});
