/**
 * Real: the embedded Postgres with the stores of all contexts, the message log, HTTP to a receiver.
 * Scripted: the question, which is always "is somebody there?" over the stored states.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { PostgresRecordingStore } from '../../../../ingest/adapters/postgres/recording-store.ts';
import { memoryMessageLog } from '../../../../kernel/adapters/memory-message-log.ts';
import type { Database } from '../../../../kernel/adapters/postgres/database.ts';
import type { Started } from '../../../../kernel/lifecycle.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import type { MessageLog } from '../../../../kernel/message-log.ts';
import { clipRanges, systemClock, type TimeRange } from '../../../../kernel/time.ts';
import { PostgresProcessingStore } from '../../../../processors/adapters/postgres/processing-store.ts';
import { memoryTopic } from '../../../../processors/contract.ts';
import { PostgresCoverageReader } from '../../../../query/adapters/postgres/coverage-reader.ts';
import { PostgresStandingQuestionStore } from '../../../../query/adapters/postgres/standing-question-store.ts';
import { PostgresStreamReader } from '../../../../query/adapters/postgres/stream-reader.ts';
import { PostgresTrajectoryReader } from '../../../../query/adapters/postgres/trajectory-reader.ts';
import { createWebhookNotifier } from '../../../../query/adapters/webhook-notifier.ts';
import type { Plan } from '../../../../query/domain/plan.ts';
import { NotificationRelay } from '../../../../query/notification/notification-relay.ts';
import type { WebhookBody } from '../../../../query/notification/webhook-body.ts';
import {
  StandingQuestions,
  type StandingQuestionsOptions,
} from '../../../../query/standing/standing-questions.ts';
import { aChunkResult, noChanges } from '../../../support/chunk-results.ts';
import { emptyDatabase, openTestDatabase } from '../../../support/database.ts';
import { aTrajectory, aTrajectoryState } from '../../../support/observations.ts';
import { aChunk, aGap, aSource } from '../../../support/recordings.ts';
import { waitFor } from '../../../support/wait-for.ts';

let database: Started<Database>;
let log: Started<MessageLog>;
let receiver: Server;
let received: { key: string; body: WebhookBody }[];
let webhookUrl: string;
let stopping: AbortController;
let running: Promise<void>[];

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.stop());

beforeEach(async () => {
  await emptyDatabase(database.value);
  log = await memoryMessageLog({ logger: silentLogger }).start();
  received = [];
  receiver = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    received.push({
      key: String(request.headers['idempotency-key']),
      body: JSON.parse(text) as WebhookBody,
    });
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await recordings().saveStream(aSource(), 0);
  start();
});

afterEach(async () => {
  await stop();
  await log.stop();
  await new Promise((resolve) => receiver.close(resolve));
});

const recordings = () => new PostgresRecordingStore(database.value, { onCommitted: () => {} });

const plan: Plan = {
  scope: {
    range: { start: 0, end: 1 },
    base: { start: 0, end: 1 },
    ...{ isInstant: false, isExplicit: false, understood: '', timeZone: 'UTC' },
  },
  query: {
    type: 'exists',
    happening: { type: 'object', subject: { kind: 'person' }, action: { type: 'present' } },
  },
  understoodAs: 'Whether somebody is there',
};

const truthOver: StandingQuestionsOptions['truthOver'] = async (_, streamId, range, readers) => {
  const people = await readers.trajectories.find({ streamIds: [streamId], range });
  const yes = people.flatMap(({ id, states }) => {
    const present = states.filter((state) => state.predicate === 'present');
    const parts = clipRanges(
      present.map((state) => state.range),
      range,
    );
    return parts.map((part) => ({ range: part, trajectoryIds: [id] }));
  });
  const coverage = await readers.coverage.coverage([streamId], range);
  return { yes, unknown: coverage.flatMap(({ gaps }) => gaps) };
};

let questions: StandingQuestions;

function start(): void {
  const store = new PostgresStandingQuestionStore(database.value);
  const clock = systemClock;
  const relay = new NotificationRelay({
    ...{ store, clock, logger: silentLogger, notifier: createWebhookNotifier({ clock }) },
  });
  questions = new StandingQuestions({
    ...{ store, clock, log: log.value, logger: silentLogger, truthOver },
    streams: new PostgresStreamReader(database.value),
    readers: {
      trajectories: new PostgresTrajectoryReader(database.value),
      coverage: new PostgresCoverageReader(database.value),
    },
    plan: async () => plan,
    isStandable: () => ({ ok: true }),
    describeCost: () => '',
    onNotifications: () => relay.wake(),
  });
  stopping = new AbortController();
  running = [questions.run(stopping.signal), relay.run(stopping.signal)];
}

async function stop(): Promise<void> {
  stopping.abort();
  await Promise.all(running);
}

/** Chunk `seq` is recorded and processed: somebody is there over the range, if one is given. */
async function processChunk(seq: number, person?: TimeRange): Promise<void> {
  const chunk = aChunk({ seq });
  const trajectory = aTrajectory({ id: 'someone', streamId: 'cam', ...(person && lifeOf(person)) });
  const changes = person && {
    ...noChanges,
    trajectories: [trajectory],
    states: [aTrajectoryState('someone', 'present', [], person)],
  };
  await recordings().recordChunk(chunk);
  await processing().commitChunk(
    aChunkResult({ chunk, observations: [], changes: changes ?? noChanges }),
  );
  await announce(chunk.range);
}

