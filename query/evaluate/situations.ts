/** So many at once: how many are there (or away) over the watched time, and when it is so many. */
import { mergeRanges, type TimeRange } from '../../kernel/time.ts';
import type { CountLimit, Happening } from '../domain/plan.ts';
import { type Entity, statesOf } from './entity.ts';
import { combineConfidence, entityConfidence, type Occurrence } from './occurrence.ts';
import { type Scene, watchedOf } from './scene.ts';
import { compare, type Match, select } from './select.ts';
import { absencesOf } from './visits.ts';

type Situation = Extract<Happening, { type: 'situation' }>;

/** A situation shorter than this is an artefact of two detections that changed at once. */
export const shortestSituationMs = 500;

export function situations(happening: Situation, scene: Scene): Occurrence[] {
  const steps = countsOverTime(happening, scene);
  const matching = steps.flatMap((step) => {
    const truth = stepTruth(step, happening.count);
    return truth === 'no' ? [] : [{ ...step, isCertain: truth === 'yes' }];
  });
  return joined(matching)
    .filter(({ range }) => range.end - range.start >= Math.min(shortestSituationMs, spanOf(scene)))
    .map((occurrence) => ({ ...occurrence, isOpen: touchesBlindness(occurrence, scene) }));
}

const spanOf = (scene: Scene): number => scene.range.end - scene.range.start;

export interface CountStep {
  readonly streamId: string;
  readonly range: TimeRange;
  readonly certain: readonly Match[];
  readonly possible: readonly Match[];
}

/** How many are there (or away) over the watched time, in steps of constant members. */
export function countsOverTime(
  counted: Pick<Situation, 'subject' | 'state' | 'zone'>,
  scene: Scene,
): CountStep[] {
  const { subject } = counted;
  const matches = select(subject, scene);
  const byStream = Map.groupBy(matches, ({ entity }) => entity.streamId);
  return [...scene.coverage.keys()].flatMap((streamId) =>
    streamSteps(streamId, byStream.get(streamId) ?? [], counted, scene),
  );
}

function streamSteps(
  streamId: string,
  matches: readonly Match[],
  counted: Pick<Situation, 'state' | 'zone'>,
  scene: Scene,
): CountStep[] {
  const watched = watchedOf(scene, streamId);
  const turns = matches
    .flatMap((match) =>
      rangesOf(match.entity, counted, scene).flatMap((range) => turnsOf(match, range)),
    )
    .concat(watched.flatMap(({ start, end }) => [{ at: start }, { at: end }]))
    .sort((a, b) => a.at - b.at);
  return stepsBetween(turns, streamId, mergeRanges(watched));
}

/** At this instant one more is there, or one less, or nothing changes but what is watched. */
interface Turn {
  readonly at: number;
  readonly match?: Match;
  readonly comes?: boolean;
}

const turnsOf = (match: Match, { start, end }: TimeRange): Turn[] => [
  { at: start, match, comes: true },
  { at: end, match, comes: false },
];

function stepsBetween(
  turns: readonly Turn[],
  streamId: string,
  watched: readonly TimeRange[],
): CountStep[] {
  const there = new Set<Match>();
  const steps: CountStep[] = [];
  let piece = 0;
  for (const [index, { at, match, comes }] of turns.entries()) {
    if (match && comes) there.add(match);
    else if (match) there.delete(match);
    const until = turns[index + 1]?.at ?? at;
    while (watched[piece] && watched[piece]!.end <= at) piece += 1;
    const isWatched = watched[piece] !== undefined && watched[piece]!.start <= at;
    if (until > at && isWatched) steps.push(stepOf(streamId, { start: at, end: until }, there));
  }
  return steps;
}

function stepOf(streamId: string, range: TimeRange, there: ReadonlySet<Match>): CountStep {
  const members = [...there];
  return {
    streamId,
    range,
    certain: members.filter(({ isCertain }) => isCertain),
    possible: members.filter(({ isCertain }) => !isCertain),
  };
}

function rangesOf(
  entity: Entity,
  { state, zone }: Pick<Situation, 'state' | 'zone'>,
  scene: Scene,
): readonly TimeRange[] {
  if (zone) return rangesInZone(entity, zone);
  if (state === 'present') return entity.presences;
  const start = Math.min(scene.base.start, scene.range.start);
  const end = Math.max(scene.base.end, scene.range.end);
  return absencesOf(entity, watchedOf(scene, entity.streamId), { start, end });
}

const rangesInZone = (entity: Entity, zone: string): TimeRange[] =>
  mergeRanges(
    statesOf(entity, 'inside')
      .filter(({ args }) => args.includes(`zone:${zone}`))
      .map(({ range }) => range),
  );

function stepTruth(step: CountStep, limit: CountLimit): 'yes' | 'no' | 'maybe' {
  const least = step.certain.length;
  const most = step.possible.length;
  const counts = Array.from({ length: most + 1 }, (_, more) => least + more);
  const hits = counts.filter((count) => compare(count, limit.comparison, limit.value)).length;
  return hits === counts.length ? 'yes' : hits > 0 ? 'maybe' : 'no';
}

function joined(steps: readonly (CountStep & { isCertain: boolean })[]): Occurrence[] {
  const result: Occurrence[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    const next = situationOf(step);
    const follows =
      last?.streamId === next.streamId &&
      last.range.end === next.range.start &&
      last.isCertain === next.isCertain;
    if (follows) result[result.length - 1] = extend(last, next);
    else result.push(next);
  }
  return result;
}

/** That nothing is there is as sure as that something would have been seen. */
const emptinessConfidence = 0.8;

function situationOf(step: CountStep & { isCertain: boolean }): Occurrence {
  const members = [...step.certain, ...step.possible].map(({ entity }) => entity);
  return {
    streamId: step.streamId,
    range: step.range,
    isInstant: false,
    isOpen: false,
    entities: members,
    isCertain: step.isCertain,
    confidence:
      members.length > 0 ? combineConfidence(members.map(entityConfidence)) : emptinessConfidence,
  };
}

const extend = (a: Occurrence, b: Occurrence): Occurrence => ({
  ...a,
  range: { start: a.range.start, end: b.range.end },
  entities: [...new Set([...a.entities, ...b.entities])],
  confidence: Math.min(a.confidence, b.confidence),
});

const touchesBlindness = ({ range, streamId }: Occurrence, scene: Scene): boolean =>
  watchedOf(scene, streamId).some((one) => one.start === range.start || one.end === range.end);
