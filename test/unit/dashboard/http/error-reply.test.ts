import { expect, test } from 'vitest';
import { errorToReply } from '../../../../dashboard/http/error-reply.ts';
import { AppError, type ErrorCode } from '../../../../kernel/errors.ts';

test.each<[ErrorCode, number]>([
  ['INPUT_INVALID', 400],
  ['SOURCE_REFUSED', 400],
  ['NOT_FOUND', 404],
  ['INVALID_STATE', 409],
])('%s is the mistake of the person: status %i with the rule', (code, status) => {
  const error = new AppError(code, 'the rule', { details: { id: 'dock' } });
  expect(errorToReply(error)).toEqual({
    status,
    body: { error: { code, message: 'the rule', details: { id: 'dock' } } },
    isOurs: false,
  });
});

test.each<[string, unknown, number]>([
  ['a broken store', new AppError('STORE_UNAVAILABLE', 'postgres://user:s3cret@db refused'), 503],
  ['a bug', new TypeError('s3cret is not a function'), 500],
  ['something thrown that is no error', 's3cret', 500],
])('%s shows nothing from inside', (_name, thrown, status) => {
  const reply = errorToReply(thrown);
  expect(reply.status).toBe(status);
  expect(reply.isOurs).toBe(true);
  expect(JSON.stringify(reply.body)).not.toContain('s3cret');
});
