import { describe, expect, it } from 'vitest';
import { judge } from '../../soak/judge.ts';
import type { Fault, Load, Observed } from '../../soak/observed.ts';

const minute = 60_000;

/** Two cameras of ten minutes: `cam-0` lost its capture child, the other noticed nothing. */
function calmSoak(): Observed {
  const killed: Fault = {
    ...{ kind: 'capture-killed', streamId: 'cam-0', from: 100_000 },
    ...{ answersAt: 100_000, backAt: 104_000 },
  };
  const restarted = [
    { kind: 'program-killed', from: 200_000, answersAt: 200_000, backAt: 205_000 },
    ...['cam-0', 'cam-1'].map((streamId) => ({
      ...{ kind: 'program-killed', streamId, from: 200_000 },
      ...{ answersAt: 205_000, backAt: 209_000 },
    })),
  ] as Fault[];
  const down = { start: 195_000, end: 207_000, reason: 'process-down' } as const;
  const dead = { start: 99_000, end: 103_000, reason: 'worker-died' } as const;
  const chunks = (...ends: number[]) => ends.slice(1).map((end, i) => ({ start: ends[i]!, end }));
  const loads = Array.from({ length: 100 }, (_, n) => loadAt(210_000 + n * 15_000, 200));
  return {
    ...{ chunkMs: 15_000, frameMs: 200, cameras: 2, stoppedAt: 10 * minute + 1_000 },
    faults: [killed, ...restarted],
    frames: [false, true].flatMap((isBesideFault) =>
      [300, 400].map((delayMs) => ({ streamId: 'cam-1', seenAt: 0, delayMs, isBesideFault })),
    ),
    loads,
    settled: { first: loads[0]!, last: loads.at(-1)! },
    records: [
      {
        ...{ streamId: 'cam-0', enabledAt: 0 },
        items: [...chunks(0, 99_000), dead, ...chunks(103_000, 195_000), down, tail()],
      },
      { streamId: 'cam-1', enabledAt: 0, items: [...chunks(0, 195_000), down, tail()] },
    ],
    evidence: { chunks: 1, unseen: [], claimedMs: 15_000, offsets: [offset(10), offset(-20)] },
    leftBehind: 0,
    left: { outbox: 0, unprocessed: 0 },
  };
}

const offset = (ms: number) => ({ streamId: 'cam-1', at: 0, ms });

const tail = () => ({ start: 207_000, end: 10 * minute });

const loadAt = (at: number, residentMb: number): Load => ({
  ...{ at, life: 2, residentMb, childrenMb: 100, openFiles: 50, captures: 2 },
});

/** `extra`: megabytes at the n-th look. */
function holding(extra: (n: number) => number): Observed {
  const loads = calmSoak().loads.map(({ at }, n) => loadAt(at, 200 + extra(n)));
  return { ...calmSoak(), loads };
}

const broken = (observed: Observed): string[] =>
  judge(observed)
    .filter(({ isKept }) => isKept === false)
    .map(({ promise }) => promise);

/** The same with other items of `cam-1`. */
function withItems(change: (items: Observed['records'][0]['items']) => unknown[]): Observed {
  const soak = calmSoak();
  const [first, second] = soak.records as [Observed['records'][0], Observed['records'][0]];
  const items = change(second.items) as Observed['records'][0]['items'];
  return { ...soak, records: [first, { ...second, items }] };
}

describe('of a soak', () => {
  it('in which all went well, nothing is broken', () => {
    expect(broken(calmSoak())).toEqual([]);
  });

  it.each([
    ['fill at first, when it stays afterwards', (n: number) => 10 * Math.min(n, 12)],
    ['wait to be collected', (n: number) => 10 * (n % 8)],
  ])('memory may %s', (_, extra) => {
    expect(broken(holding(extra))).toEqual([]);
  });

  it.each([
    ['a hole', withItems((items) => items.slice(0, -1)), 'P1'],
    ['an overlap', withItems((items) => items.with(1, { ...items[1]!, start: 190_000 })), 'P1'],
    [
      'chunks without pictures',
      {
        ...calmSoak(),
        evidence: {
          ...calmSoak().evidence,
          unseen: [{ start: 1_000, end: 2_000, streamId: 'cam-1' }],
        },
      },
      'P8',
    ],
    [
      'pictures of another time',
      { ...calmSoak(), evidence: { ...calmSoak().evidence, offsets: [offset(9_000)] } },
      'P8',
    ],
    ['a crash without a gap', withItems((items) => [items[0], tail()]), 'P2'],
    [
      'a crash told of a camera that had none',
      withItems((items) => [
        ...items.slice(0, -1),
        { start: 207_000, end: 300_000 },
        { start: 300_000, end: 301_000, reason: 'worker-died' },
        { start: 301_000, end: 10 * minute },
      ]),
      'P2',
    ],
    [
      'an outage told as a restart',
      withItems((items) => [
        ...items.slice(0, -1),
        { start: 207_000, end: 300_000 },
        { start: 300_000, end: 330_000, reason: 'process-down' },
        { start: 330_000, end: 10 * minute },
      ]),
      'P2',
    ],
    [
      'neighbours that wait',
      {
        ...calmSoak(),
        frames: calmSoak().frames.map((frame) =>
          frame.isBesideFault ? { ...frame, delayMs: 5_000 } : frame,
        ),
      },
      'P10',
    ],
    [
      'a camera that does not come back',
      { ...calmSoak(), faults: calmSoak().faults.map((one) => ({ ...one, backAt: undefined })) },
      'P11',
    ],
    ['memory that grows', holding((n) => n), 'P12'],
    ['memory of which some is never collected', holding((n) => 10 * (n % 8) + n / 2), 'P12'],
    ['processes left behind', { ...calmSoak(), leftBehind: 1 }, 'P12'],
  ] as [string, Observed, string][])('with %s, a promise is broken', (_, observed, promise) => {
    expect(broken(observed)).toContain(promise);
  });
});
