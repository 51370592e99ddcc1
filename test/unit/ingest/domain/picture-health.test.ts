import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  foldHold,
  foldLook,
  type Hold,
  newPictureHealth,
  type PictureHealth,
  type PictureLook,
  passEpoch,
  takeBlind,
  watchedFaultsOf,
} from '../../../../ingest/domain/picture-health.ts';

const sampleMs = 250;

const clear: PictureLook = {
  mean: 120,
  spread: 40,
  detail: 6,
  stillMs: 0,
  alikeMs: 0,
  isRefreshed: false,
};
const black: PictureLook = { ...clear, mean: 3, spread: 0.5, detail: 0.1 };
const night: PictureLook = { ...clear, mean: 9, spread: 7, detail: 1 };
const gray: PictureLook = { ...clear, spread: 0.8, detail: 0.2 };

/** One look at a time, for so long. */
interface Scene {
  readonly look: PictureLook;
  readonly ms: number;
}

/** Folds scenes one after the other from `start` on; a still one stays the same picture. */
function watch(scenes: readonly Scene[], start = 0, health = newPictureHealth): PictureHealth {
  let at = start;
  let folded = health;
  for (const { look, ms } of scenes) {
    const began = at;
    for (; at < began + ms; at += sampleMs) {
      const still = look.isRefreshed ? { stillMs: at - began, alikeMs: at - began } : {};
      folded = foldLook(folded, at, { ...look, ...still });
    }
  }
  return folded;
}

const faultsAfter = (...scenes: Scene[]) => watchedFaultsOf(watch(scenes));
const totalMs = (scenes: readonly Scene[]) => scenes.reduce((sum, { ms }) => sum + ms, 0);
const blindAfter = (...scenes: Scene[]) => takeBlind(watch(scenes), totalMs(scenes)).blind;

const frozen: PictureLook = { ...clear, isRefreshed: true };

describe('a picture has a fault', () => {
  it.each([
    ['none while it is clear', [{ look: clear, ms: 60_000 }], []],
    ['black after 3 s', [{ look: black, ms: 4_000 }], [{ fault: 'black', since: 0 }]],
    ['none when it is black for a moment', [{ look: black, ms: 2_000 }], []],
    ['dark at night, not black', [{ look: night, ms: 12_000 }], [{ fault: 'dark', since: 0 }]],
    ['covered when it is flat', [{ look: gray, ms: 6_000 }], [{ fault: 'covered', since: 0 }]],
    ['frozen after 30 s', [{ look: frozen, ms: 31_000 }], [{ fault: 'frozen', since: 0 }]],
    ['none before', [{ look: frozen, ms: 29_000 }], []],
  ] as const)('%s', (_name, scenes, faults) => {
    expect(faultsAfter(...scenes)).toEqual(faults);
  });

  it('when its detail has collapsed against what is usual, and not before that is known', () => {
    const blurred = { ...clear, detail: 1 };
    const soon = [
      { look: clear, ms: 30_000 },
      { look: blurred, ms: 10_000 },
    ];
    expect(faultsAfter(...soon)).toEqual([]);
    const late = [
      { look: clear, ms: 90_000 },
      { look: blurred, ms: 10_000 },
    ];
    expect(faultsAfter(...late)).toEqual([{ fault: 'covered', since: 90_000 }]);
  });

  it('for as long as the lens is covered: a cover never becomes what is usual', () => {
    const blurred = { ...clear, detail: 1 };
    const scenes = [
      { look: clear, ms: 90_000 },
      { look: blurred, ms: 3_600_000 },
    ];
    expect(faultsAfter(...scenes)).toEqual([{ fault: 'covered', since: 90_000 }]);
    expect(faultsAfter(...scenes, { look: clear, ms: 5_000 })).toEqual([]);
  });

  it('not when a scene becomes poorer in the course of minutes', () => {
    const dusk = Array.from({ length: 60 }, (_, n) => ({
      look: { ...clear, detail: 6 - n * 0.09 },
      ms: 60_000,
    }));
    expect(faultsAfter({ look: clear, ms: 90_000 }, ...dusk)).toEqual([]);
  });

  it('frozen only late when nothing but compression keeps it the same', () => {
    const still = (ms: number) => ({ ...clear, stillMs: ms, alikeMs: ms });
    const at = (ms: number) => foldLook(newPictureHealth, ms, still(ms));
    expect(watchedFaultsOf(at(200_000))).toEqual([]);
    expect(watchedFaultsOf(at(301_000))).toEqual([{ fault: 'frozen', since: 0 }]);
  });

  it('frozen from when its encoder began to refine it, ten seconds before at most', () => {
    const look = { ...frozen, stillMs: 30_000 };
    const sinceWith = (alikeMs: number) =>
      watchedFaultsOf(foldLook(newPictureHealth, 100_000, { ...look, alikeMs }))[0]?.since;
    expect(sinceWith(34_000)).toBe(66_000);
    expect(sinceWith(90_000)).toBe(60_000);
  });
});

