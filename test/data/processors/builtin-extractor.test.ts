/**
 * The built-in extractor with its real detector on real clips, against what people annotated. The
 * same is asked of a stream that starts in the middle of a chunk.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunkSeqAt } from '../../../ingest/domain/chunk.ts';
import type { FrameRef } from '../../../ingest/domain/frame.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { mergeRanges, rangesOverlap, type TimeRange } from '../../../kernel/time.ts';
import { openObjectDetector } from '../../../processors/adapters/open-object-detector.ts';
import { createBuiltinExtractor } from '../../../processors/builtin-extractor.ts';
import { type PresetName, presets } from '../../../processors/domain/kind.ts';
import type { Observation } from '../../../processors/domain/observation.ts';
import type { Predicate } from '../../../processors/domain/state.ts';
import type { ObjectDetector } from '../../../processors/ports.ts';
import { type ClipFrames, sampleClip } from '../../support/clip-frames.ts';
import { testModelsDir } from '../../support/models.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

const chunkLength = 15_000;
const noon = Date.parse('2026-01-01T12:00:00Z');
/** Seconds by which a boundary may be off. */
const tolerance = 0.5;

type Interval = readonly [number, number];

interface Annotation {
  readonly entities: readonly {
    readonly id: string;
    readonly attrs: Readonly<Record<string, string>>;
    readonly intervals?: readonly Interval[];
    readonly on_table?: readonly Interval[];
  }[];
}

let detector: ObjectDetector;

