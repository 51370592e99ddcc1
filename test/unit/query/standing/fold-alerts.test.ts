import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationOf, subtractRanges, type TimeRange } from '../../../../kernel/time.ts';
import {
  alertStateSchema,
  foldAlerts,
  initialAlertState,
} from '../../../../query/standing/fold-alerts.ts';
import {
  type AlertTimeline,
  inWords,
  stepsOf,
  type Watched,
  watching,
} from '../../../support/alert-timeline.ts';

const joinMs = 600;

describe('an alert', () => {
  it('fires after the answer has held for holdFor, in the time of the stream', () => {
    const door = watching({ holdFor: 30 });
    door.between(10, 50).holds();
    expect(door.told({ until: 60 })).toEqual(['firing at 40', 'resolved at 50']);
  });

  it('does not fire when the answer holds for less', () => {
    const door = watching({ holdFor: 30 });
    door.between(10, 39.9).holds();
    expect(door.told({ until: 60 })).toEqual([]);
  });

  it('is pending meanwhile, and leaves unfired when it came to nothing', () => {
    const door = watching({ holdFor: 30 });
    door.between(10, 25).holds('t1');
    expect(door.alerts({ until: 15 })).toMatchObject([{ state: 'pending', firedAt: null }]);
    expect(door.alerts({ until: 45 })).toMatchObject([{ state: 'resolved', firedAt: null }]);
  });

  it('leaves no trace when it came and went between two evaluations without firing', () => {
    const door = watching({ holdFor: 5 });
    door.between(3, 6).holds();
    expect(door.alerts({ until: 30 })).toEqual([]);
  });

  it('with holdFor 0 fires at once, even for an instant', () => {
    const door = watching();
    door.between(7, 7.25).holds();
    expect(door.told({ until: 15 })).toEqual(['firing at 7', 'resolved at 7.25']);
  });

  it('is one across the border of two chunks and across a short hole', () => {
    const door = watching({ holdFor: 5 });
    door.between(10, 15).holds();
    door.between(15.4, 22).holds();
    expect(door.told({ until: 30 })).toEqual(['firing at 15', 'resolved at 22']);
  });

  it('that ends close to the end of a chunk is resolved with the next one', () => {
    const door = watching();
    door.between(10, 14.8).holds();
    expect(door.told({ until: 15 })).toEqual(['firing at 10']);
    expect(door.told({ until: 30 })).toEqual(['firing at 10', 'resolved at 14.8']);
  });

  it('keeps firing for keepFiringFor, and is the same alert when the answer comes back', () => {
    const door = watching({ keepFiringFor: 10 });
    door.between(5, 10).holds();
    door.between(18, 20).holds();
    expect(door.told({ until: 60 })).toEqual(['firing at 5', 'resolved at 30']);
  });

  it('starts anew when the answer comes back later than that', () => {
    const door = watching({ keepFiringFor: 10 });
    door.between(5, 10).holds();
    door.between(21, 22).holds();
    const told = ['firing at 5', 'resolved at 20', 'firing at 21', 'resolved at 32'];
    expect(door.told({ until: 60 })).toEqual(told);
    expect(door.alerts({ until: 60 })).toHaveLength(2);
  });

  it('that has to settle is over when it was, and told so later', () => {
    const door = watching({ settle: 15 });
    door.between(5, 10).holds();
    expect(door.told({ until: 15 })).toEqual(['firing at 5']);
    expect(door.told({ until: 30 })).toEqual(['firing at 5', 'resolved at 10']);
  });

  it('that has to settle is over at once when the answer comes back with a hole before it', () => {
    const door = watching({ settle: 15 });
    door.between(5, 10).holds('one visitor');
    door.between(13, 22).holds('another');
    const told = ['firing at 5', 'resolved at 10', 'firing at 13', 'resolved at 22'];
    expect(door.told({ until: 60 })).toEqual(told);
    expect(door.told({ until: 60, every: 5 })).toEqual(told);
  });

  it('that has to settle goes on when it turns out that it never stopped to hold', () => {
    const { rule } = watching({ settle: 15 });
    const yes = (start: number, end: number) => [
      { range: { start: start * 1000, end: end * 1000 }, trajectoryIds: ['occluded'] },
    ];
    const hidden = foldAlerts(
      initialAlertState(0),
      { range: { start: 0, end: 15_000 }, yes: yes(5, 10), unknown: [] },
      rule,
    );
    const back = foldAlerts(
      hidden.state,
      { range: { start: 15_000, end: 30_000 }, yes: yes(5, 30), unknown: [] },
      rule,
    );
    expect(hidden.transitions.map(inWords)).toEqual(['firing at 5']);
    expect(back.transitions).toEqual([]);
    expect(back.state.episode?.startsAt).toBe(5_000);
  });

  it('names the range and the objects it was seen in', () => {
    const door = watching({ holdFor: 2 });
    door.between(10, 14).holds('t1');
    door.between(12, 18).holds('t2');
    const [alert] = door.alerts({ until: 30 });
    expect(alert!.evidence).toEqual({
      streamId: 'cam',
      range: { start: 10_000, end: 18_000 },
      trajectoryIds: ['t1', 't2'],
      clipId: 'cam_10000_18000',
      boxes: [],
    });
  });

  it('of an instant shows what came before and after it', () => {
    const door = watching();
    door.between(7, 7.001).holds();
    const [alert] = door.alerts({ until: 15 });
    expect(alert).toMatchObject({ startsAt: 7_000, endsAt: 7_001 });
    expect(alert!.evidence!.range).toEqual({ start: 5_500, end: 8_501 });
  });

  it('that began before the question was registered fires from the registration on', () => {
    const door = watching();
    door.between(0, 40).holds();
    const { transitions } = door.fold([{ start: 15_000, end: 30_000 }], initialAlertState(15_000));
    expect(transitions.map(inWords)).toEqual(['firing at 15']);
  });
});

