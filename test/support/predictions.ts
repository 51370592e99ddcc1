/** Builders of what was answered to an item: valid, small, and overridden field by field. */
import type { Prediction } from '../../eval/domain/prediction.ts';

export const aPrediction = (itemId: string, over: Partial<Prediction> = {}): Prediction => ({
  itemId,
  verdict: 'yes',
  reason: null,
  value: null,
  text: 'Yes.',
  reply: 'Yes',
  confidence: 0.8,
  span: null,
  evidence: [],
  understoodAs: 'whether something happened',
  method: 'symbolic',
  tookMs: 1,
  ...over,
});

/** Answers yes or no, or the letter of an option. */
export const saying = (itemId: string, reply: string, over: Partial<Prediction> = {}): Prediction =>
  aPrediction(itemId, {
    verdict: reply === 'Yes' ? 'yes' : reply === 'No' ? 'no' : 'value',
    text: reply,
    reply,
    ...over,
  });

export const notKnowing = (itemId: string, over: Partial<Prediction> = {}): Prediction =>
  aPrediction(itemId, {
    verdict: 'unknown',
    reason: 'not-understood',
    text: 'The question was not understood.',
    reply: '',
    confidence: 0,
    ...over,
  });

export const byItem = (...predictions: readonly Prediction[]): Map<string, Prediction> =>
  new Map(predictions.map((prediction) => [prediction.itemId, prediction]));
