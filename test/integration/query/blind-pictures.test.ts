/**
 * The promise from camera to answer: what a picture did not show is not known. Real: the capture
 * child, Postgres, questions. Scripted: the extraction, which sees nobody.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PostgresRecordingStore } from '../../../ingest/adapters/postgres/recording-store.ts';
import type { Database } from '../../../kernel/adapters/postgres/database.ts';
import type { Started } from '../../../kernel/lifecycle.ts';
import { PostgresProcessingStore } from '../../../processors/adapters/postgres/processing-store.ts';
import { PostgresCoverageReader } from '../../../query/adapters/postgres/coverage-reader.ts';
import { PostgresStreamReader } from '../../../query/adapters/postgres/stream-reader.ts';
import { PostgresTrajectoryReader } from '../../../query/adapters/postgres/trajectory-reader.ts';
import { answerQuestion } from '../../../query/answer-question.ts';
import { planQuestion } from '../../../query/plan-question.ts';
import { truthOver } from '../../../query/standing/evaluate-standing.ts';
import { aChunkResult, noChanges } from '../../support/chunk-results.ts';
import { emptyDatabase, openTestDatabase } from '../../support/database.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { makeClip } from '../../support/media.ts';
import { recordFile, startRig } from '../../support/recording-rig.ts';

/** On the grid of chunks. */
const startAt = 1_699_999_995_000;
const at = (second: number) => startAt + second * 1_000;
const now = at(200);

let database: Started<Database>;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.stop());

beforeEach(async () => {
  await emptyDatabase(database.value);
  await watchFreezingCamera();
});

/** A picture that freezes from 15 to 55 s, of 75; nobody is ever seen. */
async function watchFreezingCamera(): Promise<void> {
  const moving = 'testsrc2=size=320x180:rate=10:d=15,noise=alls=6:allf=t';
  const after = moving.replace('d=15', 'd=20');
  const picture = `${moving},tpad=stop_mode=clone:stop_duration=40[a];${after}[b];[a][b]concat`;
  const url = await makeClip({ picture, seconds: 75, framesPerSecond: 10, keyInterval: 20 });
  const rig = await startRig();
  await recordFile(rig, { url, pace: 'fast', startAt });

  const onCommitted = () => {};
  const recordings = new PostgresRecordingStore(database.value, { onCommitted });
  const processing = new PostgresProcessingStore(database.value, { onCommitted });
  const source = { url, pace: 'fast', startAt } as const;
  await recordings.saveStream({ id: 'cam', name: 'Dock', source }, startAt);
  for (const chunk of rig.store.chunks('cam')) {
    await recordings.recordChunk(chunk);
    await processing.commitChunk(aChunkResult({ chunk, observations: [], changes: noChanges }));
  }
}

const readers = () => ({
  trajectories: new PostgresTrajectoryReader(database.value),
  coverage: new PostgresCoverageReader(database.value),
});

const ask = (from: number, to: number) =>
  answerQuestion(
    { text: 'Was anyone there?', from: at(from), to: at(to) },
    {
      ...readers(),
      streams: new PostgresStreamReader(database.value),
      segments: { find: async () => [] },
      clock: new ManualClock(now),
      zones: [],
      lines: [],
    },
  );

it('whether anyone was there cannot be known of a frozen picture, and the answer says why', async () => {
  expect(await ask(2, 14)).toMatchObject({ verdict: 'no' });
  expect(await ask(57, 74)).toMatchObject({ verdict: 'no' });
  const inTheMidst = [20, 50] as const;
  const beforeAnybodyCouldKnow = [17, 28] as const;
  const around = [2, 74] as const;
  for (const [from, to] of [inTheMidst, beforeAnybodyCouldKnow, around]) {
    const answer = await ask(from, to);
    expect(answer).toMatchObject({ verdict: 'unknown', reason: 'not-covered' });
    expect(answer.text).toContain('picture frozen');
    expect(answer.coverage.gaps.map(({ reason }) => reason)).toEqual(['picture-frozen']);
  }
});

it('a standing question has no data for as long as the picture is frozen', async () => {
  const streams = [{ id: 'cam', name: 'Dock' }];
  const extent = { start: startAt, end: at(75) };
  const question = { text: 'Is nobody there?' };
  const plan = planQuestion(question, { now, extent, streams, zones: [], lines: [] });
  const truth = await truthOver(plan, 'cam', extent, readers());
  const seconds = (ranges: readonly { start: number; end: number }[]) =>
    ranges.map(({ start, end }) => [start, end].map((x) => Math.round((x - startAt) / 1_000)));
  expect(seconds(truth.unknown)).toEqual([[15, 55]]);
  expect(seconds(truth.yes.map(({ range }) => range))).toEqual([
    [0, 15],
    [55, 75],
  ]);
});
