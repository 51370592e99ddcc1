import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../../../../ingest/domain/frame.ts';
import { fitPicture, type InputFormat } from '../../../../processors/detection/fit-picture.ts';

const unchanged = (from: 0 | 1 | 2) => ({ from, factor: 1, summand: 0 });

const format = (
  width: number,
  height: number,
  changes: Partial<InputFormat> = {},
): InputFormat => ({
  width,
  height,
  layout: 'interleaved',
  channels: [unchanged(0), unchanged(1), unchanged(2)],
  ...changes,
});

/** Pixels in rows; each gives its red value, green is 10 more and blue 20 more. */
const picture = (rows: readonly (readonly number[])[]): Picture => ({
  width: rows[0]!.length,
  height: rows.length,
  data: Uint8Array.from(rows.flat().flatMap((red) => [red, red + 10, red + 20])),
});

const reds = (tensor: Float32Array): number[] =>
  [...tensor].filter((_, index) => index % 3 === 0).map((value) => Math.round(value * 100) / 100);

describe('fitPicture()', () => {
  it('passes a picture of the right size through', () => {
    const source = picture([
      [1, 2],
      [3, 4],
    ]);
    const { tensor } = fitPicture(source, format(2, 2), 'stretch');
    expect([...tensor]).toEqual([...source.data]);
  });

  it('lays the channels out plane by plane, in the order of the model', () => {
    const planar = format(2, 1, {
      layout: 'planar',
      channels: [unchanged(2), unchanged(1), unchanged(0)],
    });
    const { tensor } = fitPicture(picture([[1, 2]]), planar, 'stretch');
    expect([...tensor]).toEqual([21, 22, 11, 12, 1, 2]);
  });

  it('normalises each channel by its own factor and summand', () => {
    const channels = [
      { from: 0, factor: 2 / 255, summand: -1 },
      { from: 1, factor: 0.5, summand: 3 },
      { from: 2, factor: 0, summand: 7 },
    ] as const;
    const source = { width: 1, height: 1, data: Uint8Array.of(255, 4, 99) };
    const { tensor } = fitPicture(source, format(1, 1, { channels }), 'stretch');
    expect(tensor[0]).toBeCloseTo(1);
    expect([...tensor.slice(1)]).toEqual([5, 7]);
  });

  it('interpolates between pixel centres and repeats the edge', () => {
    const { tensor } = fitPicture(picture([[0, 100]]), format(4, 1), 'stretch');
    expect(reds(tensor)).toEqual([0, 25, 75, 100]);
  });

  it('takes the mean of two by two pixels when it halves a picture', () => {
    const source = picture([
      [0, 20, 100, 100],
      [40, 60, 100, 100],
    ]);
    expect(reds(fitPicture(source, format(2, 1), 'stretch').tensor)).toEqual([30, 100]);
  });

  it('leaves a grey border above and below a wide picture', () => {
    const { tensor } = fitPicture(picture([[10, 20, 30, 40]]), format(4, 3), 'letterbox');
    const grey = [127.5, 127.5, 127.5, 127.5];
    expect(reds(tensor)).toEqual([...grey, 10, 20, 30, 40, ...grey]);
  });

  it.each(['interleaved', 'planar'] as const)(
    'makes the border mid-grey in the units of the model (%s)',
    (layout) => {
      const channels = [0, 1, 2].map((from) => ({
        from: from as 0 | 1 | 2,
        factor: 2 / 255,
        summand: from - 1,
      })) as unknown as InputFormat['channels'];
      const { tensor } = fitPicture(
        picture([[0, 0, 0]]),
        format(3, 3, { layout, channels }),
        'letterbox',
      );
      const first =
        layout === 'planar' ? [tensor[0], tensor[9], tensor[18]] : [...tensor.slice(0, 3)];
      expect(first).toEqual([0, 1, 2]);
    },
  );

  it('takes a box back to the picture through the border', () => {
    const { toPicture } = fitPicture(picture([[1, 2, 3, 4]]), format(8, 8), 'letterbox');
    // The picture covers rows 3 to 5 of the input.
    const box = toPicture({ x: 0.25, y: 3 / 8, width: 0.5, height: 1 / 8 });
    expect(box.x).toBeCloseTo(0.25);
    expect(box.y).toBeCloseTo(0);
    expect(box.width).toBeCloseTo(0.5);
    expect(box.height).toBeCloseTo(0.5);
  });

  it('clips boxes to the picture, whatever the network says', () => {
    const number = fc.double({ min: -3, max: 3, noNaN: true });
    const positive = fc.double({ min: 0, max: 3, noNaN: true });
    const boxes = fc.record({ x: number, y: number, width: positive, height: positive });
    fc.assert(
      fc.property(boxes, fc.constantFrom('stretch', 'letterbox'), (box, fit) => {
        const clipped = fitPicture(picture([[1, 2, 3]]), format(4, 4), fit).toPicture(box);
        expect(
          Math.min(clipped.x, clipped.y, clipped.width, clipped.height),
        ).toBeGreaterThanOrEqual(0);
        expect(clipped.x + clipped.width).toBeLessThanOrEqual(1 + 1e-12);
        expect(clipped.y + clipped.height).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  it('fills every value of the tensor, for any sizes', () => {
    const side = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(side, side, side, side, (width, height, toWidth, toHeight) => {
        const flat = { width, height, data: new Uint8Array(width * height * 3).fill(127) };
        const { tensor } = fitPicture(flat, format(toWidth, toHeight), 'letterbox');
        expect(tensor.length).toBe(toWidth * toHeight * 3);
        expect(tensor.every((value) => value === 127 || value === 127.5)).toBe(true);
      }),
    );
  });
});
