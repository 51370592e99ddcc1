/** What a candidate's answer says of a case. Pure. */
import { mergeRanges, rangesOverlap, totalDuration } from '../../kernel/time.ts';
import type { Answer } from '../../query/domain/answer.ts';
import type { Case } from '../../query/domain/judgement.ts';
import type { Question } from '../../query/domain/question.ts';
import type { Shadow, ShadowAnswer } from './compare-cases.ts';
import type { CaseRun } from './plan-runs.ts';

/** Two extractors see a thing come and go some frames apart. */
const edgeMs = 1_000;

/** The question of the case; `streams`: from those of the candidate's memory to its own. */
export function questionFor(
  { question, standing }: Case,
  streams: ReadonlyMap<string, string>,
): Question {
  const { from, to, standpoint } = question;
  const again: Question = {
    ...question,
    streamIds: [...streams.keys()],
    ...(standpoint && { standpoint: { ...standpoint, streams: renamed(standpoint, streams) } }),
  };
  if (!standing || from === undefined || to === undefined || to - from <= 4 * edgeMs) return again;
  return { ...again, from: from + edgeMs, to: to - edgeMs };
}

/** The text goes on naming them as it did, by name or by id. */
const renamed = (
  standpoint: NonNullable<Question['standpoint']>,
  streams: ReadonlyMap<string, string>,
): { id: string; name: string }[] =>
  standpoint.streams.flatMap((named) =>
    [...streams]
      .filter(([, recorded]) => recorded === named.id)
      .flatMap(([id]) => [
        { id, name: named.name },
        { id, name: named.id },
      ]),
  );

/** `streams`: from those of the candidate's memory to the recorded ones they stand for. */
export function shadowOf(
  run: CaseRun,
  answer: Answer,
  streams: ReadonlyMap<string, string>,
): Shadow {
  const evidence = answer.evidence.map(({ streamId, range }) => ({
    streamId: streams.get(streamId) ?? streamId,
    range,
  }));
  const { verdict, value, text, reason, confidence, plan } = answer;
  const shadow = {
    verdict,
    value,
    text,
    reason,
    confidence,
    understoodAs: plan.understoodAs,
    evidence,
  };
  if (run.isPart && reason === 'not-covered') return ofPart(run, answer, shadow, streams);
  const { standing } = run.case;
  if (standing && verdict === 'value' && !standing.threshold) {
    return { failure: 'it was held against a number that is no longer known' };
  }
  return { answer: standing ? asAlert(shadow, standing) : shadow };
}

/** Of a longer time only the part around the evidence was taken in. */
function ofPart(
  run: CaseRun,
  { coverage }: Answer,
  shadow: ShadowAnswer,
  streams: ReadonlyMap<string, string>,
): Shadow {
  const isBlind = run.needs.some(({ streamId, range }) => {
    const inner = { start: range.start + edgeMs, end: range.end - edgeMs };
    const stretches = [...streams].filter(([, recorded]) => recorded === streamId);
    return stretches.every(([id]) =>
      coverage.gaps.some((gap) => gap.streamId === id && rangesOverlap(gap, inner)),
    );
  });
  if (isBlind) return { answer: shadow };
  return run.case.said.verdict === 'yes'
    ? { answer: { ...shadow, verdict: 'no', reason: null } }
    : { failure: 'it is about a long time, and its answer needs all of that' };
}

/** Whether the alert would have been given: a number is held against the threshold. */
function asAlert(shadow: ShadowAnswer, standing: NonNullable<Case['standing']>): ShadowAnswer {
  const isYes = holds(shadow, standing);
  if (isYes === undefined) return shadow;
  return { ...shadow, verdict: isYes ? 'yes' : 'no', value: null };
}

/** As long as evidence says at most of a state that goes on. */
const longestEvidenceMs = 300_000;

function holds(
  { verdict, value, evidence = [] }: ShadowAnswer,
  { threshold, holdForSeconds }: NonNullable<Case['standing']>,
): boolean | undefined {
  if (verdict === 'yes') {
    const heldMs = totalDuration(
      mergeRanges(
        evidence.map(({ range }) => range),
        edgeMs,
      ),
    );
    const mustMs = Math.min(holdForSeconds * 1000, longestEvidenceMs) - 2 * edgeMs;
    return evidence.length === 0 || heldMs >= mustMs;
  }
  if (verdict !== 'value' || !threshold || !value) return undefined;
  if (value.type === 'count') return compare(value.count, threshold);
  return value.type === 'duration' ? compare(value.ms / 1000, threshold) : undefined;
}

function compare(
  value: number,
  threshold: NonNullable<NonNullable<Case['standing']>['threshold']>,
): boolean {
  switch (threshold.comparison) {
    case '>':
      return value > threshold.value;
    case '>=':
      return value >= threshold.value;
    case '<':
      return value < threshold.value;
    case '<=':
      return value <= threshold.value;
    case '=':
      return value === threshold.value;
  }
}
