/**
 * Calls to a worker thread, for models that compute on the thread that calls them: the event loop
 * must not be held. Both ends are here: `workerCalls` for the parent, `serveCalls` for the worker.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { AppError, classify, type ErrorCode } from '../../kernel/errors.ts';

export interface WorkerCalls<Request, Reply> {
  /** Starts the worker now, rather than with the first call; rejects with what keeps it from starting. */
  ready(): Promise<void>;
  /** Buffers in `transfer` move to the worker and are gone here. */
  call(request: Request, transfer?: readonly Transferable[]): Promise<Reply>;
  /** Ends the worker for good, between two calls if it gets there soon; calls still open are rejected. */
  close(): Promise<void>;
}

/**
 * The worker starts when it is first needed, and again after it died; the calls that were open then
 * are rejected with MODEL_UNAVAILABLE (retryable). `data` is what it finds as `workerData`.
 */
export function workerCalls<Request, Reply>(
  entry: URL,
  data?: unknown,
): WorkerCalls<Request, Reply> {
  let running: Promise<RunningWorker> | undefined;
  let isClosed = false;
  const worker = async (): Promise<RunningWorker> => {
    if (isClosed) throw new AppError('INVALID_STATE', 'the model worker has been closed');
    running ??= startWorker(entry, data, () => {
      running = undefined;
    });
    return running;
  };
  return {
    ready: async () => void (await worker()),
    call: async (request, transfer = []) =>
      (await worker()).call(request, transfer) as Promise<Reply>,
    close: async () => {
      isClosed = true;
      await (await running?.catch(() => undefined))?.terminate();
    },
  };
}

/** Answers calls one at a time, in order. */
export type AnswerCall<Request, Reply> = (request: Request) => Promise<Answer<Reply>>;

export interface Answer<Reply> {
  readonly reply: Reply;
  /** Buffers of the reply that may move to the parent. */
  readonly transfer: readonly Transferable[];
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
      if (id === endId) process.exit();
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
/** No call: the worker ends itself. */
const endId = -1;
/**
 * A thread that is ended from outside while a model computes may take the whole process along, for
 * native code throws. So it is asked first, and ended when it does not come out of its computation.
 */
const patienceMs = 3_000;

interface RunningWorker {
  call(request: unknown, transfer: readonly Transferable[]): Promise<unknown>;
  terminate(): Promise<void>;
}

async function startWorker(entry: URL, data: unknown, onEnd: () => void): Promise<RunningWorker> {
  const worker = new Worker(entry, { workerData: data });
  const open = new OpenCalls();
  worker.on('message', (message: Message) => open.settle(message));
  worker.on('error', (error) => open.end(error));
  const gone = Promise.withResolvers<void>();
  worker.on('exit', () => {
    open.end(new Error('the thread has ended'));
    onEnd();
    gone.resolve();
  });
  const terminate = async () => {
    open.end(new Error('it has been closed'));
    worker.postMessage({ id: endId });
    await Promise.race([gone.promise, sleep(patienceMs, undefined, { ref: false })]);
    await worker.terminate();
  };
  await open.add(startId).catch(async (error) => {
    await worker.terminate();
    throw error;
  });
  let lastId = startId;
  return {
    terminate,
    call(request, transfer) {
      lastId += 1;
      worker.postMessage({ id: lastId, request }, transfer);
      return open.add(lastId);
    },
  };
}

type Message =
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly failure: Failure };

/** An AppError as it crosses threads. */
interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly cause: string | undefined;
}

function failureOf(error: unknown): Failure {
  const { code, message, retryable, cause } = classify(error);
  return { code, message, retryable, cause: cause instanceof Error ? cause.message : undefined };
}

const errorOf = ({ code, message, retryable, cause }: Failure): AppError =>
  new AppError(code, message, { retryable, cause: cause ? new Error(cause) : undefined });

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
    const message = `the model worker failed: ${cause.message}`;
    this.#ended ??= new AppError('MODEL_UNAVAILABLE', message, { cause, retryable: true });
    for (const call of this.#calls.values()) call.reject(this.#ended);
    this.#calls.clear();
  }
}
