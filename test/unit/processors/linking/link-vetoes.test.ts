import { describe, expect, it } from 'vitest';
import { defaultAggregationOptions } from '../../../../processors/aggregation-options.ts';
import type { Attribute, Identifier } from '../../../../processors/domain/observation.ts';
import {
  identifiersConflict,
  kindsCompatible,
  vetoOf,
} from '../../../../processors/linking/link-vetoes.ts';
import { openTrajectory } from '../../../../processors/linking/merge-observation.ts';
import {
  aBox,
  anObservation,
  aState,
  type ObservationOptions,
} from '../../../support/observations.ts';

const jersey = (value: string): Identifier => ({ type: 'jersey', value });
const plate = (value: string): Identifier => ({ type: 'plate', value });

const kind = (name: string, kindAssumed = false) => ({
  kind: name,
  kindAssumed,
  kindVotes: kindAssumed ? [] : [{ kind: name, weight: 5 }],
});

const black: Attribute = { name: 'colour', part: 'top', value: 'black', confidence: 0.9 };

const veto = (before: ObservationOptions, after: ObservationOptions) =>
  vetoOf(
    openTrajectory(anObservation(before)),
    anObservation({ chunk: { seq: 1 }, ...after }),
    defaultAggregationOptions,
  );

const leaving = (side: string): ObservationOptions => ({
  attributes: [black],
  range: { start: 0, end: 14_000 },
  states: [
    aState('cam/1/0#0', 'present', [], { start: 0, end: 14_000 }),
    aState('cam/1/0#0', 'leaves', [`side:${side}`], { start: 13_000, end: 14_000 }),
  ],
});

const entering = (side: string, options: ObservationOptions = {}): ObservationOptions => ({
  attributes: [black],
  range: { start: 17_000, end: 30_000 },
  box: aBox({ x: 0.1, y: 0.6 }),
  states: [
    aState('cam/1/1#0', 'present', [], { start: 17_000, end: 30_000 }),
    aState('cam/1/1#0', 'enters', [`side:${side}`], { start: 17_000, end: 18_000 }),
  ],
  ...options,
});

