/** What query needs from outside. Readers see committed rows only. */
import type { StreamStatus } from '../ingest/domain/stream.ts';
import type { TimeRange } from '../kernel/time.ts';
import type { Event, EventLevel, Synopsis } from '../processors/domain/event.ts';
import type { Kind } from '../processors/domain/kind.ts';
import type { PathPoint } from '../processors/domain/observation.ts';
import type { StreamProfile } from '../processors/domain/stream-profile.ts';
import type { IdentityLink, Trajectory, TrajectoryState } from '../processors/domain/trajectory.ts';
import type { Answer } from './domain/answer.ts';
import type { StreamCoverage } from './domain/coverage.ts';
import type { Case, CaseFilter } from './domain/judgement.ts';
import type { Alert, AlertTransition, StandingQuestion } from './domain/standing-question.ts';

/** A trajectory with its states that overlap the asked range, in order of their start. */
export interface TrajectoryHistory extends Trajectory {
  readonly states: readonly TrajectoryState[];
}

export interface TrajectoryFilter {
  readonly streamIds?: readonly string[];
  /** Concrete kinds; hypernyms are expanded by the caller. */
  readonly kinds?: readonly Kind[];
  /** Only trajectories that were there at some instant of it. */
  readonly range: TimeRange;
  readonly ids?: readonly string[];
  /** Keeps those that came last; default: all. */
  readonly limit?: number;
}

export interface TrajectoryReader {
  /** In order of `firstAt`. */
  find(filter: TrajectoryFilter): Promise<TrajectoryHistory[]>;
  /** Boxes of one trajectory over the range, in order of time. */
  path(trajectoryId: string, range: TimeRange): Promise<PathPoint[]>;
  links(streamIds: readonly string[], range: TimeRange): Promise<IdentityLink[]>;
}

export interface EventReader {
  find(filter: {
    streamIds?: readonly string[];
    range: TimeRange;
    levels?: readonly EventLevel[];
    limit: number;
  }): Promise<Event[]>;
  /** The `limit` events nearest to the unit vector, best first. */
  nearest(
    embedding: Float32Array,
    filter: {
      streamIds?: readonly string[];
      range: TimeRange;
      levels?: readonly EventLevel[];
      limit: number;
    },
  ): Promise<{ event: Event; similarity: number }[]>;
  synopsis(streamId: string): Promise<Synopsis | undefined>;
}

export interface CoverageReader {
  /** Per stream: what was analysed inside the range, and the gaps that tile the rest of it. */
  coverage(streamIds: readonly string[], range: TimeRange): Promise<StreamCoverage[]>;
  /** First to last processed instant of the streams; undefined when nothing was processed. */
  extent(streamIds: readonly string[]): Promise<TimeRange | undefined>;
}

export interface StoredStream {
  readonly id: string;
  readonly name: string;
  /** Redacted. */
  readonly url: string;
  readonly enabledAt: number;
  /** What its operator says may be in the picture; null: nothing was said. */
  readonly profile: StreamProfile | null;
}

export interface StreamReader {
  streams(): Promise<StoredStream[]>;
}

export interface AnswerStore {
  save(answer: Answer): Promise<void>;
  find(id: string): Promise<Answer | undefined>;
  recent(limit: number): Promise<Answer[]>;
}

export interface JudgementTally {
  readonly right: number;
  readonly wrong: number;
}

export interface CaseStore {
  /** In place of what was stored of the subject, unless that was judged later. */
  save(one: Case): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  /** The newest judgement first. */
  find(filter: CaseFilter): Promise<Case[]>;
  /** By the standing question whose alerts were judged. */
  tally(): Promise<ReadonlyMap<string, JudgementTally>>;
}

export interface AlertFilter {
  readonly id?: string;
  readonly questionId?: string;
  readonly streamId?: string;
  readonly limit: number;
}

/** One evaluation of a standing question on one stream; consumes one chunk or one gap. */
export interface QuestionStep {
  readonly questionId: string;
  readonly streamId: string;
  /** End of the consumed chunk or gap; steps go forward only. */
  readonly at: number;
  readonly state: unknown;
}

export interface Delivery {
  /** Also the idempotency key. */
  readonly id: string;
  readonly alertId: string;
  readonly transition: AlertTransition;
  readonly url: string;
  readonly body: unknown;
  readonly attempts: number;
  readonly nextAttemptAt: number;
}

/** A step with the alerts it changed and the deliveries they need. */
export interface StepCommit {
  readonly step: QuestionStep;
  readonly alerts: readonly Alert[];
  readonly deliveries: readonly Delivery[];
}

export interface StandingQuestionStore {
  save(question: StandingQuestion): Promise<void>;
  /** False when there was none. */
  remove(id: string): Promise<boolean>;
  all(): Promise<StandingQuestion[]>;
  lastStep(questionId: string, streamId: string): Promise<QuestionStep | undefined>;
  /** The last step of every question that has one on the stream. */
  lastSteps(streamId: string): Promise<QuestionStep[]>;
  /**
   * The step, the alerts it changed and the deliveries they need, in one transaction; false (and
   * nothing written) when the step does not go forward.
   */
  commitStep(
    step: QuestionStep,
    alerts: readonly Alert[],
    deliveries: readonly Delivery[],
  ): Promise<boolean>;
  /**
   * As `commitStep` for many questions in one transaction and few round trips. Each commit stands
   * for itself: one boolean per commit, in order, false where the step does not go forward.
   */
  commitSteps(commits: readonly StepCommit[]): Promise<boolean[]>;
  /** Processed chunks and gaps of the stream that end after `at`, in order. */
  stepsAfter(streamId: string, at: number): Promise<{ type: 'chunk' | 'gap'; range: TimeRange }[]>;
  /** The newest first. */
  alerts(filter: AlertFilter): Promise<Alert[]>;
  /** The longest due first; none to the receivers left out, which are URLs. */
  dueDeliveries(now: number, limit: number, leftOut?: readonly string[]): Promise<Delivery[]>;
  deliveryDone(id: string): Promise<void>;
  /** `nextAttemptAt` undefined: given up, kept as a dead letter. */
  deliveryFailed(id: string, error: string, nextAttemptAt: number | undefined): Promise<void>;
  deliveries(
    alertId: string,
  ): Promise<(Delivery & { state: 'due' | 'done' | 'dead'; error: string | null })[]>;
}

/** Sends one notification; resolves when the receiver took it, throws DELIVERY_FAILED otherwise. */
export interface Notifier {
  send(delivery: Delivery, signal: AbortSignal): Promise<void>;
}

export type StreamStatusReader = () => readonly StreamStatus[];

/** A clip to cut: segment files in order of time, and the range that a person wants to see. */
export interface ClipJob {
  readonly sources: readonly ClipSource[];
  readonly range: TimeRange;
  /** Absolute path of the MP4 file to write. */
  readonly path: string;
}

export interface ClipSource extends TimeRange {
  /** Absolute path of a segment file; its first key frame is presented at `start`. */
  readonly path: string;
}

/** What a clip file holds. */
export interface ClipMedia extends TimeRange {
  /** Codec of the recording whose picture was encoded anew, since browsers do not play it. */
  readonly encodedFrom?: string;
}

/** Copies what browsers play and encodes the rest; the file is durable when `cut` resolves. */
export interface ClipCutter {
  /**
   * What the file holds: from the key frame before the range. Undefined, and no file, when no
   * picture of the range can be read. Throws MEDIA_CORRUPT when it cannot be written as MP4.
   */
  cut(job: ClipJob): Promise<ClipMedia | undefined>;
}
