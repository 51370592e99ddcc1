import { expect, it } from 'vitest';
import type { SegmentStore } from '../../../ingest/ports.ts';
import { StreamRecorder } from '../../../ingest/stream-recorder.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { MemoryRecordingStore } from '../../support/memory-recording-store.ts';
import { seamsOf } from '../../support/seams.ts';
import { waitFor } from '../../support/wait-for.ts';

const chunkMs = 15_000;
const statistics = { packets: 1, framesDecoded: 1, decodeErrors: 0 };
const frame = (at: number) => ({ index: 0, at, width: 2, height: 2, key: `cam/${at}` });

/** A store that is away until it is told to come back. */
class AwayStore extends MemoryRecordingStore {
  isAway = true;
  attempts = 0;

  override async recordChunk(...args: Parameters<MemoryRecordingStore['recordChunk']>) {
    this.attempts += 1;
    if (this.isAway) throw new Error('the database is not there');
    return super.recordChunk(...args);
  }
}

function openRecorder(store: MemoryRecordingStore, recordedUntil?: number) {
  const clock = new ManualClock();
  const stopping = new AbortController();
  const recorder = new StreamRecorder({
    streamId: 'cam',
    chunkMs,
    recordedUntil,
    store,
    segments: {} as SegmentStore,
    clock,
    logger: silentLogger,
    signal: stopping.signal,
  });
  return { recorder, clock, stopping };
}

const epochAt = (firstFrameAt: number) =>
  ({ firstFrameAt, frameIntervalMs: 40, reason: 'connection-lost' }) as const;

it('a store that is away is waited for, and nothing is lost or told out of order', async () => {
  const store = new AwayStore();
  const { recorder, clock } = openRecorder(store, 10_000);
  await recorder.beginEpoch(epochAt(15_000));
  recorder.addFrame(frame(15_000));
  const first = recorder.endWindow({ seq: 1, end: 30_000, statistics });
  recorder.addFrame(frame(30_000));
  const second = recorder.endWindow({ seq: 2, end: 45_000, statistics });
  await waitFor(() => clock.nextWakeIn !== undefined);
  clock.advance(1_000);
  await waitFor(() => store.attempts === 2 && clock.nextWakeIn !== undefined);
  store.isAway = false;
  clock.advance(1_000);
  await Promise.all([first, second]);
  expect(store.outbox.map((item) => item.type)).toEqual(['gap', 'chunk', 'chunk']);
  expect(seamsOf(store.recorded('cam'))).toEqual([]);
});

it('a store that is away does not keep the program from stopping', async () => {
  const { recorder, clock, stopping } = openRecorder(new AwayStore());
  await recorder.beginEpoch(epochAt(15_000));
  recorder.addFrame(frame(15_000));
  const writing = recorder.endWindow({ seq: 1, end: 30_000, statistics });
  const failed = expect(writing).rejects.toThrow();
  await waitFor(() => clock.nextWakeIn !== undefined);
  stopping.abort();
  await failed;
});

it('an outage is recorded up to the last window that is over', async () => {
  const store = new MemoryRecordingStore();
  const { recorder } = openRecorder(store, 10_000);
  await recorder.recordOutage(29_999, 'stalled');
  await recorder.recordOutage(44_000, 'stalled');
  expect(store.gaps('cam').map(({ start, end }) => [start, end])).toEqual([
    [10_000, 15_000],
    [15_000, 30_000],
  ]);
});

it('waiting for the backlog ends when it has shrunk', async () => {
  const store = new MemoryRecordingStore();
  const { recorder, clock } = openRecorder(store);
  await recorder.beginEpoch(epochAt(15_000));
  recorder.addFrame(frame(15_000));
  await recorder.endWindow({ seq: 1, end: 30_000, statistics });
  let isOver = false;
  const waiting = recorder.waitForBacklog(1).then(() => {
    isOver = true;
  });
  await waitFor(() => clock.nextWakeIn !== undefined);
  clock.advance(60_000);
  await waitFor(() => clock.nextWakeIn !== undefined);
  expect(isOver).toBe(false);
  store.processAll('cam');
  clock.advance(60_000);
  await waiting;
});
