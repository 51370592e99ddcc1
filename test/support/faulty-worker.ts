/** A worker thread for tests: starts, fails to start, answers, fails and dies as it is told. */
import { workerData } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import { serveCalls } from '../../processors/adapters/worker-calls.ts';

export type FaultyRequest = number | 'fail' | 'die' | 'hang';

await serveCalls<FaultyRequest, number>(async () => {
  if (workerData === 'fail to start') {
    const cause = new Error('libcuda is missing');
    throw new AppError('MODEL_UNAVAILABLE', 'no such engine', { retryable: true, cause });
  }
  return async (request) => {
    if (request === 'fail') throw new AppError('MODEL_INVALID', 'not like this');
    if (request === 'die') process.exit(1);
    if (request === 'hang') return new Promise(() => {});
    return { reply: request * 2, transfer: [] };
  };
});
