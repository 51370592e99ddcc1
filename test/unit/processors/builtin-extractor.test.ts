import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FrameRef } from '../../../ingest/domain/frame.ts';
import type { Box } from '../../../kernel/geometry.ts';
import { mergeRanges, type TimeRange } from '../../../kernel/time.ts';
import { createBuiltinExtractor } from '../../../processors/builtin-extractor.ts';
import type { Detection } from '../../../processors/domain/detection.ts';
import { presets } from '../../../processors/domain/kind.ts';
import type { Observation } from '../../../processors/domain/observation.ts';
import type { State } from '../../../processors/domain/state.ts';
import type { StreamProfile } from '../../../processors/domain/stream-profile.ts';
import type { Extraction } from '../../../processors/ports.ts';
import {
  frameRefs,
  type PaintedScene,
  paintedReader,
  room,
  scriptedDetector,
} from '../../support/painted-frames.ts';

const indoor: StreamProfile = { ...presets.indoor, zones: [], lines: [] };
const table: StreamProfile = { ...presets.table, zones: [], lines: [] };
const body = [25, 25, 28] as const;

interface Script {
  readonly sceneAt: (at: number) => PaintedScene | undefined;
  readonly detectionsAt?: (at: number) => readonly Detection[];
  readonly profile?: StreamProfile;
  readonly end: number;
  /** Instants at which one chunk ends and the next begins. */
  readonly borders?: readonly number[];
  readonly startAt?: number;
}

/** Runs the scripted stream through the extractor chunk by chunk; instants are from its start. */
async function watch(script: Script): Promise<Extraction[]> {
  const { sceneAt, detectionsAt = () => [], profile = indoor, end, startAt = 0 } = script;
  const extractor = createBuiltinExtractor({
    detector: scriptedDetector((at) => detectionsAt(at - startAt)),
    frames: paintedReader((at) => sceneAt(at - startAt)),
  });
  const borders = [0, ...(script.borders ?? []), end];
  const extractions: Extraction[] = [];
  for (const [seq, border] of borders.slice(1).entries()) {
    const frames = frameRefs(borders[seq]! + startAt, border + startAt);
    const scene = extractions.at(-1)?.scene;
    const chunk = { streamId: 'cam', epoch: 1, seq };
    const input = { chunk, frames: oneByOne(frames), profile, scene };
    extractions.push(await extractor.extract(input, new AbortController().signal));
  }
  return extractions;
}

async function* oneByOne(frames: readonly FrameRef[]): AsyncGenerator<FrameRef> {
  for (const frame of frames) yield frame;
}

const observationsIn = (extractions: readonly Extraction[]): Observation[] =>
  extractions.flatMap((extraction) => extraction.observations);

const statesIn = (extractions: readonly Extraction[]): State[] =>
  observationsIn(extractions).flatMap((observation) => observation.states);

/** `leaves side:right`, in order of time. */
const told = (extractions: readonly Extraction[], ...predicates: string[]): string[] =>
  statesIn(extractions)
    .filter((state) => predicates.includes(state.predicate))
    .sort((a, b) => a.range.start - b.range.start)
    .map((state) => [state.predicate, ...state.args.slice(1)].join(' '));

const presence = (extractions: readonly Extraction[]): TimeRange[] =>
  mergeRanges(observationsIn(extractions).flatMap((observation) => observation.spans));

/** Somebody who walks in from the left at 2 s and out to the right, as a box of a person's shape. */
function walkerAt(at: number, from = 2_000, speed = 0.2): Box | undefined {
  const x = -0.1 + ((at - from) / 1000) * speed;
  return at < from || x > 1 ? undefined : { x, y: 0.3, width: 0.1, height: 0.5 };
}

const walk = (at: number): PaintedScene => {
  const box = walkerAt(at);
  return { things: box ? [{ box, colour: body }] : [] };
};

const person = (box: Box | undefined, score = 0.8): Detection[] =>
  box ? [{ kind: 'person', score, box }] : [];

/** A bottle that stands there but for a while in which it is away; nobody is seen to take it. */
const bottleBox: Box = { x: 0.4, y: 0.3, width: 0.06, height: 0.3 };
const bottleColour = [40, 70, 160] as const;

