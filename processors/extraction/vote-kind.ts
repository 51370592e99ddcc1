/**
 * What a track is, from all the labels its detections carried: the kind with the largest sum of
 * scores among those the stream may contain. What moves on its own is no bottle, whatever one
 * picture says.
 */
import { hypernyms, type Kind, unnamedKind } from '../domain/kind.ts';
import type { KindVote } from '../domain/observation.ts';
import type { StreamProfile } from '../domain/stream-profile.ts';
import type { Track } from './track.ts';

export interface KindVerdict {
  readonly kind: Kind;
  /** 0..1. */
  readonly confidence: number;
  readonly assumed: boolean;
  readonly votes: readonly KindVote[];
}

/** Smallest sum of scores that names anything: two weak labels, or one of middling score. */
const enoughWeight = 0.4;
const assumedConfidence = 0.3;
/** Own sizes a track must have travelled to be a mover. */
const moverTravel = 1;

const selfMovers = new Set<Kind>([
  'person',
  'airplane',
  'boat',
  'sports ball',
  'frisbee',
  'kite',
  ...hypernyms.vehicle!,
  ...hypernyms.animal!,
]);

/** True for what can go away without being carried. */
export const movesItself = (kind: Kind): boolean => selfMovers.has(kind) || kind === unnamedKind;

export function voteKind(track: Track, profile: StreamProfile): KindVerdict {
  const votes = Object.entries(track.votes)
    .map(([kind, weight]) => ({ kind, weight: Math.round(weight * 1000) / 1000 }))
    .sort((a, b) => b.weight - a.weight || a.kind.localeCompare(b.kind));
  const mover = track.travelled >= moverTravel;
  const credible = mover ? votes.filter((vote) => movesItself(vote.kind)) : votes;
  const best = credible[0];
  if (best && best.weight >= enoughWeight) {
    return {
      kind: best.kind,
      confidence: confidenceOf(best, credible, track),
      assumed: false,
      votes,
    };
  }
  const kind = mover ? profile.moverKind : unnamedKind;
  return { kind, confidence: assumedConfidence, assumed: kind !== unnamedKind, votes };
}

/** Share of the votes, times how strong the labels were that spoke for it. */
function confidenceOf(best: KindVote, votes: readonly KindVote[], track: Track): number {
  const total = votes.reduce((sum, vote) => sum + vote.weight, 0);
  const meanScore = best.weight / Math.max(1, track.detections);
  const evidence = Math.min(1, 0.4 + 0.15 * best.weight);
  return Math.min(1, (best.weight / total) * Math.max(evidence, meanScore));
}
