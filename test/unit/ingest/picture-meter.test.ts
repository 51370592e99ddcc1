import { describe, expect, it } from 'vitest';
import { type LumaPlane, PictureMeter } from '../../../ingest/picture-meter.ts';

const width = 320;
const height = 180;
/** Rows are padded, as FFmpeg does. */
const stride = 384;

type Paint = (x: number, y: number) => number;

function plane(paint: Paint): LumaPlane {
  const data = new Uint8Array(stride * height).fill(200);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data[y * stride + x] = Math.round(paint(x, y));
  }
  return { data, stride, width, height };
}

/** Evenly spread noise of -amplitude..amplitude, another for each seed. */
const noise =
  (amplitude: number, seed: number): Paint =>
  (x, y) => {
    let hash = (x * 374_761_393 + y * 668_265_263 + seed * 2_147_483_647) | 0;
    hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
    return ((hash >>> 16) / 65_535 - 0.5) * 2 * amplitude;
  };

const plus =
  (...paints: Paint[]): Paint =>
  (x, y) =>
    Math.max(
      0,
      Math.min(
        255,
        paints.reduce((sum, paint) => sum + paint(x, y), 0),
      ),
    );

const black: Paint = () => 0;
const gray: Paint = () => 128;
const slope: Paint = (x) => (x * 255) / width;
const scene: Paint = (x, y) => (Math.floor(x / 20) % 2 === Math.floor(y / 20) % 2 ? 60 : 180);
const withSpot =
  (left: number): Paint =>
  (x, y) =>
    x >= left && x < left + 12 && y >= 80 && y < 104 ? 250 : scene(x, y);

const lookAt = (paint: Paint) => new PictureMeter().measure(plane(paint), 0, true);

describe('a look', () => {
  it.each([
    ['black', black, { mean: 0, spread: 0, detail: 0 }],
    ['gray', gray, { mean: 128, spread: 0, detail: 0 }],
  ])('at a %s picture', (_name, paint, expected) => {
    expect(lookAt(paint)).toEqual({ ...expected, stillMs: 0, alikeMs: 0, isRefreshed: false });
  });

  it('at a picture tells how light it is and how its parts differ', () => {
    const look = lookAt(slope);
    expect(look.mean).toBeCloseTo(127, 0);
    expect(look.spread).toBeCloseTo(255 / Math.sqrt(12), 0);
    expect(look.detail).toBeCloseTo(255 / 64, 0);
  });

  it('at noise tells little detail: only what is larger than grain counts', () => {
    expect(lookAt(plus(gray, noise(20, 1))).detail).toBeLessThan(lookAt(scene).detail / 3);
  });

  it('passes over what is written along the upper and the lower edge', () => {
    const written = plus(black, (x, y) => ((y < 16 || y > 166) && x % 8 < 4 ? 255 : 0));
    expect(lookAt(written)).toMatchObject({ mean: 0, spread: 0, detail: 0 });
  });

  it('works on pictures smaller than the grid', () => {
    const data = new Uint8Array(32 * 16).fill(90);
    const look = new PictureMeter().measure({ data, stride: 32, width: 32, height: 16 }, 0, true);
    expect(look).toMatchObject({ mean: 90, spread: 0 });
  });
});

describe('the same picture', () => {
  /** How long the last of the pictures, a second apart, has been the same. */
  const stillMs = (...paints: Paint[]) => {
    const meter = new PictureMeter();
    return paints.map((paint, n) => meter.measure(plane(paint), n * 1_000, false)).at(-1)!.stillMs;
  };

  it('is one that is equal', () => {
    expect(stillMs(scene, scene, scene)).toBe(2_000);
  });

  it('is one on which only the clock goes on', () => {
    const withClock = (second: number) =>
      plus(scene, (x, y) => (y < 16 && (x + second * 3) % 8 < 4 ? 90 : 0));
    expect(stillMs(withClock(0), withClock(1), withClock(2))).toBe(2_000);
  });

  it('is one that was coded again', () => {
    expect(stillMs(scene, plus(scene, noise(0.7, 1)), plus(scene, noise(0.7, 2)))).toBe(2_000);
  });

  it('is none with the noise of a sensor, also at night', () => {
    expect(stillMs(plus(scene, noise(3, 1)), plus(scene, noise(3, 2)))).toBe(0);
    const night: Paint = (x, y) => scene(x, y) / 12;
    expect(stillMs(plus(night, noise(4, 1)), plus(night, noise(4, 2)))).toBe(0);
  });

  it('is none in which something small moves', () => {
    expect(stillMs(withSpot(100), withSpot(104))).toBe(0);
  });

  it('is none in which the light changes slowly', () => {
    const dusk = Array.from({ length: 12 }, (_, n) => plus(scene, () => -n));
    expect(stillMs(...dusk)).toBeLessThan(4_000);
  });

  it('is alike while its grain is refined', () => {
    const meter = new PictureMeter();
    const looks = [1.5, 1.4, 1.3, 1.2].map((amplitude, n) =>
      meter.measure(plane(plus(scene, noise(amplitude, n))), n * 1_000, false),
    );
    expect(looks.at(-1)).toMatchObject({ stillMs: 0, alikeMs: 3_000 });
  });

  it('is refreshed by a key frame that came after it', () => {
    const meter = new PictureMeter();
    const isRefreshed = [true, false, true, false].map(
      (isFresh, n) => meter.measure(plane(scene), n, isFresh).isRefreshed,
    );
    expect(isRefreshed).toEqual([false, false, true, true]);
  });
});
