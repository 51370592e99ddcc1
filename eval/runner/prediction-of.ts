/** What an answer says, in the form that scores are computed from. Pure. */
import type { Answer, Evidence } from '../../query/domain/answer.ts';
import type { Item, Span } from '../domain/item.ts';
import type { PredictedEvidence, Prediction } from '../domain/prediction.ts';

/** `startAt` is the wall-clock time of the first frame, `durationMs` the length of the video. */
export function predictionOf(
  item: Item,
  answer: Answer,
  video: { readonly startAt: number; readonly durationMs: number },
): Prediction {
  const evidence = answer.evidence.map((one) => evidenceOf(one, video));
  return {
    itemId: item.id,
    verdict: answer.verdict,
    reason: answer.reason,
    value: answer.value,
    text: answer.text,
    reply: replyOf(answer),
    confidence: answer.confidence,
    span: hull(evidence.map(({ span }) => span)),
    evidence,
    understoodAs: answer.plan.understoodAs,
    method: answer.method,
    tookMs: answer.cost.ms,
  };
}

/** An item that could not be asked: said, not dropped. */
export function failedPrediction(item: Item, failure: string): Prediction {
  return {
    itemId: item.id,
    verdict: 'unknown',
    reason: null,
    value: null,
    text: '',
    reply: '',
    confidence: 0,
    span: null,
    evidence: [],
    understoodAs: '',
    method: 'none',
    tookMs: 0,
    failure,
  };
}

function replyOf({ verdict, value, text }: Answer): string {
  if (verdict === 'unknown') return '';
  if (verdict === 'yes') return 'Yes';
  if (verdict === 'no') return 'No';
  return value?.type === 'option' ? value.option : text;
}

function evidenceOf(
  { range, streamId, clipId }: Evidence,
  { startAt, durationMs }: { readonly startAt: number; readonly durationMs: number },
): PredictedEvidence {
  const seconds = (at: number) => Math.min(Math.max(at - startAt, 0), durationMs) / 1000;
  return { span: [seconds(range.start), seconds(range.end)], streamId, clipId };
}

function hull(spans: readonly Span[]): Span | null {
  if (spans.length === 0) return null;
  return [Math.min(...spans.map(([start]) => start)), Math.max(...spans.map(([, end]) => end))];
}
