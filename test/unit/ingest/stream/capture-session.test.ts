/** The deadlines of one session: a scripted child, and a clock that stands still until it is moved. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ChildMessage, StartMessage } from '../../../../ingest/child/messages.ts';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
import {
  CaptureSession,
  type CaptureSessionDeps,
} from '../../../../ingest/stream/capture-session.ts';
import { BoundedQueue } from '../../../../kernel/bounded-queue.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const opened: ChildMessage = { type: 'opened', codec: 'h264', width: 2, height: 2 };
const start = {
  ...{ type: 'start', streamId: 'cam', url: 'rtsp://192.0.2.1/cam', pace: 'live' },
  segmentPrefix: '/tmp/x-',
} as Partial<StartMessage> as StartMessage;

/** A session whose child has opened its source, and what became of the child. */
function startSession(lacksSpace: () => boolean = () => false) {
  const clock = new ManualClock();
  const messages = new BoundedQueue<ChildMessage>({ capacity: 10, policy: 'wait' });
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  let kills = 0;
  const kill = () => {
    kills += 1;
    messages.close();
    go();
  };
  let arrive: (message: ChildMessage) => void = () => {};
  const session = new CaptureSession(start, {
    ...{ clock, logger: silentLogger, options: defaultIngestOptions, lacksSpace },
    startCapture: (_: StartMessage, onArrival: typeof arrive) => {
      arrive = onArrival;
      return { messages, gone, lastWords: '', send() {}, kill, abandon() {} };
    },
    onStarted: () => {},
    reporter: { noteDecoder() {}, noteSource() {} },
    segments: { discard: async () => {} },
  } as unknown as CaptureSessionDeps);
  const say = async (message: ChildMessage) => {
    arrive(message);
    await messages.push(message);
  };
  const ran = session.run(new AbortController().signal);
  after.push(async () => {
    kill();
    await ran;
  });
  return { clock, session, say, kill, ran, isKilled: () => kills > 0 };
}

const after: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of after.splice(0)) await end();
});

const turn = () => new Promise(setImmediate);

describe('a session', () => {
  it('does not blame its child for a time in which the whole program stood still', async () => {
    const { clock, say, isKilled } = startSession();
    await say({ type: 'started' });
    await say(opened);
    await turn();
    clock.advance(60_000);
    await turn();
    expect(isKilled()).toBe(false);
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1_000);
      await turn();
    }
    expect(isKilled()).toBe(true);
  });

  it('that has ended is not said to have been ended for want of space', async () => {
    let lacks = false;
    const { session, kill, ran } = startSession(() => lacks);
    await turn();
    lacks = true;
    kill();
    await ran;
    expect(session.endedFor).toBeUndefined();
  });

  it('is ended for want of space while it lasts', async () => {
    const { clock, session, kill, ran } = startSession(() => true);
    await turn();
    clock.advance(500);
    await turn();
    kill();
    await ran;
    expect(session.endedFor).toBe('space');
  });
});
