/** When, and for how long. */
import { intersectRanges, mergeRanges, totalDuration } from '../../kernel/time.ts';
import type { Query } from '../domain/plan.ts';
import { formatDuration } from '../language/format-time.ts';
import { tellAbsence, tellHappening } from '../language/plan-words.ts';
import { doubtful, lengthOf, noSuchThing, timeText } from './find-truth.ts';
import {
  type Finding,
  factsOf,
  gapWords,
  missingReference,
  notCovered,
  unknown,
} from './finding.ts';
import { happen } from './happenings.ts';
import { combineConfidence, type Occurrence } from './occurrence.ts';
import { isCovered, type Scene } from './scene.ts';
import { capitalised, type Speaker, tellOccurrence } from './sentences.ts';

type QueryOf<T extends Query['type']> = Extract<Query, { type: T }>;

export function findTimes(query: QueryOf<'when'>, speaker: Speaker): Finding {
  const { happening } = query;
  const absent = noSuchThing(happening, speaker);
  if (absent) return absent;
  const { occurrences, missing } = happen(happening, speaker.scene);
  if (missing) return missingReference(missing, speaker);
  const certain = occurrences.filter(({ isCertain }) => isCertain);
  if (certain.length === 0) {
    return occurrences.length > 0
      ? doubtful(happening, occurrences, speaker)
      : neverHappened(tellAbsence(happening), speaker);
  }
  return timesFinding(query, pickTimes(certain, query.which), speaker);
}

function neverHappened(text: string, speaker: Speaker): Finding {
  return isCovered(speaker.scene)
    ? unknown('nothing-to-measure', `${capitalised(text)}.`)
    : notCovered(speaker, text);
}

const pickTimes = (
  occurrences: readonly Occurrence[],
  which: QueryOf<'when'>['which'],
): readonly Occurrence[] =>
  which === 'all' ? occurrences : [which === 'first' ? occurrences[0]! : occurrences.at(-1)!];

function timesFinding(
  query: QueryOf<'when'>,
  occurrences: readonly Occurrence[],
  speaker: Speaker,
): Finding {
  const times = occurrences.map(({ range }) => (query.edge === 'end' ? range.end : range.start));
  const facts = factsOf(query.happening, occurrences, speaker);
  const single = times.length === 1;
  const told = single
    ? capitalised(tellOccurrence(query.happening, occurrences[0]!, speaker))
    : `${capitalised(tellHappening(query.happening))} ${times.length} times: ${times
        .slice(0, 20)
        .map((at) => timeText(at, speaker))
        .join(', ')}`;
  return {
    verdict: 'value',
    reason: null,
    value: single ? { type: 'instant', at: times[0]! } : { type: 'instants', at: times },
    text: `${told}${gapWords(speaker)}.`,
    confidence:
      combineConfidence(occurrences.map(({ confidence }) => confidence)) *
      (isCovered(speaker.scene) ? 1 : 0.7),
    occurrences,
    facts,
  };
}

export function findDuration(query: QueryOf<'how-long'>, speaker: Speaker): Finding {
  const { happening, statistic } = query;
  const absent = noSuchThing(happening, speaker);
  if (absent) return absent;
  const { scene } = speaker;
  const { occurrences, missing } = happen(happening, scene, { wholeStays: true });
  if (missing) return missingReference(missing, speaker);
  const certain = occurrences.filter(({ isCertain }) => isCertain);
  if (certain.length === 0 && occurrences.length > 0) {
    return doubtful(happening, occurrences, speaker);
  }
  if (certain.length === 0) return neverLasted(query, speaker);
  const measured = measure(certain, statistic, scene);
  return durationFinding(query, measured, speaker);
}

function neverLasted(query: QueryOf<'how-long'>, speaker: Speaker): Finding {
  const { happening, statistic } = query;
  if (!isCovered(speaker.scene) || statistic !== 'total') {
    return neverHappened(tellAbsence(happening), speaker);
  }
  return {
    verdict: 'value',
    reason: null,
    value: { type: 'duration', ms: 0 },
    text: `0 s: ${tellAbsence(happening)}.`,
    confidence: 0.8,
    occurrences: [],
    facts: [],
  };
}

interface Measured {
  readonly ms: number;
  readonly shown: readonly Occurrence[];
}

function measure(
  occurrences: readonly Occurrence[],
  statistic: QueryOf<'how-long'>['statistic'],
  scene: Scene,
): Measured {
  if (statistic === 'total') {
    const parts = occurrences.flatMap(({ range }) => intersectRanges(range, scene.range) ?? []);
    return { ms: totalDuration(mergeRanges(parts)), shown: occurrences };
  }
  if (statistic === 'average') {
    const sum = occurrences.reduce((total, one) => total + lengthOf(one), 0);
    return { ms: Math.round(sum / occurrences.length), shown: occurrences };
  }
  const sorted = [...occurrences].sort((a, b) => lengthOf(b) - lengthOf(a));
  const one = statistic === 'longest' ? sorted[0]! : sorted.at(-1)!;
  return { ms: lengthOf(one), shown: [one] };
}

function durationFinding(
  query: QueryOf<'how-long'>,
  { ms, shown }: Measured,
  speaker: Speaker,
): Finding {
  const { scene } = speaker;
  // How long the room was empty in the asked time is exact, whatever was before and after.
  const isOpen = query.happening.type === 'object' && shown.some((one) => one.isOpen);
  const isAtLeast = isOpen || !isCovered(scene);
  const facts = factsOf(query.happening, shown, speaker);
  const told = shown.slice(0, 6).map((one) => tellOccurrence(query.happening, one, speaker));
  const more = shown.length > 6 ? ` and ${shown.length - 6} more times` : '';
  return {
    verdict: 'value',
    reason: null,
    value: { type: 'duration', ms },
    text: `${isAtLeast ? 'At least ' : ''}${formatDuration(ms)}${statisticWords(query.statistic)}: ${told.join('; ')}${more}${gapWords(speaker)}.`,
    confidence:
      combineConfidence(shown.map(({ confidence }) => confidence)) * (isAtLeast ? 0.7 : 1),
    occurrences: shown,
    facts,
  };
}

const statisticWords = (statistic: QueryOf<'how-long'>['statistic']): string =>
  statistic === 'total' ? '' : ` (the ${statistic})`;
