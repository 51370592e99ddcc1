/**
 * Standing questions: registered once, evaluated on every chunk and gap of their streams. A message
 * that a stream's memory advanced only wakes this up; what to evaluate is read from the store, from
 * the last committed step on, so a restart goes on exactly where it stopped. A step, its alerts and
 * the notifications they need are committed together, and only forward: that makes each alert once.
 */
import { randomUUID } from 'node:crypto';
import { AppError, isAbort } from '../../kernel/errors.ts';
import { aborted, backoff } from '../../kernel/lifecycle.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { MessageLog } from '../../kernel/message-log.ts';
import { ok } from '../../kernel/outcome.ts';
import type { Clock } from '../../kernel/time.ts';
import { type MemoryAdvanced, memoryTopic } from '../../processors/contract.ts';
import { alertsTopic } from '../contract.ts';
import type { Plan } from '../domain/plan.ts';
import type { Alert, NewStandingQuestion, StandingQuestion } from '../domain/standing-question.ts';
import { checkWebhookUrl } from '../notification/webhook-policy.ts';
import type { QuestionStep, StandingQuestionStore, StreamReader } from '../ports.ts';
import type { TruthReaders } from './evaluate-standing.ts';
import {
  type EvaluatedStep,
  evaluateStep,
  ruleOf,
  type StepContext,
  type StepOptions,
  stepOf,
  type WatchedQuestion,
} from './evaluate-step.ts';
import {
  type AlertChange,
  type AlertState,
  alertStateSchema,
  endAlerts,
  initialAlertState,
} from './fold-alerts.ts';
import {
  lookbackOf,
  planStandingQuestion,
  type StandingPlanner,
  settleTimeOf,
} from './plan-standing-question.ts';
import { loadStepReaders } from './step-readers.ts';

export interface StandingQuestionsOptions extends StepOptions, StandingPlanner {
  readonly store: StandingQuestionStore;
  readonly streams: StreamReader;
  readonly readers: TruthReaders;
  readonly log: MessageLog;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Notifications were committed: somebody may send them now. */
  readonly onNotifications?: () => void;
  /** What watching costs, for people. */
  describeCost(plan: Plan): string;
  /** 0..1; spreads retries. */
  readonly random?: () => number;
}

interface WatchOptions {
  /** Instant of the streams to begin at. Default: where each stream is now. */
  readonly since?: number;
}

/** Questions registered by another process are known after this long. */
const refreshEveryMs = 10_000;

/** Where a question stands on a stream. */
interface Position {
  readonly at: number;
  readonly state: AlertState;
}

export class StandingQuestions {
  readonly #options: StandingQuestionsOptions;
  readonly #watched = new Map<string, WatchedQuestion>();
  /** By stream, then by question; what the store holds, as far as it was read. */
  readonly #positions = new Map<string, Map<string, Position>>();
  readonly #catchingUp = new Map<string, Promise<void>>();
  readonly #woken = new Set<string>();
  /** Those that cannot be planned, so that it is said once. */
  readonly #notPlanned = new Set<string>();
  /** Those that are being removed: they must not be taken up again meanwhile. */
  readonly #ending = new Set<string>();
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** Set while running. */
  #signal: AbortSignal | undefined;

  constructor(options: StandingQuestionsOptions) {
    this.#options = options;
  }

