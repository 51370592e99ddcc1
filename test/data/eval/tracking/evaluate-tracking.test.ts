/**
 * Our tracking on published detections, by motion alone, beside the tracker whose boxes come with
 * the sequences, SORT, and bare matching by overlap.
 */
import { describe, expect, it } from 'vitest';
import { resultText } from '../../../../eval/report/result-text.ts';
import { loadFiles } from '../../../../eval/runner/load-files.ts';
import {
  evaluateTracking,
  type TrackingSystem,
} from '../../../../eval/tracking/evaluate-tracking.ts';
import { trackDetections } from '../../../../processors/track-detections.ts';
import { trackByOverlap } from '../../../support/overlap-tracker.ts';
import { hasSharedData, sharedData } from '../../../support/shared-data.ts';
import { trackBySort } from '../../../support/sort-tracker.ts';

const systems: readonly TrackingSystem[] = [
  {
    name: 'Strandline',
    role: 'ours',
    track: (frames, { fps }) => trackDetections(frames, { fps }),
  },
  {
    name: 'Strandline, greedy assignment',
    role: 'baseline',
    track: (frames, { fps }) =>
      trackDetections(frames, { fps, aggregation: { assignment: 'greedy' } }),
  },
  { name: 'SORT', role: 'baseline', track: trackBySort },
  { name: 'overlap alone', role: 'baseline', track: trackByOverlap },
];

async function evaluated() {
  const measured = evaluateTracking(await loadFiles(sharedData('tracking')), systems);
  const system = { method: 'tracking', extractor: 'builtin', preset: 'any', version: 'test' };
  const result = { ...measured, ranAt: 0, system };
  const cellOf = (table: string, row: string, column: string): number =>
    result.tables
      .find(({ title }) => title === table)!
      .rows.find(({ name }) => name.startsWith(row))!.cells[column]!.value!;
  return { result, cellOf };
}

describe.skipIf(!hasSharedData)('tracking on published detections', () => {
  it.each(['TUD-Campus', 'TUD-Stadtmitte'])(
    'finds and keeps the people of %s better than the tracker that comes with it',
    async (sequence) => {
      const { cellOf } = await evaluated();
      for (const metric of ['HOTA', 'IDF1', 'MOTA']) {
        expect(cellOf(sequence, 'Strandline', metric), metric).toBeGreaterThan(
          cellOf(sequence, 'given tracker', metric),
        );
      }
    },
  );

  it('over both sequences it is no worse than SORT, which is better than overlap alone', async () => {
    const { result, cellOf } = await evaluated();
    console.info(resultText(result));
    for (const metric of ['HOTA', 'IDF1']) {
      const [ours, sort, overlap] = ['Strandline', 'SORT', 'overlap'].map((row) =>
        cellOf('All sequences together', row, metric),
      );
      expect(ours, metric).toBeGreaterThanOrEqual(sort!);
      expect(sort, metric).toBeGreaterThan(overlap!);
    }
  });

  it('every row of the files is read', async () => {
    const { result } = await evaluated();
    expect(result.read).toMatchObject({ rows: 359 + 1156, problems: [] });
  });
});
