/** What a sweep says; what it removes is tested with the real stores. */
import { describe, expect, it } from 'vitest';
import type { Pin } from '../../../../ingest/domain/pin.ts';
import type { SegmentFiles } from '../../../../ingest/ports.ts';
import type { RetentionRules } from '../../../../ingest/retention/plan-retention.ts';
import { Retention } from '../../../../ingest/retention/retention.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryRecordingStore } from '../../../support/memory-recording-store.ts';
import { MemoryRetentionStore } from '../../../support/memory-retention-store.ts';

const minuteMs = 60_000;
const fiveMinutes = { maxBytes: 500e6 };
const fiveMinutesEach = { eachStream: fiveMinutes };

interface RecordingsOptions {
  readonly pageSize?: number;
  readonly rules?: Partial<RetentionRules>;
  readonly pins?: readonly Pin[];
}

/** Recordings of a minute each; without other rules, and a limit of five of them. */
function startRecordings({
  pageSize = 500,
  rules = fiveMinutes,
  pins = [],
}: RecordingsOptions = {}) {
  const clock = new ManualClock();
  const recordings = new MemoryRecordingStore();
  const store = new MemoryRetentionStore(recordings);
  const warned: string[] = [];
  /** Keys of files that cannot be deleted. */
  const locked = new Set<string>();
  const files: SegmentFiles = {
    remove: async (keys) =>
      new Map(keys.filter((key) => locked.has(key)).map((key) => [key, new Error('it is locked')])),
    freeBytes: async () => 1e12,
    commitNoted: async () => new Set(),
    streamIds: async () => [],
    async *keys() {},
    writtenAt: async () => undefined,
  };
  const retention = new Retention({
    store,
    files,
    pageSize,
    pins: { pins: async () => [...pins] },
    rules: { eachStream: {}, streams: {}, keepFreeBytes: 0, ...rules },
    clock,
    logger: { ...silentLogger, warn: (fields) => void warned.push(JSON.stringify(fields)) },
  });
  const recordMinute = (streamId = 'cam') => {
    clock.advance(minuteMs);
    const end = clock.now();
    const media = { codec: 'h264', width: 320, height: 180, bytes: 100e6 };
    const range = { start: end - minuteMs, end };
    recordings.segments.push({
      id: `${end}`,
      key: `${end}`,
      streamId,
      epoch: 1,
      ...range,
      ...media,
    });
  };
  const recordMinutes = (count: number, streamId = 'cam') => {
    for (let minute = 0; minute < count; minute += 1) recordMinute(streamId);
    return recordings.segments.map(({ key }) => key);
  };
  const withdrawn = async () => (await store.withdrawn(1_000)).map(({ key }) => key);
  return {
    retention,
    recordings,
    store,
    clock,
    recordMinute,
    recordMinutes,
    withdrawn,
    locked,
    warned,
  };
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

describe('a file that cannot be deleted', () => {
  it('keeps no other from being deleted, and goes once it can be', async () => {
    const { retention, recordings, recordMinutes, withdrawn, locked } = startRecordings();
    const keys = recordMinutes(10);
    locked.add(keys[1]!);
    await retention.sweep();
    expect(recordings.segments.map(({ key }) => key)).toEqual(keys.slice(5));
    expect(await withdrawn()).toEqual([keys[1]]);

    recordMinutes(2);
    await retention.sweep();
    expect(recordings.segments).toHaveLength(5);
    expect(await withdrawn()).toEqual([keys[1]]);

    locked.clear();
    await retention.sweep();
    expect(await withdrawn()).toEqual([]);
  });

  it('is told of once a sweep, with how many there are and why', async () => {
    const { retention, recordMinutes, locked, warned } = startRecordings({ pageSize: 2 });
    for (const key of recordMinutes(10).slice(0, 3)) locked.add(key);
    await retention.sweep();
    await retention.sweep();
    const said = warned.map((text) => JSON.parse(text)).filter(({ files }) => files !== undefined);
    expect(said).toEqual([
      { files: 2, reason: 'it is locked' },
      { files: 3, reason: 'it is locked' },
    ]);
  });

  it('hides none that was withdrawn after it, however many there are', async () => {
    const { retention, recordMinutes, withdrawn, locked } = startRecordings({ pageSize: 2 });
    const keys = recordMinutes(12);
    for (const key of keys.slice(0, 7)) locked.add(key);
    for (let sweeps = 0; sweeps < 4; sweeps += 1) await retention.sweep();
    expect(await withdrawn()).toEqual(keys.slice(0, 7));
    locked.delete(keys[6]!);
    await retention.sweep();
    expect(await withdrawn()).toEqual(keys.slice(0, 6));
  });

  it('ends a sweep early when nothing can be deleted: no more is withdrawn in vain', async () => {
    const { retention, recordings, recordMinutes, locked } = startRecordings({ pageSize: 2 });
    for (const key of recordMinutes(12)) locked.add(key);
    await retention.sweep();
    expect(recordings.segments).toHaveLength(10);
  });
});

it('a sweep that is told to stop leaves the rest of what was withdrawn to the next one', async () => {
  const { retention, recordMinutes, withdrawn, locked } = startRecordings({ pageSize: 1 });
  for (const key of recordMinutes(6)) locked.add(key);
  await retention.sweep();
  locked.clear();
  await expect(retention.sweep(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  expect(await withdrawn()).toHaveLength(1);
});

describe('a sweep reads what has to go and no more, however much is recorded, with', () => {
  const cases: [string, RecordingsOptions][] = [
    ['one stream that is kept shorter', { rules: agesOf(10_000, { door: 10 }) }],
    ['one stream that is kept longer', { rules: agesOf(10, { door: 10_000 }) }],
    ['pins older than their stream is kept', { rules: agesOf(10), pins: pinsOf(40) }],
    ['pins beyond the limit of their stream', { rules: fiveMinutesEach, pins: pinsOf(40) }],
    ['pins beyond the limit of all streams', { rules: fiveMinutes, pins: pinsOf(40) }],
  ];

  it.each(cases)('%s', async (_, options) => {
    const { retention, store, recordMinutes } = startRecordings({ ...options, pageSize: 10 });
    recordMinutes(60);
    recordMinutes(20, 'door');
    await retention.sweep();
    const before = store.rowsListed;
    for (let minute = 0; minute < 5; minute += 1) {
      recordMinutes(1);
      await retention.sweep();
    }
    expect(store.rowsListed - before).toBeLessThanOrEqual(5);
  });
});

it('nothing goes for its age right after the start, when the clock may not be set yet', async () => {
  const { retention, recordings, clock, recordMinutes } = startRecordings({ rules: agesOf(1) });
  recordMinutes(4);
  await retention.sweep();
  expect(recordings.segments).toHaveLength(4);
  clock.advance(minuteMs);
  await retention.sweep();
  expect(recordings.segments).toHaveLength(1);
});

it('what is not pinned any more goes within the hour', async () => {
  const pins = pinsOf(8);
  const { retention, recordings, clock, recordMinutes } = startRecordings({ pins });
  recordMinutes(8);
  await retention.sweep();
  expect(recordings.segments).toHaveLength(8);
  pins.length = 0;
  clock.advance(60 * minuteMs);
  await retention.sweep();
  expect(recordings.segments).toHaveLength(5);
});

/** How many minutes recordings are kept. */
function agesOf(each: number, streams: Record<string, number> = {}): Partial<RetentionRules> {
  const ageOf = (minutes: number) => ({ maxAgeMs: minutes * minuteMs });
  const own = Object.entries(streams).map(([id, minutes]) => [id, ageOf(minutes)]);
  return { eachStream: ageOf(each), streams: Object.fromEntries(own) };
}

/** Pins the first minutes. */
function pinsOf(minutes: number): Pin[] {
  const end = new ManualClock().now() + minutes * minuteMs;
  return [{ streamId: 'cam', start: 0, end, reason: 'alert' }];
}
