/** Over a store and a message log in memory; when a question holds is scripted. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryMessageLog } from '../../../../kernel/adapters/memory-message-log.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { Started } from '../../../../kernel/lifecycle.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import type { MessageLog } from '../../../../kernel/message-log.ts';
import { ok } from '../../../../kernel/outcome.ts';
import { clipRanges, type TimeRange } from '../../../../kernel/time.ts';
import { type MemoryAdvanced, memoryTopic } from '../../../../processors/contract.ts';
import { type AlertChanged, alertsTopic } from '../../../../query/contract.ts';
import type { Plan, Query } from '../../../../query/domain/plan.ts';
import type { NewStandingQuestion } from '../../../../query/domain/standing-question.ts';
import type { StoredStream } from '../../../../query/ports.ts';
import type { TruthReaders } from '../../../../query/standing/evaluate-standing.ts';
import {
  StandingQuestions,
  type StandingQuestionsOptions,
} from '../../../../query/standing/standing-questions.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryStandingQuestionStore } from '../../../support/memory-standing-question-store.ts';
import { waitFor } from '../../../support/wait-for.ts';

const comesIn: Query = {
  type: 'exists',
  happening: { type: 'object', subject: { kind: 'person' }, action: { type: 'arrives' } },
};

const planOf = (query: Query, isExplicit = false): Plan => ({
  scope: {
    range: { start: 0, end: 1 },
    base: { start: 0, end: 1 },
    isInstant: false,
    isExplicit,
    understood: 'yesterday',
    timeZone: 'UTC',
  },
  query,
  understoodAs: 'Whether a person comes in',
});

const asked = (options: Partial<NewStandingQuestion> = {}): NewStandingQuestion => ({
  question: 'Does a person come in?',
  holdForSeconds: 0,
  keepFiringForSeconds: 0,
  ...options,
});

/** Chunk number n of the 15 s grid. */
const chunk = (n: number): TimeRange => ({ start: n * 15_000, end: (n + 1) * 15_000 });

let store: MemoryStandingQuestionStore;
let clock: ManualClock;
let log: Started<MessageLog>;
let told: AlertChanged[];
let streams: StoredStream[];
/** When the answer is yes, on every stream. */
let present: TimeRange[];
let recordedUntil: number | undefined;
let stopping: AbortController;
let running: Promise<void>[];

beforeEach(async () => {
  store = new MemoryStandingQuestionStore();
  clock = new ManualClock(1_000_000);
  log = await memoryMessageLog({ logger: silentLogger }).start();
  told = [];
  await log.value.subscribe(alertsTopic, 'test', async (change) => {
    told.push(change);
    return ok;
  });
  streams = [{ id: 'cam', name: 'Door', url: 'rtsp://camera.test', enabledAt: 0, profile: null }];
  present = [];
  recordedUntil = undefined;
  stopping = new AbortController();
  running = [];
});

afterEach(async () => {
  stopping.abort();
  await Promise.all(running);
  await log.stop();
});

const find = vi.fn(async () => []);
const readers: TruthReaders = {
  trajectories: { find, path: async () => [], links: async () => [] },
  coverage: {
    coverage: async () => [],
    extent: async () =>
      recordedUntil === undefined ? undefined : { start: 0, end: recordedUntil },
  },
};

const truth: StandingQuestionsOptions['truthOver'] = async (_, __, range) => ({
  yes: clipRanges(present, range).map((part) => ({ range: part, trajectoryIds: ['cam/1/0#0'] })),
  unknown: [],
});

function start(options: Partial<StandingQuestionsOptions> = {}): StandingQuestions {
  const questions = new StandingQuestions({
    ...{ store, readers, clock, log: log.value, logger: silentLogger, random: () => 0 },
    streams: { streams: async () => streams },
    plan: async () => planOf(comesIn),
    isStandable: () => ({ ok: true }),
    describeCost: () => 'from stored states: 0 model calls',
    truthOver: truth,
    ...options,
  });
  running.push(questions.run(stopping.signal));
  return questions;
}

