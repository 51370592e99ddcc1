/** Words from the command line as values; every refusal names the argument and the rule. */
import { DateTime } from 'luxon';
import type { z } from 'zod';
import { redactUrl } from '../ingest/domain/redact-url.ts';
import { AppError } from '../kernel/errors.ts';
import type { Instant } from '../kernel/time.ts';

/** An ISO time (`2026-01-01T12:00:00Z`); without an offset it is read in `zone`. */
export function parseInstant(name: string, text: string, zone: string): Instant {
  const time = DateTime.fromISO(text, { zone });
  if (!time.isValid) {
    throw new AppError(
      'INPUT_INVALID',
      `${name}: must be an ISO time such as 2026-01-31T14:30:00Z, got '${text}'`,
    );
  }
  return time.toMillis();
}

export function parseSeconds(name: string, text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0) {
    throw new AppError('INPUT_INVALID', `${name}: must be a number of seconds >= 0, got '${text}'`);
  }
  return seconds;
}

/** `A|B|C`: two to 26 choices, none empty. */
export function parseChoices(name: string, text: string): string[] {
  const choices = text.split('|').map((choice) => choice.trim());
  if (choices.length < 2 || choices.length > 26 || choices.includes('')) {
    throw new AppError(
      'INPUT_INVALID',
      `${name}: must be 2 to 26 choices between |, got '${text}'`,
    );
  }
  return choices;
}

export function parseOneOf<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) {
    throw new AppError(
      'INPUT_INVALID',
      `${name}: must be one of ${allowed.join(', ')}, got '${text}'`,
    );
  }
  return found;
}

/** A stream id made of a file or host name: `intel_one-by-one.mp4` -> `intel_one-by-one`. */
export function streamIdFrom(source: string): string {
  const shown = redactUrl(source);
  const path = URL.canParse(shown) ? new URL(shown).host + new URL(shown).pathname : shown;
  const name = (path.split('/').filter(Boolean).at(-1) ?? 'stream').replace(
    /\.[a-z0-9]{2,5}$/i,
    '',
  );
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '')
    .slice(0, 63);
  return id || 'stream';
}

/** The value in its schema; throws INPUT_INVALID with every broken rule. */
export function parseInput<T>(what: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const rules = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new AppError('INPUT_INVALID', `${what}: ${rules.join('; ')}`);
}

export function parseCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) {
    throw new AppError('INPUT_INVALID', `${name}: must be a whole number >= 1, got '${text}'`);
  }
  return count;
}