describe('what is blind', () => {
  it('is what froze, from its beginning, and no longer than it was frozen', () => {
    const scenes = [
      { look: clear, ms: 10_000 },
      { look: frozen, ms: 40_000 },
      { look: clear, ms: 20_000 },
    ];
    expect(blindAfter(...scenes)).toEqual([
      { start: 10_000, end: 50_000, reason: 'picture-frozen' },
    ]);
  });

  it('is a black picture and a covered one, also while they are only suspected', () => {
    expect(blindAfter({ look: clear, ms: 5_000 }, { look: black, ms: 1_000 })).toEqual([
      { start: 5_000, end: 6_000, reason: 'picture-black' },
    ]);
    expect(blindAfter({ look: gray, ms: 1_000 })).toEqual([
      { start: 0, end: 1_000, reason: 'picture-covered' },
    ]);
  });

  it('is no night in which things can be told apart', () => {
    expect(blindAfter({ look: night, ms: 3_600_000 })).toEqual([]);
  });

  it('is told again while it lasts, from the same start, and once when it is over', () => {
    const during = takeBlind(watch([{ look: black, ms: 8_000 }]), 8_000);
    expect(during.blind).toEqual([{ start: 0, end: 8_000, reason: 'picture-black' }]);
    const after = watch(
      [
        { look: black, ms: 4_000 },
        { look: clear, ms: 8_000 },
      ],
      8_000,
      during.health,
    );
    const told = takeBlind(after, 20_000);
    expect(told.blind).toEqual([{ start: 0, end: 12_000, reason: 'picture-black' }]);
    expect(takeBlind(told.health, 20_000).blind).toEqual([]);
  });

  it('is a pause that is long for the stream, and none between two epochs', () => {
    const before = watch([{ look: clear, ms: 10_000 }]);
    const after = foldLook(before, 18_000, clear);
    expect(takeBlind(after, 18_250).blind).toEqual([
      { start: 10_000, end: 18_000, reason: 'no-frames' },
    ]);
    const reconnected = foldLook(passEpoch(before), 18_000, clear);
    expect(takeBlind(reconnected, 18_250).blind).toEqual([]);
  });

  it('is none between the pictures of a slow stream', () => {
    let health = newPictureHealth;
    for (let at = 0; at < 600_000; at += 10_000) health = foldLook(health, at, clear);
    expect(takeBlind(health, 600_000).blind).toEqual([]);
  });
});

const anyScenes = fc.array(
  fc.record({
    look: fc.constantFrom(clear, black, night, gray, frozen),
    ms: fc.integer({ min: 1, max: 60 }).map((n) => n * 1_000),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('whatever is seen', () => {
  it('means the same at any time', () => {
    fc.assert(
      fc.property(anyScenes, fc.nat(1e12), (scenes, shift) => {
        const moved = watch(scenes, shift);
        const here = watch(scenes);
        const shifted = watchedFaultsOf(here).map((one) => ({ ...one, since: one.since + shift }));
        expect(watchedFaultsOf(moved)).toEqual(shifted);
        const blind = takeBlind(here, totalMs(scenes)).blind.map((one) => ({
          ...one,
          start: one.start + shift,
          end: one.end + shift,
        }));
        expect(takeBlind(moved, totalMs(scenes) + shift).blind).toEqual(blind);
      }),
    );
  });

  it('an old frame changes nothing', () => {
    fc.assert(
      fc.property(anyScenes, fc.nat(), (scenes, back) => {
        const health = watch(scenes);
        expect(foldLook(health, (health.lastAt ?? 0) - back, black)).toBe(health);
      }),
    );
  });

  it('what is blind lies in the time that was seen, and what is clear all along is not', () => {
    fc.assert(
      fc.property(anyScenes, (scenes) => {
        const until = totalMs(scenes);
        for (const { start, end } of takeBlind(watch(scenes), until).blind) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(until);
        }
        const isClear = scenes.every(({ look }) => look === clear || look === night);
        if (isClear) expect(takeBlind(watch(scenes), until).blind).toEqual([]);
      }),
    );
  });

  it('it is told the same whether chunks are long or short', () => {
    fc.assert(
      fc.property(anyScenes, fc.integer({ min: 4, max: 80 }), (scenes, every) => {
        const known = new Map<string, number>();
        let health = newPictureHealth;
        let at = 0;
        let n = 0;
        const note = (until: number) => {
          const taken = takeBlind(health, until);
          health = taken.health;
          for (const { start, end, reason } of taken.blind) known.set(`${reason} ${start}`, end);
        };
        for (const { look, ms } of scenes) {
          health = watch([{ look, ms }], at, health);
          at += ms;
          n += 1;
          if (n % every === 0) note(at);
        }
        note(at);
        for (const { start, end, reason } of takeBlind(watch(scenes), at).blind) {
          expect(known.get(`${reason} ${start}`)).toBe(end);
        }
      }),
    );
  });
});

it('a hold never begins or ends sooner than it must', () => {
  const aRun = fc.record({ holds: fc.boolean(), ms: fc.integer({ min: 1, max: 20_000 }) });
  const times = fc.record({ enterMs: fc.nat(10_000), leaveMs: fc.nat(10_000) });
  fc.assert(
    fc.property(fc.array(aRun, { maxLength: 20 }), times, (runs, { enterMs, leaveMs }) => {
      let hold: Hold = {};
      let at = 0;
      let [heldFrom, freeFrom] = [0, 0];
      for (const { holds, ms } of runs) {
        const began = at;
        for (; at < began + ms; at += 250) {
          const before = hold.since !== undefined;
          hold = foldHold(hold, at, holds ? at : undefined, { enterMs, leaveMs });
          const after = hold.since !== undefined;
          if (holds) freeFrom = at + 250;
          else heldFrom = at + 250;
          if (!before && after) expect(at - heldFrom).toBeGreaterThanOrEqual(enterMs);
          if (before && !after) expect(at - freeFrom).toBeGreaterThanOrEqual(leaveMs);
        }
      }
    }),
  );
});
