/**
 * What was answered to an item, kept with its evidence. Scores are computed from predictions alone,
 * so that a run can be scored again without being asked again.
 */
import type { Answer } from '../../query/domain/answer.ts';
import type { Span } from './item.ts';

export interface Prediction {
  readonly itemId: string;
  readonly verdict: Answer['verdict'];
  /** Why the verdict is unknown. */
  readonly reason: Answer['reason'];
  readonly value: Answer['value'];
  /** The answer in words. */
  readonly text: string;
  /**
   * What the official parsers of replies are given: `Yes`, `No`, the letter of an option, or the
   * text; empty when the verdict is unknown.
   */
  readonly reply: string;
  /** 0..1. */
  readonly confidence: number;
  /** The evidence as one span, seconds from the first frame; null without evidence. */
  readonly span: Span | null;
  readonly evidence: readonly PredictedEvidence[];
  readonly understoodAs: string;
  readonly method: string;
  /** Milliseconds that answering took. */
  readonly tookMs: number;
  /** What stopped the answer from being given at all: an error's message. */
  readonly failure?: string;
}

export interface PredictedEvidence {
  readonly span: Span;
  readonly streamId: string;
  readonly clipId: string | null;
}
