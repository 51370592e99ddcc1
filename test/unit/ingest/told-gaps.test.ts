/** What is told of the time without pictures, with scripted children and a clock that stands still. */
import { expect, it } from 'vitest';
import type { Gap, GapReason } from '../../../ingest/domain/gap.ts';
import type { MemoryRecordingStore } from '../../support/memory-recording-store.ts';
import { cameraOf, settled, startManager } from '../../support/scripted-captures.ts';
import { seamsOf } from '../../support/seams.ts';

const statistics = { packets: 1, framesDecoded: 1, decodeErrors: 0 };

/** A stream with a record that ended 4 s ago: this program was started since, in the same window. */
async function restarted() {
  const started = startManager();
  const { store, clock } = started;
  clock.advance(10_000);
  const enabledAt = clock.now() - 300_000;
  await store.saveStream(cameraOf('cam'), enabledAt);
  const end = clock.now() - 4_000;
  await store.recordGap({ streamId: 'cam', start: enabledAt, end, reason: 'stalled' });
  await started.watch('cam');
  await settled();
  return { ...started, downAt: end, upAt: clock.now() };
}

/** Gaps that follow one another for the same reason are one. */
function toldBy(store: MemoryRecordingStore): [number, number, GapReason][] {
  const joined: Gap[] = [];
  for (const gap of store.gaps('cam')) {
    const last = joined.at(-1);
    if (last?.reason === gap.reason) joined[joined.length - 1] = { ...last, end: gap.end };
    else joined.push(gap);
  }
  return joined.map(({ start, end, reason }) => [start, end, reason]);
}

it('a camera that is removed while it is away is missing up to its removal', async () => {
  const { manager, store, clock, children, watch, pass } = startManager();
  const enabledAt = clock.now();
  await watch('cam');
  await settled();
  children[0]!.fail();
  await pass(20_000);
  await manager.remove('cam');
  expect(toldBy(store)).toEqual([[enabledAt, clock.now(), 'not-connected']]);
  expect(seamsOf(store.recorded('cam'))).toEqual([]);
});

it('a camera that shows pictures as it is removed is not missing', async () => {
  const { manager, store, clock, children, watch, pass } = startManager();
  await watch('cam');
  await settled();
  children[0]!.say({ type: 'started' });
  children[0]!.say({ type: 'epoch-needed', firstFrameAt: clock.now(), frameIntervalMs: 40 });
  await pass(2_000);
  await manager.remove('cam');
  expect(store.gaps('cam')).toEqual([]);
});

it('a camera that is off after a restart is not connected; only the time before is the restart', async () => {
  const { manager, store, clock, children, pass, downAt, upAt } = await restarted();
  await pass(3_000);
  children[0]!.fail();
  await pass(60_000);
  await manager.close();
  expect(toldBy(store).slice(1)).toEqual([
    [downAt, upAt, 'process-down'],
    [upAt, clock.now(), 'not-connected'],
  ]);
  expect(seamsOf(store.recorded('cam'))).toEqual([]);
});

it('a hole inside a session is not told as what came before the session', async () => {
  const { manager, store, clock, children, downAt, upAt } = await restarted();
  const child = children[0]!;
  child.say({ type: 'started' });
  child.say({ type: 'epoch-needed', firstFrameAt: upAt, frameIntervalMs: 40 });
  const frame = { index: 0, at: upAt, width: 2, height: 2, key: 'cam/0' };
  child.say({ type: 'frame', seq: Math.floor(upAt / 15_000), frame });
  const end = upAt + 1_000;
  child.say({ type: 'window-ended', seq: Math.floor(upAt / 15_000), end, statistics });
  // The camera changes the size of its pictures, and the new ones begin two seconds later.
  const firstFrameAt = end + 2_000;
  child.say({ type: 'epoch-needed', firstFrameAt, frameIntervalMs: 40 });
  await settled();
  clock.advance(3_000);
  await manager.close();
  expect(toldBy(store).slice(1)).toEqual([
    [downAt, upAt, 'process-down'],
    [end, firstFrameAt, 'no-frames'],
  ]);
});
