/**
 * English question -> plan, by rules. Pure: everything it knows of the world is in the context. It
 * never guesses: a word that matters and is not known makes the plan `open`, with the reason.
 */
import type { TimeRange } from '../kernel/time.ts';
import type { Plan } from './domain/plan.ts';
import type { Question } from './domain/question.ts';

export interface PlanContext {
  readonly now: number;
  /** First to last processed instant; undefined when nothing was processed. */
  readonly extent: TimeRange | undefined;
  readonly streams: readonly { readonly id: string; readonly name: string }[];
  readonly zones: readonly string[];
  readonly lines: readonly string[];
}

export function planQuestion(_question: Question, _context: PlanContext): Plan {
  throw new Error('under construction');
}
