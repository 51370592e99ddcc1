import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PacketTime, SegmentCutter } from '../../../ingest/cut-segments.ts';
import { runningSum } from '../../support/running-sum.ts';

/** Segments as lists of the presentation times in them. */
function segmentsOf(packets: readonly PacketTime[], lengthMs: number, intervalMs = 40) {
  const cutter = new SegmentCutter(lengthMs, intervalMs);
  const segments: number[][] = [];
  for (const packet of packets) {
    const decision = cutter.decide(packet);
    if (decision === 'cut') segments.push([]);
    if (decision !== 'skip') segments.at(-1)!.push(packet.mediaMs);
  }
  return segments;
}

const packets = (count: number, keyEvery: number): PacketTime[] =>
  Array.from({ length: count }, (_, i) => ({ mediaMs: i * 40, isKey: i % keyEvery === 0 }));

describe('SegmentCutter', () => {
  it('cuts at the first key frame after the wanted length', () => {
    const starts = segmentsOf(packets(1000, 60), 10_000).map((segment) => segment[0]);
    expect(starts).toEqual([0, 12_000, 24_000, 36_000]);
  });

  it('waits for a key frame to begin', () => {
    const late = packets(100, 50).slice(10);
    expect(segmentsOf(late, 10_000)).toEqual([late.slice(40).map((packet) => packet.mediaMs)]);
  });

  it('leaves out what lies elsewhere in time until the next key frame', () => {
    const clean = packets(100, 50);
    const damaged = clean.map((packet, i) => (i === 30 ? { ...packet, mediaMs: 6e6 } : packet));
    expect(segmentsOf(damaged, 10_000)).toEqual([
      clean.slice(0, 30).map((packet) => packet.mediaMs),
      clean.slice(50).map((packet) => packet.mediaMs),
    ]);
  });

  it('ends a segment after half an hour without a key frame, and waits for the next one', () => {
    const minutes = Array.from({ length: 100 }, (_, i) => i);
    const slow = minutes.flatMap((minute) => [
      { mediaMs: minute * 60_000, isKey: minute === 0 || minute === 45 },
      { mediaMs: minute * 60_000 + 1_900, isKey: false },
    ]);
    const inMinutes = segmentsOf(slow, 10_000, 60_000).map((times) => [
      ...new Set(times.map((ms) => Math.floor(ms / 60_000))),
    ]);
    expect(inMinutes).toEqual([minutes.slice(0, 30), minutes.slice(45, 75)]);
  });

  it('begins anew at a key frame that lies elsewhere in time', () => {
    const before = packets(50, 25);
    const after = packets(50, 25).map((packet) => ({
      ...packet,
      mediaMs: packet.mediaMs + 90_000,
    }));
    expect(segmentsOf([...before, ...after], 10_000)).toHaveLength(2);
  });

  it('takes the second of two long steps alike for a slow source', () => {
    const slow = [0, 40, 5_040, 10_040, 15_040].map((mediaMs) => ({
      mediaMs,
      isKey: mediaMs !== 40,
    }));
    expect(segmentsOf(slow, 60_000)).toEqual([
      [0, 40],
      [5_040, 10_040, 15_040],
    ]);
  });

  it('tells how far key frames are apart, also before the next one has come', () => {
    const cutter = new SegmentCutter(10_000, 40);
    const toldAfter = (count: number) => {
      for (const packet of packets(count, 50).slice(-25)) cutter.decide(packet);
      return cutter.keyFrameIntervalMs;
    };
    expect(toldAfter(25)).toBe(24 * 40);
    expect(toldAfter(50)).toBe(49 * 40);
    expect(toldAfter(75)).toBe(50 * 40);
    cutter.decide({ mediaMs: 90_000, isKey: false });
    expect(cutter.keyFrameIntervalMs).toBeUndefined();
  });

  it('makes no segment of half an hour, and leaves out only what would make it one', () => {
    const halfHourMs = 1_800_000;
    const step = fc.integer({ min: 1, max: 120_000 });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 100, maxLength: 300 }),
        fc.integer({ min: 10, max: 100 }),
        (list, n) => {
          const all = runningSum(list).map((mediaMs, i) => ({ mediaMs, isKey: i % n === 0 }));
          const keys = all.filter(({ isKey }) => isKey).map(({ mediaMs }) => mediaMs);
          const recorded = all
            .map(({ mediaMs }) => mediaMs)
            .filter((ms) => ms - keys.findLast((key) => key <= ms)! < halfHourMs);
          const segments = segmentsOf(all, 1, 120_000);
          expect(segments.map((segment) => segment[0])).toEqual(keys);
          expect(segments.flat()).toEqual(recorded);
        },
      ),
    );
  });

  it('puts every packet from the first key frame on into exactly one segment while time does not jump', () => {
    const stream = fc.array(
      fc.record({ step: fc.integer({ min: 1, max: 2000 }), isKey: fc.boolean() }),
    );
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 20_000 }), (list, lengthMs) => {
        const times = runningSum(list.map(({ step }) => step));
        const all = list.map(({ isKey }, i) => ({ mediaMs: times[i]!, isKey }));
        const firstKey = all.findIndex((packet) => packet.isKey);
        const recorded = firstKey < 0 ? [] : all.slice(firstKey).map((packet) => packet.mediaMs);
        const segments = segmentsOf(all, lengthMs);
        expect(segments.flat()).toEqual(recorded);
        const keys = new Set(all.filter((packet) => packet.isKey).map((packet) => packet.mediaMs));
        expect(segments.every((segment) => keys.has(segment[0]!))).toBe(true);
      }),
    );
  });
});
