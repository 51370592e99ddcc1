/** The life of one stream with a scripted child, a clock that stands still and a slow disk. */
import { expect, it } from 'vitest';
import type { ChildMessage } from '../../../../ingest/child/messages.ts';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
import type { Capture, FrameStore, SegmentStore } from '../../../../ingest/ports.ts';
import { unlimitedSpace } from '../../../../ingest/retention/disk-space.ts';
import { StartTurns } from '../../../../ingest/stream/start-turns.ts';
import { StreamManager } from '../../../../ingest/stream/stream-manager.ts';
import { BoundedQueue } from '../../../../kernel/bounded-queue.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryRecordingStore } from '../../../support/memory-recording-store.ts';
import { waitFor } from '../../../support/wait-for.ts';

it('a camera that is lost after a restart is not told as the restart, however slow the disk is', async () => {
  const clock = new ManualClock();
  const store = new MemoryRecordingStore();
  const stream = {
    ...{ id: 'cam', name: 'Camera' },
    source: { url: 'rtsp://192.0.2.1/cam', pace: 'live' as const },
  };
  await store.saveStream(stream, clock.now() - 60_000);
  const before = { start: clock.now() - 60_000, end: clock.now() - 30_000 };
  await store.recordGap({ ...before, streamId: 'cam', reason: 'not-connected' });
  const children: BoundedQueue<ChildMessage>[] = [];
  const disk = Promise.withResolvers<void>();
  const manager = new StreamManager({
    ...{ store, clock, logger: silentLogger, policy: defaultIngestOptions },
    worker: {
      ...{ store, clock, logger: silentLogger, options: defaultIngestOptions },
      segments: {
        temporaryPath: (_, name) => `/tmp/${name}`,
        discard: () => disk.promise,
      } as Partial<SegmentStore> as SegmentStore,
      frames: { root: '/tmp' } as Partial<FrameStore> as FrameStore,
      space: unlimitedSpace,
      startCapture: (_, onArrival): Capture => {
        const messages = new BoundedQueue<ChildMessage>({ capacity: 10, policy: 'wait' });
        children.push(messages);
        if (children.length > 1) return { messages, lastWords: '', send() {}, kill() {} };
        const message: ChildMessage = {
          ...{ type: 'epoch-needed', firstFrameAt: clock.now(), frameIntervalMs: 40 },
        };
        onArrival(message);
        void messages.push(message);
        return { messages, lastWords: '', send() {}, kill: () => messages.close() };
      },
      probe: async () => true,
      turns: new StartTurns(1),
      onFrame: () => {},
      onStatus: () => {},
    },
  });
  await manager.add(stream);
  await waitFor(() => manager.statuses()[0]?.state === 'live');

  children[0]!.close();
  // Minutes pass while what the child has left is still being removed.
  for (let tick = 0; tick < 10; tick += 1) {
    clock.advance(defaultIngestOptions.chunkMs);
    await new Promise(setImmediate);
  }
  disk.resolve();
  await waitFor(() => manager.statuses()[0]?.state === 'connecting');
  await waitFor(() => {
    clock.advance(1_000);
    return store.gaps('cam').length > 2;
  });
  const reasons = store.gaps('cam').map(({ reason }) => reason);
  expect(reasons.slice(0, 2)).toEqual(['not-connected', 'process-down']);
  expect(new Set(reasons.slice(2))).toEqual(new Set(['worker-died']));
  for (const child of children) child.close();
  await manager.close();
});
