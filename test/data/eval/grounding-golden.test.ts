/** What the official metric code of FALCON-Bench, NExT-GQA and DeVE-QA gave for corner cases. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../../eval/domain/item.ts';
import {
  deveQaOverlap,
  deveQaSpan,
  falconOverlap,
  nextGqaOverlap,
} from '../../../eval/metrics/overlap.ts';
import { officialDeveQaOption } from '../../../eval/parse/deve-qa-reply.ts';
import {
  officialFalconOption,
  officialReview,
  parseFalconReply,
  parseTemporalWindow,
} from '../../../eval/parse/falcon-reply.ts';
import { parseIntervals } from '../../../eval/parse/next-gqa-reply.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

interface IntervalCase {
  readonly pred: Span | null;
  readonly gt: Span;
  readonly falcon: Readonly<
    Record<'IoU' | 'GToU' | 'pred_interval_length' | 'gt_interval_length', number>
  >;
  readonly nextgqa_pair?: { readonly IoU: number; readonly IoP: number };
  readonly deveqa?: { readonly IoU: number; readonly IoP: number; readonly span: Span };
}

interface RawCase {
  readonly raw: string;
}

interface Golden {
  readonly intervals: readonly IntervalCase[];
  readonly falcon_temporal_window: readonly { raw: unknown; parsed: unknown[] | null }[];
  readonly falcon_json: readonly (RawCase & {
    parsed: { response: string; temporal_window: unknown[] | null };
  })[];
  readonly falcon_mcq_parse: readonly (RawCase & { parsed: string })[];
  readonly falcon_gpt_review: readonly (RawCase & { score: number; acc: string })[];
  readonly deveqa_option_letter: readonly (RawCase & { letter: string })[];
  readonly llovi_intervals: readonly (RawCase & { parsed: Span[] | string })[];
}

const golden: Golden | undefined = hasSharedData
  ? JSON.parse(readFileSync(sharedData('golden/metric_cases.json'), 'utf8'))
  : undefined;

const casesOf = <Name extends keyof Golden>(name: Name): Golden[Name] =>
  golden?.[name] ?? ([] as unknown as Golden[Name]);

const named = <Case>(cases: readonly Case[], nameOf: (one: Case) => unknown) =>
  cases.map((one, index) => [index, JSON.stringify(nameOf(one)), one] as const);

/** Python's True is the number 1. */
const numbers = (values: unknown[] | null): number[] | null => values?.map(Number) ?? null;

describe.skipIf(!hasSharedData)('official metric code', () => {
  describe.each(named(casesOf('intervals'), ({ pred, gt }) => [pred, gt]))(
    'interval case %i: %s',
    (_, __, { pred, gt, falcon, nextgqa_pair, deveqa }) => {
      it('is what FALCON-Bench counts', () => {
        expect(falconOverlap(pred, gt)).toEqual({
          iou: falcon.IoU,
          gtou: falcon.GToU,
          predictionLength: falcon.pred_interval_length,
          truthLength: falcon.gt_interval_length,
        });
      });

      it.skipIf(!nextgqa_pair)('is what NExT-GQA counts', () => {
        const { iou, iop } = nextGqaOverlap(pred!, gt);
        expect(iou).toBeCloseTo(nextgqa_pair!.IoU, 12);
        expect(iop).toBeCloseTo(nextgqa_pair!.IoP, 12);
      });

      it.skipIf(!deveqa)('is what DeVE-QA counts', () => {
        const { iou, iop } = deveQaOverlap(pred!, gt);
        expect(iou).toBeCloseTo(deveqa!.IoU, 6);
        expect(iop).toBeCloseTo(deveqa!.IoP, 6);
        expect(deveQaSpan(pred!)).toEqual(deveqa!.span);
      });
    },
  );

  const windows = casesOf('falcon_temporal_window');
  /** The same list with another result: a Python tuple, which JSON cannot write. */
  const isTuple = (index: number): boolean =>
    windows.findIndex(({ raw }) => JSON.stringify(raw) === JSON.stringify(windows[index]!.raw)) <
    index;

  it.each(named(windows, ({ raw }) => raw))('FALCON-Bench window %i: %s', (index, __, one) => {
    const raw = isTuple(index) ? `(${(one.raw as number[]).join(', ')})` : one.raw;
    expect(parseTemporalWindow(raw)).toEqual(numbers(one.parsed));
  });

  it.each(named(casesOf('falcon_json'), ({ raw }) => raw))(
    'FALCON-Bench reply %i: %s',
    (_, __, { raw, parsed }) => {
      const { response, temporal_window } = parsed;
      expect(parseFalconReply(raw)).toEqual({ response, window: numbers(temporal_window) });
    },
  );

  /** The cases do not carry their options; these are what their results imply. */
  const options = ['a red car', 'a blue car', 'a dog', 'nothing'];

  it.each(named(casesOf('falcon_mcq_parse'), ({ raw }) => raw))(
    'FALCON-Bench choice %i: %s',
    (_, __, { raw, parsed }) => {
      expect(officialFalconOption(raw, options)).toBe(parsed === '<random>' ? null : parsed);
    },
  );

  it.each(named(casesOf('falcon_gpt_review'), ({ raw }) => raw))(
    'FALCON-Bench review %i: %s',
    (_, __, { raw, score, acc }) => {
      expect(officialReview(raw)).toEqual({ verdict: acc, score });
    },
  );

  it.each(named(casesOf('deveqa_option_letter'), ({ raw }) => raw))(
    'DeVE-QA choice %i: %s',
    (_, __, { raw, letter }) => {
      const options = ['open the door', 'close the door', 'sit', 'run', 'walk'];
      expect(officialDeveQaOption(raw, options)).toBe(letter);
    },
  );

  it.each(named(casesOf('llovi_intervals'), ({ raw }) => raw))(
    'LLoVi intervals %i: %s',
    (_, __, { raw, parsed }) => {
      expect(parseIntervals(raw)).toEqual(typeof parsed === 'string' ? null : parsed);
    },
  );
});
