import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate, noTrajectoryChanges } from '../../../processors/aggregate.ts';
import type {
  AggregationInput,
  AggregationMemory,
} from '../../../processors/domain/aggregation-memory.ts';
import type { Event, EventLevel } from '../../../processors/domain/event.ts';
import type { EventMemory } from '../../../processors/domain/event-memory.ts';
import {
  defaultEventMemoryOptions,
  describeEvents,
  type EventInput,
} from '../../../processors/event-memory.ts';
import { aBox, aTrajectory } from '../../support/observations.ts';
import { type Actor, aGapInput, chunkOf } from '../../support/scenes.ts';

const levels: readonly EventLevel[] = ['short', 'medium', 'long'];

const dayMs = 86_400_000;

const walker = (seq: number): Actor => ({
  visible: { start: seq * 15_000 + 2_000, end: seq * 15_000 + 18_000 },
  from: aBox({ x: 0 }),
  to: aBox({ x: 0.9 }),
  entry: 'side:left',
  exit: 'side:right',
});

/** Consecutive chunks, and gaps in place of those in `lost`, with what the aggregator made of them. */
function eventInputs(from: number, count: number, lost: readonly number[] = []): EventInput[] {
  const seqs = Array.from({ length: count }, (_, n) => from + n);
  const actors = seqs.map(walker);
  let memory: AggregationMemory | undefined;
  return seqs.map((seq, n): EventInput => {
    const isLost = n > 0 && lost.includes(n);
    const input: AggregationInput = isLost ? aGapInput(seq) : chunkOf(seq, actors);
    const step = aggregate(memory, input);
    memory = step.memory;
    return { ...input, changes: step.changes };
  });
}

function tell(inputs: readonly EventInput[], between = (memory: EventMemory) => memory) {
  let memory: EventMemory | undefined;
  const events: Event[] = [];
  const synopses: string[] = [];
  for (const input of inputs) {
    const step = describeEvents(memory && between(memory), input);
    memory = step.memory;
    events.push(...step.events);
    if (step.synopsis) synopses.push(step.synopsis.text);
  }
  return { memory: memory!, events, synopses };
}

const someInputs = fc
  .record({
    from: fc.nat(1_000),
    count: fc.integer({ min: 1, max: 12 }),
    lost: fc.array(fc.nat(11), { maxLength: 4 }),
  })
  .map(({ from, count, lost }) => eventInputs(from, count, lost));