describe('somebody walks through the picture', { timeout: 60_000 }, () => {
  test('comes in on the left, moves to the right and leaves on the right', async () => {
    const extractions = await watch({
      sceneAt: walk,
      detectionsAt: (at) => person(walkerAt(at)),
      end: 10_000,
    });
    const [observation, ...others] = observationsIn(extractions);
    expect(others).toEqual([]);
    expect(observation).toMatchObject({ kind: 'person', kindAssumed: false });
    expect(told(extractions, 'enters', 'leaves', 'appears', 'disappears')).toEqual([
      'enters side:left',
      'leaves side:right',
    ]);
    expect(told(extractions, 'moves')[0]).toContain('moves direction:right');
    expect(observation!.range.start).toBeGreaterThanOrEqual(2_000);
    expect(observation!.range.start).toBeLessThanOrEqual(2_500);
    expect(observation!.range.end).toBeGreaterThanOrEqual(7_000);
    expect(observation!.range.end).toBeLessThanOrEqual(7_750);
  });

  test('and is never labelled: taken for what moves in such streams, marked as assumed', async () => {
    const [observation] = observationsIn(await watch({ sceneAt: walk, end: 10_000 }));
    expect(observation).toMatchObject({ kind: 'person', kindAssumed: true });
    expect(observation!.kindConfidence).toBeLessThan(0.5);
  });

  test('and is never labelled where anything may move: an object', async () => {
    const profile = { ...presets.any, zones: [], lines: [] };
    const [observation] = observationsIn(await watch({ sceneAt: walk, end: 10_000, profile }));
    expect(observation).toMatchObject({ kind: 'object', kindAssumed: false });
  });

  test('a label of a kind the stream cannot contain is no evidence of a kind', async () => {
    const detectionsAt = (at: number): Detection[] =>
      person(walkerAt(at)).map((detection) => ({ ...detection, kind: 'airplane', score: 0.9 }));
    const [observation] = observationsIn(await watch({ sceneAt: walk, detectionsAt, end: 10_000 }));
    expect(observation).toMatchObject({ kind: 'person', kindAssumed: true, kindVotes: [] });
  });

  test('is one presence when the detector loses it for seconds', async () => {
    const extractions = await watch({
      sceneAt: walk,
      detectionsAt: (at) => (at > 3_000 && at < 5_500 ? [] : person(walkerAt(at))),
      end: 10_000,
    });
    expect(observationsIn(extractions)).toHaveLength(1);
    expect(presence(extractions)).toHaveLength(1);
  });

  test('weak boxes name it, although one of them alone is no object', async () => {
    const weak = await watch({
      sceneAt: walk,
      detectionsAt: (at) => person(walkerAt(at), 0.22),
      end: 10_000,
    });
    expect(observationsIn(weak)).toEqual([
      expect.objectContaining({ kind: 'person', kindAssumed: false }),
    ]);
    const alone = await watch({
      sceneAt: () => ({ things: [] }),
      detectionsAt: () => person(bottleBox, 0.22),
      end: 10_000,
    });
    expect(observationsIn(alone)).toEqual([]);
  });

  test('is dark from head to foot, and said to be', async () => {
    const extractions = await watch({
      sceneAt: walk,
      detectionsAt: (at) => person(walkerAt(at)),
      end: 10_000,
    });
    const colours = observationsIn(extractions)[0]!.attributes;
    expect(colours.map(({ part, value }) => `${part} ${value}`)).toEqual([
      'top black',
      'bottom black',
    ]);
  });

  test('the inside of a zone and a line are told where the foot passes', async () => {
    const zone = {
      name: 'dock',
      polygon: [
        { x: 0.4, y: 0.5 },
        { x: 0.7, y: 0.5 },
        { x: 0.7, y: 1 },
        { x: 0.4, y: 1 },
      ],
    };
    const line = { name: 'gate', from: { x: 0.8, y: 1 }, to: { x: 0.8, y: 0 } };
    const extractions = await watch({
      sceneAt: walk,
      detectionsAt: (at) => person(walkerAt(at)),
      profile: { ...indoor, zones: [zone], lines: [line] },
      end: 10_000,
    });
    expect(told(extractions, 'inside', 'enters', 'leaves', 'crosses')).toEqual([
      'enters side:left',
      'enters zone:dock',
      'inside zone:dock',
      'leaves zone:dock',
      'crosses line:gate direction:right',
      'leaves side:right',
    ]);
  });
});

