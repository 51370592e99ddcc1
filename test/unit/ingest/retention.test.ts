/** What a sweep says; what it removes is tested with the real stores. */
import { expect, it } from 'vitest';
import type { SegmentFiles } from '../../../ingest/ports.ts';
import { Retention } from '../../../ingest/retention.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { MemoryRecordingStore } from '../../support/memory-recording-store.ts';
import { MemoryRetentionStore } from '../../support/memory-retention-store.ts';

const minuteMs = 60_000;

/** Recordings of a minute each, and a limit of five of them. */
function startRecordings() {
  const clock = new ManualClock();
  const recordings = new MemoryRecordingStore();
  const warned: string[] = [];
  const files: SegmentFiles = {
    remove: async () => {},
    freeBytes: async () => 1e12,
    streamIds: async () => [],
    keys: async () => [],
    writtenAt: async () => undefined,
  };
  const retention = new Retention({
    store: new MemoryRetentionStore(recordings),
    files,
    pins: { pins: async () => [] },
    rules: { eachStream: {}, streams: {}, maxBytes: 500e6, keepFreeBytes: 0 },
    clock,
    logger: { ...silentLogger, warn: (fields) => void warned.push(JSON.stringify(fields)) },
  });
  const recordMinute = () => {
    clock.advance(minuteMs);
    const end = clock.now();
    const media = { codec: 'h264', width: 320, height: 180, bytes: 100e6 };
    const range = { start: end - minuteMs, end };
    recordings.segments.push({
      id: `${end}`,
      key: `${end}`,
      streamId: 'cam',
      epoch: 1,
      ...range,
      ...media,
    });
  };
  return { retention, recordings, recordMinute, warned };
}

it('a limit by bytes holds although the last hour goes, and is told of every hour', async () => {
  const { retention, recordings, recordMinute, warned } = startRecordings();
  for (let minutes = 0; minutes < 70; minutes += 1) {
    recordMinute();
    await retention.sweep();
  }
  expect(recordings.segments).toHaveLength(5);
  const limit = { key: 'retention.gigabytes', gigabytes: 0.5, hourTakesGigabytes: 6 };
  expect(warned.map((text) => JSON.parse(text))).toEqual([
    { limits: [limit] },
    { limits: [limit] },
  ]);
});