describe('vetoOf()', () => {
  it('a gap of dtMax may be bridged, a longer one not', () => {
    const until = { range: { start: 0, end: 10_000 } };
    expect(veto(until, { range: { start: 25_000, end: 30_000 } })).toBeUndefined();
    expect(veto(until, { range: { start: 25_001, end: 30_000 } })).toBe('too-long-ago');
  });

  it('two observations of one chunk that overlap in time are two objects', () => {
    const first = { range: { start: 0, end: 10_000 } };
    const second = { chunk: { seq: 0 }, n: 1, range: { start: 9_900, end: 15_000 } };
    expect(veto(first, second)).toBe('seen-at-the-same-time');
  });

  it('observations of neighbouring chunks may overlap by a frame, not by more', () => {
    const first = { range: { start: 0, end: 15_250 } };
    expect(veto(first, {})).toBeUndefined();
    expect(veto({ range: { start: 0, end: 15_400 } }, {})).toBe('seen-at-the-same-time');
  });

  it('kinds and identifiers that contradict each other are vetoed', () => {
    expect(veto({ kind: 'person' }, { kind: 'car' })).toBe('other-kind');
    expect(veto({ identifiers: [jersey('7')] }, { identifiers: [jersey('9')] })).toBe(
      'other-identifier',
    );
  });

  it('who left over one edge does not come back at once over another, even in the same black', () => {
    expect(veto(leaving('right'), entering('bottom'))).toBe('other-edge');
    expect(veto(leaving('right'), entering('right'))).toBeUndefined();
  });

  it('who left does not turn up inside the picture, who was lost inside does not come in', () => {
    const inside = { range: { start: 17_000, end: 30_000 }, box: aBox({ x: 0.1, y: 0.6 }) };
    expect(veto(leaving('right'), inside)).toBe('other-edge');
    expect(veto({ range: { start: 0, end: 14_000 } }, entering('right'))).toBe('other-edge');
  });

  it('without a gap nobody was away: the place decides', () => {
    const range = { start: 14_100, end: 30_000 };
    expect(veto(leaving('right'), { range })).toBeUndefined();
  });

  it('a moving thing out of sight for seconds needs a look to be known by, one at rest its place', () => {
    const walking = {
      range: { start: 0, end: 14_000 },
      path: [
        { at: 13_000, box: aBox({ x: 0.1 }) },
        { at: 14_000, box: aBox({ x: 0.2 }) },
      ],
    };
    const standing = { range: { start: 0, end: 14_000 } };
    const later = { range: { start: 17_000, end: 30_000 } };
    const soon = { range: { start: 15_500, end: 30_000 } };
    const look = { attributes: [black] };
    expect(veto(walking, later)).toBe('without-visual-evidence');
    expect(veto({ ...walking, ...look }, { ...later, ...look })).toBeUndefined();
    expect(veto(walking, soon)).toBeUndefined();
    expect(veto(standing, later)).toBeUndefined();
  });

  it('at a corner of the picture two edges are one place', () => {
    const box = aBox({ x: 0.9, y: 0.6 });
    expect(veto({ ...leaving('right'), box }, entering('bottom', { box }))).toBeUndefined();
  });

  it('a return over the same edge needs more than kind and place', () => {
    const without = { attributes: [] };
    expect(veto(leaving('right'), entering('right', without))).toBe('without-visual-evidence');
  });

  it('whoever returns in the same trousers and in another top is somebody else', () => {
    const wearing = (top: string): { attributes: Attribute[]; appearance: number[] } => ({
      attributes: [
        { ...black, value: top },
        { ...black, part: 'bottom' },
      ],
      appearance: [1, 0],
    });
    const red = { ...leaving('right'), ...wearing('red') };
    expect(veto(red, entering('right', wearing('blue')))).toBe('other-colours');
    expect(veto(red, entering('right', wearing('red')))).toBeUndefined();
    const atOnce = {
      range: { start: 14_400, end: 30_000 },
      states: [aState('cam/1/1#0', 'enters', ['side:right'], { start: 14_400, end: 15_000 })],
    };
    expect(veto(red, entering('right', { ...wearing('blue'), ...atOnce }))).toBe('other-colours');
  });
});

describe('kindsCompatible()', () => {
  it.each([
    ['equal', kind('dog'), kind('dog'), true],
    ['under a common wider word', kind('car'), kind('truck'), true],
    ['different', kind('person'), kind('bottle'), false],
    ['unnamed', kind('object'), kind('bottle'), true],
    ['assumed and a mover', kind('person', true), kind('car'), true],
    ['assumed and a thing', kind('person', true), kind('chair'), false],
  ])('%s kinds: %#', (_, a, b, expected) => {
    expect(kindsCompatible(a, b)).toBe(expected);
    expect(kindsCompatible(b, a)).toBe(expected);
  });

  it('different verdicts on shared votes are one kind', () => {
    const a = {
      ...kind('cup'),
      kindVotes: [
        { kind: 'cup', weight: 3 },
        { kind: 'vase', weight: 2 },
      ],
    };
    expect(kindsCompatible(a, kind('vase'))).toBe(true);
  });
});

describe('identifiersConflict()', () => {
  it.each([
    ['the same', [jersey('7')], [jersey('7')], false],
    ['different', [jersey('7')], [jersey('9')], true],
    ['of different types', [jersey('7')], [plate('9')], false],
    ['one of several the same', [jersey('7'), jersey('1')], [jersey('7')], false],
    ['missing', [jersey('7')], [], false],
  ])('identifiers that are %s', (_, a, b, expected) => {
    expect(identifiersConflict(a, b)).toBe(expected);
  });
});