describe('missing video', () => {
  it('makes a firing alert noData, and it goes on firing when the answer still holds', () => {
    const door = watching();
    door.between(5, 15).holds();
    door.between(15, 30).isMissing();
    door.between(30, 40).holds();
    const told = ['firing at 5', 'noData', 'dataBack', 'resolved at 40'];
    expect(door.told({ until: 60 })).toEqual(told);
    expect(door.alerts({ until: 30 })).toMatchObject([{ state: 'noData' }]);
  });

  it('resolves nothing by itself: the alert ends where the answer is seen not to hold', () => {
    const door = watching();
    door.between(5, 15).holds();
    door.between(15, 30).isMissing();
    expect(door.told({ until: 30 })).toEqual(['firing at 5', 'noData']);
    expect(door.told({ until: 45 })).toEqual([
      ...['firing at 5', 'noData', 'dataBack', 'resolved at 30'],
    ]);
  });

  it('fires nothing: a pending alert must hold again as long', () => {
    const door = watching({ holdFor: 20 });
    door.between(5, 15).holds();
    door.between(15, 30).isMissing();
    door.between(30, 52).holds();
    const [alert] = door.alerts({ until: 30 });
    expect(alert).toMatchObject({ state: 'noData', firedAt: null });
    expect(door.told({ until: 45 })).toEqual([]);
    expect(door.told({ until: 60 })).toEqual(['firing at 50', 'resolved at 52']);
    expect(door.alerts({ until: 60 })).toMatchObject([{ id: alert!.id, startsAt: 30_000 }]);
  });

  it('after the answer was seen to have ceased does not bring the alert back', () => {
    const door = watching({ settle: 15 });
    door.between(5, 10).holds('one visitor');
    door.between(12, 20).isMissing();
    door.between(20, 30).holds('another');
    const told = ['firing at 5', 'resolved at 10', 'firing at 20', 'resolved at 30'];
    expect(door.told({ until: 60 })).toEqual(told);
  });

  it('that nobody reported is missing all the same', () => {
    const door = watching();
    door.between(5, 15).holds();
    door.between(30, 60).holds();
    const chunks = [
      { start: 0, end: 15_000 },
      { start: 30_000, end: 45_000 },
    ];
    const { transitions } = door.fold(chunks);
    expect(transitions.map(inWords)).toEqual(['firing at 5', 'noData', 'dataBack']);
  });

  it('of a few frames between two chunks is not told', () => {
    const door = watching();
    door.between(5, 15).holds();
    door.between(15, 15.2).isMissing();
    door.between(15.2, 30).holds();
    expect(door.told({ until: 30 })).toEqual(['firing at 5']);
  });

  it('while nothing holds is not told', () => {
    const door = watching();
    door.between(15, 300).isMissing();
    expect(door.alerts({ until: 300 })).toEqual([]);
  });
});