/** A chunk or gap becomes durable, and the message about it goes out. */
async function advance(type: 'chunk' | 'gap', range: TimeRange, streamId = 'cam'): Promise<void> {
  store.record(streamId, type, range);
  await announce(type, range, streamId);
}

function announce(type: 'chunk' | 'gap', range: TimeRange, streamId = 'cam'): Promise<void> {
  const message: MemoryAdvanced =
    type === 'gap'
      ? { type, gap: { streamId, ...range, reason: 'stalled' } }
      : { type, streamId, epoch: 1, seq: 0, range, trajectoryIds: [], eventIds: [] };
  return log.value.publish(memoryTopic, streamId, message);
}

/** Waits until every question has come to `at` on the stream. */
const evaluatedTo = (at: number, streamId = 'cam') =>
  waitFor(async () => {
    const steps = await store.lastSteps(streamId);
    return steps.length > 0 && steps.every((step) => step.at >= at);
  });

const transitions = () => told.map((change) => change.transition);

const deliveriesOf = async (): Promise<{ id: string; transition: string }[]> =>
  (
    await Promise.all((await store.alerts({ limit: 100 })).map((a) => store.deliveries(a.id)))
  ).flat();

describe('registering a standing question', () => {
  it('says how it was understood and what it costs', async () => {
    const question = await start().watch(asked());
    expect(question).toMatchObject({
      version: 1,
      understoodAs: 'Whether a person comes in',
      cost: 'from stored states: 0 model calls',
    });
    expect(await store.all()).toEqual([question]);
  });

  it.each<[string, Partial<StandingQuestionsOptions>, Partial<NewStandingQuestion>, RegExp]>([
    [
      'that is not understood, with the nearest forms',
      {
        plan: async () =>
          planOf({
            ...{ type: 'open', reason: 'not-understood', message: 'no word for "happy"' },
            nearest: ['does a person come in?'],
          }),
      },
      {},
      /no word for "happy".*"does a person come in\?"/,
    ],
    ['about a time', { plan: async () => planOf(comesIn, true) }, {}, /yesterday/],
    [
      'that has no yes or no',
      { isStandable: () => ({ ok: false, reason: 'a count needs a threshold' }) },
      {},
      /a count needs a threshold/,
    ],
    ['on an unknown stream', {}, { streamIds: ['nowhere'] }, /no stream 'nowhere'/],
    [
      'with a webhook to the credentials of a cloud',
      {},
      { webhookUrl: 'http://169.254.169.254/latest' },
      /must not go to/,
    ],
  ])('%s is refused', async (_, options, question, message) => {
    const refusal = start(options).watch(asked(question));
    await expect(refusal).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(refusal).rejects.toThrow(message);
    expect(await store.all()).toEqual([]);
  });
});

