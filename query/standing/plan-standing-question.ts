/**
 * Whether a question can be watched for, and how: the plan, made once, and how far back a step has
 * to look. What cannot be watched for is refused with the reason and the nearest forms that can.
 */
import { AppError } from '../../kernel/errors.ts';
import type { CountLimit, Plan } from '../domain/plan.ts';
import type { Question } from '../domain/question.ts';
import type { NewStandingQuestion } from '../domain/standing-question.ts';
import type { Standable } from './evaluate-standing.ts';

export interface StandingPlanner {
  plan(question: Question): Promise<Plan>;
  isStandable(plan: Plan, threshold?: CountLimit): Standable;
}

/** Throws INPUT_INVALID with `details.nearest` when the question cannot be watched for. */
export async function planStandingQuestion(
  asked: Pick<NewStandingQuestion, 'question' | 'streamIds' | 'threshold'>,
  planner: StandingPlanner,
): Promise<Plan> {
  const plan = await planner.plan({ text: asked.question, streamIds: asked.streamIds });
  if (plan.query.type === 'open') throw refusal(asked, plan.query.message, plan.query.nearest);
  if (plan.scope.isExplicit) {
    const reason = `it asks about a time (${plan.scope.understood}), and watching has no end`;
    throw refusal(asked, reason, []);
  }
  const standable = planner.isStandable(plan, asked.threshold);
  if (!standable.ok) throw refusal(asked, standable.reason, []);
  return plan;
}

/** States turn out this late at most: what left is known to have left one chunk after it. */
const lateMs = 20_000;

/** A step looks no further back than this, whatever a question asks for. */
const maxLookbackMs = 3_600_000;

/** How long before a chunk a state may have begun that makes the answer yes inside the chunk. */
export function lookbackOf(plan: Plan, threshold?: CountLimit): number {
  const seconds = plan.query.type === 'how-long' && threshold ? threshold.value : 0;
  const longest = Math.max(longestLasting(plan.query), seconds * 1000);
  return Math.min(longest + lateMs, maxLookbackMs);
}

/** Somebody out of sight for up to this long turns out to have been there all along. */
const occlusionMs = 15_000;

const momentary = new Set(['arrives', 'departs', 'taken', 'returned', 'stops', 'crosses']);

/** How long an answer must have ceased before it is known to be over. */
export function settleTimeOf({ query }: Plan): number {
  const happening = 'happening' in query ? query.happening : undefined;
  const isMomentary = happening?.type === 'object' && momentary.has(happening.action.type);
  return isMomentary ? 0 : occlusionMs;
}

/** The longest `lasting` anywhere in the query. */
function longestLasting(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  const own = 'lasting' in node ? lastingMs(node.lasting) : 0;
  return Math.max(own, ...Object.values(node).map(longestLasting));
}

const lastingMs = (lasting: unknown): number =>
  typeof lasting === 'object' && lasting !== null && 'ms' in lasting ? Number(lasting.ms) : 0;

function refusal(
  asked: Pick<NewStandingQuestion, 'question'>,
  reason: string,
  nearest: readonly string[],
): AppError {
  const forms = nearest.map((form) => `"${form}"`).join(', ');
  const hint = forms ? `. Questions like it that can: ${forms}` : '';
  return new AppError('INPUT_INVALID', `cannot watch for "${asked.question}": ${reason}${hint}`, {
    details: { nearest },
  });
}
