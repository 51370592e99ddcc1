/**
 * How alike the end of a trajectory and the start of an observation are: STRAND's similarity. The
 * paper names the cues (attributes, spatial proximity) and leaves formula and weights open; this is
 * ours: a weighted mean of the cues that both sides have. Not here: what forbids a match, see
 * `link-vetoes.ts`.
 */
import { areaOf, type Box, boxOverlap, centreOf, distanceBetween } from '../../kernel/geometry.ts';
import type { AggregationOptions } from '../aggregation-options.ts';
import type { OpenTrajectory } from '../domain/aggregation-memory.ts';
import { type Kind, kindsAgree, unnamedKind } from '../domain/kind.ts';
import type { Attribute, KindVote, Observation } from '../domain/observation.ts';
import { colourSimilarity } from './colour-similarity.ts';
import { isAtRest, predictableMs, speedOf, startVelocity } from './object-motion.ts';

/** With this long a gap, the position of a moving thing counts half. */
const positionHalfLifeMs = 5_000;

/** Boxes that overlap this much without a gap between are one object; a fast one overlaps little. */
const continuousOverlap = 0.3;

interface Cue {
  readonly weight: number;
  /** 0..1; undefined when one side does not have it. */
  readonly score: number | undefined;
}

/** The kind of an object as far as it is evidence. */
export interface NamedKind {
  readonly kind: Kind;
  readonly kindAssumed: boolean;
  readonly kindVotes: readonly KindVote[];
}

/**
 * 0..1. Weights are renormalised over the cues that both sides have; 0 when they have none in
 * common. Without a gap and at nearly the same box the result is at least 0.88 whatever the look.
 */
export function similarityOf(
  trajectory: OpenTrajectory,
  observation: Observation,
  options: Pick<AggregationOptions, 'weights' | 'joinMs'>,
): number {
  const { weights } = options;
  const { head } = trajectory;
  const mean = weightedMean([
    { weight: weights.kind, score: kindCue(head, observation) },
    { weight: weights.colour, score: colourCue(head.attributes, observation.attributes) },
    {
      weight: weights.appearance,
      score: appearanceCue(trajectory.appearance, observation.appearance),
    },
    {
      weight: weights.position * positionTrust(trajectory, observation),
      score: positionCue(trajectory, observation),
    },
  ]);
  const overlap = continuityOverlap(trajectory, observation, options.joinMs);
  return overlap >= continuousOverlap ? 0.85 + 0.1 * overlap + 0.05 * mean : mean;
}

/**
 * 1 for the same kind, at least 0.7 under a common wider word, else how far the votes agree.
 * A kind that is unnamed or only assumed is no evidence: undefined.
 */
export function kindCue(a: NamedKind, b: NamedKind): number | undefined {
  if (isUnevidenced(a) || isUnevidenced(b)) return undefined;
  if (a.kind === b.kind) return 1;
  const agreement = voteAgreement(a.kindVotes, b.kindVotes);
  return kindsAgree(a.kind, b.kind) ? Math.max(0.7, agreement) : agreement;
}

/** Cosine of the two vote vectors, 0..1. */
export function voteAgreement(a: readonly KindVote[], b: readonly KindVote[]): number {
  const weightsB = new Map(b.map((vote) => [vote.kind, vote.weight]));
  const dot = a.reduce((sum, vote) => sum + vote.weight * (weightsB.get(vote.kind) ?? 0), 0);
  const norms = norm(a.map((vote) => vote.weight)) * norm(b.map((vote) => vote.weight));
  return norms > 0 ? dot / norms : 0;
}

/**
 * Mean over the parts (top, bottom, whole) that both sides name, of the best pair of colours that
 * both think likely; confidences count relative to the best of their side.
 */
