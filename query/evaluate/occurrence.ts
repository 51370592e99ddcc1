/** One time at which something holds, with the things it is about and how sure it is. */
import type { TimeRange } from '../../kernel/time.ts';
import type { Entity } from './entity.ts';

export interface Occurrence {
  readonly streamId: string;
  /** For instants one millisecond, at the instant. */
  readonly range: TimeRange;
  readonly isInstant: boolean;
  /** The start or end was not seen: it may be longer. */
  readonly isOpen: boolean;
  readonly entities: readonly Entity[];
  /** False: it may be so, it may be not; what would tell was not seen. */
  readonly isCertain: boolean;
  /** 0..1. */
  readonly confidence: number;
  /** The edge of the picture, where the action has one. */
  readonly side?: string;
}

/** Geometric mean; 0 of nothing. */
export function combineConfidence(scores: readonly number[]): number {
  if (scores.length === 0) return 0;
  let sum = 0;
  for (const score of scores) sum += Math.log(Math.max(score, 1e-6));
  return Math.exp(sum / scores.length);
}

/** An assumed kind is worth half a seen one. */
const assumedKindConfidence = 0.5;

export const entityConfidence = ({ confidence, kindAssumed, kindConfidence }: Entity): number =>
  Math.sqrt(confidence * (kindAssumed ? assumedKindConfidence : kindConfidence));
