/**
 * Calls to a worker thread, for models that compute on the thread that calls them: the event loop
 * must not be held. Both ends are here: `startWorker` for the parent, `serveCalls` for the worker.
 */
import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { AppError, classify, type ErrorCode } from '../../kernel/errors.ts';

export interface WorkerCalls<Request, Reply> {
  /** Buffers in `transfer` move to the worker and are gone here. */
  call(request: Request, transfer?: readonly Transferable[]): Promise<Reply>;
  /** Ends the worker at once; calls still open are rejected. */
  close(): Promise<void>;
}

export interface Answer<Reply> {
  readonly reply: Reply;
  /** Buffers of the reply that may move to the parent. */
  readonly transfer: readonly Transferable[];
}

/** Answers calls one at a time, in order. */
export type AnswerCall<Request, Reply> = (request: Request) => Promise<Answer<Reply>>;

/**
 * Resolves when the worker can serve; rejects with the error that kept it from starting. `data` is
 * what the worker finds as `workerData`.
 */
export async function startWorker<Request, Reply>(
  entry: URL,
  data: unknown,
): Promise<WorkerCalls<Request, Reply>> {
  const worker = new Worker(entry, { workerData: data });
  const open = new OpenCalls();
  const started = open.add(startId);
  worker.on('message', (message: Message) => open.settle(message));
  worker.on('error', (error) => open.end(error));
  worker.on('exit', () => open.end(new Error('the worker thread has ended')));
  let lastId = startId;
  await started.catch(async (error) => {
    await worker.terminate();
    throw error;
  });
  return {
    call(request, transfer = []) {
      lastId += 1;
      const reply = open.add(lastId);
      worker.postMessage({ id: lastId, request }, transfer);
      return reply as Promise<Reply>;
    },
    close: async () => void (await worker.terminate()),
  };
}

/** For the worker's entry file: `start` runs once and gives what answers the calls. */
export async function serveCalls<Request, Reply>(
  start: () => Promise<AnswerCall<Request, Reply>>,
): Promise<void> {
  const port = parentPort;
  if (!port) throw new AppError('INVALID_STATE', 'this file runs in a worker thread only');
  const post = (message: Message, transfer: readonly Transferable[] = []) =>
    port.postMessage(message, transfer);
  try {
    const answer = await start();
    let last = Promise.resolve();
    port.on('message', ({ id, request }: { id: number; request: Request }) => {
      last = last
        .then(() => answer(request))
        .then(({ reply, transfer }) => post({ id, reply }, transfer))
        .catch((error) => post({ id, failure: failureOf(error) }));
    });
    post({ id: startId, reply: undefined });
  } catch (error) {
    post({ id: startId, failure: failureOf(error) });
  }
}

/** Counts as the first call. */
const startId = 0;

type Message =
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly failure: Failure };

/** An AppError as it crosses threads. */
interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

function failureOf(error: unknown): Failure {
  const { code, message, retryable } = classify(error);
  return { code, message, retryable };
}

const errorOf = ({ code, message, retryable }: Failure): AppError =>
  new AppError(code, message, { retryable });

/** Calls that have no answer yet. */
class OpenCalls {
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #ended: AppError | undefined;

  add(id: number): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const call = Promise.withResolvers<unknown>();
    this.#calls.set(id, call);
    return call.promise;
  }

  settle(message: Message): void {
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if ('reply' in message) call?.resolve(message.reply);
    else call?.reject(errorOf(message.failure));
  }

  end(cause: Error): void {
    this.#ended ??= new AppError('MODEL_UNAVAILABLE', `model worker: ${cause.message}`, { cause });
    for (const call of this.#calls.values()) call.reject(this.#ended);
    this.#calls.clear();
  }
}
