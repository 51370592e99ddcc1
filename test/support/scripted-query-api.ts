/** A QueryApi that says what the test scripted, and keeps what it was asked. */
import { AppError } from '../../kernel/errors.ts';
import { rangesOverlap, systemClock, type TimeRange } from '../../kernel/time.ts';
import type { Event, Synopsis } from '../../processors/domain/event.ts';
import type { PathPoint } from '../../processors/domain/observation.ts';
import type { QueryApi, StreamView } from '../../query/contract.ts';
import type { Answer } from '../../query/domain/answer.ts';
import type { Clip } from '../../query/domain/clip.ts';
import type { StreamCoverage } from '../../query/domain/coverage.ts';
import type { Question } from '../../query/domain/question.ts';
import type { Alert, StandingQuestion } from '../../query/domain/standing-question.ts';
import { Judgements } from '../../query/judgements.ts';
import type { AlertFilter, TrajectoryHistory } from '../../query/ports.ts';
import { MemoryCaseStore } from './memory-case-store.ts';

export interface QueryScript {
  readonly streams?: readonly StreamView[];
  readonly answer?: (question: Question) => Answer | Promise<Answer>;
  readonly trajectories?: readonly TrajectoryHistory[];
  readonly paths?: Readonly<Record<string, readonly PathPoint[]>>;
  readonly events?: readonly Event[];
  readonly synopses?: readonly Synopsis[];
  readonly coverage?: (streamId: string, range: TimeRange) => StreamCoverage;
  readonly clips?: readonly { clip: Clip; path: string }[];
  readonly standingQuestions?: readonly StandingQuestion[];
  readonly alerts?: readonly Alert[];
}

export interface ScriptedQueryApi extends QueryApi {
  readonly asked: Question[];
  setAlerts(alerts: readonly Alert[]): void;
}

export function scriptedQueryApi(script: QueryScript = {}): ScriptedQueryApi {
  const asked: Question[] = [];
  const answers = new Map<string, Answer>();
  const standing = new Map((script.standingQuestions ?? []).map((one) => [one.id, one]));
  let alerts = script.alerts ?? [];
  const alertsOf = async ({ id, questionId, streamId, limit }: AlertFilter) =>
    alerts
      .filter(
        (alert) =>
          (id === undefined || alert.id === id) &&
          (questionId === undefined || alert.questionId === questionId) &&
          (streamId === undefined || alert.streamId === streamId),
      )
      .slice(0, limit);
  const judgements = new Judgements({
    cases: new MemoryCaseStore(),
    answers: { save: async () => {}, find: async (id) => answers.get(id), recent: async () => [] },
    standing: { all: async () => [...standing.values()], alerts: alertsOf },
    streams: { streams: async () => [...(script.streams ?? [])] },
    clock: systemClock,
  });
  return {
    asked,
    setAlerts: (next) => {
      alerts = next;
    },
    ask: async (question) => {
      asked.push(question);
      if (!script.answer) throw new AppError('INTERNAL', 'this script has no answer');
      const answer = await script.answer(question);
      answers.set(answer.id, answer);
      return answer;
    },
    answer: async (id) => answers.get(id),
    streams: async () => [...(script.streams ?? [])],
    trajectories: async ({ streamIds, kinds, range, ids, limit = Infinity }) =>
      (script.trajectories ?? [])
        .filter(
          (one) =>
            (streamIds?.includes(one.streamId) ?? true) &&
            (kinds?.includes(one.kind) ?? true) &&
            (ids?.includes(one.id) ?? true) &&
            rangesOverlap({ start: one.firstAt, end: one.lastAt }, range),
        )
        .slice(-limit),
    path: async (id, range) =>
      (script.paths?.[id] ?? []).filter(({ at }) => at >= range.start && at < range.end),
    events: async ({ streamIds, range, levels, about, limit }) =>
      (script.events ?? [])
        .filter(
          (event) =>
            (streamIds?.includes(event.streamId) ?? true) &&
            (levels?.includes(event.level) ?? true) &&
            (!range || rangesOverlap(event.range, range)) &&
            (!about || event.caption.includes(about)),
        )
        .slice(0, limit),
    synopsis: async (streamId) => script.synopses?.find((one) => one.streamId === streamId),
    coverage: async (streamIds, range) =>
      streamIds.map(
        (streamId) =>
          script.coverage?.(streamId, range) ?? {
            streamId,
            watched: [range],
            gaps: [],
            asOf: range.end,
          },
      ),
    clip: async (id) => {
      const found = script.clips?.find(({ clip }) => clip.id === id);
      if (!found) throw new AppError('NOT_FOUND', `nothing of clip '${id}' is recorded`);
      return found;
    },
    watch: async (question) => {
      const id = `q${standing.size + 1}`;
      const registered: StandingQuestion = {
        ...question,
        id,
        version: 1,
        createdAt: 1_800_000_000_000,
        understoodAs: `Watch for: ${question.question}`,
        cost: 'from stored states: 0 model calls',
      };
      standing.set(id, registered);
      return registered;
    },
    unwatch: async (id) => {
      if (!standing.delete(id)) throw new AppError('NOT_FOUND', `no standing question '${id}'`);
    },
    standingQuestions: () => judgements.withTally([...standing.values()]),
    alerts: alertsOf,
    judge: (subject, judgement) => judgements.judge(subject, judgement),
    withdraw: (subject) => judgements.withdraw(subject),
    cases: (filter) => judgements.cases(filter),
  };
}
