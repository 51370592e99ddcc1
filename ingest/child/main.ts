/**
 * Entry of the capture child: one process per stream, because nothing but SIGKILL frees a thread
 * that hangs inside FFmpeg. The parent forks it, sends `start` and listens; see messages.ts.
 */
import { flushCompileCache } from 'node:module';
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { sourceAddresses } from '../domain/source-addresses.ts';
import { capture } from './capture.ts';
import { CertificateRules } from './gate/certificate-rules.ts';
import { openGate } from './gate/open-gate.ts';
import { InputError } from './input-error.ts';
import type { ChildMessage, ParentMessage, StartMessage } from './messages.ts';
import type { ParentChannel } from './parent-channel.ts';

type Answer = Extract<ParentMessage, { type: 'epoch' | 'window-recorded' }>;

const memoryLookMs = 100;

const stopping = new AbortController();
let answered: (answer: Answer | undefined) => void = () => {};

Log.setLevel(AV_LOG_FATAL);
// Ctrl-C reaches the whole process group, but it is the parent that says how to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
// An orphan must not go on recording.
process.on('disconnect', leave);
process.on('message', (message: ParentMessage) => {
  if (message.type === 'start') void run(message);
  else if (message.type === 'stop') stopping.abort();
  else answered(message);
});
stopping.signal.addEventListener('abort', () => answered(undefined));

const channel: ParentChannel = {
  send: (message) => void process.send?.(message),
  epoch: () => nextAnswer('epoch'),
  windowRecorded: async () => void (await nextAnswer('window-recorded')),
  stopping: stopping.signal,
};

/** A source that leads to what is refused is given up at once. */
async function run(start: StartMessage): Promise<void> {
  channel.send({ type: 'started' });
  // By itself Node writes what it compiled at its exit, and this process is killed.
  flushCompileCache();
  const refused = Promise.withResolvers<ChildMessage>();
  let trouble: string | undefined;
  const { networkTimeoutMs, verifyCertificates, caFile, fatalChildBytes } = start.options;
  const refuse = (reason: string) =>
    refused.resolve({ type: 'failed', kind: 'unreadable', reason });
  onMemoryAbove(fatalChildBytes, () => refuse(memoryRefusal(fatalChildBytes)));
  const captured = async () => {
    const way = await openGate(start, {
      addresses: sourceAddresses(start.allowedAddresses),
      certificates: new CertificateRules(verifyCertificates, start.kind === 'camera', caFile),
      connectTimeoutMs: networkTimeoutMs,
      onRefused: refuse,
      onTrouble: (reason) => {
        trouble = reason;
      },
    });
    return capture(start, way, channel);
  };
  const ended = captured().catch((error) => failureOf(error, trouble));
  const last = await Promise.race([ended, refused.promise]);
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

/** FFmpeg may take in gigabytes while it opens a source, with nothing to be seen of it but this. */
function onMemoryAbove(bytes: number, tell: () => void): void {
  const look = () => void (process.memoryUsage.rss() > bytes && tell());
  setInterval(look, memoryLookMs).unref();
}

const memoryRefusal = (bytes: number): string =>
  `source refused: to read it takes more than ${Math.round(bytes / 1e6)} MB of memory`;

/** FFmpeg meets the gate only: the gate knows better why a source cannot be reached. */
function failureOf(error: unknown, trouble: string | undefined): ChildMessage {
  const said = error instanceof Error ? error.message : String(error);
  if (!(error instanceof InputError)) return { type: 'failed', kind: 'lost', reason: said };
  const isUnreached = error.kind === 'unreadable' && trouble !== undefined;
  const reason = isUnreached ? `the source cannot be opened: ${trouble}` : said;
  return { type: 'failed', kind: error.kind, reason };
}

/** `process.exit` waits for native reads that never return, and finalisers may crash on the way. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL');
}
