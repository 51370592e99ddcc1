/** A thread that starts, over a scripted one and timers that the test moves. */
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { becameReady } from '../../../../../kernel/adapters/postgres/embedded-postgres.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aThread() {
  const thread = Object.assign(new EventEmitter(), {
    terminate: vi.fn(async () => {
      thread.emit('exit', 1);
      return 1;
    }),
  });
  return { thread, ready: becameReady(thread as unknown as Worker) };
}

it('a thread that says that it is ready is left alone', async () => {
  const { thread, ready } = aThread();
  thread.emit('message', { type: 'ready' });
  await ready;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(thread.terminate).not.toHaveBeenCalled();
});

it('a thread that hangs while it starts is ended, so that the next connection starts another', async () => {
  const { ready } = aThread();
  const refused = expect(ready).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await vi.advanceTimersByTimeAsync(120_000);
  await refused;
});

it('a thread that ends while it starts is told of at once', async () => {
  const { thread, ready } = aThread();
  thread.emit('exit', 1);
  await expect(ready).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
  expect(thread.terminate).not.toHaveBeenCalled();
});
