/** The fate of one message. Only the subscription that delivered it acts on it. */
import type { AppError } from './errors.ts';

export type Outcome =
  | { readonly fate: 'ok' }
  | { readonly fate: 'drop'; readonly reason: string }
  | { readonly fate: 'deadLetter'; readonly reason: string; readonly error: AppError };

export const ok: Outcome = { fate: 'ok' };

export const drop = (reason: string): Outcome => ({ fate: 'drop', reason });

export const deadLetter = (reason: string, error: AppError): Outcome => ({
  fate: 'deadLetter',
  reason,
  error,
});
