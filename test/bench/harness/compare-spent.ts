/** Ours against a bare baseline by processor time. */
import { inTurns, measurementOf, ratiosOf } from './measure.ts';
import { report } from './report.ts';
import type { Spent } from './spent.ts';

interface Comparison {
  readonly ours: () => Promise<Spent>;
  readonly bare: () => Promise<Spent>;
  /** What the baseline is. */
  readonly bareName: string;
  readonly target?: number;
  readonly rounds?: number;
}

/** Reports the ratio of processor times, then both, with wall time beside them. */
export async function compareSpent(name: string, comparison: Comparison): Promise<void> {
  const { ours, bare, bareName, target, rounds } = comparison;
  const spent = await inTurns({ ours, bare }, { rounds });
  const cpu = { ours: spent.ours.map(cpuOf), bare: spent.bare.map(cpuOf) };
  const ratio = { name: `${name} / ${bareName}`, unit: 'x', isBetter: 'lower' as const, target };
  report(measurementOf(ratiosOf(cpu.ours, cpu.bare), ratio));
  const seconds = { unit: 's', isBetter: 'lower' as const };
  report(measurementOf(cpu.ours, { name: 'ours, processor', ...seconds }));
  report(measurementOf(cpu.bare, { name: `${bareName}, processor`, ...seconds }));
  report(measurementOf(spent.ours.map(wallOf), { name: 'ours, wall', ...seconds }));
  report(measurementOf(spent.bare.map(wallOf), { name: `${bareName}, wall`, ...seconds }));
}

const cpuOf = ({ cpu }: Spent): number => cpu;
const wallOf = ({ wall }: Spent): number => wall;
