/** Where in time a question is about, judged from captions alone. Plain data. */
import type { EventLevel } from '../../processors/domain/event.ts';

/** A sentence or several on what a stretch of time shows. Captions may overlap. */
export interface TimedCaption {
  /** Seconds, on any clock that all captions share. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly level?: EventLevel;
}

export interface CaptionQuestion {
  readonly text: string;
  /** Multiple choice, without letters. */
  readonly options?: readonly string[];
}

export interface CaptionGrounding {
  /** Seconds on the captions' clock; never empty, never before the first caption or after the last. */
  readonly span: readonly [start: number, end: number];
  /** 0..1: the chance that a second of the span is part of what was asked about, on average. */
  readonly confidence: number;
  /** The option that the captions speak of most; undefined without options. */
  readonly choice?: { readonly index: number; readonly confidence: number };
}

/** Throws INPUT_INVALID when there is no caption, or one that lasts no time. */
export type GroundInCaptions = (
  captions: readonly TimedCaption[],
  question: CaptionQuestion,
) => Promise<CaptionGrounding>;
