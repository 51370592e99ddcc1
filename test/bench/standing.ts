/**
 * 1,000 standing questions evaluated on one chunk of a busy yard, from the message that the chunk
 * is processed to the committed steps, over stores in memory. `node test/bench/standing.ts`
 */
import { MemoryStandingQuestionStore } from '../support/memory-standing-question-store.ts';
import { inTurns, measurementOf } from './harness/measure.ts';
import { report } from './harness/report.ts';
import { type Spent, spentOn } from './harness/spent.ts';
import { openStandingYard, type StandingYard } from './harness/standing-yard.ts';

const questions = 1_000;
const [rounds, warmUps] = [30, 10];

const yards = { evaluated: await open(true), around: await open(false) };
const spent = await inTurns(
  { evaluated: () => chunkOf(yards.evaluated), around: () => chunkOf(yards.around) },
  { rounds, warmUps },
);
for (const yard of Object.values(yards)) await yard.stop();
const ms = { unit: 'ms', isBetter: 'lower' as const };
const wall = (all: Spent[]) => all.map((one) => one.wall * 1000);
const cpu = (all: Spent[]) => all.map((one) => one.cpu * 1000);
const name = '1,000 standing questions on one chunk';
report(measurementOf(cpu(spent.evaluated), { name: `${name}, processor`, ...ms, target: 50 }));
report(measurementOf(wall(spent.evaluated), { name: `${name}, wall`, ...ms }));
report(measurementOf(cpu(spent.around), { name: 'all but the evaluation, processor', ...ms }));
report(measurementOf(wall(spent.around), { name: 'all but the evaluation, wall', ...ms }));

function open(isEvaluated: boolean): Promise<StandingYard> {
  const store = new MemoryStandingQuestionStore();
  const record = (streamId: string, range: { start: number; end: number }) =>
    store.record(streamId, 'chunk', range);
  return openStandingYard({ questions, store, record, isEvaluated });
}

function chunkOf(yard: StandingYard): Promise<Spent> {
  return spentOn(() => yard.nextChunk());
}
