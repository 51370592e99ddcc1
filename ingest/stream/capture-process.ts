/** Starts a capture child and carries messages to and from it. Supervision is capture-session's job. */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { BoundedQueue } from '../../kernel/bounded-queue.ts';
import type { ChildMessage, StartMessage } from '../child/messages.ts';
import { parseChildMessage } from '../child/messages.ts';
import type { Capture } from '../ports.ts';

const entry = fileURLToPath(new URL('../child/main.ts', import.meta.url));
/** FFmpeg's blocking calls sit in libuv's pool; a few threads suffice for one stream. */
const threadPoolSize = '4';
/**
 * Variables a child needs; everything else, secrets included, stays here. What Node compiles is shared
 * through a folder: a child starts at a third of the cost.
 */
const passedVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LD_LIBRARY_PATH',
  'MALLOC_ARENA_MAX',
  'NODE_COMPILE_CACHE',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];
const lastWordsLength = 2_000;
/** About half an hour of a camera. */
const defaultCapacity = 10_000;
/** A store that is away for long must cost this stream some of its time, not the program its memory. */
const overrun: ChildMessage = {
  type: 'failed',
  kind: 'overrun',
  reason: 'the recording could not keep up: the store was away or slow for too long',
};

/** `capacity`: messages that may wait to be read. With one more the child is killed. */
export function startCapture(
  start: StartMessage,
  onArrival: (message: ChildMessage) => void,
  onComplaint: (line: string) => void,
  capacity = defaultCapacity,
): Capture {
  const child = fork(entry, [], {
    execPath: process.execPath,
    execArgv: [],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const queue = new BoundedQueue<ChildMessage>({ capacity, policy: 'refuse' });
  let lastWords = '';
  let isOverrun = false;
  const complaints = child.stderr && createInterface({ input: child.stderr });
  complaints?.on('line', (line) => {
    lastWords = `${lastWords}${line}\n`.slice(-lastWordsLength);
    onComplaint(line);
  });
  child.on('message', (value) => {
    const message = parseChildMessage(value);
    if (!message || isOverrun) return;
    onArrival(message);
    isOverrun = !queue.offer(message);
    if (isOverrun) child.kill('SIGKILL');
  });
  child.on('error', (error) => {
    lastWords ||= error.message;
  });
  const gone = goneAndSilent(child);
  void gone.then(() => queue.close());
  child.send(start, ignoreError);
  return {
    gone,
    messages: (async function* () {
      yield* queue;
      if (isOverrun) yield overrun;
    })(),
    get lastWords() {
      return lastWords;
    },
    send: (message) => void (child.connected && child.send(message, ignoreError)),
    kill: () => void child.kill('SIGKILL'),
    abandon: () => queue.close(),
  };
}

/** The last messages may come after the exit, but not after the channel has closed. */
async function goneAndSilent(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  await Promise.all([happened(child, 'exit'), happened(child, 'disconnect')]);
}

/** Unlike `once` of node:events, an `error` event does not count. */
const happened = (child: ChildProcess, event: string): Promise<void> =>
  new Promise((resolve) => void child.once(event, () => resolve()));

function childEnvironment(): NodeJS.ProcessEnv {
  const passed = passedVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(passed), UV_THREADPOOL_SIZE: threadPoolSize };
}

/** The child is gone already; its end is reported elsewhere. */
const ignoreError = (): void => {};
