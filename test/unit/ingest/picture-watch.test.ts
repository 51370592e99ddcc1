import { describe, expect, it } from 'vitest';
import type { PictureLook } from '../../../ingest/domain/picture-health.ts';
import { lossShareOf, PictureWatch } from '../../../ingest/picture-watch.ts';

const good = { packets: 375, framesDecoded: 375, decodeErrors: 0 };
const damaged = (decodeErrors: number) => ({ ...good, decodeErrors });
const clear: PictureLook = {
  mean: 120,
  spread: 40,
  detail: 6,
  stillMs: 0,
  alikeMs: 0,
  isRefreshed: false,
};

/** In an epoch of 25 pictures a second that began at 0. */
function aWatch(decode: 'all' | 'key-frames' = 'all'): PictureWatch {
  const watch = new PictureWatch(decode);
  watch.beginEpoch(0, 40);
  return watch;
}

describe('a window', () => {
  it('with all its pictures has no fault', () => {
    expect(aWatch().endWindow(15_000, good)).toEqual({ faults: [], blind: [] });
  });

  it('with some damaged pictures has a fault and still proves what it shows', () => {
    const watch = aWatch();
    expect(watch.endWindow(15_000, damaged(30))).toEqual({ faults: ['high-loss'], blind: [] });
    expect(watch.faults).toEqual([{ fault: 'high-loss', since: 0 }]);
  });

  it('with more damaged pictures than others proves nothing', () => {
    const watch = aWatch();
    watch.endWindow(15_000, good);
    expect(watch.endWindow(30_000, damaged(200)).blind).toEqual([
      { start: 15_000, end: 30_000, reason: 'decode-errors' },
    ]);
  });

  it('with hardly more loss than is bearable changes nothing to and fro', () => {
    const watch = aWatch();
    const losses = [20, 17, 20, 17].map(
      (errors, n) => watch.endWindow((n + 1) * 15_000, damaged(errors)).faults,
    );
    expect(losses).toEqual(Array(4).fill(['high-loss']));
    expect(watch.endWindow(75_000, good).faults).toEqual([]);
  });

  it('with far fewer pictures than announced has a fault, until they come again', () => {
    const watch = aWatch();
    const slow = { packets: 30, framesDecoded: 30, decodeErrors: 0 };
    expect(watch.endWindow(15_000, slow)).toEqual({ faults: ['low-rate'], blind: [] });
    expect(watch.endWindow(30_000, good).faults).toEqual([]);
  });

  it('of which only key frames are decoded has no rate to be held against', () => {
    const few = { packets: 375, framesDecoded: 15, decodeErrors: 0 };
    expect(aWatch('key-frames').endWindow(15_000, few).faults).toEqual([]);
  });

  it('in which the picture came back for want of packets names the loss', () => {
    const watch = aWatch();
    for (const at of [0, 250, 500, 8_000]) watch.take(at, clear);
    expect(watch.endWindow(15_000, damaged(10)).blind).toEqual([
      { start: 750, end: 8_000, reason: 'decode-errors' },
    ]);
  });

  it('tells the faults it had, also those that are over', () => {
    const watch = aWatch();
    const black = { ...clear, mean: 2, spread: 0, detail: 0 };
    for (let at = 0; at < 5_000; at += 250) watch.take(at, black);
    expect(watch.faults).toEqual([{ fault: 'black', since: 0 }]);
    for (let at = 5_000; at < 15_000; at += 250) watch.take(at, clear);
    expect(watch.faults).toEqual([]);
    expect(watch.endWindow(15_000, good)).toEqual({
      faults: ['black'],
      blind: [{ start: 0, end: 5_000, reason: 'picture-black' }],
    });
    expect(watch.endWindow(30_000, good)).toEqual({ faults: [], blind: [] });
  });
});

it.each([
  ['nothing came', { packets: 0, framesDecoded: 0, decodeErrors: 0 }, 'all', 0],
  ['half did not decode', { packets: 100, framesDecoded: 50, decodeErrors: 50 }, 'all', 0.5],
  ['half were patched up', { packets: 100, framesDecoded: 100, decodeErrors: 50 }, 'all', 0.5],
  ['more errors than packets', { packets: 10, framesDecoded: 5, decodeErrors: 20 }, 'all', 1],
  ['passed over', { packets: 375, framesDecoded: 5, decodeErrors: 5 }, 'key-frames', 0.5],
] as const)('the share of lost pictures when %s', (_name, statistics, decode, share) => {
  expect(lossShareOf(statistics, decode)).toBe(share);
});
