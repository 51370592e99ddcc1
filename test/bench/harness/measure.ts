/**
 * What a bench measures, and how: contenders take turns in one run, so that what else happens on
 * the machine happens to all of them, and what counts is the ratio.
 */

export interface Measurement {
  /** Unique within its bench. */
  readonly name: string;
  /** `x` for a ratio. */
  readonly unit: string;
  /** The median of what was measured. */
  readonly value: number;
  /** The spread: the lowest and the highest of what was measured. */
  readonly low: number;
  readonly high: number;
  /** How many values are behind it. */
  readonly n: number;
  readonly isBetter: 'lower' | 'higher';
  /** At most this where lower is better, at least this where higher is. */
  readonly target?: number;
}

export type Meaning = Pick<Measurement, 'name' | 'unit' | 'isBetter' | 'target'>;

/** Pairs where a turn is cheap. */
export const usualRounds = 7;

/** More rounds, more data: what takes minutes and not seconds. */
export const isLong = process.argv.includes('--long');

/** Throws for no values: nothing measured is no measurement. */
export function measurementOf(values: readonly number[], meaning: Meaning): Measurement {
  if (values.length === 0) throw new RangeError(`${meaning.name}: nothing was measured`);
  const sorted = [...values].sort((a, b) => a - b);
  return {
    ...meaning,
    value: medianOf(sorted),
    low: sorted[0]!,
    high: sorted.at(-1)!,
    n: values.length,
  };
}

/** Ours over theirs, pair by pair. */
export const ratiosOf = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((value, i) => value / theirs[i]!);

/** The middle value, or the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

/** The value that a share of all are not above (nearest rank). */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/**
 * Runs the contenders in turns, A B A B ..., the first round unmeasured where they need to warm up.
 * Gives what each of them returned, round by round.
 */
export async function inTurns<Name extends string, Result>(
  contenders: Readonly<Record<Name, (round: number) => Result | Promise<Result>>>,
  { rounds = usualRounds, warmUps = 0 }: { rounds?: number; warmUps?: number } = {},
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Result[]
  >;
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const name of names) {
      const result = await contenders[name](round);
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}
