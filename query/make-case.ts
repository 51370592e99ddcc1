/** A judgement with a copy of what was asked and said, so that it outlives both. Pure. */
import { durationOf, type TimeRange } from '../kernel/time.ts';
import type { Answer, Evidence } from './domain/answer.ts';
import {
  type Case,
  type Judgement,
  judgementIdOf,
  type NewJudgement,
  type Subject,
} from './domain/judgement.ts';
import type { Question } from './domain/question.ts';
import type { Alert, StandingQuestion } from './domain/standing-question.ts';

export interface StreamName {
  readonly id: string;
  readonly name: string;
}

export const judgementOf = (
  subject: Subject,
  { isRight, note, expected }: NewJudgement,
  judgedAt: number,
): Judgement => ({
  id: judgementIdOf(subject),
  subject,
  isRight,
  note: note || null,
  expected: expected ?? null,
  judgedAt: Math.round(judgedAt),
});

export const caseOfAnswer = (judgement: Judgement, answer: Answer): Case => ({
  ...judgement,
  question: answer.asked ?? questionOf(answer),
  range: answer.coverage.asked,
  said: {
    verdict: answer.verdict,
    reason: answer.reason,
    value: answer.value,
    text: answer.text,
    evidence: rangesOf(answer.evidence),
  },
  standing: null,
});

/** Of an answer that was stored before questions were stored with their scope. */
function questionOf({ question, askedAt, coverage, evidence }: Answer): Question {
  const { start, end } = coverage.asked;
  const streamIds = [...new Set(evidence.map(({ streamId }) => streamId))];
  return {
    text: question,
    ...(streamIds.length > 0 && { streamIds }),
    from: start,
    to: end,
    standpoint: { now: askedAt, recorded: coverage.asked, streams: [] },
  };
}

/** `standing` is undefined once the standing question is removed; it may name its stream. */
export const caseOfAlert = (
  judgement: Judgement,
  alert: Alert,
  standing: StandingQuestion | undefined,
  stream: StreamName,
): Case => ({
  ...judgement,
  question: questionOfAlert(alert, stream),
  range: alertRange(alert),
  said: {
    verdict: 'yes',
    reason: null,
    value: null,
    text: `Yes: ${alert.question}`,
    evidence: rangesOf(alert.evidence ? [alert.evidence] : []),
  },
  standing: {
    questionId: alert.questionId,
    holdForSeconds: standing?.holdForSeconds ?? 0,
    ...(standing?.threshold && { threshold: standing.threshold }),
  },
});

/** Asked as of a recording that is long over: watched live, `is there` would mean its last second. */
const longOverMs = 86_400_000;

function questionOfAlert(alert: Alert, stream: StreamName): Question {
  const { start, end } = alertRange(alert);
  return {
    text: alert.question,
    streamIds: [alert.streamId],
    from: start,
    to: end,
    standpoint: { now: end + longOverMs, recorded: { start, end }, streams: [stream] },
  };
}

/** When it held, as far as that was known; never empty. */
function alertRange({ startsAt, firedAt, endsAt, evidence }: Alert): TimeRange {
  const end = endsAt ?? evidence?.range.end ?? firedAt ?? startsAt;
  const range = { start: startsAt, end };
  return durationOf(range) > 0
    ? range
    : (evidence?.range ?? { start: startsAt, end: startsAt + 1 });
}

const rangesOf = (evidence: readonly Evidence[]): Case['said']['evidence'] =>
  evidence.map(({ streamId, range }) => ({ streamId, range }));
