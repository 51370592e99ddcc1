/** Streams of scripted capture children, an in-memory store and a clock that stands still. */
import type { ChildMessage, ParentMessage, StartMessage } from '../../ingest/child/messages.ts';
import type { Stream, StreamId } from '../../ingest/domain/stream.ts';
import { defaultIngestOptions } from '../../ingest/ingest-options.ts';
import type { Capture, FrameStore, SegmentStore } from '../../ingest/ports.ts';
import { unlimitedSpace } from '../../ingest/retention/disk-space.ts';
import { StartTurns } from '../../ingest/stream/start-turns.ts';
import { StreamManager } from '../../ingest/stream/stream-manager.ts';
import { BoundedQueue } from '../../kernel/bounded-queue.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryRecordingStore } from './memory-recording-store.ts';

/** A child that does nothing by itself; it hears nothing before it has started. */
export class ScriptedChild implements Capture {
  readonly streamId: StreamId;
  readonly messages = new BoundedQueue<ChildMessage>({ capacity: 10, policy: 'wait' });
  readonly lastWords = '';
  readonly #gone = Promise.withResolvers<void>();
  readonly #onArrival: (message: ChildMessage) => void;
  /** It waits in the kernel: killing does not end it. */
  isStuck = false;
  #hasStarted = false;

  constructor({ streamId }: StartMessage, onArrival: (message: ChildMessage) => void) {
    this.streamId = streamId;
    this.#onArrival = onArrival;
  }

  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  send({ type }: ParentMessage): void {
    if (type === 'stop' && this.#hasStarted) this.kill();
  }

  kill(): void {
    if (this.isStuck) return;
    this.messages.close();
    this.#gone.resolve();
  }

  abandon(): void {
    this.messages.close();
  }

  say(message: ChildMessage): void {
    if (message.type === 'started') this.#hasStarted = true;
    this.#onArrival(message);
    void this.messages.push(message);
  }

  fail(): void {
    this.say({ type: 'failed', kind: 'unreadable', reason: 'nobody is there' });
    this.kill();
  }
}

export function startManager({
  turns = 1,
  answers = (): boolean => true,
  store = new MemoryRecordingStore(),
  space = unlimitedSpace,
  discard = async (): Promise<void> => {},
} = {}) {
  const clock = new ManualClock();
  const children: ScriptedChild[] = [];
  const deps = { store, clock, logger: silentLogger };
  const manager = new StreamManager({
    ...deps,
    policy: defaultIngestOptions,
    worker: {
      ...deps,
      options: defaultIngestOptions,
      segments: {
        temporaryPath: (_, name) => `/tmp/${name}`,
        find: async () => [],
        discard,
      } as Partial<SegmentStore> as SegmentStore,
      frames: { root: '/tmp', noteStored() {} } as Partial<FrameStore> as FrameStore,
      space,
      startCapture: (start, onArrival) => {
        children.push(new ScriptedChild(start, onArrival));
        return children.at(-1)!;
      },
      probe: async () => answers(),
      turns: new StartTurns(turns),
      onFrame: () => {},
      onStatus: () => {},
    },
  });
  const watch = (id: StreamId) => manager.add(cameraOf(id));
  /** Time passes in steps, so that whoever wakes can go to sleep again. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      await settled();
      clock.advance(500);
    }
    await settled();
  };
  return { manager, store, clock, children, watch, pass };
}

export const cameraOf = (id: StreamId): Stream => ({
  ...{ id, name: id },
  source: { url: `rtsp://192.0.2.1/${id}`, pace: 'live' },
});

export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}
