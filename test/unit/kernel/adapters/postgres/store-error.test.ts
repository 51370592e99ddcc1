import { QueryFailedError } from 'typeorm';
import { expect, it } from 'vitest';
import { toStoreError } from '../../../../../kernel/adapters/postgres/store-error.ts';
import { AppError } from '../../../../../kernel/errors.ts';

const withCode = (code: string, message = 'refused'): Error =>
  Object.assign(new Error(message), { code });

it.each([
  ['the server is shutting down', withCode('57P01')],
  ['too many connections', withCode('53300')],
  ['two transactions wait for each other', withCode('40P01')],
  ['the connection was lost', withCode('08006')],
  ['nobody listens', withCode('ECONNREFUSED')],
  ['the driver lost the connection', new Error('Connection terminated unexpectedly')],
])('trying again can help when %s', (_, cause) => {
  for (const error of [cause, new QueryFailedError('SELECT 1', [], cause)]) {
    expect(toStoreError(error)).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
  }
});

it.each([
  ['a value cannot be read', withCode('22P02')],
  ['a table is missing', withCode('42P01')],
  ['a value is there already', withCode('23505')],
  ['something else is broken', new TypeError('x is not a function')],
])('trying again cannot help when %s', (_, cause) => {
  expect(toStoreError(cause)).toMatchObject({ code: 'INTERNAL', retryable: false, cause });
});

it('leaves our own errors as they are', () => {
  const own = new AppError('NOT_FOUND', 'chunk is not recorded');
  expect(toStoreError(own)).toBe(own);
});
