/** The life of one stream with a scripted child, a clock that stands still, a slow disk and store. */
import { expect, it } from 'vitest';
import type { ChildMessage } from '../../../../ingest/child/messages.ts';
import type { Pace } from '../../../../ingest/domain/stream.ts';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
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
