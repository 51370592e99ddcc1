/**
 * Makes a trajectory from an observation, and merges an observation into a trajectory. Everything
 * here is a running value of constant size. States are rows of their own: `merge-states.ts`.
 */
import { chunkId } from '../../ingest/domain/chunk.ts';
import { type Box, blendBoxes, boxOverlap } from '../../kernel/geometry.ts';
import { totalDuration } from '../../kernel/time.ts';
import { compareText } from '../compare-text.ts';
import type { OpenTrajectory } from '../domain/aggregation-memory.ts';
import { unnamedKind } from '../domain/kind.ts';
import type { Attribute, Identifier, KindVote, Observation } from '../domain/observation.ts';
import type { Trajectory } from '../domain/trajectory.ts';
import { endVelocity, exitOf } from './object-motion.ts';

const maxKindVotes = 8;
const maxValuesPerPart = 4;
const maxIdentifiers = 6;

/** Share of the newest observation in the running appearance. */
const appearanceStep = 0.3;

/** Boxes that overlap this much are the same place. */
const samePlace = 0.5;

/** A trajectory of this one observation, without states. */
export function openTrajectory(observation: Observation): OpenTrajectory {
  const box = firstBoxOf(observation);
  const head: Trajectory = {
    id: observation.id,
    streamId: observation.chunk.streamId,
    kind: observation.kind,
    kindConfidence: 0,
    kindAssumed: observation.kindAssumed,
    kindVotes: [],
    attributes: [],
    identifiers: [],
    firstAt: observation.range.start,
    lastAt: observation.range.start,
    firstBox: box,
    lastBox: box,
    typicalBox: box,
    observationCount: 0,
    confidence: 0,
    procedure: observation.procedure,
  };
  const empty: OpenTrajectory = {
    head,
    verdicts: [],
    verdictMass: 0,
    velocity: { x: 0, y: 0 },
    lastChunk: chunkId(observation.chunk),
    seenMs: 0,
    dwellMs: 0,
    attributeMs: {},
    openStates: [],
    nextState: 0,
    linked: false,
  };
  return mergeObservation(empty, observation);
}

/** The trajectory with the observation at its end. */
export function mergeObservation(
  trajectory: OpenTrajectory,
  observation: Observation,
): OpenTrajectory {
  const seenMs = totalDuration(observation.spans);
  const typical = mergePlace(trajectory, observation);
  const looks = mergeAttributes(trajectory, observation, seenMs);
  const { kind, verdicts, verdictMass } = mergeKind(trajectory, observation);
  const { exit: _, ...before } = trajectory;
  const exit = exitOf(observation);
  return {
    ...before,
    ...(exit && { exit }),
    ...appearanceOf(trajectory.appearance, observation.appearance),
    head: {
      ...trajectory.head,
      ...kind,
      attributes: looks.attributes,
      identifiers: mergeIdentifiers(trajectory.head.identifiers, observation.identifiers),
      lastAt: Math.max(trajectory.head.lastAt, observation.range.end),
      lastBox: observation.path.at(-1)?.box ?? trajectory.head.lastBox,
      typicalBox: typical.box,
      observationCount: trajectory.head.observationCount + 1,
      confidence: Math.max(trajectory.head.confidence, observation.confidence),
      procedure: observation.procedure,
    },
    verdicts,
    verdictMass,
    velocity: endVelocity(observation.path),
    lastChunk: chunkId(observation.chunk),
    seenMs: trajectory.seenMs + seenMs,
    dwellMs: typical.dwellMs,
    attributeMs: looks.attributeMs,
  };
}

type KindOfHead = Pick<Trajectory, 'kind' | 'kindConfidence' | 'kindAssumed' | 'kindVotes'>;

/**
 * The verdict of the observations' verdicts: each counts its confidence times its votes, because an
 * extractor knows more than the votes alone. Without a named one the kind stays assumed.
 */
function mergeKind(
  trajectory: OpenTrajectory,
  observation: Observation,
): Pick<OpenTrajectory, 'verdicts' | 'verdictMass'> & { kind: KindOfHead } {
  const { kind, kindAssumed, kindConfidence } = observation;
  const kindVotes = sumVotes(trajectory.head.kindVotes, observation.kindVotes);
  const isNamed = !kindAssumed && kind !== unnamedKind;
  const mass = isNamed ? massOf(observation.kindVotes) || 1 : 0;
  const verdicts = sumVotes(trajectory.verdicts, [{ kind, weight: mass * kindConfidence }]);
  const verdictMass = trajectory.verdictMass + mass;
  const [best] = verdicts;
  if (!best)
    return { verdicts, verdictMass, kind: { kind, kindAssumed, kindConfidence, kindVotes } };
  const confidence = best.weight / verdictMass;
  return {
    verdicts,
    verdictMass,
    kind: { kind: best.kind, kindAssumed: false, kindConfidence: confidence, kindVotes },
  };
}

