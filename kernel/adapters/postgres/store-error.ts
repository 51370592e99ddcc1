/** Translates what TypeORM and the `pg` driver throw into the program's own error. */
import { QueryFailedError } from 'typeorm';
import { AppError } from '../../errors.ts';

/**
 * SQLSTATE classes after which the same statement may succeed: connection lost, out of resources,
 * operator intervention (shutdown), and a transaction that lost against another.
 */
const passingClasses = new Set(['08', '53', '57', '40']);

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'ENOENT',
]);

export function toStoreError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (cause instanceof AppError) return cause;
  const code = codeOf(cause);
  const sqlState = code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
  const passing = sqlState
    ? passingClasses.has(sqlState.slice(0, 2))
    : isConnectionError(cause, code);
  if (!passing) {
    const text = cause instanceof Error ? cause.message : String(cause);
    return new AppError('INTERNAL', `the store refused a statement: ${text}`, { cause });
  }
  return new AppError('STORE_UNAVAILABLE', 'the store does not answer', {
    retryable: true,
    cause,
    details: { code },
  });
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** `pg` gives some of its own errors no code. */
function isConnectionError(error: unknown, code: string | undefined): boolean {
  if (code !== undefined && connectionCodes.has(code)) return true;
  return error instanceof Error && /connection|the embedded postgres/i.test(error.message);
}
