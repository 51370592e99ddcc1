/** A yard of forty things, most of them parked, and many standing questions about it. */
import { memoryMessageLog } from '../../../kernel/adapters/memory-message-log.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { rangesOverlap, systemClock, type TimeRange } from '../../../kernel/time.ts';
import { memoryTopic } from '../../../processors/contract.ts';
import type { Predicate } from '../../../processors/domain/state.ts';
import { planQuestion } from '../../../query/plan-question.ts';
import type { StandingQuestionStore, TrajectoryHistory } from '../../../query/ports.ts';
import {
  describeCost,
  isStandable,
  type Truth,
  truthOver,
} from '../../../query/standing/evaluate-standing.ts';
import { StandingQuestions } from '../../../query/standing/standing-questions.ts';
import { aTrajectory, aTrajectoryState } from '../../support/observations.ts';
import { waitFor } from '../../support/wait-for.ts';

const chunkMs = 15_000;
const streamId = 'cam';

const subjects = ['a person', 'a car', 'a dog', 'a truck', 'a bicycle', 'a person in red'];
const forms = [
  (subject: string) => `Is there ${subject}?`,
  (subject: string) => `Did ${subject} enter from the left?`,
  (subject: string) => `Did ${subject} leave?`,
  (subject: string) => `Does ${subject} stay for more than 10 seconds?`,
];

const textOf = (n: number): string =>
  forms[n % forms.length]!(subjects[Math.floor(n / forms.length) % subjects.length]!);

export interface StandingYard {
  /** The stream goes on by a chunk; resolves when all questions have been evaluated on it. */
  nextChunk(): Promise<void>;
  stop(): Promise<void>;
}

export interface StandingYardOptions {
  readonly questions: number;
  readonly store: StandingQuestionStore;
  /** Makes the store know of the chunk. */
  readonly record: (streamId: string, range: TimeRange) => Promise<void> | void;
  /** Without it nothing ever holds: what remains is the cost of everything around it. */
  readonly isEvaluated: boolean;
}

export async function openStandingYard(options: StandingYardOptions): Promise<StandingYard> {
  const { store, record } = options;
  const log = await memoryMessageLog({ logger: silentLogger }).start();
  const stopping = new AbortController();
  let now = chunkMs;
  let committed = 0;
  const questions = new StandingQuestions({
    store: counting(store, (steps) => {
      committed += steps;
    }),
    readers: readersAt(() => now),
    streams: {
      streams: async () => [{ id: streamId, name: 'Yard', url: '', enabledAt: 0, profile: null }],
    },
    ...{ clock: systemClock, log: log.value, logger: silentLogger },
    plan: async (question) =>
      planQuestion(question, {
        ...{ now, extent: { start: 0, end: now }, zones: [], lines: [] },
        streams: [{ id: streamId, name: 'Yard' }],
      }),
    ...{ isStandable, describeCost },
    truthOver: options.isEvaluated ? truthOver : nothingHolds,
  });
  for (let n = 0; n < options.questions; n += 1) {
    await questions.watch({ question: textOf(n), holdForSeconds: n % 3, keepFiringForSeconds: 0 });
  }
  const running = questions.run(stopping.signal);
  return {
    nextChunk: async () => {
      const range = { start: now, end: now + chunkMs };
      now = range.end;
      await record(streamId, range);
      const expected = committed + options.questions;
      await log.value.publish(memoryTopic, streamId, {
        ...{ type: 'chunk', streamId, epoch: 1, seq: range.start / chunkMs, range },
        ...{ trajectoryIds: [], eventIds: [] },
      });
      await waitFor(() => committed >= expected, { everyMs: 0 });
    },
    stop: async () => {
      stopping.abort();
      await running;
      await log.stop();
    },
  };
}

const nothingHolds = async (): Promise<Truth> => ({ yes: [], unknown: [] });

/** Tells how many steps were committed, when they are. */
function counting(
  store: StandingQuestionStore,
  onCommitted: (steps: number) => void,
): StandingQuestionStore {
  return new Proxy(store, {
    get: (target, name) => {
      if (name !== 'commitSteps') return Reflect.get(target, name).bind?.(target);
      return async (...args: Parameters<StandingQuestionStore['commitSteps']>) => {
        const advanced = await target.commitSteps(...args);
        onCommitted(advanced.filter(Boolean).length);
        return advanced;
      };
    },
  });
}

const readersAt = (now: () => number) => ({
  trajectories: {
    find: async ({ range }: { range: TimeRange }) =>
      yardAt(now()).filter((one) => rangesOverlap({ start: one.firstAt, end: one.lastAt }, range)),
    path: async () => [],
    links: async () => [],
  },
  coverage: {
    coverage: async (streamIds: readonly string[], range: TimeRange) =>
      streamIds.map((id) => ({ streamId: id, watched: [range], gaps: [], asOf: now() })),
    extent: async () => ({ start: 0, end: now() }),
  },
});

function yardAt(until: number): TrajectoryHistory[] {
  const parked = Array.from({ length: 34 }, (_, n) =>
    history(`p${n}`, n % 2 ? 'car' : 'truck', 0, until),
  );
  const passing = Array.from({ length: 6 }, (_, n) => {
    const start = until - chunkMs + n * 2_000;
    return history(`w${until}-${n}`, n % 2 ? 'person' : 'dog', start, start + 4_000);
  });
  return [...parked, ...passing];
}

function history(id: string, kind: string, start: number, end: number): TrajectoryHistory {
  const state = (predicate: Predicate, args: string[], from: number, to: number, n: number) => ({
    ...aTrajectoryState(id, predicate, args, { start: from, end: to }),
    id: `${id}:${n}`,
  });
  const states = [
    state('present', [], start, end, 0),
    state('enters', ['side:left'], start, start + 250, 1),
    state('moves', ['direction:right', 'speed:normal'], start, end, 2),
    state('leaves', ['side:right'], end - 250, end, 3),
  ];
  return { ...aTrajectory({ id, kind, streamId, firstAt: start, lastAt: end }), states };
}