describe('a standing question', () => {
  it('fires when it holds, with evidence, and tells it after the commit', async () => {
    await start().watch(asked());
    present = [{ start: 4_000, end: 9_000 }];
    await advance('chunk', chunk(0));
    await waitFor(() => told.length === 2);
    expect(transitions()).toEqual(['firing', 'resolved']);
    const [alert] = await store.alerts({ limit: 10 });
    expect(alert).toEqual(told[1]!.alert);
    expect(alert!.evidence).toMatchObject({
      range: { start: 4_000, end: 9_000 },
      clipId: 'cam_4000_9000',
      trajectoryIds: ['cam/1/0#0'],
    });
  });

  it('begins where the stream is when it is registered', async () => {
    store.record('cam', 'chunk', chunk(0));
    recordedUntil = 15_000;
    present = [
      { start: 4_000, end: 9_000 },
      { start: 17_000, end: 18_000 },
    ];
    await start().watch(asked());
    await advance('chunk', chunk(1));
    await waitFor(() => told.length === 2);
    expect(told[0]!.alert.startsAt).toBe(17_000);
  });

  it('begins earlier when it is asked to', async () => {
    store.record('cam', 'chunk', chunk(0));
    recordedUntil = 15_000;
    present = [{ start: 4_000, end: 9_000 }];
    await start().watch(asked(), { since: 0 });
    await waitFor(() => told.length === 2);
    expect(told[0]!.alert).toMatchObject({ startsAt: 4_000 });
  });

  it('watches a stream that came later from its beginning', async () => {
    recordedUntil = 15_000;
    await start().watch(asked());
    streams.push({
      id: 'gate',
      name: 'Gate',
      url: 'rtsp://gate.test',
      enabledAt: clock.now() + 1,
      profile: null,
    });
    present = [{ start: 4_000, end: 9_000 }];
    await advance('chunk', chunk(0), 'gate');
    await waitFor(() => told.length === 2);
    expect(told[0]!.alert.streamId).toBe('gate');
  });

  it('looks only at the streams it names', async () => {
    streams.push({
      id: 'gate',
      name: 'Gate',
      url: 'rtsp://gate.test',
      enabledAt: 0,
      profile: null,
    });
    await start().watch(asked({ streamIds: ['gate'] }));
    present = [{ start: 4_000, end: 9_000 }];
    await advance('chunk', chunk(0));
    await advance('chunk', chunk(0), 'gate');
    await waitFor(() => told.length === 2);
    expect(await store.lastSteps('cam')).toEqual([]);
  });

  it('goes on after a restart where it stopped: nothing twice, nothing missed', async () => {
    const webhookUrl = 'http://receiver.test/hook';
    await start().watch(asked({ webhookUrl }));
    present = [
      { start: 4_000, end: 20_000 },
      { start: 40_000, end: 44_000 },
    ];
    await advance('chunk', chunk(0));
    await waitFor(() => told.length === 1);
    stopping.abort();
    await Promise.all(running);
    for (const n of [1, 2]) store.record('cam', 'chunk', chunk(n));
    stopping = new AbortController();
    start();
    await waitFor(() => told.length === 4);
    expect(transitions()).toEqual(['firing', 'resolved', 'firing', 'resolved']);
    expect(await store.alerts({ limit: 10 })).toHaveLength(2);
    expect((await deliveriesOf()).map((d) => d.transition).sort()).toEqual([
      'firing',
      'firing',
      'resolved',
      'resolved',
    ]);
  });

  it('is not moved by messages that come again', async () => {
    await start().watch(asked());
    present = [
      { start: 4_000, end: 9_000 },
      { start: 34_000, end: 39_000 },
    ];
    await advance('chunk', chunk(0));
    await announce('chunk', chunk(0));
    await advance('chunk', chunk(1));
    await announce('chunk', chunk(0));
    await advance('chunk', chunk(2));
    await waitFor(() => told.length >= 4);
    expect(transitions()).toEqual(['firing', 'resolved', 'firing', 'resolved']);
  });

  it('evaluated by two processes at once makes each alert once', async () => {
    const webhookUrl = 'http://receiver.test/hook';
    await start().watch(asked({ webhookUrl }));
    start();
    present = [
      { start: 4_000, end: 9_000 },
      { start: 34_000, end: 39_000 },
    ];
    for (const n of [0, 1, 2]) await advance('chunk', chunk(n));
    await waitFor(() => told.length >= 4);
    await evaluatedTo(45_000);
    expect(await store.alerts({ limit: 10 })).toHaveLength(2);
    expect(await deliveriesOf()).toHaveLength(4);
    expect(transitions()).toEqual(['firing', 'resolved', 'firing', 'resolved']);
  });

  it('says noData, and resolves nothing, while video is missing', async () => {
    await start().watch(asked());
    present = [{ start: 4_000, end: 15_000 }];
    await advance('chunk', chunk(0));
    await advance('gap', chunk(1));
    await waitFor(() => told.length === 2);
    expect(transitions()).toEqual(['firing', 'noData']);
    expect(await store.alerts({ limit: 10 })).toMatchObject([{ state: 'noData', endsAt: null }]);
  });

  it('that cannot be evaluated is unknown, and holds up no other', async () => {
    const broken = vi.fn(truth);
    const questions = start({
      plan: async ({ text }) => ({ ...planOf(comesIn), understoodAs: text }),
      truthOver: async (plan, ...rest) => {
        if (plan.understoodAs === 'broken') return broken(plan, ...rest);
        return truth(plan, ...rest);
      },
    });
    await questions.watch(asked({ question: 'broken' }));
    await questions.watch(asked({ question: 'fine' }));
    present = [{ start: 4_000, end: 15_000 }];
    await advance('chunk', chunk(0));
    await waitFor(() => told.length === 2);
    broken.mockRejectedValue(new Error('a mistake in the program'));
    await advance('chunk', chunk(1));
    await evaluatedTo(30_000);
    await waitFor(() => told.length === 4);
    const last = told.slice(2).map((change) => `${change.alert.question}: ${change.transition}`);
    expect(last.sort()).toEqual(['broken: noData', 'fine: resolved']);
  });

  it('is tried again when the store fails, and nothing is lost', async () => {
    await start().watch(asked());
    present = [{ start: 4_000, end: 9_000 }];
    const failure = new AppError('STORE_UNAVAILABLE', 'the database restarts', { retryable: true });
    find.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
    await advance('chunk', chunk(0));
    await waitFor(() => {
      clock.advance(100);
      return told.length === 2;
    });
    expect(transitions()).toEqual(['firing', 'resolved']);
  });

  it('shares what is loaded for a chunk with all others', async () => {
    const questions = start();
    for (let n = 0; n < 20; n++) await questions.watch(asked());
    find.mockClear();
    await advance('chunk', chunk(0));
    await evaluatedTo(15_000);
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('carries the boxes of its evidence, or none when they cannot be read', async () => {
    const boxes = [
      { trajectoryId: 'cam/1/0#0', at: 5_000, box: { x: 0, y: 0, width: 1, height: 1 } },
    ];
    const boxesOf = vi.fn(async () => boxes);
    await start({ boxesOf }).watch(asked());
    present = [
      { start: 4_000, end: 9_000 },
      { start: 19_000, end: 20_000 },
    ];
    await advance('chunk', chunk(0));
    await waitFor(() => told.length === 2);
    expect(told[0]!.alert.evidence!.boxes).toEqual(boxes);
    boxesOf.mockRejectedValue(new Error('gone'));
    await advance('chunk', chunk(1));
    await waitFor(() => told.length === 4);
    expect(told[2]!.alert.evidence!.boxes).toEqual([]);
  });

  it('says that notifications wait to be sent', async () => {
    const onNotifications = vi.fn();
    await start({ onNotifications }).watch(asked({ webhookUrl: 'http://receiver.test/hook' }));
    present = [{ start: 4_000, end: 9_000 }];
    await advance('chunk', chunk(0));
    await waitFor(() => told.length === 2);
    expect(onNotifications).toHaveBeenCalled();
    const ids = (await deliveriesOf()).map((delivery) => delivery.transition);
    expect(ids).toEqual(['firing', 'resolved']);
  });
});

describe('unwatching', () => {
  it('ends the open alert and tells whoever was told of it', async () => {
    const questions = start();
    const { id } = await questions.watch(asked({ webhookUrl: 'http://receiver.test/hook' }));
    present = [{ start: 4_000, end: 15_000 }];
    await advance('chunk', chunk(0));
    await waitFor(() => told.length === 1);
    await questions.unwatch(id);
    await waitFor(() => told.length === 2);
    expect(transitions()).toEqual(['firing', 'resolved']);
    expect(await store.alerts({ limit: 10 })).toMatchObject([{ endsAt: 15_000 }]);
    expect(await deliveriesOf()).toHaveLength(2);
    expect(await questions.all()).toEqual([]);
  });

  it('of a question that is not there is NOT_FOUND', async () => {
    await expect(start().unwatch('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('stops the evaluation', async () => {
    const questions = start();
    const { id } = await questions.watch(asked());
    const { id: other } = await questions.watch(asked());
    await questions.unwatch(id);
    present = [{ start: 4_000, end: 9_000 }];
    await advance('chunk', chunk(0));
    await waitFor(() => told.length === 2);
    expect(new Set(told.map((change) => change.alert.questionId))).toEqual(new Set([other]));
  });
});
