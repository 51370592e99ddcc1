import { expect, test } from 'vitest';
import { joinFolds } from '../../../../processors/extraction/gather-looks.ts';
import type { ColourName } from '../../../../processors/extraction/name-colours.ts';

type Counts = Partial<Record<ColourName, number>>;

const joined = (names: Counts, deep: Counts): Record<string, number> => {
  const entries = (counts: Counts) => new Map(Object.entries(counts)) as Map<ColourName, number>;
  const pixels = Object.values(names).reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(joinFolds({ names: entries(names), deep: entries(deep), pixels }));
};

test('the black folds of dark blue jeans are blue', () => {
  expect(joined({ black: 40, blue: 35, grey: 25 }, { blue: 30 })).toEqual({ blue: 75, grey: 25 });
});

test('black trousers with a blue seam stay black', () => {
  expect(joined({ black: 80, blue: 20 }, { blue: 20 })).toEqual({ black: 80, blue: 20 });
});

test('a black jacket over a bright red shirt stays black and red', () => {
  expect(joined({ black: 60, red: 40 }, {})).toEqual({ black: 60, red: 40 });
});

test('what has no black has no folds', () => {
  expect(joined({ green: 90, grey: 10 }, { green: 90 })).toEqual({ green: 90, grey: 10 });
});
