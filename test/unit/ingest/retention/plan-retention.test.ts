/** Example rules in words, and what must hold of every plan. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pin } from '../../../../ingest/domain/pin.ts';
import {
  type DiskUsage,
  planRetention,
  type RetainedSegment,
  type RetentionInput,
  type RetentionPlan,
  type RetentionRules,
  retentionOf,
} from '../../../../ingest/retention/plan-retention.ts';
import { rangesOverlap } from '../../../../kernel/time.ts';

const now = 1_000_000;
const noLimits: RetentionRules = { eachStream: {}, streams: {}, keepFreeBytes: 0 };

const aSegment = (n: number, over: Partial<RetainedSegment> = {}): RetainedSegment => {
  const start = n * 10_000;
  const id = `${over.streamId ?? 'cam'}-${n}`;
  const range = { start, end: start + 10_000 };
  return { id, key: id, streamId: 'cam', bytes: 10, recordedAt: range.end, ...range, ...over };
};

function usageOf(segments: readonly RetainedSegment[], freeBytes = 1_000): DiskUsage {
  const bytes = new Map<string, number>();
  for (const segment of segments) {
    bytes.set(segment.streamId, (bytes.get(segment.streamId) ?? 0) + segment.bytes);
  }
  return { bytes, freeBytes };
}

type WholeInput = Omit<RetentionInput, 'streamId'>;

/** As a sweep does it: the limits of each stream first, then those of all together. */
function planWhole(input: WholeInput): Pick<RetentionPlan, 'removed' | 'usage'> {
  const removed: RetainedSegment[] = [];
  let { usage } = input;
  for (const streamId of [...input.usage.bytes.keys(), undefined]) {
    const left = input.segments.filter((one) => !removed.includes(one));
    const segments = left.filter((one) => streamId === undefined || one.streamId === streamId);
    const plan = planRetention({ ...input, segments, streamId, usage });
    removed.push(...plan.removed);
    usage = plan.usage;
  }
  return { removed, usage };
}

function removedOf(segments: readonly RetainedSegment[], over: Partial<WholeInput> = {}) {
  const input = { segments, usage: usageOf(segments), pins: [], rules: noLimits, now };
  return planWhole({ ...input, ...over }).removed.map(({ id }) => id);
}

const four = [0, 1, 2, 3].map((n) => aSegment(n));

describe('retention', () => {
  it('without limits removes nothing', () => {
    expect(removedOf(four)).toEqual([]);
  });

  it('removes what is older than its stream allows', () => {
    const rules = { ...noLimits, eachStream: { maxAgeMs: now - 25_000 } };
    expect(removedOf(four, { rules })).toEqual(['cam-0', 'cam-1']);
  });

  it('counts age from the recording: a file placed in the past is not old', () => {
    const old = aSegment(0, { start: -9e12, end: -8e12, recordedAt: now });
    expect(removedOf([old], { rules: { ...noLimits, eachStream: { maxAgeMs: 1_000 } } })).toEqual(
      [],
    );
  });

  it('removes the oldest of a stream that holds too much, and nothing of the others', () => {
    const door = aSegment(0, { streamId: 'door' });
    const rules = { ...noLimits, eachStream: { maxBytes: 20 } };
    expect(removedOf([door, ...four], { rules })).toEqual(['cam-0', 'cam-1']);
  });

  it('lets one stream keep longer than the rest', () => {
    const door = aSegment(0, { streamId: 'door' });
    const rules = {
      ...noLimits,
      eachStream: { maxAgeMs: 1 },
      streams: { door: { maxAgeMs: now } },
    };
    expect(removedOf([aSegment(0), door], { rules })).toEqual(['cam-0']);
  });

  it('removes the oldest of all streams when all together hold too much', () => {
    const door = aSegment(0, { streamId: 'door' });
    expect(removedOf([door, ...four], { rules: { ...noLimits, maxBytes: 35 } })).toEqual([
      'door-0',
      'cam-0',
    ]);
  });

  it('removes as much as the disk must have free, and no more', () => {
    const usage = usageOf(four, 80);
    expect(removedOf(four, { usage, rules: { ...noLimits, keepFreeBytes: 95 } })).toEqual([
      'cam-0',
      'cam-1',
    ]);
  });

  it('lets go of no other stream for what one holds beyond its own limit', () => {
    const door = aSegment(0, { streamId: 'door' });
    const rules = { ...noLimits, streams: { cam: { maxBytes: 20 } }, maxBytes: 30 };
    expect(removedOf([door, ...four], { rules })).toEqual(['cam-0', 'cam-1']);
  });

  it('takes the next oldest in place of what is pinned', () => {
    const pins: Pin[] = [{ streamId: 'cam', start: 15_000, end: 20_001, reason: 'alert' }];
    const rules = { ...noLimits, maxBytes: 20 };
    expect(removedOf(four, { pins, rules })).toEqual(['cam-0', 'cam-3']);
  });
});

