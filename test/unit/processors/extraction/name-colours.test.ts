import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isDeep,
  isSkin,
  nameColour,
  toHsv,
} from '../../../../processors/extraction/name-colours.ts';

type Rgb = readonly [number, number, number];

const nameOf = ([red, green, blue]: Rgb, white = 0.95): string =>
  nameColour(toHsv(red, green, blue), white);

test.each([
  [[12, 12, 14], 'black'],
  [[45, 44, 46], 'black'],
  [[120, 120, 125], 'grey'],
  [[240, 240, 238], 'white'],
  [[200, 30, 35], 'red'],
  [[235, 120, 20], 'orange'],
  [[235, 215, 40], 'yellow'],
  [[40, 140, 60], 'green'],
  [[35, 70, 170], 'blue'],
  [[40, 45, 80], 'blue'],
  [[110, 40, 160], 'purple'],
  [[240, 150, 180], 'pink'],
  [[110, 70, 35], 'brown'],
  [[215, 190, 155], 'beige'],
] as const)('%j is called %s', (rgb, name) => {
  expect(nameOf(rgb)).toBe(name);
});

test('lightness is judged against the white of the scene', () => {
  expect(nameOf([120, 120, 120], 0.95)).toBe('grey');
  expect(nameOf([120, 120, 120], 0.5)).toBe('white');
});

test('every colour has a name, and greys never have a hue', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, (red, green, blue) => {
      expect(nameOf([red, green, blue])).toMatch(/^[a-z]+$/);
    }),
  );
  fc.assert(
    fc.property(byte, (level) => {
      expect(['black', 'grey', 'white']).toContain(nameOf([level, level, level]));
    }),
  );
});

test.each([
  [[225, 180, 150], true],
  [[150, 100, 75], true],
  [[60, 80, 160], false],
  [[128, 128, 128], false],
] as const)('%j is skin: %s', ([red, green, blue], skin) => {
  expect(isSkin(toHsv(red, green, blue))).toBe(skin);
});

test('only dark pixels of a hue can lie beside the black of their folds', () => {
  const deep = (rgb: Rgb): boolean => isDeep(nameColour(toHsv(...rgb), 0.95), toHsv(...rgb), 0.95);
  expect(deep([30, 50, 95])).toBe(true);
  expect(deep([70, 120, 230])).toBe(false);
  expect(deep([60, 60, 62])).toBe(false);
  expect(deep([20, 20, 22])).toBe(false);
});
