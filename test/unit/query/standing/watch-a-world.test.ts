/** Standing questions in English over a scripted hall, as it becomes known step by step. */
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../kernel/logger.ts';
import { clipRanges } from '../../../../kernel/time.ts';
import type { StandingQuestion } from '../../../../query/domain/standing-question.ts';
import { planQuestion } from '../../../../query/plan-question.ts';
import { isStandable, truthOver } from '../../../../query/standing/evaluate-standing.ts';
import { evaluateStep } from '../../../../query/standing/evaluate-step.ts';
import { type AlertChange, initialAlertState } from '../../../../query/standing/fold-alerts.ts';
import {
  lookbackOf,
  planStandingQuestion,
  settleTimeOf,
} from '../../../../query/standing/plan-standing-question.ts';
import { loadStepReaders } from '../../../../query/standing/step-readers.ts';
import { type MemoryWorld, memoryReaders } from '../../../support/memory-readers.ts';
import { aStandingQuestion } from '../../../support/query-things.ts';
import { hall } from '../../../support/scripted-worlds.ts';

const { id: streamId, watched } = hall.streams[0]!;
const whole = { start: watched[0]!.start, end: watched.at(-1)!.end };

/** What is known when the stream has been processed up to `now`. */
function asOf(now: number): MemoryWorld {
  const past = { start: 0, end: now };
  return {
    ...hall,
    streams: hall.streams.map((stream) => ({ ...stream, watched: clipRanges(watched, past) })),
    trajectories: hall.trajectories
      .filter((one) => one.firstAt < now)
      .map((one) => ({
        ...one,
        lastAt: Math.min(one.lastAt, now),
        states: one.states
          .filter((state) => state.range.start < now)
          .map((state) => ({ ...state, range: clipRanges([state.range], past)[0]! })),
      })),
  };
}

async function told(asked: Partial<StandingQuestion>, everyMs: number): Promise<string[]> {
  const question = aStandingQuestion({ holdForSeconds: 0, ...asked });
  const { streams, zones, lines } = memoryReaders(hall);
  const context = { now: whole.end, extent: whole, streams: await streams.streams(), zones, lines };
  const plan = await planStandingQuestion(question, {
    plan: async (text) => planQuestion(text, context),
    isStandable,
  });
  const lookbackMs = lookbackOf(plan, question.threshold);
  const watching = { question, plan, lookbackMs, settleMs: settleTimeOf(plan) };
  let state = initialAlertState(whole.start);
  const changes: AlertChange[] = [];
  for (let start = whole.start; start < whole.end; start += everyMs) {
    const range = { start, end: Math.min(start + everyMs, whole.end) };
    const window = { start: range.start - lookbackMs, end: range.end };
    const readers = await loadStepReaders(streamId, window, memoryReaders(asOf(range.end)));
    const step = { streamId, type: 'chunk' as const, range, readers };
    const evaluated = await evaluateStep(watching, state, step, {
      truthOver,
      logger: silentLogger,
    });
    state = evaluated.commit.step.state as typeof state;
    changes.push(...evaluated.changes);
  }
  return changes.map(inSeconds);
}

function inSeconds({ alert, transition }: AlertChange): string {
  const at = transition === 'resolved' ? alert.endsAt! : alert.firedAt!;
  return `${transition} ${Math.round((at - whole.start) / 1000)}`;
}

describe.each([5_000, 15_000])('standing questions evaluated every %i ms', (everyMs) => {
  it.each<[string, Partial<StandingQuestion>, string[]]>([
    ['Is there a dog?', {}, ['firing 100', 'resolved 110']],
    ['Is there a dog?', { holdForSeconds: 4 }, ['firing 104', 'resolved 110']],
    ['Is there a dog?', { holdForSeconds: 20 }, []],
    ['Did a person stay for more than 30 seconds?', {}, ['firing 60', 'resolved 70', 'firing 150']],
    [
      'How many people are there?',
      { threshold: { comparison: '>', value: 1 } },
      ['firing 50', 'resolved 60'],
    ],
    ['Is someone in the dock?', {}, ['firing 125']],
    ['Did a person cross the gate?', {}, ['firing 92', 'resolved 92']],
    [
      'Did a person come in from the left?',
      {},
      ['firing 5', 'resolved 5', 'firing 30', 'resolved 30', 'firing 90', 'resolved 90'],
    ],
  ])('%s %o', async (question, options, expected) => {
    expect(await told({ question, ...options }, everyMs)).toEqual(expected);
  });
});
