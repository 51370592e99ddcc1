/** What forbids that an observation continues a trajectory, however alike they look. */

import { chunkId } from '../../ingest/domain/chunk.ts';
import { boxOverlap } from '../../kernel/geometry.ts';
import type { AggregationOptions } from '../aggregation-options.ts';
import type { OpenTrajectory } from '../domain/aggregation-memory.ts';
import { hypernyms, type Kind, kindsAgree, unnamedKind } from '../domain/kind.ts';
import type { Identifier, Observation } from '../domain/observation.ts';
import { entryOf, isAtRest, predictableMs, startVelocity } from './object-motion.ts';
import {
  appearanceCue,
  colourCue,
  coloursContradict,
  type NamedKind,
  voteAgreement,
} from './similarity.ts';

export type Veto =
  | 'too-long-ago'
  | 'seen-at-the-same-time'
  | 'other-kind'
  | 'other-identifier'
  | 'other-edge'
  | 'other-colours'
  | 'without-visual-evidence';

type VetoOptions = Pick<AggregationOptions, 'dtMaxMs' | 'tauConf' | 'joinMs'>;

/** Rounding of frame intervals may let sights of neighbouring chunks overlap by about a frame. */
const overlapToleranceMs = 300;

/** Votes that agree this much outweigh two different verdicts. */
const sameVotes = 0.2;

/** A box at a corner of the picture touches two edges. */
const cornerOverlap = 0.3;

/** The first reason that the observation cannot continue the trajectory, or undefined. */
export function vetoOf(
  trajectory: OpenTrajectory,
  observation: Observation,
  options: VetoOptions,
): Veto | undefined {
  const gap = observation.range.start - trajectory.head.lastAt;
  if (gap > options.dtMaxMs) return 'too-long-ago';
  if (gap < -overlapTolerance(trajectory, observation)) return 'seen-at-the-same-time';
  if (!kindsCompatible(trajectory.head, observation)) return 'other-kind';
  if (identifiersConflict(trajectory.head.identifiers, observation.identifiers)) {
    return 'other-identifier';
  }
  return vetoOfReturn(trajectory, observation, options) ?? vetoOfBlindGap(trajectory, observation);
}

/**
 * Whether one object may carry both kinds: named kinds agree, or share votes; an assumed kind may
 * turn out to be anything that moves by itself.
 */
export function kindsCompatible(a: NamedKind, b: NamedKind): boolean {
  if (kindsAgree(a.kind, b.kind)) return true;
  if (a.kindAssumed) return movesByItself(b.kind);
  if (b.kindAssumed) return movesByItself(a.kind);
  return voteAgreement(a.kindVotes, b.kindVotes) >= sameVotes;
}

/** True when both sides have identifiers of one type and none of them is the same. */
export function identifiersConflict(a: readonly Identifier[], b: readonly Identifier[]): boolean {
  return a.some(({ type }) => {
    const ofA = a.filter((identifier) => identifier.type === type);
    const ofB = b.filter((identifier) => identifier.type === type);
    return ofB.length > 0 && !ofA.some((one) => ofB.some((other) => other.value === one.value));
  });
}

/**
 * Who left over an edge of the picture comes back over that edge or not at all, and must look the
 * same: position and kind alone prove nothing then. Nor does anybody who was lost inside the picture
 * come in over an edge. Without a gap there was no absence, and the place decides, unless the clothes
 * have nothing in common.
 */
function vetoOfReturn(
  trajectory: OpenTrajectory,
  observation: Observation,
  options: VetoOptions,
): Veto | undefined {
  const { exit } = trajectory;
  const entry = entryOf(observation);
  const wasAway = observation.range.start - trajectory.head.lastAt > options.joinMs;
  const crossed = wasAway ? exit || entry : exit && entry;
  if (!crossed) return undefined;
  const box = observation.path[0]?.box ?? trajectory.head.lastBox;
  const samePlace = boxOverlap(trajectory.head.lastBox, box) >= cornerOverlap;
  if (exit !== entry && !samePlace) return 'other-edge';
  if (coloursContradict(trajectory.head.attributes, observation.attributes)) return 'other-colours';
  if (!wasAway) return undefined;
  const look = lookOf(trajectory, observation) ?? 0;
  return look >= options.tauConf ? undefined : 'without-visual-evidence';
}

/**
 * Where a moving thing is after seconds out of sight is a guess, and a guess is no identity: one
 * must look like the other. What stood still and stands there again needs no more than its place.
 */
function vetoOfBlindGap(trajectory: OpenTrajectory, observation: Observation): Veto | undefined {
  const gap = observation.range.start - trajectory.head.lastAt;
  const stands = isAtRest(trajectory.velocity) && isAtRest(startVelocity(observation.path));
  if (gap <= predictableMs || stands) return undefined;
  return lookOf(trajectory, observation) === undefined ? 'without-visual-evidence' : undefined;
}

/** The better of appearance and colours, 0..1; undefined when neither can be compared. */
function lookOf(trajectory: OpenTrajectory, observation: Observation): number | undefined {
  const cues = [
    appearanceCue(trajectory.appearance, observation.appearance),
    colourCue(trajectory.head.attributes, observation.attributes),
  ].filter((cue) => cue !== undefined);
  return cues.length > 0 ? Math.max(...cues) : undefined;
}

const movesByItself = (kind: Kind): boolean =>
  kind === unnamedKind ||
  kind === 'person' ||
  kind === 'sports ball' ||
  (hypernyms.vehicle ?? []).includes(kind) ||
  (hypernyms.animal ?? []).includes(kind);

const overlapTolerance = (trajectory: OpenTrajectory, observation: Observation): number =>
  trajectory.lastChunk === chunkId(observation.chunk) ? 0 : overlapToleranceMs;