  /** Registers a question. Throws INPUT_INVALID, with the reason, for one that cannot be watched. */
  async watch(asked: NewStandingQuestion, options: WatchOptions = {}): Promise<StandingQuestion> {
    if (asked.webhookUrl) checkWebhookUrl(asked.webhookUrl);
    const streams = await this.#streamsOf(asked);
    const plan = await planStandingQuestion(asked, this.#options);
    const question: StandingQuestion = {
      ...asked,
      id: randomUUID(),
      version: 1,
      createdAt: this.#options.clock.now(),
      understoodAs: plan.understoodAs,
      cost: this.#options.describeCost(plan),
    };
    await this.#options.store.save(question);
    await this.#begin(question, streams, options.since);
    this.#watched.set(question.id, watchedOf(question, plan));
    for (const streamId of streams) this.#wake(streamId);
    return question;
  }

  /** Ends its open alerts, telling whoever was told of them. Throws NOT_FOUND. */
  async unwatch(id: string): Promise<void> {
    const { store } = this.#options;
    const question = (await store.all()).find((known) => known.id === id);
    if (!question) throw new AppError('NOT_FOUND', `there is no standing question '${id}'`);
    this.#ending.add(id);
    try {
      this.#watched.delete(id);
      for (const { id: streamId } of await this.#options.streams.streams()) {
        await this.#catchingUp.get(streamId);
        await this.#end(question, streamId);
      }
      await store.remove(id);
      for (const positions of this.#positions.values()) positions.delete(id);
    } finally {
      this.#ending.delete(id);
    }
  }

  all(): Promise<StandingQuestion[]> {
    return this.#options.store.all();
  }

  alerts(filter: Parameters<StandingQuestionStore['alerts']>[0]): Promise<Alert[]> {
    return this.#options.store.alerts(filter);
  }

  /** Evaluates until aborted: first what was missed, then whatever comes. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, streams } = this.#options;
    this.#signal = signal;
    const unsubscribe = await log.subscribe(memoryTopic, 'standing-questions', async (message) => {
      this.#wake(streamOf(message));
      return ok;
    });
    try {
      for (const { id } of await streams.streams()) this.#wake(id);
      await aborted(signal);
    } finally {
      await unsubscribe();
      await Promise.all(this.#catchingUp.values());
      this.#signal = undefined;
    }
  }

  /** One catching-up per stream at a time; a wake-up during it makes it look once more. */
  #wake(streamId: string): void {
    const signal = this.#signal;
    if (!signal || signal.aborted) return;
    this.#woken.add(streamId);
    if (this.#catchingUp.has(streamId)) return;
    this.#catchingUp.set(streamId, this.#catchUpWhileWoken(streamId, signal));
  }

  async #catchUpWhileWoken(streamId: string, signal: AbortSignal): Promise<void> {
    const { clock, logger, random = Math.random } = this.#options;
    const pause = backoff({ firstMs: 500, maxMs: 30_000, random });
    let failures = 0;
    while (this.#woken.delete(streamId) && !signal.aborted) {
      try {
        await this.#catchUp(streamId, signal);
        failures = 0;
      } catch (error) {
        if (isAbort(error, signal)) break;
        logger.warn({ stream: streamId, err: error }, 'standing questions will be tried again');
        this.#woken.add(streamId);
        failures += 1;
        await clock.sleep(pause(failures), signal).catch(() => {});
      }
    }
    // In the same turn as the last look at what woke it: a later wake-up begins anew.
    this.#catchingUp.delete(streamId);
  }

  async #catchUp(streamId: string, signal: AbortSignal): Promise<void> {
    await this.#refresh();
    const watched = [...this.#watched.values()].filter((w) => concerns(w.question, streamId));
    if (watched.length === 0) return;
    const positions = await this.#positionsOn(streamId, watched);
    const from = Math.min(...watched.map((w) => positions.get(w.question.id)!.at));
    for (const step of await this.#options.store.stepsAfter(streamId, from)) {
      if (signal.aborted) return;
      const forward = await this.#take({ streamId, ...step }, watched, positions);
      if (!forward) return this.#startOver(streamId);
    }
  }

  /** All questions that have not seen the step yet; one commit. False when another was faster. */
  async #take(
    step: Omit<StepContext, 'readers'>,
    watched: readonly WatchedQuestion[],
    positions: Map<string, Position>,
  ): Promise<boolean> {
    const due = watched.filter((w) => positions.get(w.question.id)!.at < step.range.end);
    if (due.length === 0) return true;
    const lookback = Math.max(...due.map((w) => w.lookbackMs));
    const window = { start: Math.max(0, step.range.start - lookback), end: step.range.end };
    const readers = await loadStepReaders(step.streamId, window, this.#options.readers);
    const evaluated = await Promise.all(
      due.map(({ question, ...w }) => {
        const { state } = positions.get(question.id)!;
        return evaluateStep({ question, ...w }, state, { ...step, readers }, this.#options);
      }),
    );
    return this.#commit(evaluated, positions);
  }

  async #commit(
    evaluated: readonly EvaluatedStep[],
    positions: Map<string, Position>,
  ): Promise<boolean> {
    const advanced = await this.#options.store.commitSteps(evaluated.map((step) => step.commit));
    for (const [i, { commit, changes }] of evaluated.entries()) {
      if (!advanced[i]) continue;
      positions.set(commit.step.questionId, positionOf(commit.step));
      if (commit.deliveries.length > 0) this.#options.onNotifications?.();
      await this.#publish(changes);
    }
    return advanced.every(Boolean);
  }

  /** A hint for those who are looking; what counts is in the store. */
  async #publish(changes: readonly AlertChange[]): Promise<void> {
    for (const change of changes) {
      await this.#options.log.publish(alertsTopic, change.alert.streamId, change);
    }
  }

