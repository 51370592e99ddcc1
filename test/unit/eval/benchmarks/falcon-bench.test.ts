import { describe, expect, it } from 'vitest';
import { falconBenchmark } from '../../../../eval/benchmarks/falcon-bench.ts';
import type { FalconRow } from '../../../../eval/datasets/falcon-bench.ts';
import type { ScoreOptions, Scores } from '../../../../eval/domain/benchmark.ts';
import type { Prediction } from '../../../../eval/domain/prediction.ts';
import { byItem, notKnowing, saying } from '../../../support/predictions.ts';

const row = (id: string, over: Partial<FalconRow> = {}): FalconRow => ({
  id,
  video: 'v.mp4',
  question: 'What colour is the car?',
  options: ['red', 'blue', 'green', 'white'],
  gold: 'B',
  answer: 'blue',
  span: [10, 20],
  source: 'Walking_Tours',
  category: 'VO',
  ...over,
});

const scored = (
  rows: readonly FalconRow[],
  predictions: readonly Prediction[],
  judge?: ScoreOptions['judge'],
) =>
  falconBenchmark.score(rows, byItem(...predictions), {
    seed: 1,
    durationOf: () => 100,
    ...(judge && { judge }),
  });

const tableOf = ({ tables }: Scores, title: string) =>
  tables.find((table) => table.title.startsWith(title))!;

const ours = (scores: Scores, title: string, name = 'Strandline') => {
  const { cells } = tableOf(scores, title).rows.find((one) => one.name === name)!;
  return Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, cell.value]));
};

const means: ScoreOptions['judge'] = async ({ answer, prediction }) =>
  prediction.includes(answer) ? "{'pred': 'yes', 'score': 4}" : "{'pred': 'no', 'score': 1}";

describe('falconBenchmark', () => {
  it('asks each question twice: with its options and openly', () => {
    expect(falconBenchmark.items([row('1')])).toEqual([
      expect.objectContaining({ id: '1-mcq', options: ['red', 'blue', 'green', 'white'] }),
      expect.not.objectContaining({ options: expect.anything() }),
    ]);
  });

  it('averages over sources of unequal size, each counting the same, and over questions', async () => {
    const rows = ['1', '2', '3'].map((id) => row(id));
    const scores = await scored(
      [...rows, row('4', { source: 'SoccerNet' })],
      [saying('4-mcq', 'B', { span: [10, 30] })],
    );
    expect(ours(scores, 'Multiple choice, and')).toMatchObject({
      acc: 50,
      accMicro: 25,
      gtou: 25,
      gtouMicro: 12.5,
      gtLength: 10,
    });
    expect(ours(scores, 'Multiple choice by the official rule')).toMatchObject({ gtLength: 5 });
  });

  it('reads choices as a person would, and officially by the first capital', async () => {
    const scores = await scored([row('1')], [saying('1-mcq', 'Answer: b')]);
    expect(scores.outcomes[0]!.mark).toBe('right');
    expect(ours(scores, 'Multiple choice, and')).toMatchObject({ acc: 100 });
    expect(ours(scores, 'Multiple choice by the official rule')).toMatchObject({ acc: 0 });
  });

  it('takes answer and window out of a reply in the JSON of the benchmark', async () => {
    const reply = '```json\n{"response": "B", "temporal_window": [12, 15]}\n```';
    const scores = await scored([row('1')], [saying('1-mcq', reply)]);
    expect(ours(scores, 'Multiple choice, and')).toMatchObject({ acc: 100, gtou: 100, iou: 30 });
  });

  it('gives pointing at an instant GToU officially, and to a blind one nothing by our rule', async () => {
    const rows = [row('1', { span: [40, 60] })];
    const scores = await scored(rows, []);
    const name = 'Majority answer, middle, zero length';
    expect(ours(scores, 'Multiple choice, and', name)).toMatchObject({ gtou: 0 });
    expect(ours(scores, 'Multiple choice by the official rule', name)).toMatchObject({ gtou: 100 });
  });

  describe('open answers', () => {
    const rows = [row('1'), row('2'), row('3'), row('4', { answer: 'six' })];
    const predictions = [
      saying('1-oq', 'a blue one', { span: [10, 20] }),
      saying('2-oq', 'red'),
      notKnowing('3-oq'),
    ];
    const marks = ({ outcomes }: Scores) =>
      outcomes.filter(({ itemId }) => itemId.endsWith('-oq')).map(({ mark }) => mark);

    it('are right where the judge says so, and what was not answered is not judged', async () => {
      const asked: string[] = [];
      const scores = await scored(rows, predictions, async (request) => {
        asked.push(request.prediction);
        return means!(request);
      });
      expect(asked.sort()).toEqual(['a blue one', 'red']);
      expect(marks(scores)).toEqual(['right', 'wrong', 'not-answered', 'missing']);
      expect(ours(scores, 'Open answers, and')).toMatchObject({ acc: 25, score: 1.25, gtou: 25 });
    });

    it('have a place seen but no accuracy where nobody judges, and the table says so', async () => {
      const scores = await scored(rows, predictions);
      expect(marks(scores)).toEqual(['not-judged', 'not-judged', 'not-answered', 'missing']);
      expect(tableOf(scores, 'Open answers, and').note).toMatch(
        /were not judged: no language model/,
      );
      expect(ours(scores, 'Open answers, and')).toMatchObject({ gtou: 25 });
      expect(ours(scores, 'Open answers, and')).not.toHaveProperty('acc');
      expect(scores.groupings.some(({ by }) => by.includes('open'))).toBe(false);
    });

    it('of which the judge said nothing count as wrong, and how many is said', async () => {
      const scores = await scored(rows, predictions, async (request) =>
        request.prediction === 'red' ? 'I would rather not' : means!(request),
      );
      expect(marks(scores)[1]).toBe('not-judged');
      expect(tableOf(scores, 'Open answers, and').note).toMatch(/1 were not judged/);
      expect(ours(scores, 'Open answers, and')).toMatchObject({ acc: 25 });
    });

    it('are officially right for exactly yes only', async () => {
      const scores = await scored(rows, predictions, async () => '{"pred": "Yes", "score": 5}');
      expect(ours(scores, 'Open answers, and')).toMatchObject({ acc: 50, score: 2.5 });
      expect(ours(scores, 'Open answers by the official rule')).toMatchObject({
        acc: 0,
        score: 2.5,
      });
    });

    it('are no longer sent to a judge that fails again and again', async () => {
      const many = Array.from({ length: 40 }, (_, at) => row(`${at}`));
      let asked = 0;
      const scores = await scored(
        many,
        many.map(({ id }) => saying(`${id}-oq`, 'blue')),
        async () => {
          asked += 1;
          throw new Error('the judge is away');
        },
      );
      expect(asked).toBeLessThan(10);
      expect(tableOf(scores, 'Open answers, and').note).toMatch(
        /were not judged: the judge is away/,
      );
    });

    it('stop being judged when the run is stopped', async () => {
      const stopped = Object.assign(new Error('stopped'), { name: 'AbortError' });
      const scoring = scored(rows, predictions, () => Promise.reject(stopped));
      await expect(scoring).rejects.toBe(stopped);
    });
  });
});