describe.skipIf(!hasSharedData)('the built-in extractor on annotated clips', () => {
  beforeAll(async () => {
    detector = await openObjectDetector({
      model: 'ssdlite-mobilenet-v2',
      engine: 'auto',
      modelsDir: await testModelsDir('ssdlite-mobilenet-v2'),
      threads: 2,
      logger: silentLogger,
    });
  });
  afterAll(() => detector?.close());

  describe.each([0, 7_000])('six people come one by one, starting %i ms into a chunk', (offset) => {
    let seen: Watched;
    let people: Annotation['entities'];
    beforeAll(async () => {
      people = annotation('one_by_one').entities;
      seen = await watch('surveillance/intel_one-by-one-person.mp4', 'indoor', offset);
    });

    test('each is present when they were, and nobody else', () => {
      expectIntervals(
        seen.presence(() => true),
        people.flatMap((person) => person.intervals!),
      );
      expect(new Set(seen.observations.map((observation) => observation.kind))).toEqual(
        new Set(['person']),
      );
    });

    test('each enters at the bottom and leaves on the right, once', () => {
      expect(seen.told('enters')).toEqual(people.map(() => 'enters side:bottom'));
      expect(seen.told('leaves')).toEqual(people.map(() => 'leaves side:right'));
      expect(seen.told('appears', 'disappears')).toEqual([]);
    });

    test('the colour of each one’s top is the one people saw', () => {
      const colours = people.map((person) => seen.topColourIn(person.intervals![0]!));
      expect(colours).toEqual(
        people.map((person) => expect.toSatisfy((colour) => person.attrs.top!.includes(colour))),
      );
    });
  });

  describe.each([8, 12, 16, 24, 60])(
    'a stream starts while somebody stands there, at %i s',
    (from) => {
      let seen: Watched;
      let present: Interval[];
      beforeAll(async () => {
        const to = from + 60;
        seen = await watch('surveillance/intel_one-by-one-person.mp4', 'indoor', 0, [from, to]);
        present = annotation('one_by_one')
          .entities.flatMap((person) => person.intervals!)
          .filter(([start, end]) => end > from && start < to)
          .map(([start, end]) => [Math.max(start, from) - from, Math.min(end, to) - from]);
      });

      test('each is present when they were, and nobody is told of twice', () => {
        expectIntervals(
          seen.presence(() => true),
          present,
        );
        const ranges = seen.observations.map(({ range }) => range);
        for (const [i, range] of ranges.entries()) {
          for (const other of ranges.slice(i + 1)) expect(rangesOverlap(range, other)).toBe(false);
        }
      });

      test('each leaves on the right, and those who come enter at the bottom', () => {
        const leaving = present.filter(([, end]) => end < 60);
        expect(seen.told('leaves')).toEqual(leaving.map(() => 'leaves side:right'));
        expect(seen.told('enters')).toEqual(present.slice(1).map(() => 'enters side:bottom'));
        expect(seen.told('appears', 'disappears')).toEqual([]);
      });
    },
  );

  test.each([
    [24, 43],
    [53, 68],
    [95, 118],
  ])('somebody is there from the start at %i s to the end at %i s', async (from, to) => {
    const clip = 'surveillance/intel_one-by-one-person.mp4';
    const seen = await watch(clip, 'indoor', 0, [from, to]);
    expect(seen.presence(() => true, 0)).toEqual([[0, to - from]]);
    expect(seen.observations).toHaveLength(Math.ceil((to - from) / (chunkLength / 1000)));
    expect(seen.told('enters', 'leaves', 'appears', 'disappears')).toEqual([]);
  });

  describe.each([0, 7_000])('bottles are taken and put back, %i ms into a chunk', (offset) => {
    let seen: Watched;
    let places: Annotation['entities'];
    beforeAll(async () => {
      places = annotation('bottles').entities;
      seen = await watch('objects/intel_bottle-detection.mp4', 'table', offset);
    });

    test.each([0, 1, 2])('place %i holds a bottle when it did', (place) => {
      const here = (observation: Observation): boolean =>
        observation.kind === 'bottle' && placeOf(observation) === place;
      expectIntervals(seen.presence(here, 0), places[place]!.on_table!);
    });

    test('every taking is a disappearance, every putting back an appearance', () => {
      const gaps = places.reduce((sum, place) => sum + place.on_table!.length - 1, 0);
      const of = (predicate: Predicate) => seen.told(predicate, 'bottle').length;
      expect([of('disappears'), of('appears')]).toEqual([gaps, gaps]);
      expect([...seen.told('leaves', 'bottle'), ...seen.told('enters', 'bottle')]).toEqual([]);
    });

    test('the hands are no bottles', () => {
      const bottles = seen.observations.filter((observation) => observation.kind === 'bottle');
      for (const bottle of bottles) expect(bottle.path[0]!.box.y).toBeGreaterThan(0.2);
    });
  });

  test('cars seen from above pass while the exposure changes', async () => {
    const seen = await watch('surveillance/intel_car-detection.mp4', 'road', 0);
    expectIntervals(
      seen.presence((observation) => observation.kind === 'car'),
      [
        [4.3, 8.6],
        [14.45, 19.05],
        [25.2, 27.85],
      ],
    );
    expect(seen.told('leaves')).toEqual([
      'leaves side:top',
      'leaves side:bottom',
      'leaves side:top',
      'leaves side:bottom',
    ]);
    expect(seen.observations.flatMap(firstColour)).toContain('red');
  });

  test.each(['frozen_20s', 'black_10s', 'night_noise', 'strobe_2hz', 'shaky'])(
    'no storm of objects from %s',
    async (clip) => {
      const seen = await watch(`robustness_gen/${clip}.mp4`, 'any', 0);
      const inOneChunk = seen.observations.filter(({ chunk }) => chunk.seq === seen.firstSeq);
      expect(inOneChunk.length).toBeLessThanOrEqual(4);
    },
  );
});

class Watched {
  readonly observations: readonly Observation[];
  readonly firstSeq: number;
  readonly #startAt: number;

  constructor(observations: readonly Observation[], startAt: number) {
    this.observations = observations;
    this.firstSeq = chunkSeqAt(startAt, chunkLength);
    this.#startAt = startAt;
  }

