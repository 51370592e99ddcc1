/** Every benchmark there is, by the word of the command line. */
import { AppError } from '../../kernel/errors.ts';
import type { Benchmark } from '../domain/benchmark.ts';
import { deveQaBenchmark } from './deve-qa.ts';
import { falconBenchmark } from './falcon-bench.ts';
import { hlv1kBenchmark } from './hlv1k.ts';
import { nextGqaBenchmark } from './next-gqa.ts';
import { plainBenchmark } from './plain.ts';
import { strandBenchmark } from './strand.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows stay between a benchmark's own functions.
const benchmarks: readonly Benchmark<any>[] = [
  plainBenchmark,
  strandBenchmark,
  deveQaBenchmark,
  nextGqaBenchmark,
  hlv1kBenchmark,
  falconBenchmark,
];

/** The words of the command line; `tracking` has no questions, and is run in its own way. */
export const benchmarkNames: readonly string[] = [
  ...benchmarks.map(({ name }) => name),
  'tracking',
];

/** Throws INPUT_INVALID for a name that there is not. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function benchmarkNamed(name: string): Benchmark<any> {
  const found = benchmarks.find((benchmark) => benchmark.name === name);
  if (found) return found;
  const known = benchmarkNames.join(', ');
  throw new AppError('INPUT_INVALID', `there is no benchmark '${name}': there are ${known}`);
}
