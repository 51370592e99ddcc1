/** How many, how often, how many at once. */
import { intersectRanges } from '../../kernel/time.ts';
import type { CountLimit, Happening, Query } from '../domain/plan.ts';
import { formatRange } from '../language/format-time.ts';
import { kindNoun, nounOf, tellAbsence, tellHappening, verbOf } from '../language/plan-words.ts';
import { limitText, limitTruth, noSuchThing } from './find-truth.ts';
import {
  confidenceOfAbsence,
  type FactDraft,
  type Finding,
  factsOf,
  gapWords,
  missingReference,
  notCovered,
  unknown,
} from './finding.ts';
import { happen } from './happenings.ts';
import { combineConfidence, entityConfidence, type Occurrence } from './occurrence.ts';
import { isCovered, type Scene, sceneIsWatched } from './scene.ts';
import { capitalised, labelOf, listed, type Speaker } from './sentences.ts';
import { type CountStep, countsOverTime, shortestSituationMs } from './situations.ts';

type QueryOf<T extends Query['type']> = Extract<Query, { type: T }>;

export function findCount(query: QueryOf<'count'>, speaker: Speaker): Finding {
  const absent = noSuchThing(query.happening, speaker);
  if (absent) return absent;
  const { occurrences, missing } = happen(query.happening, speaker.scene);
  if (missing) return missingReference(missing, speaker);
  const counted = query.of === 'objects' ? firstOfEach(occurrences) : occurrences;
  return query.limit
    ? findLimit(query, query.limit, counted, speaker)
    : findNumber(query, counted, speaker);
}

/** One occurrence for each thing, certain ones first. */
function firstOfEach(occurrences: readonly Occurrence[]): Occurrence[] {
  const byThing = new Map<string, Occurrence>();
  for (const occurrence of occurrences) {
    const key = occurrence.entities.map(({ id }) => id).join('+');
    const earlier = byThing.get(key);
    if (!earlier || (!earlier.isCertain && occurrence.isCertain)) byThing.set(key, occurrence);
  }
  return [...byThing.values()];
}

function findNumber(
  query: QueryOf<'count'>,
  counted: readonly Occurrence[],
  speaker: Speaker,
): Finding {
  const certain = counted.filter(({ isCertain }) => isCertain);
  const isComplete = isCovered(speaker.scene);
  if (certain.length === 0 && !isComplete) return notCovered(speaker, tellAbsence(query.happening));
  if (certain.length === 0 && counted.length > 0) {
    return unknown('not-seen-clearly', 'Cannot know: none was seen clearly enough.', {
      facts: factsOf(query.happening, counted, speaker),
    });
  }
  const doubts = counted.length - certain.length;
  return {
    verdict: 'value',
    reason: null,
    value: { type: 'count', count: certain.length },
    text: `${numberText(query, certain.length, doubts, speaker)}${assumedWords(certain)}`,
    confidence: countConfidence(certain, doubts, speaker.scene),
    occurrences: certain,
    facts: countedFacts(query.happening, counted, speaker),
  };
}

function countedFacts(
  happening: Happening,
  counted: readonly Occurrence[],
  speaker: Speaker,
): FactDraft[] {
  if (counted.length > 0) return factsOf(happening, counted, speaker);
  const statement = capitalised(tellAbsence(happening));
  const confidence = confidenceOfAbsence(speaker.scene);
  return [{ statement, holds: 'yes', confidence, occurrences: [] }];
}

function numberText(
  query: QueryOf<'count'>,
  count: number,
  doubts: number,
  speaker: Speaker,
): string {
  const isComplete = isCovered(speaker.scene);
  const said = query.of === 'occurrences' ? timesWords(query.happening, count) : '';
  const number = said || `${count} ${objectWords(query.happening, count)}`;
  const doubt = doubts > 0 ? `; ${doubts} more may be, but this was not seen clearly` : '';
  const start = isComplete ? number : `at least ${number}`;
  return `${capitalised(start)} (${speaker.period})${doubt}${gapWords(speaker)}.`;
}

/** `2 times: the left bottle was taken away`. */
const timesWords = (happening: Happening, count: number): string =>
  `${count} ${count === 1 ? 'time' : 'times'}: ${tellHappening(happening)}`;

const objectWords = (happening: Happening, count: number): string =>
  happening.type === 'object'
    ? `${nounOf(happening.subject, count)} ${verbOf(happening.action, count)}`
    : `times: ${tellHappening(happening)}`;

/** Things that no detector named are counted for what such a thing mostly is. */
function assumedWords(certain: readonly Occurrence[]): string {
  const assumed = certain.flatMap(({ entities }) => entities.filter((one) => one.kindAssumed));
  const kinds = [...new Set(assumed.map(({ kind }) => kind))].map((kind) => kindNoun(kind, 2));
  if (assumed.length === 0) return '';
  return ` ${assumed.length} of them were not named by the detector and only taken for ${kinds.join(' or ')}.`;
}

function countConfidence(certain: readonly Occurrence[], doubts: number, scene: Scene): number {
  const seen =
    certain.length > 0
      ? combineConfidence(certain.map(({ confidence }) => confidence))
      : confidenceOfAbsence(scene);
  const share =
    certain.length + doubts === 0 ? 1 : (certain.length + 1) / (certain.length + doubts + 1);
  return seen * share * (isCovered(scene) ? 1 : 0.7);
}

