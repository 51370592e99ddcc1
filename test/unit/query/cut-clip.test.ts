import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePackets, chooseRun, type PacketTimes } from '../../../query/cut-clip.ts';

const recorded = (start: number, end: number, parameters = 'h264') => ({ start, end, parameters });

/** Packets in decoding order from `I`, `P` and `B`, each with its place in presentation order. */
function packetsOf(pattern: readonly [type: 'I' | 'P' | 'B', presented: number][]): PacketTimes[] {
  return pattern.map(([type, presented], decoded) => ({
    presentedAt: presented * 40,
    decodedAt: (decoded - 1) * 40,
    durationMs: 40,
    isKey: type === 'I',
  }));
}

/** Key frame every `gop` pictures, each anchor followed by `bFrames` pictures shown before it. */
function encoded(pictures: number, gop: number, bFrames: number): PacketTimes[] {
  const pattern: ['I' | 'P' | 'B', number][] = [];
  for (let key = 0; key < pictures; key += gop) {
    pattern.push(['I', key]);
    const end = Math.min(key + gop, pictures);
    for (let shown = key + 1; shown < end; shown += bFrames + 1) {
      const anchor = Math.min(shown + bFrames, end - 1);
      pattern.push(['P', anchor]);
      for (let b = shown; b < anchor; b++) pattern.push(['B', b]);
    }
  }
  return packetsOf(pattern);
}

describe('the run of segments for a clip', () => {
  it('joins segments that follow each other', () => {
    const run = chooseRun([recorded(0, 10), recorded(10, 20), recorded(20, 30)], {
      start: 5,
      end: 25,
    });
    expect(run.map((r) => r.start)).toEqual([0, 10, 20]);
  });

  it('leaves out what does not overlap the range', () => {
    const run = chooseRun([recorded(0, 10), recorded(10, 20)], { start: 10, end: 15 });
    expect(run.map((r) => r.start)).toEqual([10]);
  });

  it('never joins media of different parameters, and takes what covers most', () => {
    const pieces = [recorded(0, 10), recorded(10, 40, 'hevc'), recorded(40, 50)];
    expect(chooseRun(pieces, { start: 5, end: 45 })).toEqual([pieces[1]]);
  });

  it('does not bridge a long hole with a frozen picture', () => {
    const pieces = [recorded(0, 10_000), recorded(60_000, 90_000)];
    expect(chooseRun(pieces, { start: 0, end: 80_000 })).toEqual([pieces[1]]);
  });

  it('does not join across a step back in time', () => {
    const pieces = [recorded(0, 10_000), recorded(5_000, 30_000)];
    expect(chooseRun(pieces, { start: 0, end: 30_000 })).toEqual([pieces[1]]);
  });

  it('is empty when nothing overlaps', () => {
    expect(chooseRun([recorded(0, 10)], { start: 10, end: 20 })).toEqual([]);
  });
});

describe('the packets of a clip', () => {
  const shownIn = (packets: readonly PacketTimes[], range: { start: number; end: number }) => {
    const span = choosePackets(packets, range);
    return span ? packets.slice(span.from, span.to).map((p) => p.presentedAt / 40) : undefined;
  };

  it('start at the key frame before the range', () => {
    const packets = encoded(30, 10, 0);
    expect(shownIn(packets, { start: 600, end: 680 })?.[0]).toBe(10);
  });

  it('start at the key frame itself when the range does', () => {
    expect(shownIn(encoded(30, 10, 0), { start: 400, end: 480 })?.[0]).toBe(10);
  });

  it('start at the first key frame when the range began before it', () => {
    expect(shownIn(encoded(30, 10, 0), { start: -500, end: 80 })?.[0]).toBe(0);
  });

  it('end after the pictures that a reordered picture needs', () => {
    const packets = packetsOf([
      ['I', 0],
      ['P', 8],
      ['B', 4],
      ['B', 2],
      ['B', 1],
      ['B', 3],
      ['B', 6],
      ['B', 5],
      ['B', 7],
      ['P', 16],
    ]);
    expect(shownIn(packets, { start: 0, end: 140 })).toHaveLength(9);
  });

  it('are none when the range lies outside', () => {
    expect(choosePackets(encoded(10, 10, 0), { start: 400, end: 500 })).toBeUndefined();
    expect(choosePackets(encoded(10, 10, 0), { start: -500, end: 0 })).toBeUndefined();
    expect(choosePackets([], { start: 0, end: 1 })).toBeUndefined();
  });

  it('hold every picture of the range, without a hole, and little more', () => {
    const media = fc.record({
      gop: fc.integer({ min: 1, max: 60 }),
      bFrames: fc.integer({ min: 0, max: 3 }),
      start: fc.integer({ min: 0, max: 7_900 }),
      length: fc.integer({ min: 1, max: 6_000 }),
    });
    fc.assert(
      fc.property(media, ({ gop, bFrames, start, length }) => {
        const range = { start, end: start + length };
        const shown = shownIn(encoded(200, gop, bFrames), range)!.sort((a, b) => a - b);
        const first = Math.floor(Math.floor(start / 40) / gop) * gop;
        expect(shown).toEqual(shown.map((_, i) => first + i));
        const last = Math.min(199, Math.ceil(range.end / 40) - 1);
        expect(shown.at(-1)).toBeGreaterThanOrEqual(last);
        expect(shown.at(-1)).toBeLessThanOrEqual(last + 2 * (bFrames + 1) + 1);
      }),
    );
  });
});
