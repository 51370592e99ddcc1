/**
 * One step of one standing question on one stream: when it holds around a chunk or gap, the alerts
 * that follow, and the notifications they need. What cannot be evaluated is unknown, never no.
 */
import { createHash } from 'node:crypto';
import { AppError, classify, isAbort } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { Evidence } from '../domain/answer.ts';
import type { CountLimit, Plan } from '../domain/plan.ts';
import type { Alert, StandingQuestion } from '../domain/standing-question.ts';
import { webhookBody } from '../notification/webhook-body.ts';
import type { Delivery, StepCommit } from '../ports.ts';
import type { Truth, TruthReaders } from './evaluate-standing.ts';
import {
  type AlertChange,
  type AlertRule,
  type AlertState,
  type FoldedAlerts,
  foldAlerts,
} from './fold-alerts.ts';

/** A registered question with its plan. */
export interface WatchedQuestion {
  readonly question: StandingQuestion;
  readonly plan: Plan;
  /** How far before a chunk its truth is looked at. */
  readonly lookbackMs: number;
  /** How long it must have ceased to hold before its alert is over. */
  readonly settleMs: number;
}

export interface StepContext {
  readonly streamId: string;
  readonly type: 'chunk' | 'gap';
  readonly range: TimeRange;
  readonly readers: TruthReaders;
}

export interface StepOptions {
  truthOver(
    plan: Plan,
    streamId: string,
    range: TimeRange,
    readers: TruthReaders,
    threshold?: CountLimit,
  ): Promise<Truth>;
  /** Boxes of the objects over the evidence; without it alerts carry none. */
  boxesOf?(evidence: Evidence): Promise<Evidence['boxes']>;
  readonly logger: Logger;
  /** Where people reach this server; see `webhookBody`. */
  readonly externalUrl?: string;
}

/** What is to be committed, and what is to be told once it is. */
export interface EvaluatedStep {
  readonly commit: StepCommit;
  readonly changes: readonly AlertChange[];
}

export async function evaluateStep(
  watched: WatchedQuestion,
  before: AlertState,
  context: StepContext,
  options: StepOptions,
): Promise<EvaluatedStep> {
  const rule = ruleOf(watched.question, context.streamId, watched.settleMs);
  const truth = await truthOf(watched, context, options);
  const missing = context.type === 'gap' ? [context.range] : [];
  const unknown = [...truth.unknown, ...missing];
  const folded = foldAlerts(before, { range: context.range, yes: truth.yes, unknown }, rule);
  return stepOf(watched.question, context.streamId, context.range.end, folded, options);
}

export const ruleOf = (
  question: StandingQuestion,
  streamId: string,
  settleMs: number,
): AlertRule => ({
  questionId: question.id,
  version: question.version,
  question: question.question,
  streamId,
  holdForMs: Math.round(question.holdForSeconds * 1000),
  keepFiringForMs: Math.round(question.keepFiringForSeconds * 1000),
  settleMs,
});

/** The folded alerts as a step that ends at `at`, grounded, with a delivery for each transition. */
export async function stepOf(
  question: StandingQuestion,
  streamId: string,
  at: number,
  folded: FoldedAlerts,
  options: StepOptions,
): Promise<EvaluatedStep> {
  const ground = (alert: Alert) => grounded(alert, options);
  const alerts = await Promise.all(folded.alerts.map(ground));
  const changes = await Promise.all(
    folded.transitions.map(async ({ alert, transition }) => ({
      alert: await ground(alert),
      transition,
    })),
  );
  const deliveries = changes.flatMap((change, n) => deliveryOf(change, n, at, question, options));
  const step = { questionId: question.id, streamId, at, state: folded.state };
  return { commit: { step, alerts, deliveries }, changes };
}

async function truthOf(
  { question, plan, lookbackMs }: WatchedQuestion,
  { streamId, range, readers }: StepContext,
  options: StepOptions,
): Promise<Truth> {
  const window = { start: Math.max(0, range.start - lookbackMs), end: range.end };
  try {
    return await options.truthOver(plan, streamId, window, readers, question.threshold);
  } catch (error) {
    // Of the store the whole step is tried again; a question that fails by itself goes on blind.
    if (isAbort(error) || (error instanceof AppError && error.retryable)) throw error;
    const fields = { question: question.id, stream: streamId, err: classify(error) };
    options.logger.error(fields, 'standing question cannot be evaluated');
    return { yes: [], unknown: [range] };
  }
}

async function grounded(alert: Alert, { boxesOf, logger }: StepOptions): Promise<Alert> {
  if (!boxesOf || !alert.evidence || alert.firedAt === null) return alert;
  try {
    return { ...alert, evidence: { ...alert.evidence, boxes: await boxesOf(alert.evidence) } };
  } catch (error) {
    logger.warn({ alert: alert.id, err: error }, 'boxes of an alert cannot be read');
    return alert;
  }
}

/**
 * The id is the same whenever the step is evaluated, and so is the idempotency key. Ids of one
 * alert sort in the order of what happened to it.
 */
function deliveryOf(
  { alert, transition }: AlertChange,
  n: number,
  at: number,
  question: StandingQuestion,
  { externalUrl }: StepOptions,
): Delivery[] {
  const url = question.webhookUrl;
  if (!url) return [];
  const hash = createHash('sha256').update(JSON.stringify([alert.id, url, transition, at, n]));
  const order = `${String(at).padStart(15, '0')}-${String(n).padStart(3, '0')}`;
  return [
    {
      id: `${order}-${hash.digest('hex').slice(0, 24)}`,
      alertId: alert.id,
      transition,
      url,
      body: webhookBody(alert, transition, question, externalUrl),
      attempts: 0,
      nextAttemptAt: 0,
    },
  ];
}
