import { describe, expect, it } from 'vitest';
import type { Attribute } from '../../../../processors/domain/observation.ts';
import {
  mergeObservation,
  openTrajectory,
} from '../../../../processors/linking/merge-observation.ts';
import { aBox, anObservation, type ObservationOptions } from '../../../support/observations.ts';

const merged = (...steps: ObservationOptions[]) => {
  const [first, ...others] = steps.map((options, seq) =>
    anObservation({ chunk: { seq }, ...options }),
  );
  return others.reduce(mergeObservation, openTrajectory(first!));
};

const whole = (value: string, confidence: number): Attribute => ({
  name: 'colour',
  part: 'whole',
  value,
  confidence,
});

describe('mergeObservation()', () => {
  it('the head of a single observation says what the observation says', () => {
    const observation = anObservation({ attributes: [whole('red', 0.7)] });
    const { head } = openTrajectory(observation);
    expect(head).toMatchObject({
      id: observation.id,
      kind: 'person',
      kindConfidence: 0.8,
      attributes: [whole('red', 0.7)],
      firstAt: 0,
      lastAt: 15_000,
      observationCount: 1,
    });
  });

  it('colours are means over the time the part was seen', () => {
    const short = { range: { start: 15_000, end: 20_000 } };
    const { head } = merged(
      { attributes: [whole('red', 0.8)] },
      { ...short, attributes: [whole('orange', 0.8)] },
      { attributes: [] },
    );
    expect(head.attributes.map(({ value }) => value)).toEqual(['red', 'orange']);
    expect(head.attributes.map(({ confidence }) => confidence)).toEqual([
      expect.closeTo(0.6),
      expect.closeTo(0.2),
    ]);
  });

  it('a name turns an assumed kind into a named one, and not back', () => {
    const assumed: ObservationOptions = { kind: 'person', kindAssumed: true, kindVotes: [] };
    expect(merged(assumed, assumed).head.kindAssumed).toBe(true);
    const named = merged(assumed, { kind: 'dog' }, assumed).head;
    expect(named).toMatchObject({ kind: 'dog', kindAssumed: false });
  });

  it('the verdicts of the observations count, not the bare votes', () => {
    const kindVotes = [
      { kind: 'bus', weight: 1.2 },
      { kind: 'car', weight: 1 },
    ];
    const { head } = merged({ kind: 'car', kindConfidence: 0.5, kindVotes });
    expect(head).toMatchObject({ kind: 'car', kindConfidence: 0.5, kindVotes });
  });

  it('the typical box is where it was most of the time', () => {
    const parked = aBox({ x: 0.7 });
    const arriving = aBox({ x: 0.1 });
    const { head } = merged(
      { box: arriving, range: { start: 0, end: 4_000 } },
      { box: parked },
      { box: parked },
      { box: arriving },
    );
    expect(head.typicalBox).toEqual(parked);
    expect(head.firstBox).toEqual(arriving);
    expect(head.lastBox).toEqual(arriving);
  });

  it('the appearance stays a unit vector', () => {
    const { appearance } = merged({ appearance: [1, 0] }, { appearance: [0, 1] });
    expect(Math.hypot(...appearance!)).toBeCloseTo(1, 3);
    expect(appearance![0]).toBeGreaterThan(appearance![1]!);
  });

  it('votes, colours and identifiers are bounded in number', () => {
    const steps = Array.from({ length: 30 }, (_, n) => ({
      kindVotes: [{ kind: `kind ${n}`, weight: 1 + n }],
      attributes: [whole(`colour ${n}`, 0.5)],
      identifiers: [{ type: 'name', value: `name ${n}` } as const],
    }));
    const { head } = merged(...steps);
    expect(head.kindVotes).toHaveLength(8);
    expect(head.attributes).toHaveLength(4);
    expect(head.identifiers).toHaveLength(6);
  });
});
