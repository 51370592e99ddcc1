/** Real: worker threads. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WorkerCalls, workerCalls } from '../../../../processors/adapters/worker-calls.ts';
import type { FaultyRequest } from '../../../support/faulty-worker.ts';

const faultyWorker = new URL('../../../support/faulty-worker.ts', import.meta.url);

function aWorker(data?: string, entry = faultyWorker): WorkerCalls<FaultyRequest, number> {
  const worker = workerCalls<FaultyRequest, number>(entry, data);
  onTestFinished(() => worker.close());
  return worker;
}

describe('workerCalls()', () => {
  it('answers every call with its own reply', async () => {
    const worker = aWorker();
    const calls = [1, 2, 3, 4, 5].map((n) => worker.call(n));
    expect(await Promise.all(calls)).toEqual([2, 4, 6, 8, 10]);
  });

  it('rejects with the error that kept the worker from starting, at every try', async () => {
    const worker = aWorker('fail to start');
    for (const attempt of [() => worker.ready(), () => worker.ready(), () => worker.call(1)])
      await expect(attempt()).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: 'no such engine',
        retryable: true,
        cause: { message: 'libcuda is missing' },
      });
  });

  it('rejects when there is no such worker', async () => {
    const worker = aWorker(undefined, new URL('./no-such-worker.ts', import.meta.url));
    await expect(worker.ready()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('a call that fails takes no other with it', async () => {
    const worker = aWorker();
    const [before, failing, after] = [worker.call(1), worker.call('fail'), worker.call(2)];
    await expect(failing).rejects.toMatchObject({
      code: 'MODEL_INVALID',
      message: 'not like this',
    });
    expect(await Promise.all([before, after])).toEqual([2, 4]);
  });

  it('when the worker dies, open calls are rejected as worth trying again, and the next call gets a new worker', async () => {
    const worker = aWorker();
    const open = [worker.call('die'), worker.call(1)];
    for (const call of await Promise.allSettled(open))
      expect(call).toMatchObject({
        status: 'rejected',
        reason: { code: 'MODEL_UNAVAILABLE', retryable: true },
      });
    expect(await worker.call(2)).toBe(4);
  });

  it('rejects what is open when it is closed, and everything after', async () => {
    const worker = aWorker();
    await worker.ready();
    const open = worker.call('hang');
    const closing = worker.close();
    await expect(open).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await closing;
    await expect(worker.call(1)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('closes without ever having started, and twice', async () => {
    const worker = aWorker();
    await worker.close();
    await expect(worker.close()).resolves.toBeUndefined();
  });
});
