/** Puts query together: questions, standing questions, alerts, clips and what can be looked up. */
import type { SegmentReader } from '../ingest/contract.ts';
import { abortable, type Component, type Started, supervise } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MessageLog } from '../kernel/message-log.ts';
import type { Clock } from '../kernel/time.ts';
import { answerQuestion } from './answer-question.ts';
import type { QueryApi, StreamView } from './contract.ts';
import type { Clip } from './domain/clip.ts';
import type { Plan } from './domain/plan.ts';
import type { Question } from './domain/question.ts';
import type { StandingQuestion } from './domain/standing-question.ts';
import { boxesOver } from './evaluate/ground.ts';
import { Judgements } from './judgements.ts';
import { withoutLostClips } from './lost-clips.ts';
import { NotificationRelay } from './notification/notification-relay.ts';
import { planQuestion } from './plan-question.ts';
import type {
  AnswerStore,
  CaseStore,
  CoverageReader,
  EventReader,
  Notifier,
  StandingQuestionStore,
  StreamReader,
  StreamStatusReader,
  TrajectoryReader,
} from './ports.ts';
import { describeCost, isStandable, truthOver } from './standing/evaluate-standing.ts';
import { StandingQuestions } from './standing/standing-questions.ts';
import { ClipSweep } from './sweep-clips.ts';

export interface QueryDependencies {
  readonly trajectories: TrajectoryReader;
  readonly events: EventReader;
  readonly coverage: CoverageReader;
  readonly streams: StreamReader;
  readonly answers: AnswerStore;
  readonly cases: CaseStore;
  readonly standing: StandingQuestionStore;
  readonly segments: SegmentReader;
  readonly clips: {
    clip(id: string): Promise<{ clip: Clip; path: string }>;
    /** Lets go of clips whose recording is gone. */
    sweep(): Promise<void>;
  };
  /** One unit vector for a text, in the space of the events' embeddings. */
  readonly embed: (text: string) => Promise<Float32Array>;
  readonly statuses: StreamStatusReader;
  /** Names of zones and lines that questions may speak of. */
  readonly places: () => { readonly zones: readonly string[]; readonly lines: readonly string[] };
  readonly notifier: Notifier;
  readonly log: MessageLog;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where people reach this server; webhooks link to it. */
  readonly externalUrl?: string;
  /** False for a process that only looks things up: it evaluates and sends nothing. */
  readonly isWatching: boolean;
}

export function createQuery(dependencies: QueryDependencies): Component<QueryApi> {
  return {
    start: async (): Promise<Started<QueryApi>> => {
      const notifications = new NotificationRelay({
        ...dependencies,
        store: dependencies.standing,
      });
      const standing = new StandingQuestions({
        ...dependencies,
        store: dependencies.standing,
        readers: dependencies,
        truthOver,
        isStandable,
        describeCost,
        plan: (question) => planFor(question, dependencies),
        boxesOf: ({ trajectoryIds, range }) =>
          boxesOver(trajectoryIds, range, dependencies.trajectories),
        onNotifications: () => notifications.wake(),
      });
      const stop = dependencies.isWatching
        ? runAll([standing, notifications, new ClipSweep(dependencies)], dependencies)
        : async () => {};
      return { value: queryApi(dependencies, standing), stop };
    },
  };
}

/** Not up to now: a file taken in quickly lies partly in the time to come. */
const always = { start: 0, end: Number.MAX_SAFE_INTEGER };

function queryApi(dependencies: QueryDependencies, standing: StandingQuestions): QueryApi {
  const { trajectories, events, coverage, answers, clips, embed } = dependencies;
  const judgements = new Judgements(dependencies);
  return {
    ask: async (question, signal) => {
      const answering = answerQuestion(question, { ...dependencies, ...dependencies.places() });
      const answer = await (signal ? abortable(answering, signal) : answering);
      await answers.save(answer);
      return answer;
    },
    answer: async (id) => {
      const answer = await answers.find(id);
      return answer && withoutLostClips(answer, dependencies.segments);
    },
    streams: () => streamViews(dependencies),
    trajectories: (filter) => trajectories.find(filter),
    path: (trajectoryId, range) => trajectories.path(trajectoryId, range),
    events: async ({ about, range = always, ...filter }) => {
      if (about === undefined) return events.find({ ...filter, range });
      const found = await events.nearest(await embed(about), { ...filter, range });
      return found.map(({ event }) => event);
    },
    synopsis: (streamId) => events.synopsis(streamId),
    coverage: (streamIds, range) => coverage.coverage(streamIds, range),
    clip: (id) => clips.clip(id),
    watch: async (question) => withoutSecret(await standing.watch(question)),
    unwatch: (id) => standing.unwatch(id),
    standingQuestions: async () => judgements.withTally((await standing.all()).map(withoutSecret)),
    alerts: (filter) => standing.alerts(filter),
    judge: (subject, judgement) => judgements.judge(subject, judgement),
    withdraw: (subject) => judgements.withdraw(subject),
    cases: (filter) => judgements.cases(filter),
  };
}

/** The path of a webhook is a secret: who knows it can post there. */
function withoutSecret(question: StandingQuestion): StandingQuestion {
  const { webhookUrl } = question;
  return webhookUrl ? { ...question, webhookUrl: `${new URL(webhookUrl).origin}/...` } : question;
}

async function planFor(question: Question, dependencies: QueryDependencies): Promise<Plan> {
  const { coverage, clock, places } = dependencies;
  const streams = await dependencies.streams.streams();
  const ids = question.streamIds ?? streams.map(({ id }) => id);
  const extent = await coverage.extent(ids);
  return planQuestion(question, { now: clock.now(), extent, streams, ...places() });
}

async function streamViews(dependencies: QueryDependencies): Promise<StreamView[]> {
  const { coverage, statuses } = dependencies;
  const streams = await dependencies.streams.streams();
  const states = new Map(statuses().map((status) => [status.streamId, status]));
  return Promise.all(
    streams.map(async ({ id, name, url, enabledAt, profile }): Promise<StreamView> => {
      const recorded = await coverage.extent([id]);
      const status = states.get(id);
      return {
        id,
        name,
        url,
        enabledAt,
        profile,
        state: status?.state ?? 'stopped',
        reason: status?.reason ?? null,
        faults: status?.faults ?? [],
        asOf: recorded?.end ?? null,
        recorded: recorded ?? null,
      };
    }),
  );
}

interface Task {
  run(signal: AbortSignal): Promise<void>;
}

/** Runs the tasks, each restarted when it breaks; the result stops them and waits. */
function runAll(tasks: readonly Task[], { clock, logger }: QueryDependencies) {
  const stopping = new AbortController();
  const running = tasks.map((task) =>
    supervise((signal) => task.run(signal), {
      name: task.constructor.name,
      clock,
      logger,
      signal: stopping.signal,
      pause: () => 1_000,
    }),
  );
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}
