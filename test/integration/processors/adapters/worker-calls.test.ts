/** Real: worker threads. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWorker } from '../../../../processors/adapters/worker-calls.ts';
import type { FaultyRequest } from '../../../support/faulty-worker.ts';

const entry = new URL('../../../support/faulty-worker.ts', import.meta.url);

async function startedWorker() {
  const worker = await startWorker<FaultyRequest, number>(entry, undefined);
  onTestFinished(() => worker.close());
  return worker;
}

describe('startWorker()', () => {
  it('answers every call with its own reply', async () => {
    const worker = await startedWorker();
    const calls = [1, 2, 3, 4, 5].map((n) => worker.call(n));
    expect(await Promise.all(calls)).toEqual([2, 4, 6, 8, 10]);
  });

  it('rejects with the error that kept the worker from starting', async () => {
    await expect(startWorker(entry, 'fail to start')).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'no such engine',
      retryable: true,
    });
  });

  it('rejects when there is no such worker', async () => {
    const missing = new URL('./no-such-worker.ts', import.meta.url);
    await expect(startWorker(missing, undefined)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
    });
  });

  it('a call that fails takes no other with it', async () => {
    const worker = await startedWorker();
    const [before, failing, after] = [worker.call(1), worker.call('fail'), worker.call(2)];
    await expect(failing).rejects.toMatchObject({
      code: 'MODEL_INVALID',
      message: 'not like this',
    });
    expect(await Promise.all([before, after])).toEqual([2, 4]);
  });

  it('rejects all open calls, and later ones, when the worker dies', async () => {
    const worker = await startedWorker();
    const open = [worker.call('die'), worker.call(1)];
    for (const call of await Promise.allSettled(open))
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'MODEL_UNAVAILABLE' } });
    await expect(worker.call(2)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('rejects what is open when it is closed', async () => {
    const worker = await startedWorker();
    const open = worker.call('hang');
    await worker.close();
    await expect(open).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});