describe('things that stay', { timeout: 60_000 }, () => {
  test('what stands there from the first picture on neither appears nor enters', async () => {
    const extractions = await watch({
      sceneAt: () => ({ things: [{ box: bottleBox, colour: bottleColour }] }),
      detectionsAt: () => [{ kind: 'bottle', score: 0.6, box: bottleBox }],
      profile: table,
      end: 30_000,
      borders: [15_000],
    });
    expect(observationsIn(extractions).map(({ kind, range }) => ({ kind, ...range }))).toEqual([
      { kind: 'bottle', start: 0, end: 15_000 },
      { kind: 'bottle', start: 15_000, end: 30_000 },
    ]);
    expect(told(extractions, 'enters', 'appears', 'leaves', 'disappears', 'moves')).toEqual([]);
  });

  test('where nothing moves the detector looks only now and then', async () => {
    const [first, second] = await watch({
      sceneAt: () => ({ things: [] }),
      end: 30_000,
      borders: [15_000],
    });
    expect(second!.framesExamined).toBeLessThanOrEqual(4);
    expect(second!.framesExamined).toBeGreaterThanOrEqual(3);
    expect(first!.framesExamined + first!.framesSkipped).toBe(60);
  });

  test('a thing that is taken away disappears, and one that is put down appears', async () => {
    const isThere = (at: number): boolean => at < 6_000 || at >= 11_000;
    const extractions = await watch({
      sceneAt: (at) => ({ things: isThere(at) ? [{ box: bottleBox, colour: bottleColour }] : [] }),
      detectionsAt: (at) => (isThere(at) ? [{ kind: 'bottle', score: 0.6, box: bottleBox }] : []),
      profile: table,
      end: 15_000,
    });
    const bottles = observationsIn(extractions).filter(({ kind }) => kind === 'bottle');
    expect(bottles.map(({ range }) => range)).toEqual([
      { start: 0, end: 6_000 },
      { start: 11_000, end: 15_000 },
    ]);
    expect(told(extractions, 'appears', 'disappears', 'enters', 'leaves')).toEqual([
      'disappears',
      'appears',
    ]);
    expect(observationsIn(extractions)).toHaveLength(2);
  });

  const parked: Box = { x: 0.4, y: 0.5, width: 0.2, height: 0.2 };
  const road: StreamProfile = { ...presets.road, zones: [], lines: [] };
  const red = [180, 30, 30] as const;
  const car = (box: Box | undefined): Detection[] =>
    box ? [{ kind: 'car', score: 0.7, box }] : [];
  const drawn =
    (boxAt: (at: number) => Box | undefined) =>
    (at: number): PaintedScene => {
      const box = boxAt(at);
      return { things: box ? [{ box, colour: red }] : [] };
    };

  test('a car that drives in, parks and drives off is one presence', async () => {
    const boxAt = (at: number): Box | undefined => {
      if (at < 2_000 || at >= 44_500) return undefined;
      if (at < 4_000) return { ...parked, x: -0.2 + ((at - 2_000) / 2_000) * 0.6 };
      return at < 42_000 ? parked : { ...parked, x: 0.4 + ((at - 42_000) / 2_500) * 0.6 };
    };
    const extractions = await watch({
      sceneAt: drawn(boxAt),
      detectionsAt: (at) => car(boxAt(at)),
      profile: road,
      borders: [15_000, 30_000, 45_000],
      end: 60_000,
    });
    expect(told(extractions, 'enters', 'leaves', 'appears', 'disappears')).toEqual([
      'enters side:left',
      'leaves side:right',
    ]);
    expect(presence(extractions)).toHaveLength(1);
    expect(observationsIn(extractions)).toHaveLength(3);
    expect(observationsIn(extractions).every(({ kind }) => kind === 'car')).toBe(true);
  });

  test('a car that stood there from the start drives off and leaves no ghost', async () => {
    const boxAt = (at: number): Box | undefined => {
      if (at < 12_000) return parked;
      return at < 14_500 ? { ...parked, x: 0.4 + ((at - 12_000) / 2_500) * 0.6 } : undefined;
    };
    const extractions = await watch({
      sceneAt: drawn(boxAt),
      detectionsAt: (at) => car(boxAt(at)),
      profile: road,
      borders: [15_000, 30_000],
      end: 45_000,
    });
    expect(told(extractions, 'enters', 'leaves', 'appears', 'disappears')).toEqual([
      'leaves side:right',
    ]);
    expect(observationsIn(extractions)).toHaveLength(1);
  });

  test('a person who walks past a parked car does not take it away', async () => {
    const passer = (at: number): Box | undefined => walkerAt(at, 4_000);
    const extractions = await watch({
      sceneAt: (at) => {
        const box = passer(at);
        return {
          things: [{ box: parked, colour: red }, ...(box ? [{ box, colour: body }] : [])],
        };
      },
      detectionsAt: (at) => [...car(parked), ...person(passer(at))],
      profile: road,
      borders: [15_000],
      end: 20_000,
    });
    const cars = observationsIn(extractions).filter(({ kind }) => kind === 'car');
    expect(cars.map(({ spans }) => spans)).toEqual([
      [{ start: 0, end: 15_000 }],
      [{ start: 15_000, end: 20_000 }],
    ]);
    const people = observationsIn(extractions).filter(({ kind }) => kind === 'person');
    expect(people).toHaveLength(1);
  });

  test('a bag that nobody can name, put down and left, appears and stays an object', async () => {
    const bag: Box = { x: 0.6, y: 0.7, width: 0.06, height: 0.12 };
    const extractions = await watch({
      sceneAt: (at) => ({ things: at < 5_000 ? [] : [{ box: bag, colour: [30, 60, 30] }] }),
      borders: [15_000, 30_000],
      end: 45_000,
    });
    expect(observationsIn(extractions).map(({ kind }) => kind)).toEqual([
      'object',
      'object',
      'object',
    ]);
    expect(presence(extractions)).toEqual([{ start: 5_000, end: 45_000 }]);
    expect(told(extractions, 'appears', 'disappears', 'enters', 'leaves')).toEqual(['appears']);
  });

  test('somebody who stands still for a minute is not learnt into the empty room', async () => {
    const standing: Box = { x: 0.45, y: 0.3, width: 0.1, height: 0.5 };
    const boxAt = (at: number): Box | undefined =>
      at < 3_000
        ? undefined
        : at < 5_000
          ? { ...standing, y: 1 - ((at - 3_000) / 2_000) * 0.7 }
          : at < 65_000
            ? standing
            : walkerAt(at, 62_250);
    const extractions = await watch({
      sceneAt: (at) => {
        const box = boxAt(at);
        return { things: box ? [{ box, colour: body }] : [] };
      },
      detectionsAt: (at) => person(boxAt(at)),
      borders: [15_000, 30_000, 45_000, 60_000],
      end: 80_000,
    });
    expect(told(extractions, 'enters', 'leaves')).toEqual([
      'enters side:bottom',
      'leaves side:right',
    ]);
    expect(presence(extractions)).toHaveLength(1);
    expect(observationsIn(extractions).at(-1)!.range.end).toBeLessThan(69_000);
  });
});

