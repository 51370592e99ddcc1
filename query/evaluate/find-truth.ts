/** Yes, no or cannot know. */
import { clipRanges } from '../../kernel/time.ts';
import type { CountLimit, Happening, Query, Selection } from '../domain/plan.ts';
import { formatInstant } from '../language/format-time.ts';
import {
  isDefinite,
  limitWords,
  negativeVerb,
  nounOf,
  tellAbsence,
} from '../language/plan-words.ts';
import { whyUnseen } from '../language/unseen-said.ts';
import {
  confidenceOfAbsence,
  emptyOccurrences,
  type Finding,
  factOf,
  factsOf,
  missingReference,
  notCovered,
  unknown,
} from './finding.ts';
import { happen } from './happenings.ts';
import { combineConfidence, type Occurrence } from './occurrence.ts';
import { isCovered, watchedOf } from './scene.ts';
import { compare, select } from './select.ts';
import { capitalised, labelOf, listed, type Speaker, tellOccurrence } from './sentences.ts';

type QueryOf<T extends Query['type']> = Extract<Query, { type: T }>;

/** A definite thing that was never seen has neither done it nor not done it. */
export function noSuchThing(happening: Happening, speaker: Speaker): Finding | undefined {
  if (happening.type !== 'object' || !isDefinite(happening.subject)) return undefined;
  return happening.subject.definite ? undefined : noSuchSelection(happening.subject, speaker);
}

export function noSuchSelection(subject: Selection, speaker: Speaker): Finding | undefined {
  const { scene } = speaker;
  if (select(subject, scene).length > 0) return undefined;
  const { ordinal: _, place: __, extreme: ___, ...others } = subject;
  const number = select(others, scene).length;
  const text = `no ${nounOf(subject)} was seen (${number} ${nounOf(others, number)} in all)`;
  return isCovered(scene)
    ? unknown('nothing-to-measure', `${capitalised(text)}.`)
    : notCovered(speaker, text);
}

export function findExistence(query: QueryOf<'exists'>, speaker: Speaker): Finding {
  const { happening, negated } = query;
  const absent = noSuchThing(happening, speaker);
  if (absent) return absent;
  const { occurrences, missing } = happen(happening, speaker.scene);
  if (missing) return missingReference(missing, speaker);
  const certain = occurrences.filter(({ isCertain }) => isCertain);
  if (certain.length > 0) return found(happening, certain, negated ?? false, speaker);
  if (occurrences.length > 0) return doubtful(happening, occurrences, speaker);
  if (!isCovered(speaker.scene)) return notCovered(speaker, tellAbsence(happening));
  return nothingFound(happening, negated ?? false, speaker);
}

function found(
  happening: Happening,
  occurrences: readonly Occurrence[],
  negated: boolean,
  speaker: Speaker,
): Finding {
  const best = occurrences[0]!;
  const more = occurrences.length > 1 ? ` (${occurrences.length} times in all)` : '';
  return {
    verdict: negated ? 'no' : 'yes',
    reason: null,
    value: null,
    text: `${negated ? 'No' : 'Yes'}: ${(negated && exceptionOf(happening, best, speaker)) || tellOccurrence(happening, best, speaker)}${more}.`,
    confidence: Math.max(...occurrences.map(({ confidence }) => confidence)),
    occurrences,
    facts: factsOf(happening, occurrences, speaker),
  };
}

/** `Did everyone leave on the right`: who did not. */
function exceptionOf(
  happening: Happening,
  { entities }: Occurrence,
  speaker: Speaker,
): string | undefined {
  const condition = happening.type === 'object' ? happening.subject.where?.at(-1) : undefined;
  if (!condition?.negated) return undefined;
  const who = listed(entities.map((entity) => labelOf(entity, speaker)));
  return `${who} ${negativeVerb(condition.action)}`;
}

export function doubtful(
  happening: Happening,
  occurrences: readonly Occurrence[],
  speaker: Speaker,
): Finding {
  const what = tellOccurrence(happening, occurrences[0]!, speaker);
  const why = whyUnseen(unseenOf(happening)) || 'this was not seen clearly enough';
  return unknown('not-seen-clearly', `Cannot know: it may be that ${what}, but ${why}.`, {
    occurrences,
    facts: factsOf(happening, occurrences, speaker),
  });
}

function unseenOf(happening: Happening): readonly string[] {
  if (happening.type === 'together') return happening.unseen ?? happening.parts.flatMap(unseenOf);
  if (happening.type === 'situation') return happening.subject.unseen ?? [];
  const { subject, action } = happening;
  return [...(subject.unseen ?? []), ...((action.type === 'wears' && action.unseen) || [])];
}

