/** The metrics against TrackEval, on MOT15 sequences and on its own and further unit cases. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMot } from '../../../../eval/datasets/mot.ts';
import { compareBoxes } from '../../../../eval/tracking/compare-boxes.ts';
import { meanOverAlpha } from '../../../../eval/tracking/hota.ts';
import {
  addTracking,
  countTracking,
  scoreTracking,
  type TrackingCounts,
} from '../../../../eval/tracking/score-tracking.ts';
import type { TrackingSequence } from '../../../../eval/tracking/tracking-sequence.ts';
import { hasSharedData, sharedData } from '../../../support/shared-data.ts';

type Expected = Readonly<Record<string, number | readonly number[]>>;

interface UnitCase {
  readonly gt_present: readonly (readonly number[])[];
  readonly tracker_present: readonly (readonly number[])[];
  readonly similarity: readonly (readonly (readonly number[])[])[];
  readonly num_gt_ids: number;
  readonly num_tracker_ids: number;
  readonly expected: Expected;
}

const read = (...parts: readonly string[]): string =>
  readFileSync(sharedData('tracking', ...parts), 'utf8');

const cases: Record<string, UnitCase> = hasSharedData
  ? JSON.parse(read('expected_trackeval_unit_cases.json'))
  : {};
const sequences: Record<string, Expected> = hasSharedData
  ? JSON.parse(read('expected_trackeval_TUD.json'))
  : {};

function sequenceOf(unit: UnitCase): TrackingSequence {
  const present = (row: readonly number[]) => row.flatMap((is, id) => (is > 0 ? [id] : []));
  const timesteps = unit.similarity.map((whole, at) => {
    const truthIds = present(unit.gt_present[at]!);
    const trackerIds = present(unit.tracker_present[at]!);
    const similarity = truthIds.map((i) => trackerIds.map((j) => whole[i]![j]!));
    return { truthIds, trackerIds, similarity };
  });
  return { truthCount: unit.num_gt_ids, trackerCount: unit.num_tracker_ids, timesteps };
}

function countSequence(name: string): TrackingCounts {
  const boxesOf = (file: string) =>
    parseMot({ path: file, text: read(name, file) }, 'identified').boxes;
  const truth = boxesOf('gt.txt');
  const frames = Math.max(...truth.map(({ frame }) => frame));
  return countTracking(compareBoxes(truth, boxesOf('test.txt'), frames));
}

/** Every expected value, those per alpha as a list. */
function expectScores(counts: TrackingCounts, expected: Expected): void {
  const scores: Record<string, number | readonly number[]> = { ...scoreTracking(counts) };
  for (const [name, value] of Object.entries(expected)) {
    const own = name.endsWith('_mean')
      ? meanOverAlpha(scores[name.slice(0, -'_mean'.length)] as readonly number[])
      : scores[name];
    expect([own].flat().length, name).toBe([value].flat().length);
    const differences = [value].flat().map((one, a) => Math.abs(one - ([own].flat()[a] as number)));
    expect(Math.max(...differences), name).toBeLessThanOrEqual(1e-9);
  }
}

describe.skipIf(!hasSharedData)('all metrics are what TrackEval computes', () => {
  it.each(Object.entries(cases))('on the unit case %s', (_, unit) => {
    expectScores(countTracking(sequenceOf(unit)), unit.expected);
  });

  it.each(['TUD-Campus', 'TUD-Stadtmitte'])('for the given tracker on %s', (name) => {
    expectScores(countSequence(name), sequences[name]!);
  });

  it('for the given tracker on both sequences together', () => {
    const counts = ['TUD-Campus', 'TUD-Stadtmitte'].map(countSequence);
    expectScores(addTracking(counts), sequences.COMBINED!);
  });
});