describe('somebody stands in view when the stream starts', { timeout: 60_000 }, () => {
  const standing: Box = { x: 0.45, y: 0.3, width: 0.1, height: 0.5 };
  const walksOff = (at: number, from: number): Box | undefined => {
    const x = standing.x + (Math.max(0, at - from) / 1000) * 0.25;
    return x > 1 ? undefined : { ...standing, x };
  };
  const comesAgain = (at: number, from: number): Box | undefined =>
    at < from ? undefined : { ...standing, y: Math.max(0.3, 0.9 - ((at - from) / 1000) * 0.35) };
  const drawn =
    (boxAt: (at: number) => Box | undefined) =>
    (at: number): PaintedScene => {
      const box = boxAt(at);
      return { things: box ? [{ box, colour: body }] : [] };
    };

  test('he leaves, and who comes to the same place after him is somebody else', async () => {
    const boxAt = (at: number): Box | undefined =>
      at < 10_750 ? walksOff(at, 6_000) : comesAgain(at, 10_750);
    const extractions = await watch({
      sceneAt: drawn(boxAt),
      // Nobody recognises him on his way out.
      detectionsAt: (at) => (at > 6_500 && at < 10_750 ? [] : person(boxAt(at))),
      end: 20_000,
    });
    expect(told(extractions, 'enters', 'leaves', 'appears', 'disappears')).toEqual([
      'leaves side:right',
      'enters side:bottom',
    ]);
    const [first, second, ...others] = observationsIn(extractions);
    expect(others).toEqual([]);
    expect(first!.range).toEqual({ start: 0, end: expect.closeTo(8_250, -3) });
    expect(second!.range).toEqual({ start: 10_750, end: 20_000 });
  });

  test('he is gone between two pictures: his empty place keeps nobody alive', async () => {
    const boxAt = (at: number): Box | undefined => (at < 6_000 ? standing : comesAgain(at, 10_000));
    const extractions = await watch({
      sceneAt: drawn(boxAt),
      detectionsAt: (at) => person(boxAt(at)),
      end: 20_000,
    });
    const [first, second, ...others] = observationsIn(extractions);
    expect(others).toEqual([]);
    expect(first!.range.start).toBe(0);
    expect(first!.range.end).toBeLessThanOrEqual(7_000);
    expect(second!.range).toEqual({ start: 10_000, end: 20_000 });
  });

  test.each([
    ['stays', () => standing],
    ['comes in and stands still', (at: number) => comesAgain(at, 2_000)],
  ])('who %s is there all the time, also while no detection confirms it', async (_, boxAt) => {
    const extractions = await watch({
      sceneAt: drawn(boxAt),
      detectionsAt: (at) => (at > 7_000 && at < 27_000 ? [] : person(boxAt(at))),
      borders: [15_000],
      end: 30_000,
    });
    expect(observationsIn(extractions)).toHaveLength(2);
    expect(presence(extractions)).toHaveLength(1);
    expect(told(extractions, 'leaves', 'appears', 'disappears')).toEqual([]);
  });
});

