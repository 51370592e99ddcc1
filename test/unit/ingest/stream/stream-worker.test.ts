/** The life of one stream with a scripted child, a clock that stands still, a slow disk and store. */
import { describe, expect, it } from 'vitest';
import type { ChildMessage } from '../../../../ingest/child/messages.ts';
import type { GapReason } from '../../../../ingest/domain/gap.ts';
import type { Pace } from '../../../../ingest/domain/stream.ts';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
import type { RecordingSpace } from '../../../../ingest/retention/disk-space.ts';
import { aborted } from '../../../../kernel/lifecycle.ts';
import { AwayStore } from '../../../support/away-store.ts';
import { MemoryRecordingStore } from '../../../support/memory-recording-store.ts';
import { cameraOf, type ScriptedChild, startManager } from '../../../support/scripted-captures.ts';

const { chunkMs, stallTimeoutMs } = defaultIngestOptions;

/** A store that knows the camera from before: nothing was recorded of the last half a minute. */
async function storeWithHistory(now: number): Promise<MemoryRecordingStore> {
  const store = new MemoryRecordingStore();
  await store.saveStream(cameraOf('cam'), now - 60_000);
  const before = { start: now - 60_000, end: now - 30_000 };
  await store.recordGap({ ...before, streamId: 'cam', reason: 'not-connected' });
  return store;
}

/** The child has its first picture. */
function show(child: ScriptedChild, firstFrameAt: number): void {
  child.say({ type: 'started' });
  child.say({ type: 'opened', codec: 'h264', width: 2, height: 2 });
  child.say({ type: 'epoch-needed', firstFrameAt, frameIntervalMs: 40 });
}

/** Of the gaps, in order; neighbours of one reason count as one. */
const reasonsOf = (store: MemoryRecordingStore) =>
  store
    .gaps('cam')
    .map(({ reason }) => reason)
    .filter((reason, n, all) => reason !== all[n - 1]);

/** The first gap of the reason. */
const gapOf = (store: MemoryRecordingStore, reason: GapReason) =>
  store.gaps('cam').find((gap) => gap.reason === reason);

it('a camera that is lost after a restart is not told as the restart, however slow the disk is', async () => {
  const now = 1_800_000_000_000;
  const store = await storeWithHistory(now);
  const disk = Promise.withResolvers<void>();
  const { manager, children, watch, pass } = startManager({ store, discard: () => disk.promise });
  await watch('cam');
  await pass(500);
  show(children[0]!, now + 500);
  await pass(500);
  children[0]!.kill();
  // Minutes pass while what the child has left is still being removed.
  await pass(10 * chunkMs);
  disk.resolve();
  await pass(chunkMs);
  expect(reasonsOf(store)).toEqual(['not-connected', 'process-down', 'worker-died']);
  await manager.close();
});

const lastWords: [string, Pace, ChildMessage | undefined, object][] = [
  ['a child that dies', 'live', undefined, { reason: 'the capture process died' }],
  [
    'a camera that is lost',
    'live',
    { type: 'failed', kind: 'lost', reason: 'the source closed the connection' },
    { reason: 'the source closed the connection' },
  ],
  ['a file that ends', 'fast', { type: 'ended' }, { state: 'ended', reason: undefined }],
];

it.each(lastWords)(
  '%s while the store is away is told as what it is',
  async (_, pace, word, told) => {
    const store = new AwayStore();
    const { manager, clock, children, pass } = startManager({ store });
    const url = pace === 'live' ? cameraOf('cam').source.url : import.meta.filename;
    await manager.add({ id: 'cam', name: 'cam', source: { url, pace } }, 'operator');
    await pass(500);
    const child = children[0]!;
    const { seq, at } = { seq: Math.floor(clock.now() / chunkMs), at: clock.now() };
    show(child, at);
    child.say({ type: 'frame', seq, frame: { index: 0, at, width: 2, height: 2, key: 'x' } });
    await pass(500);
    const statistics = { packets: 1, framesDecoded: 1, decodeErrors: 0 };
    child.say({ type: 'window-ended', seq, end: at + 1_000, statistics });
    if (word) child.say(word);
    child.kill();
    await pass(2 * stallTimeoutMs);
    expect(manager.statuses()).toMatchObject([{ state: 'live' }]);
    store.isAway = false;
    await pass(1_000);
    expect(manager.statuses()).toMatchObject([told]);
    await manager.close();
  },
);

