/**
 * 1,000 standing questions evaluated on one chunk of a busy yard, from the loaded rows to the
 * committed step, over stores in memory. Run it with `node test/bench/standing.ts`.
 */
import { memoryMessageLog } from '../../kernel/adapters/memory-message-log.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { rangesOverlap, systemClock, type TimeRange } from '../../kernel/time.ts';
import { memoryTopic } from '../../processors/contract.ts';
import type { Predicate } from '../../processors/domain/state.ts';
import { planQuestion } from '../../query/plan-question.ts';
import type { TrajectoryHistory } from '../../query/ports.ts';
import type { Truth } from '../../query/standing/evaluate-standing.ts';
import { describeCost, isStandable, truthOver } from '../../query/standing/evaluate-standing.ts';
import { StandingQuestions } from '../../query/standing/standing-questions.ts';
import { MemoryStandingQuestionStore } from '../support/memory-standing-question-store.ts';
import { aTrajectory, aTrajectoryState } from '../support/observations.ts';
import { waitFor } from '../support/wait-for.ts';

const chunkMs = 15_000;
const questionCount = 1_000;
const measuredChunks = 40;
const warmUpChunks = 10;

const subjects = ['a person', 'a car', 'a dog', 'a truck', 'a bicycle', 'a person in red'];
const forms = [
  (subject: string) => `Is there ${subject}?`,
  (subject: string) => `Did ${subject} enter from the left?`,
  (subject: string) => `Did ${subject} leave?`,
  (subject: string) => `Does ${subject} stay for more than 10 seconds?`,
];

const textOf = (n: number): string =>
  forms[n % forms.length]!(subjects[Math.floor(n / forms.length) % subjects.length]!);

/** Forty things, most of them parked, a few coming and going in every chunk. */
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
  return { ...aTrajectory({ id, kind, streamId: 'cam', firstAt: start, lastAt: end }), states };
}

let now = chunkMs;
const readers = {
  trajectories: {
    find: async ({ range }: { range: TimeRange }) =>
      yardAt(now).filter((one) => rangesOverlap({ start: one.firstAt, end: one.lastAt }, range)),
    path: async () => [],
    links: async () => [],
  },
  coverage: {
    coverage: async (streamIds: readonly string[], range: TimeRange) =>
      streamIds.map((streamId) => ({ streamId, watched: [range], gaps: [], asOf: now })),
    extent: async () => ({ start: 0, end: now }),
  },
};

/** Nothing holds: what remains is the cost of everything around the evaluation. */
const nothing = async (): Promise<Truth> => ({ yes: [], unknown: [] });

async function measure(name: string, evaluate: typeof truthOver): Promise<void> {
  const store = new MemoryStandingQuestionStore();
  const log = await memoryMessageLog({ logger: silentLogger }).start();
  const stopping = new AbortController();
  now = chunkMs;
  const questions = new StandingQuestions({
    ...{ store, readers, clock: systemClock, log: log.value, logger: silentLogger },
    streams: { streams: async () => [{ id: 'cam', name: 'Yard', url: '', enabledAt: 0 }] },
    plan: async (question) =>
      planQuestion(question, {
        ...{ now, extent: { start: 0, end: now }, zones: [], lines: [] },
        streams: [{ id: 'cam', name: 'Yard' }],
      }),
    ...{ isStandable, describeCost, truthOver: evaluate },
  });
  for (let n = 0; n < questionCount; n++) {
    await questions.watch({ question: textOf(n), holdForSeconds: n % 3, keepFiringForSeconds: 0 });
  }
  const running = questions.run(stopping.signal);
  const times: number[] = [];
  let usedBefore = process.cpuUsage();
  for (let n = 1; n <= measuredChunks; n++) {
    if (n === warmUpChunks + 1) usedBefore = process.cpuUsage();
    times.push(await evaluateChunk(store, log.value));
  }
  const used = process.cpuUsage(usedBefore);
  stopping.abort();
  await running;
  await log.stop();
  const sorted = times.slice(warmUpChunks).sort((a, b) => a - b);
  const ms = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1);
  const alerts = (await store.alerts({ limit: 1e6 })).length;
  const cpuMs = (used.user + used.system) / 1000 / (measuredChunks - warmUpChunks);
  const wall = `median ${ms(0.5)} ms, worst ${ms(1)} ms a chunk`;
  console.log(`${name}: ${wall}, processor ${cpuMs.toFixed(1)} ms; ${alerts} alerts`);
}

async function evaluateChunk(
  store: MemoryStandingQuestionStore,
  log: Awaited<ReturnType<ReturnType<typeof memoryMessageLog>['start']>>['value'],
): Promise<number> {
  const range = { start: now, end: now + chunkMs };
  now = range.end;
  store.record('cam', 'chunk', range);
  const seen = store.commits;
  const startedAt = performance.now();
  await log.publish(memoryTopic, 'cam', {
    ...{ type: 'chunk', streamId: 'cam', epoch: 1, seq: range.start / chunkMs, range },
    ...{ trajectoryIds: [], eventIds: [] },
  });
  await waitFor(() => store.commits >= seen + questionCount, { everyMs: 0 });
  return performance.now() - startedAt;
}

console.log(`${questionCount} standing questions on one stream of 40 things`);
await measure('all but the evaluation', nothing);
await measure('with the evaluation   ', truthOver);