describe('light and noise make no objects', { timeout: 60_000 }, () => {
  const empty = (sceneAt: (at: number) => PaintedScene) =>
    watch({ sceneAt, end: 20_000 }).then(observationsIn);

  test('a step of the exposure', async () => {
    expect(await empty((at) => ({ things: [], exposure: at < 8_000 ? 1 : 0.7 }))).toEqual([]);
  });

  test('flicker', async () => {
    const flicker = (at: number): number => 0.9 + 0.1 * Math.cos(at / 70);
    expect(await empty((at) => ({ things: [], exposure: flicker(at) }))).toEqual([]);
  });

  test('a strobe', async () => {
    expect(await empty((at) => ({ things: [], exposure: at % 500 < 250 ? 1 : 0.05 }))).toEqual([]);
  });

  test('a light that is switched off for a while and on again', async () => {
    const lit = (at: number): boolean => at < 5_000 || at > 12_000;
    expect(await empty((at) => ({ things: [], exposure: lit(at) ? 1 : 0.02 }))).toEqual([]);
  });

  test('a camera that is turned to something else', async () => {
    const elsewhere = (x: number, y: number): readonly [number, number, number] =>
      Math.floor(x * 9 + y * 4) % 2 === 0 ? [20, 20, 90] : [90, 10, 20];
    const turned = (at: number): PaintedScene => ({
      things: [],
      ...(at >= 6_000 && { background: elsewhere }),
    });
    expect(await empty(turned)).toEqual([]);
  });

  test('darkness', async () => {
    expect(await empty(() => ({ things: [], exposure: 0.02 }))).toEqual([]);
  });

  test('a camera that shakes', async () => {
    const shaken = (at: number): PaintedScene => ({
      things: [],
      background: (x, y) => room(x + 0.02 * Math.sin(at), y + 0.02 * Math.cos(1.3 * at)),
    });
    expect(await empty(shaken)).toEqual([]);
  });

  test('a soft shadow', async () => {
    const shaded = (at: number): PaintedScene => ({
      things: [],
      background: (x, y) => {
        const distance = Math.hypot(x - at / 20_000, y - 0.5);
        const light = 1 - 0.35 * Math.exp(-((distance / 0.2) ** 2));
        const [red, green, blue] = room(x, y);
        return [red * light, green * light, blue * light];
      },
    });
    expect(await empty(shaded)).toEqual([]);
  });
});

