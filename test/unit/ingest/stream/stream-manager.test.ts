/** Streams that come and go while others are connected: nothing waits for anything else. */
import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChildMessage, StartMessage } from '../../../../ingest/child/messages.ts';
import type { StreamId } from '../../../../ingest/domain/stream.ts';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
import type { Capture, FrameStore, SegmentStore } from '../../../../ingest/ports.ts';
import { unlimitedSpace } from '../../../../ingest/retention/disk-space.ts';
import { StartTurns } from '../../../../ingest/stream/start-turns.ts';
import { StreamManager } from '../../../../ingest/stream/stream-manager.ts';
import { BoundedQueue } from '../../../../kernel/bounded-queue.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { systemClock } from '../../../../kernel/time.ts';
import { MemoryRecordingStore } from '../../../support/memory-recording-store.ts';

/** Children that hang in their source until they are killed, as those of silent cameras do. */
class HangingChildren {
  /** How many there are of each stream. */
  readonly alive = new Map<StreamId, number>();
  most = 0;

  readonly start = ({ streamId }: StartMessage): Capture => {
    const messages = new BoundedQueue<ChildMessage>({ capacity: 1, policy: 'wait' });
    const { promise: gone, resolve: go } = Promise.withResolvers<void>();
    this.#count(streamId, 1);
    let isAlive = true;
    const kill = () => {
      if (isAlive) this.#count(streamId, -1);
      isAlive = false;
      messages.close();
      go();
    };
    return { messages, gone, lastWords: '', send: kill, kill, abandon() {} };
  };

  #count(streamId: StreamId, more: number): void {
    this.alive.set(streamId, (this.alive.get(streamId) ?? 0) + more);
    this.most = Math.max(this.most, ...this.alive.values());
  }
}

const segments = {
  temporaryPath: (streamId, name) => `/tmp/${streamId}/${name}`,
  discard: async () => {},
} as Partial<SegmentStore> as SegmentStore;

function startManager(children: HangingChildren): StreamManager {
  const deps = { store: new MemoryRecordingStore(), clock: systemClock, logger: silentLogger };
  return new StreamManager({
    ...deps,
    policy: defaultIngestOptions,
    worker: {
      ...deps,
      segments,
      frames: { root: '/tmp' } as Partial<FrameStore> as FrameStore,
      options: defaultIngestOptions,
      space: unlimitedSpace,
      startCapture: children.start,
      probe: async () => true,
      turns: new StartTurns(1),
      onFrame: () => {},
      onStatus: () => {},
    },
  });
}

type Change = 'add' | 'remove' | 'edit';

async function change(manager: StreamManager, id: StreamId, what: Change): Promise<void> {
  const source = { url: `rtsp://192.0.2.1/${id}`, pace: 'live' } as const;
  if (what !== 'add') await manager.remove(id);
  if (what !== 'remove') await manager.add({ id, name: id, source });
}

/** The changes of one stream, one after the other; those that cannot be are refused. */
async function changeInTurn(manager: StreamManager, id: StreamId, changes: readonly Change[]) {
  for (const what of changes) {
    await change(manager, id, what).catch((error) => {
      expect(error).toBeInstanceOf(AppError);
    });
  }
}

/** Whether it is watched after the changes. */
const isWatched = (changes: readonly Change[]): boolean =>
  changes.reduce((is, what) => (what === 'edit' ? is : what === 'add'), false);

describe('the set of streams', () => {
  it('is what the changes make of it, with one child a stream at most, however they interleave', async () => {
    const changes = fc.array(fc.constantFrom<Change>('add', 'remove', 'edit'), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 20 }), async (ofStreams) => {
        const children = new HangingChildren();
        const manager = startManager(children);
        const ids = ofStreams.map((_, n) => `cam-${n}`);
        await Promise.all(ids.map((id, n) => changeInTurn(manager, id, ofStreams[n]!)));
        const watched = ids.filter((_, n) => isWatched(ofStreams[n]!));
        expect(
          manager
            .statuses()
            .map(({ streamId }) => streamId)
            .sort(),
        ).toEqual(watched.sort());
        await manager.close();
        expect(children.most).toBeLessThanOrEqual(1);
        expect([...children.alive.values()].every((count) => count === 0)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('takes one of two that are added at once under one name', async () => {
    const manager = startManager(new HangingChildren());
    const both = await Promise.allSettled([
      change(manager, 'cam', 'add'),
      change(manager, 'cam', 'add'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await manager.close();
  });

  it('tells whoever waits that a stream was stopped, and leaves nothing on the signal', async () => {
    const manager = startManager(new HangingChildren());
    await change(manager, 'cam', 'add');
    const { signal } = new AbortController();
    const finished = manager.finished('cam', signal);
    await manager.remove('cam');
    expect(await finished).toMatchObject({ state: 'stopped' });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('has a camera of this machine that is not plugged in yet', async () => {
    const manager = startManager(new HangingChildren());
    const source = { url: 'v4l2:/dev/video999', pace: 'live' } as const;
    await manager.add({ id: 'usb', name: 'USB', source }, 'operator');
    expect(manager.statuses()).toMatchObject([{ streamId: 'usb', state: 'connecting' }]);
    await manager.close();
  });

  it('answers while a source hangs', async () => {
    const manager = startManager(new HangingChildren());
    await change(manager, 'cam', 'add');
    expect(manager.statuses()).toMatchObject([{ streamId: 'cam', state: 'connecting' }]);
    expect(manager.progress('cam')).toMatchObject({});
    await manager.close();
  });
});