function findLimit(
  query: QueryOf<'count'>,
  limit: CountLimit,
  counted: readonly Occurrence[],
  speaker: Speaker,
): Finding {
  const { scene } = speaker;
  const certain = counted.filter(({ isCertain }) => isCertain);
  const truth = limitTruth(limit, certain.length, counted.length, isCovered(scene));
  const number = numberText(query, certain.length, counted.length - certain.length, speaker);
  const facts = countedFacts(query.happening, counted, speaker);
  if (truth === 'unknown') {
    const reason = isCovered(scene) ? 'not-seen-clearly' : 'not-covered';
    return unknown(reason, `Cannot know whether it is ${limitText(limit)}. ${number}`, { facts });
  }
  return {
    verdict: truth,
    reason: null,
    value: null,
    text: `${truth === 'yes' ? 'Yes' : 'No'} (asked was ${limitText(limit)}): ${number}${assumedWords(certain)}`,
    confidence: countConfidence(certain, counted.length - certain.length, scene),
    occurrences: certain,
    facts,
  };
}

// At once.

export function findCountAtOnce(query: QueryOf<'count-at-once'>, speaker: Speaker): Finding {
  const { scene } = speaker;
  if (!sceneIsWatched(scene)) return notCovered(speaker, 'nothing of it was watched');
  const steps = countsOverTime(query, scene).flatMap((step) => {
    const range = intersectRanges(step.range, scene.range);
    return range ? [{ ...step, range }] : [];
  });
  const chosen = chooseStep(steps, query.statistic, scene);
  if (query.statistic !== 'at-instant' && scene.coverage.size > 1 && !chosen) {
    return notCovered(speaker, 'nothing of it was watched');
  }
  return chosen ? stepFinding(query, chosen, speaker) : notCovered(speaker, 'nothing was watched');
}

/** Over several streams the numbers of one moment add up. */
function chooseStep(
  steps: readonly CountStep[],
  statistic: QueryOf<'count-at-once'>['statistic'],
  scene: Scene,
): CountStep[] | undefined {
  const perStream = [...Map.groupBy(steps, ({ streamId }) => streamId).values()];
  if (perStream.length === 0) return undefined;
  if (statistic === 'at-instant') return perStream.map(longestCount);
  const shortest = Math.min(shortestSituationMs, scene.range.end - scene.range.start);
  const lasting = steps.filter(({ range }) => range.end - range.start >= shortest);
  const pool = lasting.length > 0 ? lasting : steps;
  const sorted = [...pool].sort((a, b) => a.certain.length - b.certain.length);
  const step = statistic === 'minimum' ? sorted[0]! : sorted.at(-1)!;
  return [step];
}

/** Within the moment, the number that held longest. */
function longestCount(steps: readonly CountStep[]): CountStep {
  const byCount = [...Map.groupBy(steps, ({ certain }) => certain.length).values()];
  const length = (group: readonly CountStep[]) =>
    group.reduce((sum, { range }) => sum + range.end - range.start, 0);
  return byCount.sort((a, b) => length(b) - length(a))[0]![0]!;
}

function stepFinding(
  query: QueryOf<'count-at-once'>,
  steps: readonly CountStep[],
  speaker: Speaker,
): Finding {
  const certain = steps.flatMap((step) => step.certain);
  const doubts = steps.flatMap((step) => step.possible).length;
  const count = certain.length;
  const occurrences = steps.map((step) => stepOccurrence(step));
  const facts = steps.flatMap((step) => stepFacts(query, step, speaker));
  const noun = `${nounOf(query.subject, count)} ${count === 1 ? 'was' : 'were'} ${query.state === 'away' ? 'away' : 'there'}`;
  const when = steps.map(({ range }) => formatRange(range, speaker.timeZone))[0];
  const bound = { 'at-instant': '', minimum: ' at the fewest', maximum: ' at the most' }[
    query.statistic
  ];
  const doubt = doubts > 0 ? `; ${doubts} more may be, but this was not seen clearly` : '';
  return {
    verdict: 'value',
    reason: null,
    value: { type: 'count', count },
    text: `${count} ${noun}${bound} (${when})${doubt}${gapWords(speaker)}.`,
    confidence: countConfidence(occurrences, doubts, speaker.scene),
    occurrences,
    facts,
  };
}

function stepOccurrence({ streamId, range, certain }: CountStep): Occurrence {
  const entities = certain.map(({ entity }) => entity);
  return {
    streamId,
    range,
    isInstant: false,
    isOpen: false,
    entities,
    isCertain: true,
    confidence: entities.length > 0 ? combineConfidence(entities.map(entityConfidence)) : 0.8,
  };
}

function stepFacts(
  query: QueryOf<'count-at-once'>,
  step: CountStep,
  speaker: Speaker,
): FactDraft[] {
  const state = query.state === 'away' ? 'away' : 'there';
  if (step.certain.length === 0) {
    const statement = `No ${nounOf(query.subject)} was ${state}`;
    return [{ statement, holds: 'yes', confidence: 0.8, occurrences: [stepOccurrence(step)] }];
  }
  return step.certain.map((match) => ({
    statement: capitalised(`${listed([labelOf(match.entity, speaker)])} was ${state}`),
    holds: 'yes' as const,
    confidence: match.confidence,
    occurrences: [{ ...stepOccurrence(step), entities: [match.entity] }],
  }));
}
