/**
 * NExT-GQA from captions alone, on every fifteenth video of val: the captions must tell more of
 * when and what than the place in the video that a question names.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerFromCaptions } from '../../../eval/answerers/answer-from-captions.ts';
import { type NextGqaRow, readNextGqa } from '../../../eval/datasets/next-gqa.ts';
import { readVideoCaptions } from '../../../eval/datasets/video-captions.ts';
import type { Span } from '../../../eval/domain/item.ts';
import { atLeast, bestNextGqaOverlap, type Overlap } from '../../../eval/metrics/overlap.ts';
import { loadFiles } from '../../../eval/runner/load-files.ts';
import { useLiteEmbedder } from '../../../processors/adapters/use-lite-embedder.ts';
import type { TimedCaption } from '../../../query/domain/caption-grounding.ts';
import { captionGrounder, minSpanLength } from '../../../query/ground-in-captions.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

const everyNth = 15;

interface Grounded {
  readonly row: NextGqaRow;
  readonly reply: string;
  readonly span: Span;
  /** As long, where a question of that wording is about if nothing is seen. */
  readonly blind: Span;
}

async function groundSample(): Promise<Grounded[]> {
  const { rows } = readNextGqa([
    ...(await loadFiles(sharedData('nextgqa', 'val.csv'))),
    ...(await loadFiles(sharedData('nextgqa', 'gsub_val.json'))),
  ]);
  const { captions } = readVideoCaptions(
    await loadFiles(sharedData('nextgqa', 'captions_1fps_val.zip')),
  );
  expect(captions.size).toBe(570);
  const sample = new Set([...captions.keys()].sort().filter((_, index) => index % everyNth === 0));
  const { value: embedder, stop } = await useLiteEmbedder().start();
  onTestFinished(stop);
  const ground = captionGrounder((texts) => embedder.embed(texts));
  const answer = answerFromCaptions(ground);
  const grounded: Grounded[] = [];
  for (const row of rows.filter(({ video }) => sample.has(video))) {
    const told = captions.get(row.video)!;
    const { span, reply } = await answer({ ...row, text: row.question }, told);
    const silent = told.map((one): TimedCaption => ({ ...one, text: '' }));
    const { span: place } = await ground(silent, { text: row.question });
    const middle = (place[0] + place[1]) / 2;
    const blind = atLeast([middle, middle], span![1] - span![0], row.duration);
    grounded.push({ row, reply, span: span!, blind });
  }
  return grounded;
}

const percent = (values: readonly number[]): number =>
  (100 * values.reduce((sum, value) => sum + value, 0)) / values.length;

describe.skipIf(!hasSharedData)('NExT-GQA from captions', () => {
  it('is grounded and answered better than blind, in spans that are no instants', async () => {
    const grounded = await groundSample();
    const mean = (spanOf: (one: Grounded) => Span, figure: (overlap: Overlap) => number) =>
      percent(grounded.map((one) => figure(bestNextGqaOverlap(spanOf(one), one.row.spans))));
    const hit = ({ iop }: Overlap) => Number(iop >= 0.5);
    for (const figure of [({ iop }: Overlap) => iop, ({ iou }: Overlap) => iou, hit]) {
      expect(mean(({ span }) => span, figure)).toBeGreaterThan(mean(({ blind }) => blind, figure));
    }
    expect(percent(grounded.map(({ row, reply }) => Number(reply === row.gold)))).toBeGreaterThan(
      30,
    );
    for (const { row, span } of grounded) {
      expect(span[0]).toBeGreaterThanOrEqual(0);
      expect(span[1]).toBeLessThanOrEqual(row.duration);
      expect(span[1] - span[0]).toBeGreaterThanOrEqual(Math.min(minSpanLength, row.duration));
    }
  });
});
