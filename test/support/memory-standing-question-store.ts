/** A standing question store in memory: the port's promises without a database. */
import { isDeepStrictEqual } from 'node:util';
import type { TimeRange } from '../../kernel/time.ts';
import type { Alert, StandingQuestion } from '../../query/domain/standing-question.ts';
import type {
  AlertFilter,
  Delivery,
  QuestionStep,
  StandingQuestionStore,
  StepCommit,
} from '../../query/ports.ts';

export interface StoredDelivery extends Delivery {
  readonly state: 'due' | 'done' | 'dead';
  readonly error: string | null;
}

interface StreamStep {
  readonly type: 'chunk' | 'gap';
  readonly range: TimeRange;
}

export class MemoryStandingQuestionStore implements StandingQuestionStore {
  readonly #questions = new Map<string, StandingQuestion>();
  readonly #steps = new Map<string, QuestionStep>();
  readonly #alerts = new Map<string, Alert>();
  readonly #deliveries = new Map<string, StoredDelivery>();
  readonly #recorded = new Map<string, StreamStep[]>();
  /** How often steps were committed. */
  commits = 0;

  /** For tests: the stream went on by a chunk or a gap. */
  record(streamId: string, type: 'chunk' | 'gap', range: TimeRange): void {
    const steps = this.#recorded.get(streamId) ?? [];
    this.#recorded.set(streamId, [...steps, { type, range }]);
  }

  async save(question: StandingQuestion): Promise<void> {
    this.#questions.set(question.id, structuredClone(question));
  }

  async remove(id: string): Promise<boolean> {
    for (const [key, step] of this.#steps) if (step.questionId === id) this.#steps.delete(key);
    return this.#questions.delete(id);
  }

  async all(): Promise<StandingQuestion[]> {
    return [...this.#questions.values()];
  }

  async lastStep(questionId: string, streamId: string): Promise<QuestionStep | undefined> {
    return this.#steps.get(keyOf({ questionId, streamId }));
  }

  async lastSteps(streamId: string): Promise<QuestionStep[]> {
    return [...this.#steps.values()]
      .filter((step) => step.streamId === streamId)
      .sort((a, b) => (a.questionId < b.questionId ? -1 : 1));
  }

  async commitStep(
    step: QuestionStep,
    alerts: readonly Alert[],
    deliveries: readonly Delivery[],
  ): Promise<boolean> {
    const last = this.#steps.get(keyOf(step));
    if (!this.#questions.has(step.questionId) || (last && last.at >= step.at)) return false;
    this.commits += 1;
    this.#steps.set(keyOf(step), throughJson(step));
    for (const alert of alerts) this.#alerts.set(alert.id, throughJson(alert));
    for (const delivery of deliveries) this.#add(delivery);
    return true;
  }

  async commitSteps(commits: readonly StepCommit[]): Promise<boolean[]> {
    const advanced: boolean[] = [];
    for (const { step, alerts, deliveries } of commits) {
      advanced.push(await this.commitStep(step, alerts, deliveries));
    }
    return advanced;
  }

  async stepsAfter(streamId: string, at: number): Promise<StreamStep[]> {
    return (this.#recorded.get(streamId) ?? [])
      .filter((step) => step.range.end > at)
      .sort((a, b) => a.range.end - b.range.end);
  }

  async alerts(filter: AlertFilter): Promise<Alert[]> {
    return [...this.#alerts.values()]
      .filter((alert) => !filter.id || alert.id === filter.id)
      .filter((alert) => !filter.questionId || alert.questionId === filter.questionId)
      .filter((alert) => !filter.streamId || alert.streamId === filter.streamId)
      .sort((a, b) => b.startsAt - a.startsAt)
      .slice(0, filter.limit);
  }

  async dueDeliveries(
    now: number,
    limit: number,
    leftOut: readonly string[] = [],
  ): Promise<Delivery[]> {
    return [...this.#deliveries.values()]
      .filter(({ url }) => !leftOut.includes(url))
      .filter((delivery) => delivery.state === 'due' && delivery.nextAttemptAt <= now)
      .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ state: _, error: __, ...delivery }) => delivery);
  }

  async deliveryDone(id: string): Promise<void> {
    this.#update(id, { state: 'done', error: null });
  }

  async deliveryFailed(
    id: string,
    error: string,
    nextAttemptAt: number | undefined,
  ): Promise<void> {
    this.#update(id, nextAttemptAt ? { error, nextAttemptAt } : { error, state: 'dead' });
  }

  async deliveries(alertId: string): Promise<StoredDelivery[]> {
    return [...this.#deliveries.values()]
      .filter((delivery) => delivery.alertId === alertId)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #add(delivery: Delivery): void {
    if (this.#deliveries.has(delivery.id)) return;
    this.#deliveries.set(delivery.id, { ...throughJson(delivery), state: 'due', error: null });
  }

  #update(id: string, change: Partial<StoredDelivery>): void {
    const delivery = this.#deliveries.get(id);
    if (delivery?.state !== 'due') return;
    this.#deliveries.set(id, { ...delivery, ...change, attempts: delivery.attempts + 1 });
  }
}

const keyOf = (step: { questionId: string; streamId: string }): string =>
  JSON.stringify([step.questionId, step.streamId]);

/** As a database gives it back; what does not survive JSON is a mistake of the caller. */
function throughJson<T>(value: T): T {
  const copy = JSON.parse(JSON.stringify(value)) as T;
  if (!isDeepStrictEqual(copy, value)) throw new Error('not plain JSON');
  return copy;
}
