/** A run asks everything once, keeps what was answered, and says what could not be had. */
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../../eval/domain/benchmark.ts';
import type { Item } from '../../../../eval/domain/item.ts';
import type { Prediction } from '../../../../eval/domain/prediction.ts';
import type { Answerer } from '../../../../eval/runner/answerer.ts';
import { failedPrediction } from '../../../../eval/runner/prediction-of.ts';
import { runEvaluation } from '../../../../eval/runner/run-evaluation.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { saying } from '../../../support/predictions.ts';

const item = (id: string, video: string): Item => ({
  id,
  video,
  text: `question ${id}`,
  evidence: [1, 2],
});
const answerTo = ({ id }: Item): Prediction => saying(id, 'Yes');

/** Rows are items; the result tells which were answered. */
const benchmark: Benchmark<Item> = {
  name: 'script',
  title: 'Scripted',
  read: () => ({
    rows: [item('a1', 'a'), item('a2', 'a'), item('b1', 'b'), item('a3', 'a')],
    problems: [{ file: 'x.json', index: 4, rule: 'must be a row', isSkipped: true }],
  }),
  items: (rows) => [...rows],
  score: (rows, predictions) => ({
    tables: [],
    groupings: [],
    calibration: null,
    outcomes: rows.map(({ id, video, text }) => ({
      itemId: id,
      video,
      question: text,
      group: '',
      mark: predictions.get(id)?.verdict === 'yes' ? 'right' : 'missing',
      expected: '',
      said: '',
      reason: predictions.get(id)?.failure ?? null,
      understoodAs: '',
      confidence: 0,
      span: null,
      goldSpan: [1, 2],
      clipId: null,
    })),
  }),
};

interface Script {
  readonly missing?: string[];
  readonly failing?: string[];
  /** How it fails. */
  readonly failure?: Error;
  /** What was answered cannot be kept. */
  readonly isFull?: boolean;
  readonly stopAfter?: number;
  /** Seconds from which on the answers are right, when asked as time passes. */
  readonly rightFrom?: number;
}

function rig(options: Script = {}) {
  const { missing = [], failing = [], stopAfter = Number.POSITIVE_INFINITY, rightFrom } = options;
  const { failure = new Error('the model is away'), isFull = false } = options;
  const stopping = new AbortController();
  const opened: string[] = [];
  const asked: string[] = [];
  const kept = new Map<string, Prediction>();
  const told: number[] = [];
  const answerer: Answerer = {
    effortOf: async (video) => (missing.includes(video) ? 0 : 100),
    open: async (video) => {
      if (missing.includes(video)) throw new AppError('INPUT_INVALID', 'there is no such file');
      opened.push(video);
      return {
        id: video,
        durationSeconds: 40,
        answer: async (asking, until) => {
          if (until !== undefined && until < rightFrom!) return failedPrediction(asking, '');
          asked.push(asking.id);
          if (asked.length >= stopAfter) stopping.abort();
          if (failing.includes(asking.id)) throw failure;
          return answerTo(asking);
        },
        clip: async () => `${video}.mp4`,
      };
    },
  };
  const run = (limit?: number) =>
    runEvaluation({
      benchmark,
      files: [],
      answerer,
      log: {
        find: (key) => kept.get(key),
        append: async (key, prediction) => {
          if (isFull) throw new Error('no space left');
          kept.set(key, prediction);
        },
      },
      system: { method: 'script', extractor: 'none', preset: 'any', version: '0' },
      ranAt: 0,
      seed: 1,
      keepClip: async (path) => `kept-${path}`,
      progress: { update: (done, total) => told.push(done / total) },
      signal: stopping.signal,
      isStreaming: rightFrom !== undefined,
      ...(limit && { limit }),
    });
  return { run, opened, asked, kept, told };
}