function nothingFound(happening: Happening, negated: boolean, speaker: Speaker): Finding {
  const { scene } = speaker;
  const confidence = confidenceOfAbsence(scene);
  const shown = negated
    ? emptyOccurrences(scene, confidence, (id) => clipRanges(watchedOf(scene, id), scene.range))
    : [];
  const statement = capitalised(tellAbsence(happening));
  return {
    verdict: negated ? 'yes' : 'no',
    reason: null,
    value: null,
    text: `${negated ? 'Yes' : 'No'}: ${tellAbsence(happening)} (${speaker.period}).`,
    confidence,
    occurrences: shown,
    facts: [{ statement, holds: 'yes', confidence, occurrences: shown }],
  };
}

// Which of two was first, or longer.

export function findOrder(query: QueryOf<'order'>, speaker: Speaker): Finding {
  const absent = noSuchThing(query.first, speaker) ?? noSuchThing(query.second, speaker);
  if (absent) return absent;
  const pair = [query.first, query.second].map((happening) =>
    sideOfOrder(happening, query, speaker),
  );
  const missing = pair.find((one) => one.occurrence === undefined);
  if (missing) return missingReference(missing.happening, speaker);
  const [a, b] = pair.map(({ occurrence }) => occurrence!) as [Occurrence, Occurrence];
  const holds = holdsBetween(query.relation, a, b);
  const isSure = a.isCertain && b.isCertain;
  const facts = pair.map(({ happening, occurrence }) => factOf(happening, occurrence!, speaker));
  const text = `${facts.map(({ statement }) => statement).join('. ')}.`;
  if (!isSure) return unknown('not-seen-clearly', `Cannot know for sure. ${text}`, { facts });
  if (!holds && !isCovered(speaker.scene)) return notCovered(speaker, text.slice(0, -1));
  return {
    verdict: holds ? 'yes' : 'no',
    reason: null,
    value: null,
    text: `${holds ? 'Yes' : 'No'}. ${text}`,
    confidence: combineConfidence([a.confidence, b.confidence]),
    occurrences: [a, b],
    facts,
  };
}

function sideOfOrder(happening: Happening, query: QueryOf<'order'>, speaker: Speaker) {
  const compares = query.relation === 'longer' || query.relation === 'shorter';
  const { occurrences } = happen(happening, speaker.scene, { wholeStays: compares });
  const ranked = compares
    ? [...occurrences].sort((a, b) => lengthOf(b) - lengthOf(a))
    : occurrences;
  const occurrence = ranked.find(({ isCertain }) => isCertain) ?? ranked[0];
  return { happening, occurrence };
}

export const lengthOf = ({ range }: Occurrence): number => range.end - range.start;

const sameTimeMs = 2000;

function holdsBetween(relation: QueryOf<'order'>['relation'], a: Occurrence, b: Occurrence) {
  switch (relation) {
    case 'before':
      return a.range.start < b.range.start;
    case 'after':
      return a.range.start > b.range.start;
    case 'same-time':
      return Math.abs(a.range.start - b.range.start) <= sameTimeMs;
    case 'longer':
      return lengthOf(a) > lengthOf(b);
    case 'shorter':
      return lengthOf(a) < lengthOf(b);
  }
}

// A count against a limit.

/** `least` are sure, up to `most` are possible; more may hide in what was not watched. */
export function limitTruth(
  limit: CountLimit,
  least: number,
  most: number,
  isComplete: boolean,
): 'yes' | 'no' | 'unknown' {
  const top = isComplete ? most : Number.POSITIVE_INFINITY;
  if (least === top) return compare(least, limit.comparison, limit.value) ? 'yes' : 'no';
  const { comparison, value } = limit;
  const isUpward = comparison === '>' || comparison === '>=';
  if (isUpward) {
    if (compare(least, comparison, value)) return 'yes';
    return compare(top, comparison, value) ? 'unknown' : 'no';
  }
  if (comparison === '=') return least > value || top < value ? 'no' : 'unknown';
  if (compare(top, comparison, value)) return 'yes';
  return compare(least, comparison, value) ? 'unknown' : 'no';
}

export const limitText = (limit: CountLimit): string =>
  `${limitWords[limit.comparison]} ${limit.value}`;

export const timeText = (at: number, speaker: Speaker): string =>
  formatInstant(at, speaker.timeZone);
