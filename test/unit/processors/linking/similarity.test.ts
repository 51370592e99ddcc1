import { describe, expect, it } from 'vitest';
import { defaultAggregationOptions } from '../../../../processors/aggregation-options.ts';
import type { Attribute } from '../../../../processors/domain/observation.ts';
import { colourSimilarity } from '../../../../processors/linking/colour-similarity.ts';
import { openTrajectory } from '../../../../processors/linking/merge-observation.ts';
import {
  appearanceCue,
  colourCue,
  kindCue,
  positionCue,
  similarityOf,
} from '../../../../processors/linking/similarity.ts';
import { aBox, anObservation, type ObservationOptions } from '../../../support/observations.ts';

const named = (kind: string, votes: Record<string, number> = { [kind]: 5 }) => ({
  kind,
  kindAssumed: false,
  kindVotes: Object.entries(votes).map(([name, weight]) => ({ kind: name, weight })),
});

const top = (value: string, confidence = 0.8): Attribute => ({
  name: 'colour',
  part: 'top',
  value,
  confidence,
});

const earlier = (options: ObservationOptions = {}) => openTrajectory(anObservation(options));

const later = (gapMs: number, options: ObservationOptions = {}) =>
  anObservation({ chunk: { seq: 1 }, range: { start: 15_000 + gapMs, end: 30_000 }, ...options });

const similarity = (a: ObservationOptions, b: ObservationOptions, gapMs = 5_000) =>
  similarityOf(earlier(a), later(gapMs, b), defaultAggregationOptions);

describe('colourSimilarity()', () => {
  it.each([
    ['grey', 'gray', 1],
    ['dark blue', 'navy', 1],
    ['ultraviolet', 'ultraviolet', 1],
    ['ultraviolet', 'red', 0],
  ])('%s and %s are alike to the degree %d', (a, b, expected) => {
    expect(colourSimilarity(a, b)).toBe(expected);
  });

  it.each([
    ['black', 'grey', 'white'],
    ['red', 'orange', 'green'],
    ['blue', 'purple', 'yellow'],
  ])('%s is more like %s than like %s', (colour, near, far) => {
    expect(colourSimilarity(colour, near)).toBeGreaterThan(colourSimilarity(colour, far));
  });
});

describe('kindCue()', () => {
  it.each([
    ['the same kind', named('car'), named('car'), 1],
    ['kinds under a common wider word', named('car'), named('truck'), 0.7],
    ['kinds with nothing in common', named('car'), named('dog'), 0],
    ['an unnamed kind', named('car'), named('object'), undefined],
    ['an assumed kind', named('car'), { ...named('car'), kindAssumed: true }, undefined],
  ])('%s', (_, a, b, expected) => {
    expect(kindCue(a, b)).toBe(expected);
  });

  it('different verdicts on nearly the same votes count as much as the votes agree', () => {
    const a = named('cup', { cup: 5, bowl: 4.9 });
    const b = named('bowl', { cup: 4.9, bowl: 5 });
    expect(kindCue(a, b)).toBeGreaterThan(0.99);
  });
});

describe('colourCue()', () => {
  it.each([
    ['the same colours', [top('grey'), top('black', 0.3)], [top('grey'), top('black', 0.3)], 1],
    ['no common part', [top('grey')], [{ ...top('grey'), part: 'whole' as const }], undefined],
    ['one side without colours', [top('grey')], [], undefined],
    ['opposite colours', [top('green')], [top('purple')], 0],
  ])('%s', (_, a, b, expected) => {
    expect(colourCue(a, b)).toBe(expected);
  });

  it('a colour that one side thinks unlikely makes them less alike', () => {
    const sure = colourCue([top('red')], [top('red')])!;
    const unsure = colourCue([top('red')], [top('green'), top('red', 0.2)])!;
    expect(unsure).toBeLessThan(sure);
    expect(unsure).toBeGreaterThan(0);
  });
});

describe('appearanceCue()', () => {
  it.each([
    ['equal vectors', [1, 0], [1, 0], 1],
    ['opposite vectors', [1, 0], [-1, 0], 0],
    ['vectors of different models', [1, 0], [1, 0, 0], undefined],
    ['one side without', [1, 0], undefined, undefined],
  ])('%s', (_, a, b, expected) => {
    expect(appearanceCue(a, b)).toBe(expected);
  });
});

describe('positionCue()', () => {
  it('is 1 at the same place, however long the gap', () => {
    expect(positionCue(earlier(), later(14_000))).toBe(1);
  });

  it('falls with the distance from where a thing at rest was', () => {
    const at = (x: number) => positionCue(earlier(), later(5_000, { box: aBox({ x }) }));
    expect(at(0.42)).toBeGreaterThan(at(0.5));
    expect(at(0.8)).toBeLessThan(0.05);
  });

  it('expects a moving thing further along its way', () => {
    const walker = earlier({
      path: [
        { at: 13_500, box: aBox({ x: 0.2 }) },
        { at: 15_000, box: aBox({ x: 0.35 }) },
      ],
    });
    const ahead = positionCue(walker, later(1_000, { box: aBox({ x: 0.45 }) }));
    const behind = positionCue(walker, later(1_000, { box: aBox({ x: 0.2 }) }));
    expect(ahead).toBeGreaterThan(0.95);
    expect(behind).toBeLessThan(ahead);
  });
});

describe('similarityOf()', () => {
  it('renormalises the weights over the cues that both sides have', () => {
    expect(similarity({}, {})).toBe(1);
    expect(similarity({ attributes: [top('red')] }, {})).toBe(1);
  });

  it('is near 0 when every cue speaks against it', () => {
    const worst = similarity(
      { kind: 'cup', attributes: [top('white')], appearance: [1, 0] },
      { kind: 'car', attributes: [top('purple')], appearance: [0, 1], box: aBox({ x: 0.9 }) },
    );
    expect(worst).toBeGreaterThanOrEqual(0);
    expect(worst).toBeLessThan(0.01);
  });

  it('without a gap and at the same box it is certain whatever the look', () => {
    const look = { attributes: [top('white')], appearance: [1, 0] };
    const other = { attributes: [top('purple')], appearance: [0, 1] };
    expect(similarity(look, other, 0)).toBeGreaterThanOrEqual(0.88);
    expect(similarity(look, other, 5_000)).toBeLessThan(defaultAggregationOptions.tauConf);
  });

  it('a thing put down at another place is not the one that was taken away', () => {
    const bottle = { kind: 'bottle', box: aBox({ x: 0.2, width: 0.08, height: 0.3 }) };
    const elsewhere = { ...bottle, box: aBox({ x: 0.4, width: 0.08, height: 0.3 }) };
    const look = { attributes: [{ ...top('green'), part: 'whole' as const }], appearance: [1, 0] };
    expect(similarity({ ...bottle, ...look }, { ...elsewhere, ...look })).toBeLessThan(0.75);
  });
});
