/**
 * Entry of the capture child: one process per stream, because nothing but SIGKILL frees a thread
 * that hangs inside FFmpeg. The parent forks it, sends `start` and listens; see messages.ts.
 */
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { capture } from './capture.ts';
import {
  type ChildMessage,
  type ParentMessage,
  parseParentMessage,
  type StartMessage,
} from './messages.ts';
import { InputError } from './open-input.ts';
import type { ParentChannel } from './parent-channel.ts';

type Answer = Extract<ParentMessage, { type: 'epoch' | 'window-recorded' }>;

const stopping = new AbortController();
let answered: (answer: Answer | undefined) => void = () => {};

Log.setLevel(AV_LOG_FATAL);
// Ctrl-C reaches the whole process group, but it is the parent that says how to stop.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
// An orphan must not go on recording.
process.on('disconnect', leave);
process.on('message', (value) => {
  const message = parseParentMessage(value);
  if (message?.type === 'start') void run(message);
  else if (message?.type === 'stop') stopping.abort();
  else if (message) answered(message);
});
stopping.signal.addEventListener('abort', () => answered(undefined));

const channel: ParentChannel = {
  send: (message) => void process.send?.(message),
  epoch: async () => (await nextAnswer('epoch'))?.epoch,
  windowRecorded: async () => void (await nextAnswer('window-recorded')),
  stopping: stopping.signal,
};

async function run(start: StartMessage): Promise<void> {
  const last = await capture(start, channel).catch(failureOf);
  process.send?.(last, leave);
}

/** Answers to questions nobody waits for are passed over. Undefined when told to stop instead. */
function nextAnswer<T extends Answer['type']>(
  type: T,
): Promise<Extract<Answer, { type: T }> | undefined> {
  if (stopping.signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    answered = (answer) => {
      if (!answer || answer.type === type) resolve(answer as Extract<Answer, { type: T }>);
    };
  });
}

function failureOf(error: unknown): ChildMessage {
  const reason = error instanceof Error ? error.message : String(error);
  return { type: 'failed', kind: error instanceof InputError ? error.kind : 'lost', reason };
}

/** `process.exit` waits for native reads that never return, and finalisers may crash on the way. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL');
}