export function colourCue(a: readonly Attribute[], b: readonly Attribute[]): number | undefined {
  const scores = partScores(a, b);
  if (scores.length === 0) return undefined;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** True when the colours of a part have nothing in common, whatever the other parts look like. */
export const coloursContradict = (a: readonly Attribute[], b: readonly Attribute[]): boolean =>
  partScores(a, b).includes(0);

function partScores(a: readonly Attribute[], b: readonly Attribute[]): number[] {
  const parts = [...new Set(a.map((attribute) => attribute.part))];
  return parts.flatMap((part) => {
    const ofA = a.filter((attribute) => attribute.part === part);
    const ofB = b.filter((attribute) => attribute.part === part);
    return ofB.length > 0 ? [bestColourPair(ofA, ofB)] : [];
  });
}

/** Dot product of two unit vectors of the same length, floored at 0. */
export function appearanceCue(
  a: readonly number[] | undefined,
  b: readonly number[] | undefined,
): number | undefined {
  if (!a || !b || a.length === 0 || a.length !== b.length) return undefined;
  const dot = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return Math.min(1, Math.max(0, dot));
}

/**
 * 1 at the predicted place, falling as a Gaussian of the distance. The scale is the size of the
 * object plus half of what a moving one could have covered in the gap; overlap counts as well.
 */
export function positionCue(trajectory: OpenTrajectory, observation: Observation): number {
  const box = observation.path[0]?.box;
  if (!box) return 0;
  const predicted = predictBox(trajectory, observation.range.start);
  const gapSeconds = Math.max(0, observation.range.start - trajectory.head.lastAt) / 1_000;
  const size = Math.sqrt(Math.max(areaOf(predicted), areaOf(box)));
  const reach = size + (speedOf(trajectory.velocity) * gapSeconds) / 2;
  const distance = distanceBetween(centreOf(predicted), centreOf(box));
  const nearness = reach > 0 ? Math.exp(-((distance / reach) ** 2)) : 0;
  return Math.max(nearness, boxOverlap(predicted, box));
}

/**
 * How much the position may say, 0..1: all when both sides are at rest, however long the gap (a
 * thing put back stands where it stood); less and less with the gap when something moves.
 */
function positionTrust(trajectory: OpenTrajectory, observation: Observation): number {
  if (isAtRest(trajectory.velocity) && isAtRest(startVelocity(observation.path))) return 1;
  const gap = Math.max(0, observation.range.start - trajectory.head.lastAt);
  return 1 / (1 + gap / positionHalfLifeMs);
}

/** Best overlap with the last or the predicted box; 0 when there is a gap. */
function continuityOverlap(
  trajectory: OpenTrajectory,
  observation: Observation,
  joinMs: number,
): number {
  const box = observation.path[0]?.box;
  if (!box || observation.range.start - trajectory.head.lastAt > joinMs) return 0;
  const predicted = predictBox(trajectory, observation.range.start);
  return Math.max(boxOverlap(trajectory.head.lastBox, box), boxOverlap(predicted, box));
}

function predictBox(trajectory: OpenTrajectory, at: number): Box {
  const { lastBox, lastAt } = trajectory.head;
  const seconds = Math.min(predictableMs, Math.max(0, at - lastAt)) / 1_000;
  return {
    ...lastBox,
    x: lastBox.x + trajectory.velocity.x * seconds,
    y: lastBox.y + trajectory.velocity.y * seconds,
  };
}

function weightedMean(cues: readonly Cue[]): number {
  const present = cues.filter((cue) => cue.score !== undefined && cue.weight > 0);
  const weight = present.reduce((sum, cue) => sum + cue.weight, 0);
  if (weight === 0) return 0;
  return present.reduce((sum, cue) => sum + cue.weight * cue.score!, 0) / weight;
}

function bestColourPair(a: readonly Attribute[], b: readonly Attribute[]): number {
  const bestA = Math.max(...a.map((attribute) => attribute.confidence));
  const bestB = Math.max(...b.map((attribute) => attribute.confidence));
  if (bestA <= 0 || bestB <= 0) return 0;
  const pairs = a.flatMap((one) =>
    b.map(
      (other) =>
        Math.min(one.confidence / bestA, other.confidence / bestB) *
        colourSimilarity(one.value, other.value),
    ),
  );
  return Math.max(...pairs);
}

const isUnevidenced = (named: NamedKind): boolean =>
  named.kindAssumed || named.kind === unnamedKind;

const norm = (values: readonly number[]): number => Math.hypot(...values);
