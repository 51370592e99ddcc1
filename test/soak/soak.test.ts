/** A short soak of the whole program: the promises that do not depend on the speed of the machine. */
import { beforeAll, describe, expect, it } from 'vitest';
import { judge, memoryGrowth, type Verdict } from './judge.ts';
import { faultsByKind, type Observed } from './observed.ts';
import { runSoak } from './soak.ts';

const kinds = ['capture-killed', 'program-killed', 'reset', 'silent', 'half-open'] as const;

let observed: Observed;
beforeAll(async () => {
  observed = await runSoak({
    ...{ seconds: 60, seed: 2, cameras: 3, everySeconds: 7, chunkSeconds: 5 },
    ...{ kinds, onProgress: () => {} },
  });
});

/** Those that were not kept, also for want of something to judge. */
const notKept = (promise: Verdict['promise']): Verdict[] =>
  judge(observed).filter((verdict) => verdict.promise === promise && verdict.isKept !== true);

describe('three cameras, and a fault every seven seconds', () => {
  it('a program and a capture child were killed, and a connection was lost', () => {
    const inflicted = faultsByKind(observed.faults);
    expect([...inflicted.keys()]).toEqual(
      expect.arrayContaining(['capture-killed', 'program-killed', 'reset']),
    );
  });

  it('every second is a chunk or a gap, and nothing is both', () => {
    expect(notKept('P1')).toEqual([]);
  });

  it('a crash costs at most the open chunk, of what crashed alone, and the record says so', () => {
    expect(notKept('P2')).toEqual([]);
  });

  it('nothing is left behind: no process, no file, no message, no chunk', () => {
    expect(notKept('P12').filter(({ what }) => what !== memoryGrowth)).toEqual([]);
  });

  it('every camera came back', () => {
    expect(observed.faults.filter(({ backAt }) => backAt === undefined)).toEqual([]);
  });
});
