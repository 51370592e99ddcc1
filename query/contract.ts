/** What dashboard, eval and the command line may call of query, and the topics it publishes. */
import { z } from 'zod';
import type { FaultSince } from '../ingest/domain/stream.ts';
import { defineTopic } from '../kernel/message-log.ts';
import type { TimeRange } from '../kernel/time.ts';
import type { Event, EventLevel, Synopsis } from '../processors/domain/event.ts';
import type { PathPoint } from '../processors/domain/observation.ts';
import type { StreamProfile } from '../processors/domain/stream-profile.ts';
import type { Answer } from './domain/answer.ts';
import type { Clip } from './domain/clip.ts';
import type { StreamCoverage } from './domain/coverage.ts';
import type {
  Case,
  CaseFilter,
  NewJudgement,
  StandingQuestionView,
  Subject,
} from './domain/judgement.ts';
import type { Question } from './domain/question.ts';
import {
  type Alert,
  alertSchema,
  alertTransitionSchema,
  type NewStandingQuestion,
  type StandingQuestion,
} from './domain/standing-question.ts';
import type { TrajectoryFilter, TrajectoryHistory } from './ports.ts';

export type { TrajectoryHistory } from './ports.ts';

export interface StreamView {
  readonly id: string;
  readonly name: string;
  /** Without credentials. */
  readonly url: string;
  readonly state: string;
  readonly reason: string | null;
  /** What is wrong with the picture although pictures come; the oldest first. */
  readonly faults: readonly FaultSince[];
  readonly enabledAt: number;
  /** What its operator says may be in the picture; null: nothing was said. */
  readonly profile: StreamProfile | null;
  /** How far the video had been processed. */
  readonly asOf: number | null;
  /** First to last recorded instant. */
  readonly recorded: TimeRange | null;
}

export interface QueryApi {
  /** Never throws for a question it cannot answer: that is an answer with verdict `unknown`. */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  answer(id: string): Promise<Answer | undefined>;
  streams(): Promise<StreamView[]>;
  trajectories(filter: TrajectoryFilter): Promise<TrajectoryHistory[]>;
  path(trajectoryId: string, range: TimeRange): Promise<PathPoint[]>;
  events(filter: {
    streamIds?: readonly string[];
    range?: TimeRange;
    levels?: readonly EventLevel[];
    about?: string;
    limit: number;
  }): Promise<Event[]>;
  synopsis(streamId: string): Promise<Synopsis | undefined>;
  coverage(streamIds: readonly string[], range: TimeRange): Promise<StreamCoverage[]>;
  /** Cuts the clip if it is not there yet. Throws NOT_FOUND when nothing of it is recorded. */
  clip(id: string): Promise<{ clip: Clip; path: string }>;
  watch(question: NewStandingQuestion): Promise<StandingQuestion>;
  unwatch(id: string): Promise<void>;
  standingQuestions(): Promise<StandingQuestionView[]>;
  alerts(filter: { questionId?: string; streamId?: string; limit: number }): Promise<Alert[]>;
  /**
   * Right or wrong, in place of an earlier judgement of the same answer or alert. Throws NOT_FOUND;
   * INVALID_STATE for an alert that has not fired.
   */
  judge(subject: Subject, judgement: NewJudgement): Promise<Case>;
  /** Takes a judgement back. Throws NOT_FOUND. */
  withdraw(subject: Subject): Promise<void>;
  /** What was judged, the newest judgement first. */
  cases(filter: CaseFilter): Promise<Case[]>;
}

/** An alert changed state; published after the commit. */
export interface AlertChanged {
  readonly alert: Alert;
  readonly transition: z.infer<typeof alertTransitionSchema>;
}

export const alertsTopic = defineTopic<AlertChanged>(
  'alerts',
  z.object({ alert: alertSchema, transition: alertTransitionSchema }),
);
