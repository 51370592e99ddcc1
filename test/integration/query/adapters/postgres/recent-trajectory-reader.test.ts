/** Memory must give the answers of the store, whatever happens between two questions. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PostgresRecordingStore } from '../../../../../ingest/adapters/postgres/recording-store.ts';
import type { Database, Sql } from '../../../../../kernel/adapters/postgres/database.ts';
import type { Started } from '../../../../../kernel/lifecycle.ts';
import type { TimeRange } from '../../../../../kernel/time.ts';
import { PostgresProcessingStore } from '../../../../../processors/adapters/postgres/processing-store.ts';
import type { TrajectoryChanges } from '../../../../../processors/domain/trajectory.ts';
import { RecentTrajectoryReader } from '../../../../../query/adapters/postgres/recent-trajectory-reader.ts';
import { PostgresTrajectoryReader } from '../../../../../query/adapters/postgres/trajectory-reader.ts';
import { aChunkResult, noChanges } from '../../../../support/chunk-results.ts';
import { emptyDatabase, openTestDatabase } from '../../../../support/database.ts';
import { aTrajectory, aTrajectoryState } from '../../../../support/observations.ts';
import { aChunk } from '../../../../support/recordings.ts';
import { waitFor } from '../../../../support/wait-for.ts';

let opened: Started<Database>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.stop());
beforeEach(() => emptyDatabase(opened.value));

const chunkMs = 15_000;

/** Commits chunk `seq`, in which trajectory `id` is seen, from the chunk it began in. */
async function see(streamId: string, seq: number, id: string, began = seq): Promise<void> {
  const range = { start: began * chunkMs, end: (seq + 1) * chunkMs };
  await commit(streamId, seq, {
    ...noChanges,
    trajectories: [aTrajectory({ id, streamId, firstAt: range.start, lastAt: range.end })],
    states: [aTrajectoryState(id, 'present', [], range)],
  });
}

async function commit(streamId: string, seq: number, changes: TrajectoryChanges): Promise<void> {
  const chunk = aChunk({ streamId, seq });
  const onCommitted = () => {};
  await new PostgresRecordingStore(opened.value, { onCommitted }).recordChunk(chunk);
  await new PostgresProcessingStore(opened.value, { onCommitted }).commitChunk(
    aChunkResult({ chunk, observations: [], changes }),
  );
}

/** A reader, and a count of the statements it has sent. */
function countedReader(options?: ConstructorParameters<typeof RecentTrajectoryReader>[1]) {
  let statements = 0;
  const sql: Sql = {
    query: (text, parameters) => {
      statements += 1;
      return opened.value.query(text, parameters);
    },
  };
  const reader = new RecentTrajectoryReader(new PostgresTrajectoryReader(sql), options);
  const costOf = async (range: TimeRange): Promise<number> => {
    const before = statements;
    await reader.find({ range });
    return statements - before;
  };
  /** Asks until memory alone answers: one statement finds that nothing is new. */
  const warm = (range = always) => waitFor(async () => (await costOf(range)) === 1);
  return { reader, costOf, warm };
}

const always = { start: 0, end: 100_000_000 };

it('a read sees what was committed a moment before', async () => {
  const { reader, warm } = countedReader();
  await see('cam', 0, 'a');
  expect(await reader.find({ range: always })).toMatchObject([{ id: 'a', lastAt: chunkMs }]);
  await warm();
  await see('cam', 1, 'a', 0);
  await see('door', 0, 'b');
  expect(await reader.find({ range: always })).toMatchObject([
    { id: 'a', lastAt: 2 * chunkMs },
    { id: 'b' },
  ]);
});

it('the store answers the first question on a stream, memory those that follow', async () => {
  const { reader, costOf, warm } = countedReader();
  await see('cam', 0, 'a');
  expect(await costOf(always)).toBe(2);
  await warm();
  expect(await reader.find({ range: always })).toMatchObject([{ id: 'a' }]);
});

it('forgets a trajectory that no longer holds', async () => {
  const { reader, warm } = countedReader();
  await see('cam', 0, 'a');
  await see('cam', 1, 'b');
  await warm();
  await commit('cam', 2, { ...noChanges, removedTrajectoryIds: ['a'] });
  expect(await reader.find({ range: always })).toMatchObject([{ id: 'b' }]);
});

it('sees a state that was added to a trajectory whose head did not change', async () => {
  const { reader, warm } = countedReader();
  await see('cam', 0, 'a');
  await warm();
  const state = aTrajectoryState('a', 'stationary', [], { start: 0, end: 1_000 }, 1);
  await commit('cam', 1, { ...noChanges, states: [state] });
  const [found] = await reader.find({ range: always });
  expect(found?.states.map(({ predicate }) => predicate)).toEqual(['present', 'stationary']);
});

it('reads from the store what lies before the stretch it keeps', async () => {
  const { reader, warm } = countedReader({ keepMs: 4 * chunkMs, capacity: 100 });
  for (let seq = 0; seq < 10; seq += 1) await see('cam', seq, `t${seq}`);
  const late = { start: 7 * chunkMs, end: 10 * chunkMs };
  await warm(late);
  expect((await reader.find({ range: late })).map(({ id }) => id)).toEqual(['t7', 't8', 't9']);
  expect(await reader.find({ range: always })).toHaveLength(10);
});

it('holds no more than its capacity, and still answers in full', async () => {
  const { reader, costOf, warm } = countedReader({ keepMs: 1_000_000, capacity: 4 });
  for (let seq = 0; seq < 12; seq += 1) await see('cam', seq, `t${seq}`);
  await warm({ start: 11 * chunkMs, end: 12 * chunkMs });
  expect(await reader.find({ range: always })).toHaveLength(12);
  expect(await costOf(always)).toBe(2);
});

it('gives the answers of the store after any commits, for any question', async () => {
  const stored = new PostgresTrajectoryReader(opened.value);
  const aStep = fc.record({
    streamId: fc.constantFrom('cam', 'door'),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    removes: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { freq: 6 }),
    question: fc.record({
      start: fc.nat(20),
      length: fc.integer({ min: 1, max: 20 }),
      kinds: fc.option(fc.constant(['person']), { nil: undefined }),
      streamIds: fc.option(fc.constantFrom(['cam'], ['door', 'cam']), { nil: undefined }),
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 1, maxLength: 14 }), async (steps) => {
      await emptyDatabase(opened.value);
      const { reader } = countedReader({ keepMs: 6 * chunkMs, capacity: 5 });
      for (const [seq, { streamId, id, removes, question }] of steps.entries()) {
        if (removes) {
          const removed = [`${streamId}/${removes}`];
          await commit(streamId, seq, { ...noChanges, removedTrajectoryIds: removed });
        } else {
          await see(streamId, seq, `${streamId}/${id}`);
        }
        const { start, length, kinds, streamIds } = question;
        const range = { start: start * chunkMs, end: (start + length) * chunkMs };
        const filter = { range, kinds, streamIds };
        expect(await reader.find(filter)).toEqual(await stored.find(filter));
      }
    }),
    { numRuns: 25 },
  );
});