  /** Another process moved a question on, or removed it: forget what was known and look again. */
  #startOver(streamId: string): void {
    this.#positions.delete(streamId);
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
    this.#woken.add(streamId);
  }

  async #positionsOn(
    streamId: string,
    watched: readonly WatchedQuestion[],
  ): Promise<Map<string, Position>> {
    const positions = this.#positions.get(streamId) ?? (await this.#load(streamId));
    const without = watched.map((w) => w.question).filter(({ id }) => !positions.has(id));
    if (without.length === 0) return positions;
    const stream = (await this.#options.streams.streams()).find(({ id }) => id === streamId);
    for (const question of without) {
      // A stream younger than the question is watched from its beginning.
      const since = stream && stream.enabledAt >= question.createdAt ? 0 : undefined;
      await this.#begin(question, [streamId], since);
    }
    return this.#load(streamId);
  }

  async #load(streamId: string): Promise<Map<string, Position>> {
    const steps = await this.#options.store.lastSteps(streamId);
    const positions = new Map(steps.map((step) => [step.questionId, positionOf(step)]));
    this.#positions.set(streamId, positions);
    return positions;
  }

  /** The first step of a question: it says from where on each stream is watched. */
  async #begin(question: StandingQuestion, streamIds: readonly string[], since?: number) {
    const { readers, store } = this.#options;
    const commits = await Promise.all(
      streamIds.map(async (streamId) => {
        const at = since ?? (await readers.coverage.extent([streamId]))?.end ?? 0;
        const step = { questionId: question.id, streamId, at, state: initialAlertState(at) };
        return { step, alerts: [], deliveries: [] };
      }),
    );
    await store.commitSteps(commits);
    for (const streamId of streamIds) this.#positions.delete(streamId);
  }

  /** Closes what is open on the stream, one millisecond after the last step: steps go forward. */
  async #end(question: StandingQuestion, streamId: string): Promise<void> {
    const { store } = this.#options;
    const last = await store.lastStep(question.id, streamId);
    if (!last) return;
    const folded = endAlerts(positionOf(last).state, ruleOf(question, streamId, 0));
    if (folded.alerts.length === 0) return;
    const step = await stepOf(question, streamId, last.at + 1, folded, this.#options);
    await this.#commit([step], new Map());
  }

  async #streamsOf(asked: NewStandingQuestion): Promise<string[]> {
    const known = (await this.#options.streams.streams()).map(({ id }) => id);
    const unknown = asked.streamIds?.find((id) => !known.includes(id));
    if (unknown) throw new AppError('INPUT_INVALID', `there is no stream '${unknown}'`);
    return asked.streamIds ?? known;
  }

  /** Questions of other processes, and those of an earlier run. */
  async #refresh(): Promise<void> {
    const { clock, store } = this.#options;
    if (clock.monotonic() - this.#refreshedAt < refreshEveryMs) return;
    this.#refreshedAt = clock.monotonic();
    const stored = await store.all();
    const ids = new Set(stored.map(({ id }) => id));
    for (const id of this.#watched.keys()) if (!ids.has(id)) this.#watched.delete(id);
    for (const question of stored) {
      const isKnown = this.#watched.has(question.id) || this.#ending.has(question.id);
      if (!isKnown) await this.#plan(question);
    }
  }

  /** A question that the planner does not understand any more stays where it is, and says so. */
  async #plan(question: StandingQuestion): Promise<void> {
    try {
      const plan = await planStandingQuestion(question, this.#options);
      this.#watched.set(question.id, watchedOf(question, plan));
      this.#notPlanned.delete(question.id);
    } catch (error) {
      if (this.#notPlanned.has(question.id)) return;
      this.#notPlanned.add(question.id);
      const fields = { question: question.id, err: error };
      this.#options.logger.error(fields, 'standing question cannot be planned and is not watched');
    }
  }
}

function watchedOf(question: StandingQuestion, plan: Plan): WatchedQuestion {
  const settleMs = settleTimeOf(plan);
  // An occlusion is told from an end by seeing both sides of the hole.
  const lookbackMs = Math.max(lookbackOf(plan, question.threshold), settleMs + 1_000);
  return { question, plan, lookbackMs, settleMs };
}

const concerns = (question: StandingQuestion, streamId: string): boolean =>
  question.streamIds?.includes(streamId) ?? true;

const streamOf = (message: MemoryAdvanced): string =>
  message.type === 'chunk' ? message.streamId : message.gap.streamId;

/** A state of another version of the program begins anew at its step. */
function positionOf({ at, state }: QuestionStep): Position {
  const parsed = alertStateSchema.safeParse(state);
  return { at, state: parsed.success ? parsed.data : initialAlertState(at) };
}
