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
}

/** Smallest sum of scores that names anything: two weak labels, or one of middling score. */
const enoughWeight = 0.4;
const assumedConfidence = 0.3;
/** Own sizes a track must have travelled to be a mover. */
const moverTravel = 1;
const assumedTravel = 0.4;
const putDownRest = 500;
const longestPutDown = 3_000;
/** Head start, in sums of scores, of the kind that movers usually are. */
const usualWeight = 0.7;

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

/** Best first. */
export const sortVotes = (votes: Readonly<Record<Kind, number>>): KindVote[] =>
  Object.entries(votes)
    .map(([kind, weight]) => ({ kind, weight: Math.round(weight * 1000) / 1000 }))
    .sort((a, b) => b.weight - a.weight || a.kind.localeCompare(b.kind));

/** So far its labels speak for something that does not move on its own. */
export function isThing(track: Track): boolean {
  const best = Object.entries(track.votes).sort((a, b) => b[1] - a[1])[0];
  return best !== undefined && !movesItself(best[0]);
}

export function voteKind(track: Track, profile: StreamProfile): KindVerdict {
  const votes = sortVotes(track.votes);
  const mover = track.travelled >= moverTravel;
  const credible = weighVotes(votes, mover && !wasPutDown(track), profile);
  const best = credible[0];
  if (best && best.weight >= enoughWeight) {
    return {
      kind: best.kind,
      confidence: confidenceOf(best, credible, track),
      assumed: false,
    };
  }
  const kind = track.travelled >= assumedTravel ? profile.moverKind : unnamedKind;
  return { kind, confidence: assumedConfidence, assumed: kind !== unnamedKind };
}

/**
 * Under a profile that says what movers are, that kind needs less proof than the others it may be
 * taken for: on a road a bus is rarer than a car that looks like one from above.
 */
function weighVotes(
  votes: readonly KindVote[],
  mover: boolean,
  profile: StreamProfile,
): readonly KindVote[] {
  const credible = mover ? votes.filter((vote) => movesItself(vote.kind)) : votes;
  const { moverKind } = profile;
  const rivals = credible.some(
    (vote) => vote.kind !== moverKind && mayBeConfused(vote.kind, moverKind),
  );
  if (!mover || !rivals) return credible;
  const own = credible.find((vote) => vote.kind === moverKind)?.weight ?? 0;
  const others = credible.filter((vote) => vote.kind !== moverKind);
  return [...others, { kind: moverKind, weight: 2 * own + usualWeight }].sort(
    (a, b) => b.weight - a.weight,
  );
}

/** Carried to its place within a short time, and at rest there. */
const wasPutDown = (track: Track): boolean =>
  track.lastAt - track.anchor.at >= putDownRest && track.anchor.at - track.firstAt < longestPutDown;

/** A person on a bicycle is two things; a car that is also called a truck is one. */
export function mayBeConfused(a: Kind, b: Kind): boolean {
  if (a === b) return true;
  if (!movesItself(a) && !movesItself(b)) return true;
  return Object.values(hypernyms).some((kinds) => kinds.includes(a) && kinds.includes(b));
}

/** Share of the votes, times how strong the labels were that spoke for it. */
function confidenceOf(best: KindVote, votes: readonly KindVote[], track: Track): number {
  const total = votes.reduce((sum, vote) => sum + vote.weight, 0);
  const meanScore = best.weight / Math.max(1, track.detections);
  const evidence = Math.min(1, 0.4 + 0.15 * best.weight);
  return Math.min(1, (best.weight / total) * Math.max(evidence, meanScore));
}