  /** Seconds from the start of the clip; spans nearer than `join` ms are one. */
  presence(isMeant: (observation: Observation) => boolean, join = 1_000): Interval[] {
    const spans = this.observations.filter(isMeant).flatMap((observation) => observation.spans);
    return mergeRanges(spans, join).map((span) => this.#seconds(span));
  }

  /** `leaves side:right`, in order of time; of one kind where given. */
  told(...wanted: readonly string[]): string[] {
    return this.observations
      .flatMap(({ kind, states }) => states.map((state) => ({ kind, state })))
      .filter(({ kind, state }) => wanted.includes(state.predicate) && meantKind(wanted, kind))
      .sort((a, b) => a.state.range.end - b.state.range.end)
      .map(({ state }) => [state.predicate, ...state.args.slice(1)].join(' '));
  }

  topColourIn([start, end]: Interval): string | undefined {
    const last = this.observations
      .filter((observation) => {
        const [from, to] = this.#seconds(observation.range);
        return from >= start - tolerance && to <= end + tolerance;
      })
      .at(-1);
    return last?.attributes.find((attribute) => attribute.part === 'top')?.value;
  }

  #seconds = ({ start, end }: TimeRange): Interval => [
    (start - this.#startAt) / 1000,
    (end - this.#startAt) / 1000,
  ];
}

const meantKind = (wanted: readonly string[], kind: string): boolean =>
  !wanted.includes('bottle') || kind === 'bottle';

const placeOf = ({ path }: Observation): number =>
  Math.floor((path[0]!.box.x + path[0]!.box.width / 2) * 3);

const firstColour = (observation: Observation): string[] =>
  observation.attributes.slice(0, 1).map((attribute) => attribute.value);

function expectIntervals(seen: readonly Interval[], truth: readonly Interval[]): void {
  const near = (seconds: number) =>
    expect.toSatisfy(
      (value: number) => Math.abs(value - seconds) <= tolerance,
      `within ${tolerance} s of ${seconds}`,
    );
  expect(seen).toEqual(truth.map(([start, end]) => [near(start), near(end)]));
}

const annotation = (clip: string): Annotation =>
  JSON.parse(readFileSync(sharedData('ground-truth', 'videos.json'), 'utf8'))[clip];

const sampled = new Map<string, Promise<ClipFrames>>();

/** The clip from `from` to before `to` (s) as a stream that starts `offset` ms into a chunk. */
async function watch(
  clip: string,
  preset: PresetName,
  offset: number,
  [from, to]: Interval = [0, Number.POSITIVE_INFINITY],
): Promise<Watched> {
  const known = sampled.get(clip) ?? sampleClip(sharedData('clips', clip), 0);
  sampled.set(clip, known);
  const { frames: all, reader } = await known;
  const frames = all
    .filter(({ at }) => at >= from * 1000 && at < to * 1000)
    .map((frame) => ({ ...frame, at: frame.at - from * 1000 }));
  const startAt = noon + offset;
  const extractor = createBuiltinExtractor({ detector, frames: reader });
  const profile = { ...presets[preset], zones: [], lines: [] };
  const observations: Observation[] = [];
  let scene: Uint8Array | undefined;
  for (const [seq, chunkFrames] of inChunks(frames, startAt)) {
    const chunk = { streamId: 'clip', epoch: 1, seq };
    const input = { chunk, frames: arriving(chunkFrames), profile, scene };
    const extraction = await extractor.extract(input, new AbortController().signal);
    scene = extraction.scene;
    observations.push(...extraction.observations);
  }
  return new Watched(observations, startAt);
}

function inChunks(frames: readonly FrameRef[], startAt: number): Map<number, FrameRef[]> {
  const moved = frames.map((frame) => ({ ...frame, at: frame.at + startAt }));
  return Map.groupBy(moved, (frame) => chunkSeqAt(frame.at, chunkLength));
}

async function* arriving(frames: readonly FrameRef[]): AsyncGenerator<FrameRef> {
  yield* frames;
}
