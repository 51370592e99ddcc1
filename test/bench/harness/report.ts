/** What a bench says: lines for people, and the same as messages for the runner that started it. */
import type { Measurement } from './measure.ts';

export type BenchMessage =
  | { readonly type: 'measured'; readonly measurement: Measurement }
  | { readonly type: 'notRun'; readonly name: string; readonly reason: string };

export function report(measurement: Measurement): void {
  const { name, unit, value, low, high, n } = measurement;
  const figure = `${formatNumber(value)} ${unit}`.padStart(14);
  const spread = n > 1 ? `  (${formatNumber(low)} to ${formatNumber(high)}, n ${n})` : '';
  const target = targetText(measurement);
  console.log(`${figure}  ${name}${spread}${target && `  ${target}`}`);
  process.send?.({ type: 'measured', measurement } satisfies BenchMessage);
}

/** For what cannot be measured here: no server, no such engine. */
export function reportNotRun(name: string, reason: string): void {
  console.log(`${'not run'.padStart(14)}  ${name}: ${reason}`);
  process.send?.({ type: 'notRun', name, reason } satisfies BenchMessage);
}

/** Four figures that count, without an exponent. */
export const formatNumber = (value: number): string =>
  Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));

/** `<= 1.3 met`, `>= 4 missed`, or nothing. */
export function targetText({ value, target, isBetter }: Measurement): string {
  if (target === undefined) return '';
  const isMet = isBetter === 'lower' ? value <= target : value >= target;
  return `${isBetter === 'lower' ? '<=' : '>='} ${target} ${isMet ? 'met' : 'missed'}`;
}
