/**
 * Postgres inside this process: PGlite in a thread of its own, because it computes on the thread
 * that calls it. The ordinary `pg` driver connects through `stream`, which carries the wire
 * protocol to the thread; no socket is opened, so nobody else on the machine can connect. There is
 * one backend: use a pool of one connection, in which transactions queue and never interleave.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import type { Component, Started } from '../../lifecycle.ts';
import type { Logger } from '../../logger.ts';
import { lockDataFolder } from './data-folder-lock.ts';

export interface EmbeddedPostgresOptions {
  /** The data folder, locked while open; undefined keeps everything in memory, for tests. */
  readonly dir?: string;
  readonly logger: Logger;
}

export type ToWorker =
  | { readonly type: 'open' | 'close'; readonly session: number }
  | { readonly type: 'data'; readonly session: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'stop' };

export type FromWorker =
  | { readonly type: 'ready' | 'stopped' }
  | { readonly type: 'broken'; readonly reason: string }
  | { readonly type: 'data'; readonly session: number; readonly bytes: Uint8Array<ArrayBuffer> };

export interface EmbeddedPostgres {
  /** For the option `stream` of a `pg` pool: makes the transport of one connection. */
  readonly stream: () => Duplex;
}

export function embeddedPostgres(options: EmbeddedPostgresOptions): Component<EmbeddedPostgres> {
  return { start: () => start(options) };
}

async function start({ dir, logger }: EmbeddedPostgresOptions): Promise<Started<EmbeddedPostgres>> {
  const unlock = dir === undefined ? async () => {} : await lockDataFolder(dir);
  try {
    const thread = new PostgresThread(dir && join(dir, 'postgres'), logger);
    await thread.start();
    const stop = async () => {
      await thread.stop();
      await unlock();
    };
    let stopped: Promise<void> | undefined;
    return {
      value: { stream: () => thread.openStream() },
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Owns the worker and the streams into it; a worker that died is started again on demand. */
class PostgresThread {
  readonly #dir: string | undefined;
  readonly #logger: Logger;
  readonly #streams = new Map<number, SessionStream>();
  #worker: Promise<Worker> | undefined;
  #lastSession = 0;
  #stopping = false;

  constructor(dir: string | undefined, logger: Logger) {
    this.#dir = dir;
    this.#logger = logger;
  }

  async start(): Promise<Worker> {
    this.#worker ??= this.#startWorker();
    return this.#worker;
  }

  openStream(): Duplex {
    this.#lastSession += 1;
    const session = this.#lastSession;
    const stream = new SessionStream(session, (message) => this.#post(message));
    this.#streams.set(session, stream);
    stream.once('close', () => this.#streams.delete(session));
    return stream;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const worker = await this.#worker?.catch(() => undefined);
    if (!worker) return;
    const exited = once(worker, 'exit');
    worker.postMessage({ type: 'stop' } satisfies ToWorker);
    await exited;
  }

  async #post(message: ToWorker): Promise<void> {
    if (this.#stopping) return;
    const worker = await this.start();
    worker.postMessage(message, message.type === 'data' ? [message.bytes.buffer] : []);
  }

  async #startWorker(): Promise<Worker> {
    const worker = new Worker(new URL('./embedded-postgres-worker.ts', import.meta.url), {
      workerData: { dir: this.#dir },
      execArgv: [],
    });
    let isOver = false;
    const over = (cause: Error) => {
      if (!isOver) this.#lost(cause);
      isOver = true;
    };
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'data') this.#streams.get(message.session)?.receive(message.bytes);
      if (message.type === 'broken') over(new Error(message.reason));
    });
    worker.once('error', over);
    worker.once('exit', (code) => over(new Error(`its thread ended with code ${code}`)));
    await becameReady(worker);
    return worker;
  }

  /** The next connection starts a new worker; the connections of this one are gone. */
  #lost(cause: Error): void {
    this.#worker = undefined;
    if (!this.#stopping) this.#logger.error({ err: cause }, 'embedded Postgres ended');
    const error = unavailable('the embedded Postgres has ended', cause);
    for (const stream of this.#streams.values()) stream.destroy(error);
  }
}

/** Recovery takes seconds: there is a checkpoint every 32 MB. Where the disk is full it may hang. */
const readyWithinMs = 120_000;

/** Throws STORE_UNAVAILABLE when the thread ends instead, or has to be ended. */
export async function becameReady(worker: Worker): Promise<void> {
  const late = setTimeout(() => void worker.terminate(), readyWithinMs);
  const failed = once(worker, 'exit').then(() => {
    throw new Error('it ended while starting');
  });
  failed.catch(() => {});
  try {
    await Promise.race([once(worker, 'message'), failed]);
  } catch (error) {
    throw unavailable('the embedded Postgres could not be started', error);
  } finally {
    clearTimeout(late);
  }
}

const unavailable = (message: string, cause: unknown): AppError =>
  new AppError('STORE_UNAVAILABLE', message, { retryable: true, cause });

/** A long answer is handed on in pieces of this size, as a socket would. */
const pieceBytes = 64 * 1024;

/** What `pg` takes for a socket. */
class SessionStream extends Duplex {
  readonly #session: number;
  readonly #post: (message: ToWorker) => Promise<void>;
  readonly #received: Uint8Array[] = [];
  #isHandingOn = false;

  constructor(session: number, post: (message: ToWorker) => Promise<void>) {
    super();
    this.#session = session;
    this.#post = post;
  }

  connect(): this {
    this.#post({ type: 'open', session: this.#session }).then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    );
    return this;
  }

  receive(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      this.#received.push(bytes.subarray(start, start + pieceBytes));
    }
    if (!this.#isHandingOn) this.#handOn();
  }

  /** One piece a turn: `pg` parses what it gets at once, and other work must not wait for long. */
  #handOn(): void {
    const piece = this.#received.shift();
    this.#isHandingOn = piece !== undefined;
    if (!piece) return;
    this.push(piece);
    setImmediate(() => this.#handOn());
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(bytes: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    this.#send(bytes, done);
  }

  override _writev(parts: { chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this.#send(Buffer.concat(parts.map((part) => part.chunk)), done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#post({ type: 'close', session: this.#session }).catch(() => {});
    done(error);
  }

  /** Copied, because it moves to the other thread and `pg` writes views into a larger buffer. */
  #send(view: Uint8Array, done: (error?: Error) => void): void {
    const bytes = new Uint8Array(view);
    this.#post({ type: 'data', session: this.#session, bytes }).then(() => done(), done);
  }
}
