import { expect, it } from 'vitest';
import type { SegmentStore } from '../../../../ingest/ports.ts';
import { StreamRecorder } from '../../../../ingest/stream/stream-recorder.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { AwayStore } from '../../../support/away-store.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryRecordingStore } from '../../../support/memory-recording-store.ts';
import { seamsOf } from '../../../support/seams.ts';
import { waitFor } from '../../../support/wait-for.ts';

const chunkMs = 15_000;
const statistics = { packets: 1, framesDecoded: 1, decodeErrors: 0 };
const frame = (at: number) => ({ index: 0, at, width: 2, height: 2, key: `cam/${at}` });

const segmentFile = {
  ...{ path: '/tmp/.writing/cam/a.mp4', start: 15_000, end: 25_000 },
  ...{ codec: 'h264', width: 2, height: 2 },
};

function openRecorder(
  store: MemoryRecordingStore,
  recordedUntil?: number,
  commit: SegmentStore['commit'] = async () => {},
) {
  const clock = new ManualClock();
  const stopping = new AbortController();
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  const recorder = new StreamRecorder({
    streamId: 'cam',
    chunkMs,
    recordedUntil,
    store,
    segments: { commit } as Partial<SegmentStore> as SegmentStore,
    clock,
    logger: { ...silentLogger, error: say, warn: say, info: say },
    signal: stopping.signal,
  });
  return { recorder, clock, stopping, said };
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

it('a store that is away is told of once a minute, and when it is back', async () => {
  const store = new AwayStore();
  const { recorder, clock, said } = openRecorder(store);
  await recorder.beginEpoch(epochAt(15_000));
  recorder.addFrame(frame(15_000));
  const written = recorder.endWindow({ seq: 1, end: 30_000, statistics });
  for (let seconds = 1; seconds <= 130; seconds += 1) {
    await waitFor(() => store.attempts === seconds && clock.nextWakeIn !== undefined);
    store.isAway = seconds < 130;
    clock.advance(1_000);
  }
  await written;
  const failed = 'task failed and is tried again';
  expect(said).toEqual([failed, failed, failed, 'task works again']);
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

/** Commits segments to the store, as the disk does once the file has its name. */
const committing =
  (store: MemoryRecordingStore): SegmentStore['commit'] =>
  (_, segment) =>
    store.recordSegment({ ...segment, bytes: 1 });

it('a segment waits for a store that is away, as a chunk does', async () => {
  const store = new AwayStore();
  const { recorder, clock } = openRecorder(store, undefined, committing(store));
  const committed = recorder.commitSegment(1, segmentFile);
  await waitFor(() => clock.nextWakeIn !== undefined);
  clock.advance(1_000);
  await waitFor(() => store.attempts === 2 && clock.nextWakeIn !== undefined);
  store.isAway = false;
  clock.advance(1_000);
  await committed;
  expect(await store.findSegments('cam', { start: 0, end: 99_000 })).toMatchObject([
    { start: 15_000, end: 25_000 },
  ]);
});

it('a segment that waits for a store does not keep the program from stopping', async () => {
  const store = new AwayStore();
  const { recorder, clock, stopping } = openRecorder(store, undefined, committing(store));
  const committed = recorder.commitSegment(1, segmentFile);
  await waitFor(() => clock.nextWakeIn !== undefined);
  stopping.abort();
  await committed;
});

it('a segment that cannot be read is given up at once', async () => {
  let tries = 0;
  const { recorder } = openRecorder(new MemoryRecordingStore(), undefined, async () => {
    tries += 1;
    throw new AppError('MEDIA_CORRUPT', 'no picture in it');
  });
  await recorder.commitSegment(1, segmentFile);
  expect(tries).toBe(1);
});

it('what follows a write that was given up is not written: the record has no hole', async () => {
  const store = new AwayStore();
  const { recorder, clock, stopping } = openRecorder(store, 15_000);
  await recorder.beginEpoch(epochAt(15_000));
  recorder.addFrame(frame(15_000));
  const first = recorder.endWindow({ seq: 1, end: 30_000, statistics });
  const given = expect(first).rejects.toThrow();
  await waitFor(() => clock.nextWakeIn !== undefined);
  stopping.abort();
  await given;
  store.isAway = false;
  await expect(recorder.fillGap(40_000, 'stalled')).rejects.toThrow();
  expect(store.recorded('cam')).toEqual([]);
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
