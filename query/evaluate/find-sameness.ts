/** Whether two descriptions mean one thing, and whether one thing is of some kind. */
import type { Query } from '../domain/plan.ts';
import { article, isDefinite, nounOf } from '../language/plan-words.ts';
import { whyUnseen } from '../language/unseen-said.ts';
import type { Entity } from './entity.ts';
import { noSuchSelection } from './find-truth.ts';
import { type Finding, notCovered, unknown } from './finding.ts';
import { combineConfidence, type Occurrence } from './occurrence.ts';
import { isCovered } from './scene.ts';
import { type Match, select } from './select.ts';
import { capitalised, labelOf, type Speaker } from './sentences.ts';

type QueryOf<T extends Query['type']> = Extract<Query, { type: T }>;

export function findSameness(query: QueryOf<'same'>, speaker: Speaker): Finding {
  const { scene } = speaker;
  const named = isDefinite(query.other) ? [query.subject, query.other] : [query.subject];
  const absent = named.map((one) => noSuchSelection(one, speaker));
  const none = absent.find((finding) => finding !== undefined);
  if (none) return none;
  const subjects = select(query.subject, scene);
  const others = select(query.other, scene);
  if (!isDefinite(query.other)) return findLikeness(query, subjects, others, speaker);
  const isSame = subjects.some(({ entity }) => others.some((other) => other.entity === entity));
  const isSure = [...subjects, ...others].every(({ isCertain }) => isCertain);
  const text = isSame
    ? `both mean ${namesOf(subjects, speaker)}`
    : `the ${nounOf(query.subject)} is ${namesOf(subjects, speaker)}, the ${nounOf(query.other)} is ${namesOf(others, speaker)}`;
  if (!isSure) return unknown('not-seen-clearly', `Cannot know for sure: ${text}.`);
  if (!isSame && !isCovered(scene)) return notCovered(speaker, text);
  const shown = [...subjects, ...others].map(stayOf);
  return {
    verdict: isSame ? 'yes' : 'no',
    reason: null,
    value: null,
    text: `${isSame ? 'Yes' : 'No'}: ${text}.`,
    confidence: combineConfidence([...subjects, ...others].map(({ confidence }) => confidence)),
    occurrences: shown,
    facts: [{ statement: capitalised(text), holds: 'yes', confidence: 0.8, occurrences: shown }],
  };
}

/** `Is the last person a man in black`: no, when what is seen of it says otherwise. */
function findLikeness(
  { other }: QueryOf<'same'>,
  subjects: readonly Match[],
  others: readonly Match[],
  speaker: Speaker,
): Finding {
  const fitting = subjects.map(({ entity }) => others.find((one) => one.entity === entity));
  const isSame = fitting.every((match) => match !== undefined);
  const isMixed = !isSame && fitting.some((match) => match !== undefined);
  const isSure = [...subjects, ...fitting].every((match) => match?.isCertain ?? true);
  const names = namesOf(subjects, speaker);
  const text = `${names} ${isSame ? 'is' : 'is not'} ${article(nounOf(other))}`;
  const doubts = isSame || isMixed ? `${names} may be ${article(nounOf(other))}` : text;
  const shown = subjects.map(stayOf);
  if (!isSure || isMixed) {
    const why = whyUnseen(other.unseen ?? []);
    const text = `Cannot know for sure: ${doubts}${why && `, but ${why}`}.`;
    return unknown('not-seen-clearly', text, { occurrences: shown });
  }
  return {
    verdict: isSame ? 'yes' : 'no',
    reason: null,
    value: null,
    text: `${isSame ? 'Yes' : 'No'}: ${text}.`,
    confidence: combineConfidence(subjects.map(({ confidence }) => confidence)),
    occurrences: shown,
    facts: [{ statement: capitalised(text), holds: 'yes', confidence: 0.8, occurrences: shown }],
  };
}

const namesOf = (matches: readonly Match[], speaker: Speaker): string =>
  matches.map(({ entity }) => labelOf(entity, speaker)).join(', ');

export const stayOf = ({ entity, isCertain, confidence }: Match): Occurrence => ({
  streamId: entity.streamId,
  range: spanOf(entity),
  isInstant: false,
  isOpen: false,
  entities: [entity],
  isCertain,
  confidence,
});

const spanOf = ({ presences }: Entity) => ({
  start: presences[0]!.start,
  end: presences.at(-1)!.end,
});
