/**
 * `npm run soak [-- --seconds 1800 --seed 1 --cameras 8 --every 10]`: the whole program beside RTSP
 * cameras of our own, with a fault every few seconds, and what became of the promises. The same
 * seed gives the same plan. Ends with 1 when a promise was broken, with 2 for a wrong option.
 */
import { Command, InvalidArgumentError } from 'commander';
import { tableText } from '../../cli/print-answer.ts';
import { createProgress } from '../../cli/progress.ts';
import { judge, verdictCells } from './judge.ts';
import { type Fault, faultsByKind } from './observed.ts';
import { runSoak } from './soak.ts';

interface RunOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly cameras: number;
  readonly every: number;
  readonly chunk: number;
  readonly faults: boolean;
}

const options = new Command('soak')
  .option('--seconds <COUNT>', 'how long', wholeNumber(20), 1800)
  .option('--seed <NUMBER>', 'of the plan of faults', wholeNumber(0), 1)
  .option('--cameras <COUNT>', 'how many', wholeNumber(1), 8)
  .option('--every <SECONDS>', 'from fault to fault', wholeNumber(1), 10)
  .option('--chunk <SECONDS>', 'length of a chunk', wholeNumber(5), 15)
  .option('--faults', 'also tell each fault', false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<RunOptions>();

const progress = createProgress('soak');
const observed = await runSoak({
  ...{ seconds: options.seconds, seed: options.seed, cameras: options.cameras },
  ...{ everySeconds: options.every, chunkSeconds: options.chunk },
  onProgress: (done, note) => progress.update(done, options.seconds, note),
});
progress.update(options.seconds, options.seconds);
progress.stop();

const verdicts = judge(observed);
console.log(`${tellFaults(observed.faults)}\n`);
console.log(tableText(['', 'measured', 'figure', 'promised', ''], verdicts.map(verdictCells)));
for (const { what, details = [] } of verdicts) {
  for (const detail of details) console.log(`${what}: ${detail}`);
}
if (options.faults) for (const fault of observed.faults) console.log(JSON.stringify(fault));
process.exit(verdicts.some(({ isKept }) => isKept === false) ? 1 : 0);

function tellFaults(faults: readonly Fault[]): string {
  const counts = [...faultsByKind(faults)].map(([kind, count]) => `${count} ${kind}`);
  const { seconds, cameras, seed } = options;
  return `${seconds} s, ${cameras} cameras, seed ${seed}: ${counts.join(', ') || 'no faults'}`;
}

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`must be a whole number of at least ${least}`);
  };
}
