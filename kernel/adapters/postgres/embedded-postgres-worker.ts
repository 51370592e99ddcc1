/**
 * The thread in which the embedded Postgres runs. It speaks the Postgres wire protocol over its
 * parent port. There is one backend, so there is one session at a time: a second one waits until
 * the first has closed, and each starts with a clean backend. Nothing else may enter in between,
 * or the unnamed statement of one would be bound by the other.
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { FromWorker, ToWorker } from './embedded-postgres.ts';
import { SyncedNodeFs } from './synced-node-fs.ts';
import { WireBuffer } from './wire-buffer.ts';

interface Session {
  readonly id: number;
  readonly input: WireBuffer;
  closed: boolean;
}

/** Without `-F`, so that a commit reaches the disk; fdatasync does nothing in this build. */
const durableParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

const port = parentPort!;
const { dir } = workerData as { dir: string | undefined };
const sessions: Session[] = [];
/** What the server said last, for the log: a full disk is told of only here. */
let lastWords = '';
const database = await open();
endWhenBroken();

port.on('message', (message: ToWorker) => {
  if (message.type === 'stop') return void stop();
  if (message.type === 'open') sessions.push(newSession(message.session));
  if (message.type === 'data') sessionOf(message.session)?.input.append(message.bytes);
  if (message.type === 'close') closeSession(message.session);
  serve();
});
send({ type: 'ready' });

async function open(): Promise<PGlite> {
  if (dir === undefined) return PGlite.create({ extensions: { vector } });
  if (!existsSync(dir)) await initialise(dir);
  return PGlite.create({
    fs: new SyncedNodeFs(dir),
    extensions: { vector },
    startParams: durableParams,
    relaxedDurability: false,
    onStderr: (text) => {
      lastWords = text;
      return false;
    },
  });
}

/** How PGlite leaves the main loop for an ordinary error of a statement. */
const ordinaryErrorStatus = 100;

/**
 * When Postgres gives up (a full disk, out of memory) PGlite would call the dead server again for
 * ever. The thread ends instead, and the next connection starts a new one, which recovers.
 */
function endWhenBroken(): void {
  const runLoopOnce = database.Module._PostgresMainLoopOnce;
  database.Module._PostgresMainLoopOnce = () => {
    try {
      runLoopOnce();
    } catch (error) {
      if ((error as { status?: number }).status === ordinaryErrorStatus) throw error;
      send({ type: 'broken', reason: lastWords || String(error) });
      process.exit(1);
    }
  };
}

/** Made under another name: a first start that is cut short must not leave half a database. */
async function initialise(dir: string): Promise<void> {
  const unfinished = `${dir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(dir), { recursive: true });
  const database = await PGlite.create({
    fs: new SyncedNodeFs(unfinished),
    extensions: { vector },
    startParams: durableParams,
  });
  await database.close();
  await rename(unfinished, dir);
}

async function stop(): Promise<void> {
  await database.close();
  send({ type: 'stopped' });
  port.close();
}

const newSession = (id: number): Session => ({ id, input: new WireBuffer(), closed: false });

const sessionOf = (id: number): Session | undefined =>
  sessions.find((session) => session.id === id);

function closeSession(id: number): void {
  const session = sessionOf(id);
  if (session) session.closed = true;
}

/** Executes what the session in front has sent, then lets the next one in when it has closed. */
function serve(): void {
  for (let session = sessions[0]; session; session = sessions[0]) {
    for (let batch = session.input.take(); batch; batch = session.input.take()) {
      execute(session, batch);
    }
    if (!session.closed) return;
    sessions.shift();
    resetBackend();
  }
}

function execute(session: Session, batch: Uint8Array): void {
  const bytes = answerTo(batch);
  if (bytes.length > 0) sendBytes(session.id, bytes);
}

/**
 * PGlite has run the batch when it returns its promise, which rejects only when the thread is lost.
 * Its other ways to run one parse all that is answered, and keep that for ever.
 */
function answerTo(batch: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const onRawData = (view: Uint8Array) => void parts.push(view.slice());
  void database.execProtocolRawStream(batch, { syncToFs: false, onRawData });
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

function resetBackend(): void {
  if (database.isInTransaction()) answerTo(simpleQuery('ROLLBACK'));
  answerTo(simpleQuery('DISCARD ALL'));
}

function simpleQuery(sql: string): Uint8Array {
  const message = Buffer.alloc(6 + sql.length);
  message.write('Q', 0);
  message.writeInt32BE(5 + sql.length, 1);
  message.write(sql, 5);
  return new Uint8Array(message);
}

/** The bytes move to the other thread. */
function sendBytes(session: number, bytes: Uint8Array<ArrayBuffer>): void {
  const message: FromWorker = { type: 'data', session, bytes };
  port.postMessage(message, [bytes.buffer]);
}

function send(message: FromWorker): void {
  port.postMessage(message);
}