describe('a state that turns out late', () => {
  const { rule } = watching({ holdFor: 0 });
  const fold = (from: TimeRange, yes: TimeRange[], state = initialAlertState(0)) =>
    foldAlerts(
      state,
      { range: from, yes: yes.map((range) => ({ range, trajectoryIds: [] })), unknown: [] },
      rule,
    );
  const [first, second] = stepsOf(30_000, 15_000) as [TimeRange, TimeRange];

  it('is told when it ended at the border of the chunk before', () => {
    const { state } = fold(first, []);
    const { transitions } = fold(second, [{ start: 14_700, end: 14_950 }], state);
    expect(transitions.map(inWords)).toEqual(['firing at 14.7', 'resolved at 14.95']);
  });

  it('has the start that it has, not that of the chunk in which it was found', () => {
    const { state } = fold(first, []);
    const { transitions } = fold(second, [{ start: 6_000, end: 20_000 }], state);
    expect(transitions.map(inWords)).toEqual(['firing at 6', 'resolved at 20']);
  });

  it('is not told again when it was told before', () => {
    const told = fold(first, [{ start: 3_000, end: 6_000 }]);
    expect(told.transitions).toHaveLength(2);
    expect(fold(second, [{ start: 3_000, end: 6_300 }], told.state).alerts).toEqual([]);
  });
});

interface Scene {
  readonly holdFor: number;
  readonly keepFiringFor: number;
  readonly settle: number;
  /** Tenths of seconds of each truth, one after another. */
  readonly parts: readonly { readonly truth: 'yes' | 'no' | 'unknown'; readonly tenths: number }[];
}

const scenes: fc.Arbitrary<Scene> = fc.record({
  holdFor: fc.constantFrom(0, 1, 5, 20),
  keepFiringFor: fc.constantFrom(0, 0.3, 4, 15),
  settle: fc.constantFrom(0, 0, 10),
  parts: fc.array(
    fc.record({
      truth: fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const),
      tenths: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 })),
    }),
    { minLength: 1, maxLength: 25 },
  ),
});

/** The scene, followed by half a minute in which the answer does not hold. */
function play(scene: Scene): { timeline: AlertTimeline; untilMs: number } {
  const timeline = watching(scene);
  let at = 0;
  for (const { truth, tenths } of scene.parts) {
    const part = timeline.between(at / 10, (at + tenths) / 10);
    if (truth === 'yes') part.holds(`t${at}`);
    if (truth === 'unknown') part.isMissing();
    at += tenths;
  }
  return { timeline, untilMs: at * 100 + 30_000 };
}

/** What does not depend on the moment of evaluation. */
const outcomeOf = ({ alerts, transitions, state }: Watched) => ({
  fired: [...alerts.values()]
    .filter((alert) => alert.firedAt !== null)
    .map(({ id, state, startsAt, firedAt, endsAt }) => ({ id, state, startsAt, firedAt, endsAt })),
  told: transitions.map((change) => `${inWords(change)} ${change.alert.id}`),
  state,
});

const firedIn = (watched: Watched) =>
  [...watched.alerts.values()].filter((alert) => alert.firedAt !== null);

