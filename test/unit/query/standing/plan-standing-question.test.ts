import { describe, expect, it } from 'vitest';
import type { Plan, Query } from '../../../../query/domain/plan.ts';
import { lookbackOf, settleTimeOf } from '../../../../query/standing/plan-standing-question.ts';

const planOf = (query: Query): Plan => ({
  scope: {
    range: { start: 0, end: 1 },
    base: { start: 0, end: 1 },
    ...{ isInstant: false, isExplicit: false, understood: '', timeZone: 'UTC' },
  },
  query,
  understoodAs: '',
});

const present = (ms?: number): Query => ({
  type: 'exists',
  happening: {
    type: 'object',
    subject: { kind: 'person' },
    action: { type: 'present' },
    ...(ms === undefined ? {} : { lasting: { comparison: '>', ms } }),
  },
});

describe('how far a step looks back', () => {
  it('is a little, for states that turn out late', () => {
    expect(lookbackOf(planOf(present()))).toBe(20_000);
  });

  it('is as long as the state must have lasted', () => {
    expect(lookbackOf(planOf(present(30_000)))).toBe(50_000);
  });

  it('sees conditions deep inside the plan', () => {
    const { happening } = present() as Extract<Query, { type: 'exists' }>;
    const lasting = { comparison: '>' as const, ms: 60_000 };
    const where = [{ action: { type: 'stationary' as const }, lasting }];
    const deep: Query = {
      type: 'exists',
      happening: {
        type: 'together',
        parts: [{ ...happening, subject: { kind: 'car', where } } as never],
      },
    };
    expect(lookbackOf(planOf(deep))).toBe(80_000);
  });

  it('is the threshold of a duration', () => {
    const { happening } = present() as Extract<Query, { type: 'exists' }>;
    const howLong: Query = { type: 'how-long', happening, statistic: 'longest' };
    expect(lookbackOf(planOf(howLong), { comparison: '>', value: 120 })).toBe(140_000);
  });

  it('goes with time to settle, except for what takes a moment', () => {
    const { happening } = present() as Extract<Query, { type: 'exists' }>;
    const arrives = { ...happening, action: { type: 'arrives' } } as typeof happening;
    expect(settleTimeOf(planOf({ type: 'exists', happening: arrives }))).toBe(0);
    expect(settleTimeOf(planOf(present()))).toBe(15_000);
  });

  it('is bounded', () => {
    expect(lookbackOf(planOf(present(86_400_000)))).toBe(3_600_000);
  });
});
