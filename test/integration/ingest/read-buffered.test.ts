/** FFmpeg's own packets, by a script of when they come and how long each read of them takes. */
import { AV_NOPTS_VALUE, AVERROR_EOF } from 'node-av/constants';
import { type Packet, Rational } from 'node-av/lib';
import { expect, it } from 'vitest';
import type { OpenInput } from '../../../ingest/child/open-input.ts';
import { type Buffered, readBuffered } from '../../../ingest/child/read-buffered.ts';

interface ScriptedPacket {
  /** Decoding time. */
  readonly dts: number;
  readonly pts?: number;
  readonly isSound?: boolean;
  /** It has no times. */
  readonly isBare?: boolean;
  /** When it came, by the clock of the machine; `dts` unless it waited at the source. */
  readonly cameAt?: number;
  /** How much later it is read than it could be. */
  readonly delayMs?: number;
}

const stepMs = 40;
const began = 1_700_000_000_000;

/** `openedAt`: when the first read begins. All times begin at 0, and with `began` on the clock. */
async function read(
  script: readonly ScriptedPacket[],
  { openedAt = 0, arrivesInBursts = false } = {},
): Promise<Omit<Buffered, 'packets'> & { readonly count: number }> {
  let now = openedAt;
  let next = 0;
  const readNext = async (packet: Packet): Promise<number> => {
    const scripted = script[next++];
    if (!scripted) return AVERROR_EOF;
    const { dts, pts = dts, isSound, isBare, cameAt = dts, delayMs = 0 } = scripted;
    now = Math.max(now, cameAt) + delayMs;
    packet.streamIndex = isSound ? 1 : 0;
    packet.dts = isBare ? AV_NOPTS_VALUE : BigInt(dts);
    packet.pts = isBare ? AV_NOPTS_VALUE : BigInt(pts);
    return 0;
  };
  const video = { index: 0, timeBase: new Rational(1, 1000) };
  const input = { video, arrivesInBursts } as unknown as OpenInput;
  const { packets, first, ...told } = await readBuffered(input, {
    ...{ read: readNext, stopping: new AbortController().signal, now: () => began + now },
  });
  for (const packet of packets) packet.free();
  return { ...told, first: first && { ...first, at: first.at - began }, count: packets.length };
}

const pictures = (count: number, of: (n: number) => Partial<ScriptedPacket> = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ dts: n * stepMs, ...of(n) }));

it('what had come while FFmpeg opened the source is as old as it is', async () => {
  const { first } = await read(pictures(200), { openedAt: 2_000 });
  expect(first).toEqual({ mediaMs: 0, at: 0 });
});

it('a busy machine that reads what had come in jerks is not taken for one that waits', async () => {
  const jerks = pictures(300, (n) => ({ delayMs: n % 8 === 0 ? 150 : 1 }));
  expect((await read(jerks, { openedAt: 1_000 })).first).toEqual({ mediaMs: 0, at: 1 });
});

it('sound between the pictures does not hide that they are waited for', async () => {
  const mixed = pictures(200).flatMap((picture) => [
    picture,
    { dts: picture.dts + 10, isSound: true },
    { dts: picture.dts + 30, isSound: true },
  ]);
  expect((await read(mixed, { openedAt: 1_000 })).first).toEqual({ mediaMs: 0, at: 0 });
});

it('pictures that a camera had kept are from before they came', async () => {
  const askedAt = 2_000;
  const kept = pictures(200, (n) => ({ cameAt: Math.max(askedAt, n * stepMs) }));
  expect((await read(kept, { openedAt: askedAt })).first).toEqual({ mediaMs: 0, at: 0 });
});

it('pictures that come out of order were taken before they were sent', async () => {
  const reordered = pictures(200, (n) => ({ pts: (n + (n % 3 === 0 ? 2 : 0)) * stepMs }));
  expect((await read(reordered)).first).toEqual({ mediaMs: 2 * stepMs, at: 0 });
});

it('of one picture a second no more than two are waited for', async () => {
  const slow = Array.from({ length: 60 }, (_, n) => ({ dts: n * 1_000 }));
  const { first, count } = await read(slow, { openedAt: 2_900 });
  expect(first).toEqual({ mediaMs: 0, at: 0 });
  expect(count).toBeLessThanOrEqual(5);
});

it('a source that is never caught up with begins with what is known after three seconds', async () => {
  const behind = pictures(2_000, () => ({ delayMs: 19 }));
  const { first, count } = await read(behind, { openedAt: 20_000 });
  const lastReadAt = 20_000 + count * 19;
  expect(lastReadAt).toBeLessThan(23_100);
  expect(first).toEqual({ mediaMs: 0, at: lastReadAt - (count - 1) * stepMs });
});

it('HLS has been caught up with when the next piece is waited for', async () => {
  const pieceMs = 2_000;
  const pieces = pictures(200, (n) => ({
    cameAt: Math.max(6_000, (1 + Math.floor((n * stepMs) / pieceMs)) * pieceMs),
  }));
  const { first, count } = await read(pieces, { openedAt: 6_000, arrivesInBursts: true });
  expect(count).toBe(151);
  expect(first).toEqual({ mediaMs: 0, at: 6_000 - 149 * stepMs });
});

it('a source that hands over a whole file at once tells no time', async () => {
  const { first, code } = await read(pictures(1_000, () => ({ cameAt: 0 })));
  expect({ first, code }).toEqual({ first: undefined, code: 0 });
});

it('a source whose pictures have no times is not read for long', async () => {
  const { first, count } = await read(pictures(1_000, () => ({ isBare: true })));
  expect(first).toBeUndefined();
  expect(count).toBeLessThan(20);
});

it('a source whose first pictures have no times tells when the next one came', async () => {
  const { first } = await read(pictures(200, (n) => ({ isBare: n < 2 })));
  expect(first).toEqual({ mediaMs: 2 * stepMs, at: 2 * stepMs });
});

it.each([
  { stepMs: 40, of: 'many', stamps: pictures(200).map(({ dts }) => dts) },
  { stepMs: 5_000, of: 'two', stamps: [0, 5_000] },
  { stepMs: 40, of: 'three with a hole', stamps: [0, 40, 5_040] },
  { stepMs: undefined, of: 'one', stamps: [0] },
  { stepMs: undefined, of: 'two at once', stamps: [0, 0] },
])('that pictures come every $stepMs ms is told by $of', async ({ stepMs, stamps }) => {
  const { frameIntervalMs } = await read(stamps.map((dts) => ({ dts })));
  expect(frameIntervalMs).toBe(stepMs);
});

it('a source that ends meanwhile tells that it has ended', async () => {
  expect((await read(pictures(3))).code).toBe(AVERROR_EOF);
});