describe('whatever happens', () => {
  it('the length of the steps changes nothing', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(scenes, cuts, (scene, instants) => {
        const { timeline, untilMs } = play(scene);
        const whole = outcomeOf(timeline.fold([{ start: 0, end: untilMs }]));
        const borders = instants.map((t) => t * 100).filter((t) => t < untilMs);
        const edges = [...new Set([0, ...borders, untilMs])].sort((a, b) => a - b);
        const anyhow = edges.slice(1).map((end, i) => ({ start: edges[i]!, end }));
        expect(outcomeOf(timeline.fold(anyhow))).toEqual(whole);
        expect(outcomeOf(timeline.fold(stepsOf(untilMs, 15_000)))).toEqual(whole);
        expect(outcomeOf(timeline.fold(stepsOf(untilMs, 5_000)))).toEqual(whole);
      }),
    );
  });

  it('steps that come again change nothing', () => {
    const again = fc.array(fc.nat({ max: 20 }), { maxLength: 20 });
    fc.assert(
      fc.property(scenes, again, (scene, back) => {
        const { timeline, untilMs } = play(scene);
        const steps = stepsOf(untilMs, 15_000);
        const repeated = steps.flatMap((step, i) => [
          step,
          steps[Math.max(0, i - (back[i] ?? 0))]!,
        ]);
        expect(outcomeOf(timeline.fold(repeated))).toEqual(outcomeOf(timeline.fold(steps)));
      }),
    );
  });

  it('a restart at any point, with the state read from JSON, changes nothing', () => {
    fc.assert(
      fc.property(scenes, fc.nat({ max: 50 }), (scene, at) => {
        const { timeline, untilMs } = play(scene);
        const steps = stepsOf(untilMs, 5_000);
        const whole = timeline.fold(steps);
        const before = timeline.fold(steps.slice(0, at));
        const state = alertStateSchema.parse(JSON.parse(JSON.stringify(before.state)));
        const after = timeline.fold(steps.slice(at), state);
        expect(after.state).toEqual(whole.state);
        const told = [...before.transitions, ...after.transitions];
        expect(told.map(inWords)).toEqual(whole.transitions.map(inWords));
      }),
    );
  });

  it('an alert fires only where the answer was seen to hold for holdFor', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { timeline, untilMs } = play(scene);
        for (const alert of firedIn(timeline.fold(stepsOf(untilMs, 15_000)))) {
          const hold = { start: alert.startsAt, end: alert.firedAt! };
          expect(durationOf(hold)).toBe(timeline.rule.holdForMs);
          const holes = subtractRanges(hold, timeline.yes);
          expect(holes.filter((hole) => durationOf(hole) > joinMs)).toEqual([]);
        }
      }),
    );
  });

  it('an alert is resolved only where the answer was seen not to hold', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { timeline, untilMs } = play(scene);
        const seenNot = subtractRanges({ start: 0, end: untilMs }, [
          ...timeline.yes,
          ...timeline.unknown,
        ]);
        const { keepFiringForMs } = timeline.rule;
        for (const { endsAt } of firedIn(timeline.fold(stepsOf(untilMs, 15_000)))) {
          if (endsAt === null) continue;
          const noSince = endsAt - keepFiringForMs;
          const quiet = {
            start: noSince,
            end: noSince + Math.max(joinMs, keepFiringForMs),
          };
          expect(subtractRanges(quiet, seenNot)).toEqual([]);
        }
      }),
    );
  });

  it('less video never makes an alert that more video does not', () => {
    const gaps = fc.record({
      from: fc.nat({ max: 4_000 }),
      tenths: fc.integer({ min: 1, max: 600 }),
    });
    fc.assert(
      fc.property(scenes, gaps, (scene, gap) => {
        const { timeline, untilMs } = play(scene);
        const whole = firedIn(timeline.fold(stepsOf(untilMs, 15_000)));
        const hidden = { start: gap.from * 100, end: (gap.from + gap.tenths) * 100 };
        for (const alert of firedIn(withGap(timeline, hidden, scene, untilMs))) {
          const same = whole.some(
            ({ firedAt, endsAt }) =>
              firedAt! <= alert.firedAt! && (endsAt ?? untilMs) >= alert.firedAt!,
          );
          expect(same).toBe(true);
        }
      }),
    );
  });
});

function withGap(whole: AlertTimeline, gap: TimeRange, scene: Scene, untilMs: number): Watched {
  const timeline = watching(scene);
  for (const yes of whole.yes) {
    for (const { start, end } of subtractRanges(yes, [gap])) {
      timeline.between(start / 1000, end / 1000).holds();
    }
  }
  for (const { start, end } of [...whole.unknown, gap]) {
    timeline.between(start / 1000, end / 1000).isMissing();
  }
  return timeline.fold(stepsOf(untilMs, 15_000));
}
