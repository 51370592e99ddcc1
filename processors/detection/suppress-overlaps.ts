/** Greedy non-maximum suppression: of detections of one kind that overlap, the best one stays. */
import { boxOverlap } from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import type { Kind } from '../domain/kind.ts';

export interface SuppressOptions {
  /** Intersection over union above which two boxes of a kind are one object. */
  readonly maximumOverlap: number;
  /** Only so many of the best are looked at, which bounds the work at very low scores. */
  readonly maximumCandidates?: number;
}

/** Best first; equal scores keep their order. */
export function suppressOverlaps(
  detections: readonly Detection[],
  { maximumOverlap, maximumCandidates = 1000 }: SuppressOptions,
): Detection[] {
  const best = detections.toSorted((a, b) => b.score - a.score).slice(0, maximumCandidates);
  const keptByKind = new Map<Kind, Detection[]>();
  return best.filter((candidate) => {
    const kept = keptByKind.get(candidate.kind) ?? [];
    if (kept.some(({ box }) => boxOverlap(box, candidate.box) > maximumOverlap)) return false;
    keptByKind.set(candidate.kind, [...kept, candidate]);
    return true;
  });
}