describe('chunks', { timeout: 60_000 }, () => {
  const script: Script = {
    sceneAt: walk,
    detectionsAt: (at) => person(walkerAt(at)),
    end: 10_000,
  };

  test('cut at any border, a presence is the same and comes and goes once', async () => {
    const [whole] = presence(await watch(script));
    // Who goes just at the border is told of in the chunk after it, as of its first picture.
    const ends = [whole!.end, whole!.end + 250];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 39 }), async (border) => {
        const extractions = await watch({ ...script, borders: [border * 250] });
        const [seen, ...more] = presence(extractions);
        expect(more).toEqual([]);
        expect(seen!.start).toBe(whole!.start);
        expect(ends).toContain(seen!.end);
        expect(told(extractions, 'enters', 'leaves', 'appears', 'disappears')).toEqual([
          'enters side:left',
          'leaves side:right',
        ]);
      }),
      { numRuns: 12 },
    );
  });

  test('the same pictures give the same observations and the same scene', async () => {
    const [a, b] = [
      await watch({ ...script, borders: [5_000] }),
      await watch({ ...script, borders: [5_000] }),
    ];
    expect(a).toEqual(b);
  });

  test('a stream that starts later is the same stream later', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2_000_000_000 }), async (startAt) => {
        const now = await watch(script);
        const later = await watch({ ...script, startAt });
        const shift = (range: TimeRange): TimeRange => ({
          start: range.start + startAt,
          end: range.end + startAt,
        });
        expect(presence(later)).toEqual(presence(now).map(shift));
        expect(statesIn(later)).toEqual(
          statesIn(now).map((state) => ({ ...state, range: shift(state.range) })),
        );
      }),
      { numRuns: 4 },
    );
  });

  test('a damaged frame is left out; a chunk of nothing else is an error', async () => {
    const damaged = await watch({
      ...script,
      sceneAt: (at) => (at === 4_000 ? undefined : walk(at)),
    });
    expect(presence(damaged)).toHaveLength(1);
    await expect(watch({ ...script, sceneAt: () => undefined })).rejects.toMatchObject({
      code: 'MEDIA_CORRUPT',
    });
  });

  test('without frames there is nothing to tell, and the scene is kept', async () => {
    const extractions = await watch({ ...script, borders: [5_000, 5_000] });
    expect(extractions[1]!.observations).toEqual([]);
    expect(presence(extractions)).toHaveLength(1);
  });

  test('the scene of another version, or of another camera, begins anew', async () => {
    const extractor = createBuiltinExtractor({
      detector: scriptedDetector(() => []),
      frames: paintedReader(walk),
    });
    const { observations } = await extractor.extract(
      {
        chunk: { streamId: 'cam', epoch: 1, seq: 0 },
        frames: oneByOne(frameRefs(0, 10_000)),
        profile: indoor,
        scene: Uint8Array.of(250, 1, 2, 3),
      },
      new AbortController().signal,
    );
    expect(observations).toHaveLength(1);
  });

  test('an abort stops it between two frames', async () => {
    const stopping = new AbortController();
    const extractor = createBuiltinExtractor({
      detector: scriptedDetector(() => []),
      frames: {
        read: async (frame, side) => {
          if (frame.index === 5) stopping.abort();
          return paintedReader(walk).read(frame, side);
        },
      },
    });
    const extraction = extractor.extract(
      {
        chunk: { streamId: 'cam', epoch: 1, seq: 0 },
        frames: oneByOne(frameRefs(0, 10_000)),
        profile: indoor,
        scene: undefined,
      },
      stopping.signal,
    );
    await expect(extraction).rejects.toMatchObject({ name: 'AbortError' });
  });
});
