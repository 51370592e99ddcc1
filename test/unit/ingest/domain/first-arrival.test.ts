import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirstArrival } from '../../../../ingest/domain/first-arrival.ts';

interface Source {
  readonly stepMs: number;
  /** So many pictures had come when the first was read. */
  readonly buffered: number;
}

interface ReadPicture {
  readonly stampMs: number;
  readonly readAt: number;
}

const maxReads = 1_000;

/** Reads until it is caught up. Picture `n` was taken at `n * stepMs`, and can be read once it is. */
function readUntilCaughtUp({ stepMs, buffered }: Source, delayOf: (read: number) => number) {
  const arrival = new FirstArrival();
  const reads: ReadPicture[] = [];
  let readAt = buffered * stepMs;
  while (!arrival.isCaughtUp && reads.length < maxReads) {
    const stampMs = reads.length * stepMs;
    readAt = Math.max(readAt, stampMs) + delayOf(reads.length);
    arrival.note(stampMs, readAt);
    reads.push({ stampMs, readAt });
  }
  return { arrival, reads };
}

const prompt = () => 0;
const camera = { stepMs: 40, buffered: 50 };

describe('when the first packet arrived', () => {
  it('is known once what had come before is read', () => {
    const { arrival, reads } = readUntilCaughtUp(camera, prompt);
    expect(arrival.at).toBe(0);
    expect(reads.length).toBeGreaterThan(camera.buffered);
  });

  it('is known however slowly a busy machine reads what had come, if faster than the source', () => {
    const { arrival } = readUntilCaughtUp(camera, () => 20);
    expect(arrival.at).toBe(20);
  });

  it('is not mistaken when a read of what had come takes long', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 300 }), (at, delay) => {
        const { arrival } = readUntilCaughtUp(camera, (read) => (read === at ? delay : 1));
        expect(arrival.at).toBe(1);
      }),
    );
  });

  it('is as exact as the promptest read, and never too early', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 40 });
    const source = fc.record({
      stepMs: fc.integer({ min: 10, max: 1_000 }),
      buffered: fc.nat({ max: 50 }),
    });
    fc.assert(
      fc.property(source, delays, (sent, late) => {
        const delayOf = (read: number) => late[read % late.length]!;
        const { arrival, reads } = readUntilCaughtUp(sent, delayOf);
        const promptest = Math.min(...reads.map(({ stampMs, readAt }) => readAt - stampMs));
        expect(arrival.at).toBe(promptest);
        expect(arrival.at).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('is within one frame where reads are late by less than half a frame', () => {
    const source = fc.record({
      stepMs: fc.integer({ min: 20, max: 1_000 }),
      buffered: fc.nat({ max: 100 }),
    });
    const shares = fc.array(fc.double({ min: 0, max: 0.45, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(source, shares, (sent, late) => {
        const delayOf = (read: number) => Math.min(200, sent.stepMs * late[read % late.length]!);
        expect(readUntilCaughtUp(sent, delayOf).arrival.at).toBeLessThan(sent.stepMs);
      }),
    );
  });

  it('is known of one picture a second after the first that is waited for', () => {
    const { arrival, reads } = readUntilCaughtUp({ stepMs: 1_000, buffered: 2 }, prompt);
    expect(arrival.at).toBe(0);
    expect(reads).toHaveLength(4);
  });

  it('is known where stamps do not rise evenly', () => {
    const arrival = new FirstArrival();
    const uneven = [0, 10, 90, 100, 190, 200, 290, 300, 390, 400, 490, 500, 590, 600, 690, 700];
    for (const stampMs of uneven) arrival.note(stampMs, 5_000 + Math.max(100, stampMs));
    expect(arrival.isCaughtUp).toBe(true);
    expect(arrival.at).toBe(5_000);
  });

  it('is not known while pictures come faster than they were taken', () => {
    const arrival = new FirstArrival();
    for (let n = 0; n < maxReads; n += 1) arrival.note(n * 40, n * 20);
    expect(arrival.isCaughtUp).toBe(false);
  });
});