describe('a child that does not end when killed', () => {
  it('is left after a while, and its time is told; the next one waits until it is gone', async () => {
    const { manager, store, clock, children, watch, pass } = startManager();
    await watch('cam');
    await pass(500);
    const child = children[0]!;
    show(child, clock.now());
    child.isStuck = true;
    await pass(2 * stallTimeoutMs);
    const stalled = { state: 'connecting', reason: 'no new frame for 10000 ms' };
    expect(manager.statuses()).toMatchObject([stalled]);
    await pass(10 * chunkMs);
    expect(reasonsOf(store).at(-1)).toBe('stalled');
    expect(children).toHaveLength(1);
    child.isStuck = false;
    child.kill();
    await pass(500);
    expect(children).toHaveLength(2);
    await manager.close();
  });

  it('does not keep its stream from being removed', async () => {
    const { manager, children, watch, pass } = startManager();
    await watch('cam');
    await pass(500);
    children[0]!.say({ type: 'started' });
    children[0]!.isStuck = true;
    const removed = manager.remove('cam');
    await pass(10_000);
    await removed;
    expect(manager.statuses()).toEqual([]);
  });
});

/** Once full it stays so. */
class Disk implements RecordingSpace {
  lack: string | undefined;
  available(signal: AbortSignal): Promise<void> {
    return this.lack ? aborted(signal) : Promise.resolve();
  }

  fill(): void {
    this.lack = 'the disk is full';
  }
}

describe('a disk that is full', () => {
  it('from the start takes no blame for the time before it', async () => {
    const now = 1_800_000_000_000;
    const store = await storeWithHistory(now);
    const space = new Disk();
    space.fill();
    const { manager, watch, pass } = startManager({ store, space });
    await watch('cam');
    await pass(2 * chunkMs);
    expect(manager.statuses()).toMatchObject([{ state: 'disk-full' }]);
    expect(reasonsOf(store)).toEqual(['not-connected', 'process-down', 'disk-full']);
    expect(gapOf(store, 'disk-full')).toMatchObject({ start: now });
    await manager.close();
  });

  it('takes no blame for the time for which a stream was removed', async () => {
    const space = new Disk();
    const { manager, store, clock, watch, pass } = startManager({ space });
    await watch('cam');
    await pass(1_000);
    await manager.remove('cam');
    space.fill();
    await pass(10 * chunkMs);
    const addedAt = clock.now();
    await watch('cam');
    await pass(2 * chunkMs);
    expect(reasonsOf(store)).toEqual(['not-connected', 'disk-full']);
    expect(gapOf(store, 'disk-full')).toMatchObject({ start: addedAt });
    await manager.close();
  });

  it('while a camera has shown nothing yet takes no blame for the time before the attempt', async () => {
    const now = 1_800_000_000_000;
    const store = await storeWithHistory(now);
    const space = new Disk();
    const { manager, children, watch, pass } = startManager({ store, space });
    await pass(7_000);
    await watch('cam');
    await pass(1_000);
    children[0]!.say({ type: 'started' });
    space.fill();
    await pass(3 * chunkMs);
    expect(reasonsOf(store)).toEqual(['not-connected', 'process-down', 'disk-full']);
    expect(gapOf(store, 'disk-full')).toMatchObject({ start: now + 7_000 });
    await manager.close();
  });

  it('makes no gap in the time of a file', async () => {
    const space = new Disk();
    space.fill();
    const { manager, store, pass } = startManager({ space });
    const source = { url: import.meta.filename, pace: 'fast', startAt: 1_000_000 } as const;
    await manager.add({ id: 'cam', name: 'cam', source }, 'operator');
    await pass(chunkMs);
    expect(manager.statuses()).toMatchObject([{ state: 'disk-full' }]);
    expect(store.gaps('cam')).toEqual([]);
    await manager.close();
  });
});
