import { describe, expect, it } from 'vitest';
import { defaultAggregationOptions } from '../../../../processors/aggregation-options.ts';
import type {
  AggregationInput,
  ReorderMemory,
} from '../../../../processors/domain/aggregation-memory.ts';
import { type Fate, reorder } from '../../../../processors/linking/reorder.ts';
import { aChunkInput, aGapInput } from '../../../support/scenes.ts';

const empty: ReorderMemory = { recent: [], chunks: [], gaps: [] };

/** Chunk numbers (or `gap`) as they arrive, and what each arrival lets through. */
function releases(inputs: readonly AggregationInput[], reorderChunks = 2): number[][] {
  const window = { ...defaultAggregationOptions, reorderChunks };
  let memory = empty;
  return inputs.map((input) => {
    const step = reorder(memory, input, window);
    memory = step.memory;
    return step.released.map(({ chunk }) => chunk.seq);
  });
}

function lastFate(inputs: readonly AggregationInput[]): Fate {
  let memory = empty;
  let fate: Fate = 'folded';
  for (const input of inputs)
    ({ memory, fate } = reorder(memory, input, defaultAggregationOptions));
  return fate;
}

const chunk = (seq: number, epoch = 1) => aChunkInput({ seq, epoch });

describe('reorder()', () => {
  it.each<[string, AggregationInput[], number[][]]>([
    ['what is in order passes at once', [chunk(4), chunk(5), chunk(6)], [[4], [5], [6]]],
    ['what is early waits for its turn', [chunk(4), chunk(6), chunk(5)], [[4], [], [5, 6]]],
    [
      'a missing chunk is waited for until the window is full',
      [chunk(4), chunk(6), chunk(7), chunk(8), chunk(9)],
      [[4], [], [], [6, 7, 8], [9]],
    ],
    [
      'a gap in place of the missing chunk ends the wait',
      [chunk(4), chunk(6), aGapInput(5)],
      [[4], [], [6]],
    ],
    [
      'an early gap waits as well, and does not let through what comes after a missing chunk',
      [chunk(4), aGapInput(6), chunk(7), chunk(5)],
      [[4], [], [], [5, 7]],
    ],
    [
      'a new epoch passes at once when nothing lies between',
      [chunk(4), chunk(5, 2), chunk(6, 2)],
      [[4], [5], [6]],
    ],
    [
      'a new epoch waits for the end of the one before',
      [chunk(4), chunk(6, 2), chunk(5, 1)],
      [[4], [], [5, 6]],
    ],
    [
      'a long gap shows that the wait was over long ago',
      [chunk(4), chunk(6), { gap: { ...aGapInput(7).gap, end: 3_600_000 } }],
      [[4], [], [6]],
    ],
    ['duplicates pass only once', [chunk(4), chunk(4), chunk(5), chunk(4)], [[4], [], [5], []]],
    ['a gap before the first chunk delays nothing', [aGapInput(2), chunk(9)], [[], [9]]],
  ])('%s', (_, inputs, expected) => {
    expect(releases(inputs)).toEqual(expected);
  });

  it('with a window of no chunks nothing ever waits', () => {
    expect(releases([chunk(4), chunk(6), chunk(9), aGapInput(12), chunk(20)], 0)).toEqual([
      [4],
      [6],
      [9],
      [],
      [20],
    ]);
  });

  it.each<[Fate, AggregationInput[]]>([
    ['folded', [chunk(4), chunk(5)]],
    ['waiting', [chunk(4), chunk(6)]],
    ['duplicate', [chunk(4), chunk(6), chunk(6)]],
    ['duplicate', [chunk(4), chunk(5), chunk(4)]],
    ['late', [chunk(4), chunk(6), chunk(7), chunk(8), chunk(5)]],
    ['late', [chunk(4), chunk(3)]],
    ['folded', [chunk(4), aGapInput(5)]],
    ['waiting', [chunk(4), aGapInput(6)]],
  ])('tells a caller that what came last is %s: %#', (fate, inputs) => {
    expect(lastFate(inputs)).toBe(fate);
  });
});