async function lose(range: TimeRange): Promise<void> {
  await recordings().recordGap(aGap(range));
  await processing().commitGap(aGap(range), aChunkResult({ changes: noChanges }));
  await announce(range);
}

const processing = () => new PostgresProcessingStore(database.value, { onCommitted: () => {} });

const lifeOf = ({ start, end }: TimeRange) => ({ firstAt: start, lastAt: end });

const announce = (range: TimeRange) =>
  log.value.publish(memoryTopic, 'cam', {
    ...{ type: 'chunk', streamId: 'cam', epoch: 1, seq: 0, range },
    ...{ trajectoryIds: [], eventIds: [] },
  });

const told = () => received.map(({ body }) => body.alerts[0]!.transition);

it('an alert goes from stored states to the webhook, through a gap and a restart, once', async () => {
  const asked = { question: 'Is somebody there?', holdForSeconds: 10, keepFiringForSeconds: 0 };
  const question = await questions.watch({ ...asked, webhookUrl });
  await processChunk(0, { start: 4_000, end: 15_000 });
  await waitFor(() => received.length === 1);
  expect(received[0]!.body.alerts[0]).toMatchObject({
    transition: 'firing',
    labels: { question_id: question.id, stream: 'cam' },
    startsAt: '1970-01-01T00:00:04.000Z',
    firedAt: '1970-01-01T00:00:14.000Z',
    clipPath: '/api/clips/cam_4000_15000/video.mp4',
  });

  await lose({ start: 15_000, end: 30_000 });
  await waitFor(() => received.length === 2);
  await stop();
  await processChunk(2, { start: 4_000, end: 40_000 });
  await processChunk(3);
  start();
  await waitFor(() => received.length === 4);
  expect(told()).toEqual(['firing', 'noData', 'dataBack', 'resolved']);
  expect(new Set(received.map(({ key }) => key)).size).toBe(4);

  const [alert, ...others] = await questions.alerts({ limit: 10 });
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ state: 'resolved', startsAt: 4_000, endsAt: 40_000 });
});

it('a question begins at the end of what was processed', async () => {
  await processChunk(0, { start: 4_000, end: 9_000 });
  const asked = { question: 'Is somebody there?', holdForSeconds: 0, keepFiringForSeconds: 0 };
  await questions.watch({ ...asked, webhookUrl });
  await processChunk(1, { start: 16_000, end: 20_000 });
  await waitFor(() => received.length === 1);
  expect(received[0]!.body.alerts[0]!.startsAt).toBe('1970-01-01T00:00:16.000Z');
});

it('a question that is removed ends its alert and tells it', async () => {
  const asked = { question: 'Is somebody there?', holdForSeconds: 0, keepFiringForSeconds: 0 };
  const { id } = await questions.watch({ ...asked, webhookUrl });
  await processChunk(0, { start: 4_000, end: 15_000 });
  await waitFor(() => received.length === 1);
  await questions.unwatch(id);
  await waitFor(() => received.length === 2);
  expect(told()).toEqual(['firing', 'resolved']);
  expect(await questions.all()).toEqual([]);
});
