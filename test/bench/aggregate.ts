/**
 * Cost of one aggregated chunk after a day of history against after an hour.
 * `node test/bench/aggregate.ts`
 */
import { aggregate } from '../../processors/aggregate.ts';
import type {
  AggregationMemory,
  ObservedChunk,
} from '../../processors/domain/aggregation-memory.ts';
import { chunkLengthMs } from '../support/scenes.ts';
import { chunkOfDay } from './harness/busy-day.ts';
import { inTurns, measurementOf, ratiosOf } from './harness/measure.ts';
import { report } from './harness/report.ts';
import { spentOn } from './harness/spent.ts';

const chunksAnHour = 3_600_000 / chunkLengthMs;
const measuredChunks = 200;

const hour = aged(chunksAnHour);
const day = aged(24 * chunksAnHour);
const cost = await inTurns(
  { hour: () => millisecondsAfter(hour), day: () => millisecondsAfter(day) },
  { warmUps: 1 },
);
const lower = { isBetter: 'lower' as const };
report(
  measurementOf(ratiosOf(cost.day, cost.hour), {
    ...{ name: 'a chunk after 24 h / after 1 h', unit: 'x', ...lower, target: 1.1 },
  }),
);
report(measurementOf(cost.day, { name: 'a chunk after 24 h, processor', unit: 'ms', ...lower }));
report(
  measurementOf([sizeOf(day.memory) / sizeOf(hour.memory)], {
    ...{ name: 'memory of the fold after 24 h / after 1 h', unit: 'x', ...lower },
  }),
);

interface Aged {
  readonly memory: AggregationMemory;
  /** Those that follow. */
  readonly chunks: readonly ObservedChunk[];
}

function aged(chunks: number): Aged {
  let memory: AggregationMemory | undefined;
  for (let seq = 0; seq < chunks; seq += 1) memory = aggregate(memory, chunkOfDay(seq)).memory;
  const following = Array.from({ length: measuredChunks }, (_, n) => chunkOfDay(chunks + n));
  return { memory: memory!, chunks: following };
}

async function millisecondsAfter({ memory, chunks }: Aged): Promise<number> {
  const { cpu } = await spentOn(() => {
    let current = memory;
    for (const chunk of chunks) current = aggregate(current, chunk).memory;
  });
  return (cpu * 1000) / chunks.length;
}

function sizeOf(memory: AggregationMemory): number {
  return JSON.stringify(memory).length;
}
