/**
 * `eval` as a person runs it, on the annotated clips: the real program, models and media. What a
 * benchmark of ours must reach with the built-in extractor and no language model, and that nothing
 * is bought with wrong answers.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvaluationResult } from '../../../eval/domain/result.ts';
import { strandline, strandlineJson } from '../../support/program.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

const visitors = 'surveillance/intel_one-by-one-person.mp4';
const bottles = 'objects/intel_bottle-detection.mp4';

describe.skipIf(!hasSharedData)('benchmarks on the annotated clips', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'strandline-eval-'));
    const presets = { [visitors]: 'indoor', [bottles]: 'table' };
    await writeFile(join(root, 'presets.json'), JSON.stringify(presets));
  });

  afterAll(() => rm(root, { recursive: true, force: true }));

  const evaluate = (benchmark: string, questions: string): Promise<EvaluationResult> =>
    strandlineJson([
      ...['eval', benchmark, '--questions', sharedData('ground-truth', questions)],
      ...['--videos', sharedData('clips'), '--preset', join(root, 'presets.json')],
      ...['--data', root],
    ]);

  /** Percent: a figure of our row. */
  const ours = ({ tables }: EvaluationResult, title: string, key: string): number => {
    const table = tables.find((one) => one.title.startsWith(title))!;
    return table.rows.find(({ role }) => role === 'ours')!.cells[key]!.value!;
  };

  const shareOf = ({ outcomes }: EvaluationResult, mark: string): number =>
    (100 * outcomes.filter((outcome) => outcome.mark === mark).length) / outcomes.length;

  const rightOfAnswered = (result: EvaluationResult): number => {
    const [right, wrong] = [shareOf(result, 'right'), shareOf(result, 'wrong')];
    return (100 * right) / (right + wrong);
  };

  const groupOf = ({ groupings }: EvaluationResult, by: string, metric: string, name: string) =>
    groupings
      .find((one) => one.by === by && one.metric === metric)!
      .groups.find((group) => group.name === name)!.value;

  it('everyday questions: nine of ten are right and hardly any is wrong', async () => {
    const result = await evaluate('plain', 'plain.jsonl');
    expect(result.outcomes).toHaveLength(50);
    expect(shareOf(result, 'right')).toBeGreaterThanOrEqual(90);
    expect(shareOf(result, 'wrong')).toBeLessThanOrEqual(4);
  });

  it('STRAND: faithful where the pictures tell enough, unknown where they do not', async () => {
    const result = await evaluate('strand', 'strand_format');
    expect(groupOf(result, 'video', 'A_faith', bottles)).toBeGreaterThanOrEqual(70);
    expect(groupOf(result, 'video', 'A_faith', visitors)).toBeGreaterThanOrEqual(30);
    for (const video of [bottles, visitors]) {
      const outcomes = result.outcomes.filter((outcome) => outcome.video === video);
      expect(rightOfAnswered({ ...result, outcomes }), video).toBeGreaterThanOrEqual(85);
    }
    const silent = result.outcomes.filter(({ mark }) => mark === 'not-answered');
    expect(silent.every(({ reason }) => reason !== null && reason !== '')).toBe(true);
  });

  it.each([
    ['deveqa', 'deveqa_format.json'],
    ['falcon', 'falcon_format.jsonl'],
    ['hlv1k', 'hlv_format'],
  ])(
    '%s: what is answered is right, and half of what is pointed at is where it is',
    async (benchmark, questions) => {
      const result = await evaluate(benchmark, questions);
      expect(shareOf(result, 'missing')).toBe(0);
      expect(shareOf(result, 'right')).toBeGreaterThan(25);
      expect(rightOfAnswered(result)).toBeGreaterThanOrEqual(85);
      if (benchmark === 'hlv1k') return;
      const overlap = benchmark === 'falcon' ? 'gtouMicro' : 'miop';
      expect(ours(result, 'Of what was answered', overlap)).toBeGreaterThanOrEqual(50);
    },
  );

  it('a second run takes nothing in and asks nothing again', async () => {
    const kept = async () => {
      const memories = await readdir(join(root, 'eval', 'memories'));
      const predictions = await readdir(join(root, 'eval', 'predictions'), { recursive: true });
      const texts = predictions
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => readFile(join(root, 'eval', 'predictions', name), 'utf8'));
      const [memory] = memories;
      const ledger = await readFile(join(root, 'eval', 'memories', memory!, 'videos.json'), 'utf8');
      return { memories, ledger, predictions: await Promise.all(texts) };
    };
    const before = await kept();
    const again = await evaluate('plain', 'plain.jsonl');
    expect(await kept()).toEqual(before);
    expect(shareOf(again, 'right')).toBeGreaterThanOrEqual(90);
  });

  it('tracking: better than the tracker that comes with the sequences', async () => {
    const result = await strandlineJson<EvaluationResult>([
      ...['eval', 'tracking', '--questions', sharedData('tracking'), '--data', root],
    ]);
    for (const [sequence, given] of [
      ['TUD-Campus', { HOTA: 39.1, IDF1: 55.8 }],
      ['TUD-Stadtmitte', { HOTA: 39.8, IDF1: 64.5 }],
    ] as const) {
      expect(ours(result, sequence, 'HOTA')).toBeGreaterThan(given.HOTA);
      expect(ours(result, sequence, 'IDF1')).toBeGreaterThan(given.IDF1);
    }
  });

  it('the report holds every result on one page, with clips of what was not right', async () => {
    const path = join(root, 'report.html');
    const { code } = await strandline(['eval', 'report', '--data', root, '--output', path]);
    expect(code).toBe(0);
    const page = await readFile(path, 'utf8');
    for (const title of ['STRAND', 'DeVE-QA', 'FALCON', 'HLV-1K', 'Everyday', 'tracking']) {
      expect(page).toContain(title);
    }
    expect(page).toContain('data:video/mp4;base64,');
  });
});
