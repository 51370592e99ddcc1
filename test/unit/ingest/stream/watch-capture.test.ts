import { describe, expect, it } from 'vitest';
import type { ChildMessage } from '../../../../ingest/child/messages.ts';
import type { Pace } from '../../../../ingest/domain/stream.ts';
import { CaptureWatch } from '../../../../ingest/stream/watch-capture.ts';

const deadlines = {
  startTimeoutMs: 500,
  openTimeoutMs: 1_000,
  firstFrameTimeoutMs: 2_000,
  stallTimeoutMs: 3_000,
  maxChildBytes: 1e9,
  minChildLifeMs: 60_000,
};
const statistics = { packets: 0, framesDecoded: 0, decodeErrors: 0 };
const opened: ChildMessage = { type: 'opened', codec: 'h264', width: 2, height: 2 };
const alive = (pictures: number, residentBytes = 0): ChildMessage => ({
  ...{ type: 'alive', pictures, statistics, residentBytes, videoPackets: pictures },
});
/** Of a child that has got so much of video, and cannot decode it yet. */
const undecoded = (videoPackets: number): ChildMessage => ({
  ...{ type: 'alive', pictures: 0, statistics, videoPackets },
});
const everySecond = (until: number, message: (second: number) => ChildMessage) =>
  Array.from({ length: until }, (_, n) => [(n + 1) * 1_000, message(n + 1)] as const);
const epochNeeded: ChildMessage = { type: 'epoch-needed', firstFrameAt: 0, frameIntervalMs: 40 };
const segment = { path: 'x', start: 0, end: 1, codec: 'h264', width: 2, height: 2 };

/** A watch that has seen the messages at the times given. */
function watchAfter(pace: Pace, seen: readonly (readonly [number, ChildMessage])[]): CaptureWatch {
  const watch = new CaptureWatch(pace, deadlines, 0);
  watch.note({ type: 'started' }, 0);
  for (const [at, message] of seen) {
    watch.note(message, at);
    if (message.type === 'epoch-needed') watch.answered(at);
  }
  return watch;
}

describe('CaptureWatch', () => {
  it('gives a source its time to open, and no more', () => {
    const watch = watchAfter('live', [[900, alive(0)]]);
    expect(watch.verdict(1_000)).toBeUndefined();
    expect(watch.verdict(1_001)).toBe('not opened within 1000 ms');
  });

  it('does not count the start of the process against its source', () => {
    const watch = new CaptureWatch('live', deadlines, 0);
    expect(watch.verdict(500)).toBeUndefined();
    expect(watch.verdict(501)).toBe('not started within 500 ms');
    watch.note({ type: 'started' }, 400);
    expect(watch.verdict(1_400)).toBeUndefined();
    expect(watch.verdict(1_401)).toBe('not opened within 1000 ms');
  });

  it('is patient with sources whose pictures come in bursts, or seldom', () => {
    const inBursts = watchAfter('live', [
      [10, { ...opened, arrivesInBursts: true }],
      [20, epochNeeded],
    ]);
    expect(inBursts.verdict(9_020)).toBeUndefined();
    expect(inBursts.verdict(9_021)).toBe('no new frame for 9000 ms');
    const seldom = watchAfter('live', [
      [10, opened],
      [20, { ...epochNeeded, frameIntervalMs: 20_000 }],
    ]);
    expect(seldom.verdict(60_020)).toBeUndefined();
    expect(seldom.verdict(60_021)).toBe('no new frame for 60000 ms');
  });

  it('gives an open source its time to show a frame', () => {
    const watch = watchAfter('live', [[900, opened]]);
    expect(watch.verdict(2_900)).toBeUndefined();
    expect(watch.verdict(2_901)).toBe('no frame within 2000 ms');
  });

  it('waits long for the first key frame while video comes in, and not for ever', () => {
    const watch = watchAfter('live', [[0, opened], ...everySecond(12, (n) => undecoded(n * 25))]);
    expect(watch.verdict(12_000)).toBeUndefined();
    expect(watch.verdict(12_001)).toBe('no frame within 12000 ms');
  });

  it('waits no longer for a source whose video has ceased, or never came beside its sound', () => {
    const ceased = watchAfter('live', [[0, opened], ...everySecond(8, (n) => undecoded(n && 25))]);
    expect(ceased.verdict(3_000)).toBeUndefined();
    expect(ceased.verdict(3_001)).toBe('no frame within 2000 ms');
    const silent = watchAfter('live', [[0, opened], ...everySecond(8, () => undecoded(0))]);
    expect(silent.verdict(2_001)).toBe('no frame within 2000 ms');
  });

  it('gives a source in bursts its time for the first of them', () => {
    const watch = watchAfter('live', [[0, { ...opened, arrivesInBursts: true }]]);
    expect(watch.verdict(6_000)).toBeUndefined();
    expect(watch.verdict(6_001)).toBe('no frame within 6000 ms');
  });

  it('does not count time in which we ourselves stood still', () => {
    const watch = watchAfter('live', [
      [0, opened],
      [0, epochNeeded],
    ]);
    watch.noteTick(500, 60_000);
    expect(watch.verdict(60_000)).toBeUndefined();
    expect(watch.verdict(62_501)).toBe('no new frame for 3000 ms');
  });

  it('gives nothing for looks that are a little late', () => {
    const watch = watchAfter('live', [
      [0, opened],
      [0, epochNeeded],
    ]);
    watch.noteTick(500, 2_500);
    expect(watch.verdict(3_001)).toBeDefined();
  });

  it('counts only decoded frames as life of a camera', () => {
    const watch = watchAfter('live', [
      [10, opened],
      [20, epochNeeded],
      [1_000, alive(5)],
      [2_000, alive(5)],
      [3_000, { type: 'segment-grew', segment }],
    ]);
    expect(watch.verdict(4_000)).toBeUndefined();
    expect(watch.verdict(4_001)).toBe('no new frame for 3000 ms');
  });

  it('counts any sign of a file as life, for it may have to wait for us', () => {
    const watch = watchAfter('fast', [
      [10, opened],
      [20, epochNeeded],
      [5_000, alive(5)],
      [8_000, alive(5)],
    ]);
    expect(watch.verdict(11_000)).toBeUndefined();
    expect(watch.verdict(11_001)).toBeDefined();
  });

  it('wants a child replaced that holds too much memory, but not at once', () => {
    const watch = watchAfter('live', [
      [10, opened],
      [1_000, alive(1, 1e9 + 1)],
    ]);
    expect(watch.isOutgrown(59_999)).toBe(false);
    expect(watch.isOutgrown(60_000)).toBe(true);
    watch.note(alive(2, 1e8), 60_500);
    expect(watch.isOutgrown(61_000)).toBe(false);
  });

  it.each<ChildMessage>([
    { type: 'ended' },
    { type: 'failed', kind: 'lost', reason: 'the source closed the connection' },
  ])('does not judge a child that has said its last word ($type)', (lastWord) => {
    const watch = watchAfter('live', [
      [10, opened],
      [20, epochNeeded],
      [3_000, lastWord],
    ]);
    expect(watch.verdict(60_000)).toBeUndefined();
    expect(watch.isOver).toBe(true);
  });

  it('does not blame a child that waits for an answer', () => {
    const watch = new CaptureWatch('live', deadlines, 0);
    watch.note(opened, 10);
    watch.note(epochNeeded, 20);
    expect(watch.verdict(60_000)).toBeUndefined();
    watch.answered(60_000);
    expect(watch.verdict(63_001)).toBeDefined();
  });
});
