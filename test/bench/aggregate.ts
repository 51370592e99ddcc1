/**
 * Cost of one aggregated chunk after a day of history against after an hour, and the optimal
 * assignment against the greedy one. Run it with `node test/bench/aggregate.ts`; prints ratios.
 */
import { aggregate } from '../../processors/aggregate.ts';
import type { AggregationOptions } from '../../processors/aggregation-options.ts';
import type {
  AggregationMemory,
  ObservedChunk,
} from '../../processors/domain/aggregation-memory.ts';
import { aBox, anObservation } from '../support/observations.ts';
import { type Actor, chunkLengthMs, chunkOf, foldInputs } from '../support/scenes.ts';

const chunksAnHour = 3_600_000 / chunkLengthMs;
const chunksADay = 24 * chunksAnHour;
const measuredChunks = 200;
const rounds = 7;

/** Numbers in 0..1 that are the same in every run (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A unit vector with 48 numbers, like a colour histogram. */
function lookOf(random: () => number): number[] {
  const raw = Array.from({ length: 48 }, () => random() ** 3);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

/** Six cars that stay all day and, in each chunk, three people who come and go. */
function chunkOfDay(seq: number): ObservedChunk {
  const cars = Array.from(
    { length: 6 },
    (_, n): Actor => ({
      kind: 'car',
      visible: { start: 0, end: (chunksADay + measuredChunks) * chunkLengthMs },
      from: aBox({ x: 0.1 + n * 0.14, y: 0.7, width: 0.12, height: 0.15 }),
      appearance: lookOf(numbersFrom(n)),
    }),
  );
  const people = Array.from({ length: 3 }, (_, n): Actor => {
    const start = seq * chunkLengthMs + 1_000 + n * 3_000;
    return {
      visible: { start, end: start + 7_000 },
      from: aBox({ x: 0 }),
      to: aBox({ x: 0.9 }),
      entry: 'side:left',
      exit: 'side:right',
      appearance: lookOf(numbersFrom(seq * 3 + n)),
    };
  });
  return chunkOf(seq, [...cars, ...people]);
}

function memoryAfter(chunks: number): AggregationMemory {
  let memory: AggregationMemory | undefined;
  for (let seq = 0; seq < chunks; seq += 1) memory = aggregate(memory, chunkOfDay(seq)).memory;
  return memory!;
}

/** Milliseconds per chunk for the chunks that follow the memory. */
function costAfter(memory: AggregationMemory, chunks: readonly ObservedChunk[]): number {
  const startedAt = performance.now();
  let current = memory;
  for (const chunk of chunks) current = aggregate(current, chunk).memory;
  return (performance.now() - startedAt) / chunks.length;
}

const followingChunks = (from: number): ObservedChunk[] =>
  Array.from({ length: measuredChunks }, (_, n) => chunkOfDay(from + n));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Both ages in turns, so that neither gets the warmer machine. */
function compareAges(): void {
  const ages = [chunksAnHour, chunksADay].map((chunks) => ({
    memory: memoryAfter(chunks),
    chunks: followingChunks(chunks),
    costs: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const age of ages) age.costs.push(costAfter(age.memory, age.chunks));
  }
  const [hour, day] = ages.map(({ costs }) => median(costs));
  const [hourBytes, dayBytes] = ages.map(({ memory }) => JSON.stringify(memory).length);
  console.log(`cost per chunk: ${hour!.toFixed(3)} ms after 1 h, ${day!.toFixed(3)} ms after 24 h`);
  console.log(`ratio ${(day! / hour!).toFixed(2)} (target <= 1.1)`);
  console.log(`memory: ${hourBytes} bytes after 1 h, ${dayBytes} bytes after 24 h`);
}

/** People who stand close together, hide for a moment and are seen again nearby, a little changed. */
function aCrowd(seed: number): { inputs: ObservedChunk[]; truth: Map<string, number> } {
  const random = numbersFrom(seed);
  const base = lookOf(random);
  const people = Array.from({ length: 12 }, () => ({
    look: mixLooks(base, lookOf(random), 0.5),
    x: 0.1 + 0.6 * random(),
    y: 0.2 + 0.3 * random(),
  }));
  const truth = new Map<string, number>();
  const inputs = [0, 1, 2, 3].map((seq): ObservedChunk => {
    const { chunk } = chunkOf(seq, []);
    const observations = people.map((person, n) => {
      person.x += (random() - 0.5) * 0.12;
      const start = chunk.range.start + 1_500 + Math.floor(random() * 1_500);
      const end = chunk.range.end - 500 - Math.floor(random() * 1_000);
      const observation = anObservation({
        chunk: { seq },
        n,
        range: { start, end },
        box: aBox({ x: person.x, y: person.y }),
        appearance: mixLooks(person.look, lookOf(random), 0.5),
      });
      truth.set(observation.id, n);
      return observation;
    });
    return { chunk, observations };
  });
  return { inputs, truth };
}

function mixLooks(a: readonly number[], b: readonly number[], share: number): number[] {
  const mixed = a.map((value, i) => value * (1 - share) + b[i]! * share);
  const length = Math.hypot(...mixed);
  return mixed.map((value) => value / length);
}

/** Share of the observations after the first chunk that continue the right person. */
function rightlyJoined(seed: number, assignment: AggregationOptions['assignment']): number {
  const { inputs, truth } = aCrowd(seed);
  const { changes } = foldInputs(inputs, { assignment });
  const later = changes.assignments.filter(({ observationId }) => !/\/0#/.test(observationId));
  const right = later.filter(
    ({ observationId, trajectoryId }) =>
      observationId !== trajectoryId && truth.get(observationId) === truth.get(trajectoryId),
  );
  return right.length / later.length;
}

function compareAssignments(): void {
  const seeds = Array.from({ length: 100 }, (_, n) => n + 1);
  for (const assignment of ['optimal', 'greedy'] as const) {
    const startedAt = performance.now();
    const shares = seeds.map((seed) => rightlyJoined(seed, assignment));
    const ms = (performance.now() - startedAt) / (seeds.length * 4);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    console.log(
      `${assignment}: ${(100 * mean).toFixed(1)}% of a crowd of 12 joined rightly, ${ms.toFixed(2)} ms per chunk`,
    );
  }
}

compareAges();
compareAssignments();
