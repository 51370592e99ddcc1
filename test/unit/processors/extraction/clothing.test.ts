import { describe, expect, it } from 'vitest';
import type { Box } from '../../../../kernel/geometry.ts';
import { clothingDistance, clothingIn } from '../../../../processors/extraction/clothing.ts';
import { type Colour, paint } from '../../../support/painted-frames.ts';

const box: Box = { x: 0.4, y: 0.2, width: 0.1, height: 0.5 };

const dressed = (top: Colour, bottom: Colour) =>
  paint({
    things: [
      { box: { ...box, height: box.height / 2 }, colour: top },
      { box: { ...box, y: box.y + box.height / 2, height: box.height / 2 }, colour: bottom },
    ],
  });

describe('the clothing of a box', () => {
  it('is the colour of its upper half, then of its lower', () => {
    const clothing = clothingIn(dressed([200, 30, 30], [20, 20, 25]), box)!;
    const wanted = [200, 30, 30, 20, 20, 25];
    expect(clothing).toHaveLength(wanted.length);
    // A row of pixels at the waist may belong to either.
    for (const [i, value] of wanted.entries())
      expect(Math.abs(clothing[i]! - value)).toBeLessThan(15);
  });

  it('of a box too small to show a colour is not known', () => {
    const tiny = { ...box, width: 0.004, height: 0.01 };
    expect(clothingIn(dressed([200, 30, 30], [20, 20, 25]), tiny)).toBeUndefined();
  });

  it('differs by nothing from itself and from what is not known, and most of black from white', () => {
    const [black, white] = [new Array<number>(6).fill(0), new Array<number>(6).fill(255)];
    expect(clothingDistance(black, black)).toBe(0);
    expect(clothingDistance(black, undefined)).toBe(0);
    expect(clothingDistance(black, white)).toBeCloseTo(1, 9);
  });
});