const segmentsArbitrary = fc
  .array(
    fc.record({
      streamId: fc.constantFrom('cam', 'door', 'yard'),
      bytes: fc.integer({ min: 1, max: 50 }),
      recordedAt: fc.integer({ min: 0, max: now }),
      start: fc.integer({ min: 0, max: 100_000 }),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all
      .map((one, n) => ({ ...aSegment(n), ...one, id: `${n}`, end: one.start + 10_000 }))
      .sort((a, b) => a.recordedAt - b.recordedAt),
  );

const limitArbitrary = fc.option(fc.integer({ min: 0, max: 800 }), { nil: undefined });
const retentionArbitrary = fc.record({
  maxAgeMs: fc.option(fc.integer({ min: 0, max: now }), { nil: undefined }),
  maxBytes: limitArbitrary,
});

const inputArbitrary = fc
  .record({
    segments: segmentsArbitrary,
    freeBytes: fc.nat(500),
    pins: fc.array(
      fc.record({
        streamId: fc.constantFrom('cam', 'door'),
        start: fc.integer({ min: 0, max: 100_000 }),
        length: fc.integer({ min: 1, max: 20_000 }),
      }),
      { maxLength: 6 },
    ),
    rules: fc.record({
      eachStream: retentionArbitrary,
      streams: fc.record({ yard: retentionArbitrary }),
      maxBytes: limitArbitrary,
      keepFreeBytes: fc.nat(700),
    }),
  })
  .map(({ segments, freeBytes, pins, rules }): WholeInput => {
    const pinned = pins.map(({ length, ...pin }) => ({
      ...pin,
      end: pin.start + length,
      reason: 'alert',
    }));
    return { segments, usage: usageOf(segments, freeBytes), pins: pinned, rules, now };
  });

/** Whose limits are looked at. */
const limitedArbitrary = fc.constantFrom('cam', 'door', 'yard', undefined);

const isPinned = ({ pins }: WholeInput, segment: RetainedSegment) =>
  pins.some((pin) => pin.streamId === segment.streamId && rangesOverlap(pin, segment));

describe('every plan', () => {
  it('leaves alone what is pinned', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        expect(planWhole(input).removed.filter((one) => isPinned(input, one))).toEqual([]);
      }),
    );
  });

  it('keeps every limit as far as it may: only what is pinned is left beyond it', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const { removed, usage } = planWhole(input);
        const left = input.segments.filter((one) => !removed.includes(one));
        const free = left.filter((one) => !isPinned(input, one));
        const { rules } = input;
        const total = [...usage.bytes.values()].reduce((sum, each) => sum + each, 0);
        if (total > (rules.maxBytes ?? Number.POSITIVE_INFINITY)) expect(free).toEqual([]);
        if (usage.freeBytes < rules.keepFreeBytes) expect(free).toEqual([]);
        for (const one of free) {
          const { maxAgeMs = Infinity, maxBytes = Infinity } = retentionOf(one.streamId, rules);
          expect(one.recordedAt).toBeGreaterThanOrEqual(now - maxAgeMs);
          expect(usage.bytes.get(one.streamId)).toBeLessThanOrEqual(maxBytes);
        }
      }),
    );
  });

  it('removes nothing in vain: what was removed last was beyond a limit', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const { removed } = planWhole(input);
        const last = removed.at(-1);
        if (!last) return;
        const others = new Set(removed.slice(0, -1).map(({ id }) => id));
        const segments = input.segments.filter(({ id }) => !others.has(id));
        const gone = removed.slice(0, -1).reduce((sum, { bytes }) => sum + bytes, 0);
        const usage = usageOf(segments, input.usage.freeBytes + gone);
        expect(planWhole({ ...input, segments: [last], usage }).removed).toEqual([last]);
      }),
    );
  });

  it('is the same whether segments are looked at together or in parts', () => {
    fc.assert(
      fc.property(inputArbitrary, limitedArbitrary, fc.integer({ min: 1, max: 7 }), (...given) => {
        const [input, streamId, size] = given;
        const own = input.segments.filter(
          (one) => streamId === undefined || one.streamId === streamId,
        );
        const whole = { ...input, segments: own, streamId };
        const removed: RetainedSegment[] = [];
        let { usage } = whole;
        for (let from = 0; from < whole.segments.length; from += size) {
          const segments = whole.segments.slice(from, from + size);
          const part = planRetention({ ...whole, segments, usage });
          removed.push(...part.removed);
          usage = part.usage;
          if (part.last !== segments.at(-1)) break;
        }
        expect(removed).toEqual(planRetention(whole).removed);
      }),
    );
  });

  it('changes nothing when it is made again of what is left', () => {
    fc.assert(
      fc.property(inputArbitrary, (input) => {
        const { removed, usage } = planWhole(input);
        const segments = input.segments.filter((one) => !removed.includes(one));
        expect(planWhole({ ...input, segments, usage }).removed).toEqual([]);
      }),
    );
  });
});