describe('running a benchmark', () => {
  it('opens each video once and asks each item once', async () => {
    const { run, opened, asked } = rig();
    const { outcomes } = await run();
    expect(opened).toEqual(['a', 'b']);
    expect(asked.sort()).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(outcomes.every(({ mark }) => mark === 'right')).toBe(true);
  });

  it('goes on where it was interrupted', async () => {
    const script = rig({ stopAfter: 2 });
    await expect(script.run()).rejects.toThrow();
    const again = rig();
    for (const [key, prediction] of script.kept) again.kept.set(key, prediction);
    await again.run();
    expect(script.kept.size).toBeGreaterThan(0);
    expect(again.asked).toHaveLength(4 - script.kept.size);
  });

  it('a video that cannot be had is told, and the others are asked', async () => {
    const { read, outcomes } = await rig({ missing: ['b'] }).run();
    expect(read.problems).toContainEqual({
      file: 'b',
      index: null,
      rule: 'there is no such file',
      isSkipped: true,
    });
    expect(outcomes.map(({ mark }) => mark)).toEqual(['right', 'right', 'missing', 'right']);
  });

  it('no video at all is a mistake of who asked', async () => {
    await expect(rig({ missing: ['a', 'b'] }).run()).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('a: there is no such file'),
    });
  });

  it('an answer that failed is told, and asked again the next time', async () => {
    const { run, kept } = rig({ failing: ['a2'] });
    const { outcomes } = await run();
    expect(outcomes[1]).toMatchObject({ mark: 'missing', reason: 'the model is away' });
    expect([...kept.values()].map(({ itemId }) => itemId)).not.toContain('a2');
  });

  it('what is wrong with the run and not with a question ends it', async () => {
    const failure = new AppError('STORE_UNAVAILABLE', 'the database is gone');
    await expect(rig({ failing: ['a2'], failure }).run()).rejects.toBe(failure);
  });

  it('a run of which nothing can be asked is no result of 0 %', async () => {
    const failing = ['a1', 'a2', 'a3', 'b1'];
    await expect(rig({ failing }).run()).rejects.toThrow('no question could be asked: the model');
  });

  it('an answer that cannot be kept does not pass for a missing one', async () => {
    await expect(rig({ isFull: true }).run()).rejects.toThrow('no space left');
  });

  it('keeps a clip of what was not right, and none of the rest', async () => {
    const { outcomes } = await rig({ failing: ['a2'] }).run();
    expect(outcomes.map(({ clipId }) => clipId)).toEqual([null, 'kept-a.mp4', null, null]);
  });

  it('as time passes, tells how long after its evidence an answer is right', async () => {
    const { tables } = await rig({ rightFrom: 25 }).run();
    expect(tables.at(-1)!.rows[0]!.cells).toMatchObject({
      atFirst: { value: 0 },
      forGood: { value: 100 },
      // Asked at 15, 30 and 40 s.
      firstRightAfter: { value: 28 },
    });
  });

  it('a limit takes the first rows', async () => {
    const { run, asked } = rig();
    await run(2);
    expect(asked).toEqual(['a1', 'a2']);
  });

  it('a limit is told beside the figures, and no limit is not', async () => {
    const rules = async (limit?: number) =>
      (await rig().run(limit)).read.problems.map(({ rule }) => rule);
    expect(await rules(2)).toContain('only the first 2 of 4 rows were asked');
    expect(await rules(4)).toEqual(['must be a row']);
  });

  it('as time passes, what cannot be opened is not asked, and n counts what was', async () => {
    const { tables } = await rig({ rightFrom: 0, missing: ['b'] }).run();
    expect(tables.at(-1)!.rows[0]!.n).toBe(3);
  });

  it('progress grows to its end', async () => {
    const { run, told } = rig({ missing: ['b'] });
    await run();
    expect(told).toEqual([...told].sort((x, y) => x - y));
    expect(told.at(-1)).toBeLessThanOrEqual(1);
    expect(told.at(-1)).toBeGreaterThan(0.9);
  });
});