/** Most weight first; the lightest are forgotten beyond the limit. */
function sumVotes(a: readonly KindVote[], b: readonly KindVote[]): KindVote[] {
  const weights = new Map<string, number>();
  for (const { kind, weight } of [...a, ...b]) {
    weights.set(kind, (weights.get(kind) ?? 0) + weight);
  }
  return [...weights]
    .map(([kind, weight]) => ({ kind, weight }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || compareText(one.kind, other.kind))
    .slice(0, maxKindVotes);
}

/** Per part, the mean confidence of every value over the time the part was seen. */
function mergeAttributes(
  trajectory: OpenTrajectory,
  observation: Observation,
  seenMs: number,
): Pick<OpenTrajectory, 'attributeMs'> & { attributes: Attribute[] } {
  const attributeMs = { ...trajectory.attributeMs };
  const parts = new Set([...trajectory.head.attributes, ...observation.attributes].map(partOf));
  const attributes = [...parts].sort().flatMap((part) => {
    const before = trajectory.head.attributes.filter((attribute) => attribute.part === part);
    const added = observation.attributes.filter((attribute) => attribute.part === part);
    if (added.length === 0) return before;
    const beforeMs = attributeMs[part] ?? 0;
    attributeMs[part] = beforeMs + seenMs;
    return meanOfValues(before, beforeMs, added, seenMs);
  });
  return { attributes, attributeMs };
}

function meanOfValues(
  before: readonly Attribute[],
  beforeMs: number,
  added: readonly Attribute[],
  addedMs: number,
): Attribute[] {
  const whole = beforeMs + addedMs;
  if (whole === 0) return [...added];
  const values = new Map<string, Attribute>();
  const add = (attribute: Attribute, ms: number) => {
    const sum =
      (values.get(attribute.value)?.confidence ?? 0) + (attribute.confidence * ms) / whole;
    values.set(attribute.value, { ...attribute, confidence: Math.min(1, sum) });
  };
  for (const attribute of before) add(attribute, beforeMs);
  for (const attribute of added) add(attribute, addedMs);
  return [...values.values()]
    .sort((a, b) => b.confidence - a.confidence || compareText(a.value, b.value))
    .slice(0, maxValuesPerPart);
}

function mergeIdentifiers(a: readonly Identifier[], b: readonly Identifier[]): Identifier[] {
  const all = new Map([...a, ...b].map((one) => [`${one.type} ${one.value}`, one]));
  return [...all.values()].slice(0, maxIdentifiers);
}

/**
 * The place that holds most of the time, in constant memory: the majority vote of Boyer and Moore
 * over places, with milliseconds as votes. Boxes of the leading place are averaged.
 */
function mergePlace(
  trajectory: OpenTrajectory,
  observation: Observation,
): { box: Box; dwellMs: number } {
  let leader = { box: trajectory.head.typicalBox, dwellMs: trajectory.dwellMs };
  observation.path.forEach(({ at, box }, i) => {
    const until = observation.path[i + 1]?.at ?? observation.range.end;
    leader = voteForPlace(leader, box, Math.max(0, until - at));
  });
  return leader;
}

function voteForPlace(leader: { box: Box; dwellMs: number }, box: Box, ms: number) {
  if (boxOverlap(leader.box, box) >= samePlace) {
    const share = leader.dwellMs + ms > 0 ? ms / (leader.dwellMs + ms) : 1;
    return { box: blendBoxes(leader.box, box, share), dwellMs: leader.dwellMs + ms };
  }
  const lead = leader.dwellMs - ms;
  return lead >= 0 ? { ...leader, dwellMs: lead } : { box, dwellMs: -lead };
}

function appearanceOf(
  before: readonly number[] | undefined,
  added: readonly number[] | undefined,
): Pick<OpenTrajectory, 'appearance'> {
  if (!added) return before ? { appearance: before } : {};
  if (!before || before.length !== added.length) return { appearance: added.map(short) };
  const mixed = before.map((value, i) => value + (added[i]! - value) * appearanceStep);
  const length = Math.hypot(...mixed);
  return { appearance: (length > 0 ? mixed.map((value) => value / length) : added).map(short) };
}

/** Four digits are plenty for a dot product, and keep the memory small as JSON. */
const short = (value: number): number => Math.round(value * 10_000) / 10_000;

function firstBoxOf(observation: Observation): Box {
  return observation.path[0]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
}

const partOf = (attribute: Attribute): Attribute['part'] => attribute.part;

const massOf = (votes: readonly KindVote[]): number =>
  votes.reduce((sum, vote) => sum + vote.weight, 0);
