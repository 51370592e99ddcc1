/** Any failure as what the client gets: the user's mistakes in full, our own without inner details. */

import { z } from 'zod';
import { type AppError, classify, type ErrorCode } from '../../kernel/errors.ts';

export const errorReplySchema = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string().describe('What is wrong, and the rule that was broken'),
      details: z.record(z.string(), z.unknown()),
    }),
  })
  .describe('A request that failed');

export type ErrorBody = z.infer<typeof errorReplySchema>;

export interface ErrorReply {
  readonly status: number;
  readonly body: ErrorBody;
  /** True when the failure is ours and belongs in the log. */
  readonly isOurs: boolean;
}

const statusOf: Partial<Record<ErrorCode, number>> = {
  CONFIG_INVALID: 400,
  INPUT_INVALID: 400,
  SOURCE_REFUSED: 400,
  NOT_FOUND: 404,
  INVALID_STATE: 409,
  MEDIA_CORRUPT: 422,
  SOURCE_UNAVAILABLE: 503,
  MODEL_UNAVAILABLE: 503,
  STORE_UNAVAILABLE: 503,
};

export function errorToReply(thrown: unknown): ErrorReply {
  return refusedByServer(thrown) ?? appErrorToReply(classify(thrown));
}

function appErrorToReply(error: AppError): ErrorReply {
  const status = statusOf[error.code] ?? 500;
  if (status < 500) return reply(status, error.code, error.message, error.details);
  const message =
    status === 503
      ? 'a part of the system is not available just now; try again'
      : 'something went wrong inside the server; its log says what';
  return { ...reply(status, error.code, message, {}), isOurs: true };
}

/** What the HTTP framework refuses before a route runs: too large, not JSON, malformed. */
function refusedByServer(thrown: unknown): ErrorReply | undefined {
  if (!(thrown instanceof Error) || !('statusCode' in thrown)) return undefined;
  const status = Number(thrown.statusCode);
  if (status < 400 || status >= 500) return undefined;
  return reply(status, 'INPUT_INVALID', thrown.message, {});
}

const reply = (
  status: number,
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>>,
): ErrorReply => ({ status, body: { error: { code, message, details } }, isOurs: false });