describe('describeEvents()', () => {
  it('every window of every level behind the watermark gets exactly one event', () => {
    fc.assert(
      fc.property(someInputs, (inputs) => {
        const { events, memory } = tell(inputs);
        const [first] = inputs;
        const start = 'gap' in first! ? first.gap.start : first!.chunk.range.start;
        for (const level of levels) {
          const length = defaultEventMemoryOptions.windowMs[level];
          const numbers: number[] = [];
          for (let n = Math.floor(start / length); (n + 1) * length <= memory.watermark; n += 1) {
            numbers.push(n);
          }
          const own = events.filter((event) => event.level === level);
          expect(own.map(({ id }) => id)).toEqual(numbers.map((n) => `cam/${level}/${n}`));
          expect(own.map(({ range }) => range)).toEqual(
            numbers.map((n) => ({ start: n * length, end: (n + 1) * length })),
          );
        }
      }),
    );
  });

  it('a restart between any two steps changes nothing', () => {
    fc.assert(
      fc.property(someInputs, (inputs) => {
        const restarted = tell(inputs, (memory) => JSON.parse(JSON.stringify(memory)));
        expect(restarted).toEqual(tell(inputs));
      }),
    );
  });

  it('a step that is repeated describes no window again', () => {
    const inputs = eventInputs(0, 10);
    const repeated = inputs.flatMap((input) => [input, input]);
    expect(tell(repeated).events).toEqual(tell(inputs).events);
  });

  it('a window waits while chunks wait for a missing one, and then tells all', () => {
    const seqs = [0, 2, 3, 1, 4];
    const actors = [0, 1, 2, 3, 4].map(walker);
    let linking: AggregationMemory | undefined;
    const inputs = seqs.map((seq): EventInput => {
      const input = chunkOf(seq, actors);
      const { memory, ...step } = aggregate(linking, input);
      linking = memory;
      return { ...input, ...step };
    });
    const { events, memory } = tell(inputs);
    const inOrder = tell(eventInputs(0, 5));
    expect(events).toEqual(inOrder.events);
    expect(memory.synopsis).toEqual(inOrder.memory.synopsis);
  });

  it('what shows nothing is not watched, also when that is known only later', () => {
    const chunk = (seq: number, blind: { start: number; end: number }[] = []): EventInput => ({
      chunk: { streamId: 'cam', range: { start: seq * 15_000, end: (seq + 1) * 15_000 }, blind },
      changes: noTrajectoryChanges,
    });
    const frozen = { start: 20_000, end: 60_000 };
    const { events } = tell([chunk(0), chunk(1), chunk(2), chunk(3, [frozen])]);
    const of = (level: EventLevel) => events.filter((event) => event.level === level);
    expect(of('short').map(({ watched }) => watched)).toEqual([1, 1, 1, 0]);
    expect(of('short').at(-1)!.caption).toBe('Not watched.');
    const { events: later } = tell([chunk(0), chunk(1), chunk(2), chunk(3, [frozen]), chunk(4)]);
    expect(later.find(({ level }) => level === 'long')!.watched).toBeCloseTo(25 / 65);
  });

  it('the watched share is what the chunks cover; a window in a gap is not watched', () => {
    const { events } = tell(eventInputs(0, 8, [2, 3, 4]));
    const short = events.filter(({ level }) => level === 'short');
    expect(short.map(({ watched }) => watched)).toEqual([1, 1, 0, 0, 0, 1, 1, 1]);
    expect(short[2]!.caption).toBe('Not watched.');
    const medium = events.find(({ id }) => id === 'cam/medium/0')!;
    expect(medium.watched).toBeCloseTo(30 / 35);
    expect(medium.caption).toMatch(/Only 86% of this was watched\.$/);
  });

  it('a gap of days makes no event for windows that lie wholly inside it', () => {
    const gap = { ...aGapInput(1).gap, end: 3 * 86_400_000 };
    const inputs = [...eventInputs(0, 1), { gap, changes: noTrajectoryChanges }];
    const { events, memory } = tell(inputs);
    expect(memory.watermark).toBe(gap.end);
    expect(events.length).toBeLessThanOrEqual(6);
  });

  it('a gap of fifty years, told or only jumped over, costs no more than one of a day', () => {
    const chunkAt = (start: number): EventInput => ({
      chunk: { streamId: 'cam', range: { start, end: start + 15_000 } },
      changes: noTrajectoryChanges,
    });
    const end = 50 * 365 * dayMs;
    const gap = { gap: { ...aGapInput(1).gap, end }, changes: noTrajectoryChanges };
    const told = tell([...eventInputs(0, 1), gap, chunkAt(end)]);
    const jumped = tell([...eventInputs(0, 1), chunkAt(end)]);
    expect(told.events.length).toBeLessThanOrEqual(8);
    expect(jumped.events).toEqual(told.events);
    const [first] = told.memory.synopsis.hours;
    expect(told.memory.synopsis.hours).toHaveLength(defaultEventMemoryOptions.hoursKept);
    expect(told.memory.synopsis.before).toMatchObject({ range: { start: 0 }, watchedMs: 15_000 });
    expect(first!.range.start).toBeGreaterThan(end - dayMs);
  });

  it('a long event tells what its short events told, and who took part', () => {
    const { events } = tell(eventInputs(0, 6));
    const long = events.find(({ id }) => id === 'cam/long/0')!;
    expect(long.participants).toHaveLength(5);
    expect(long.caption).toMatch(
      /^A person enters from the left and leaves to the right; three more people do the same\./,
    );
  });

  it('the memory does not grow with the age of the stream', () => {
    const sizeAfter = (count: number) => {
      const { synopsis: _, ...open } = tell(eventInputs(0, count)).memory;
      return JSON.stringify(open).length;
    };
    expect(sizeAfter(546)).toBeLessThan(1.1 * sizeAfter(91));
  });
});

describe('the synopsis', () => {
  it('is renewed when a long window closes, and tells the last minutes event by event', () => {
    const { synopses, events } = tell(eventInputs(0, 30));
    const long = events.filter(({ level }) => level === 'long');
    expect(synopses).toHaveLength(long.length);
    const [hour, ...told] = synopses.at(-1)!.split('\n');
    expect(hour).toBe('1970-01-01 00:00 to 00:06: 26 people came; 100% watched.');
    expect(told).toEqual(
      long.map(
        ({ range, caption }) => `${new Date(range.start).toISOString().slice(11, 19)} ${caption}`,
      ),
    );
  });

  it('is bounded in length, and forgets no arrival', () => {
    const day = 5_760;
    const windowMs = { short: 300_000, medium: 600_000, long: 1_200_000 };
    const lengths: number[] = [];
    let memory: EventMemory | undefined;
    for (let seq = 0; seq < 12 * day; seq += 20) {
      const range = { start: seq * 15_000, end: (seq + 20) * 15_000 };
      const changes = {
        ...noTrajectoryChanges,
        trajectories: [aTrajectory({ firstAt: range.start + 1 })],
      };
      const chunk = { streamId: 'cam', range };
      const step = describeEvents(memory, { chunk, changes }, { windowMs });
      memory = step.memory;
      if (step.synopsis) lengths.push(step.synopsis.text.length);
    }
    expect(Math.max(...lengths)).toBeLessThan(6_000);
    const { before, days, hours } = memory!.synopsis;
    const counted = [before!, ...days, ...hours].reduce(
      (sum, tally) => sum + (tally.arrivals.person ?? 0),
      0,
    );
    expect(counted).toBe((12 * day) / 20);
  });
});
