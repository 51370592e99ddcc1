/**
 * The one error of the program: a code from a closed list, whether trying again can help, and the
 * rule that was broken in the message. Adapters translate foreign errors at their border.
 */

export type ErrorCode =
  | 'CONFIG_INVALID'
  | 'INPUT_INVALID'
  | 'NOT_FOUND'
  | 'INVALID_STATE'
  | 'SOURCE_REFUSED'
  | 'SOURCE_UNAVAILABLE'
  | 'MEDIA_CORRUPT'
  | 'MODEL_UNAVAILABLE'
  | 'MODEL_INVALID'
  | 'STORE_UNAVAILABLE'
  | 'DELIVERY_FAILED'
  | 'INTERNAL';

export interface AppErrorOptions {
  readonly retryable?: boolean;
  readonly cause?: unknown;
  /** Plain fields for machines: ids, keys, limits. Never credentials. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.details = options.details ?? {};
  }
}

/** Codes that mean the person asked for something impossible: exit code 2, HTTP 4xx. */
const userCodes = new Set<ErrorCode>([
  'CONFIG_INVALID',
  'INPUT_INVALID',
  'NOT_FOUND',
  'SOURCE_REFUSED',
]);

export const isUserError = (error: unknown): error is AppError =>
  error instanceof AppError && userCodes.has(error.code);

/** Any thrown value as an AppError; never throws. */
export function classify(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AppError('INTERNAL', message, { cause: error });
}

export const isAbort = (error: unknown, signal?: AbortSignal): boolean =>
  (signal?.aborted ?? false) || (error instanceof Error && error.name === 'AbortError');
