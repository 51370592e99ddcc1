/**
 * Replies of FALCON-Bench, by the rules of its code (`lmms_eval/tasks/FALCONBench/utils.py`), with
 * one difference: where that draws an option at random, nothing was said here, which is wrong.
 */
import type { Span } from '../domain/item.ts';
import { letterOf } from './options.ts';
import { parsePythonLiteral } from './python-literal.ts';

const leadIns = [
  'The best answer is',
  'The correct answer is',
  'The answer is',
  'The answer',
  'The best option is',
  'The correct option is',
  'Best answer:',
  'Best option:',
];

/**
 * The first capital A to D anywhere (so `Answer: b` is A), else the first option whose text the
 * reply holds; null where the official code guesses.
 */
export function officialFalconOption(reply: string, options: readonly string[]): string | null {
  const said = leadIns.reduce((text, leadIn) => text.replaceAll(leadIn, ''), reply.trim());
  const letter = /[ABCD]/.exec(said)?.[0];
  if (letter) return letter;
  if (said.split(/\s+/).filter(Boolean).length > 10) return null;
  const index = options.findIndex((option) => said.toLowerCase().includes(option.toLowerCase()));
  return index < 0 ? null : letterOf(index);
}

export interface FalconReply {
  /** `None` when there is none. */
  readonly response: string;
  readonly window: Span | null;
}

/** The JSON object of a grounded reply, alone, in a code block or between other words. */
export function parseFalconReply(text: string): FalconReply {
  const fenced = /```(?:json)?\s*(\{.*?\})\s*```/s.exec(text)?.[1];
  const data = objectOf(fenced ?? text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const { response, temporal_window: window } = data ?? {};
  return {
    response: typeof response === 'string' ? response : 'None',
    window: parseTemporalWindow(window),
  };
}

function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(json);
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** `[10, 20]` as a list or as text, with or without brackets; anything else is no window. */
export function parseTemporalWindow(value: unknown): Span | null {
  const list = typeof value === 'string' ? listOf(value.trim()) : value;
  if (!Array.isArray(list) || list.length !== 2) return null;
  // A boolean is a number to Python.
  const isNumber = (one: unknown) => typeof one === 'number' || typeof one === 'boolean';
  return list.every(isNumber) ? [Number(list[0]), Number(list[1])] : null;
}

const listOf = (text: string): unknown =>
  parsePythonLiteral(text.startsWith('[') ? text : `[${text}]`);

export interface Review {
  /** As the judge wrote it: only exactly `yes` counts officially. */
  readonly verdict: string;
  /** 0..5 as asked for, but not checked. */
  readonly score: number;
}

/** The judge's reply, a Python dictionary of `pred` and `score`; `no` and 0 where it is none. */
export function officialReview(text: string): Review {
  const literal = parsePythonLiteral(text);
  if (!isDictionary(literal)) return { verdict: 'no', score: 0 };
  return {
    verdict: 'pred' in literal ? String(literal.pred) : 'no',
    score: wholeNumber(literal.score),
  };
}

/** What the judge meant, in any spelling and as JSON too; null when it does not say yes or no. */
export function tolerantReview(text: string): Review | null {
  const said = /\bpred\b['"\s]*[:=]\s*['"]?(yes|no|true|false)\b/i.exec(text)?.[1]?.toLowerCase();
  const bare = /^\W*(yes|no)\b/i.exec(text)?.[1]?.toLowerCase();
  const verdict = said ?? bare;
  if (verdict === undefined) return null;
  const score = /\bscore\b['"\s]*[:=]\s*['"]?(\d+(?:\.\d+)?)/i.exec(text)?.[1];
  const isYes = verdict === 'yes' || verdict === 'true';
  return {
    verdict: isYes ? 'yes' : 'no',
    score: Math.min(5, Math.trunc(Number(score ?? 0))),
  };
}

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Python's `int()`, and 0 where that raises. */
function wholeNumber(value: unknown): number {
  if (typeof value === 'string') return /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : 0;
  const number = typeof value === 'number' || typeof value === 'boolean' ? Number(value) : 0;
  return Number.isFinite(number) ? Math.trunc(number) : 0;
}
