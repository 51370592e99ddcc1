/**
 * People in coloured clothes who walk through a painted room as a script says, seen by the built-in
 * extractor and the aggregator, and scored against the script: who is who is known exactly.
 */

import type { MotBox } from '../../eval/datasets/mot.ts';
import { seededRandom } from '../../eval/metrics/random.ts';
import { compareBoxes } from '../../eval/tracking/compare-boxes.ts';
import { meanOverAlpha } from '../../eval/tracking/hota.ts';
import { countTracking, scoreTracking } from '../../eval/tracking/score-tracking.ts';
import { chunkSeqAt, chunkWindow } from '../../ingest/domain/chunk.ts';
import { areaOf, type Box, overlapArea } from '../../kernel/geometry.ts';
import { aggregate, joinChanges, noTrajectoryChanges } from '../../processors/aggregate.ts';
import type { AggregationOptions } from '../../processors/aggregation-options.ts';
import { createBuiltinExtractor } from '../../processors/builtin-extractor.ts';
import type { AggregationMemory } from '../../processors/domain/aggregation-memory.ts';
import type { Detection } from '../../processors/domain/detection.ts';
import type { PathPoint } from '../../processors/domain/observation.ts';
import { profileFrom } from '../../processors/domain/stream-profile.ts';
import { trackedBoxes } from '../../processors/tracked-boxes.ts';
import {
  type Colour,
  frameRefs,
  type PaintedThing,
  paintedReader,
  scriptedDetector,
} from './painted-frames.ts';

export interface ScriptedPerson {
  readonly top: Colour;
  readonly bottom: Colour;
  /** Undefined while away; may reach beyond the picture. `at` in milliseconds. */
  readonly boxAt: (at: number) => Box | undefined;
}

export interface PeopleScript {
  /** Later ones stand in front of earlier ones. */
  readonly people: readonly ScriptedPerson[];
  /** Stands in front of everybody, from the start. */
  readonly pillar?: Box;
  /** Milliseconds. */
  readonly end: number;
  readonly aggregation?: Partial<AggregationOptions>;
}

/** Shares in percent. */
export interface PeopleScores {
  readonly trajectories: number;
  readonly hota: number;
  readonly idf1: number;
  readonly switches: number;
}

const picture: Box = { x: 0, y: 0, width: 1, height: 1 };
const chunkMs = 15_000;
const pillarColour: Colour = [70, 75, 80];
/** Of somebody less of whom shows, the detector sees nothing, and he is not in the truth. */
const leastVisible = 0.35;
const boxNoise = 0.03;

/** The standing pose of everybody; `x` is the left edge. */
export const standing = (x: number, y = 0.3): Box => ({ x, y, width: 0.1, height: 0.5 });

/** From `x` on, at `speed` pictures per second from `start`, until `end`. */
export const walking =
  (x: number, speed: number, [start, end]: readonly [number, number], y?: number) =>
  (at: number): Box | undefined =>
    at < start || at >= end ? undefined : standing(x + ((at - start) / 1000) * speed, y);

/** One after the other: the first that has him in the picture. */
export const inTurn =
  (...parts: readonly ((at: number) => Box | undefined)[]) =>
  (at: number): Box | undefined =>
    parts.map((part) => part(at)).find((box) => box !== undefined);

/** Runs the script through extraction and aggregation, and scores what comes out. */
export async function scorePeople(script: PeopleScript): Promise<PeopleScores> {
  const frames = frameRefs(0, script.end);
  const { changes, pathOf } = await watchPeople(script, frames);
  const instants = frames.map(({ at }) => at);
  const ids = [...new Set(changes.assignments.map(({ trajectoryId }) => trajectoryId))];
  const tracked = trackedBoxes(instants, changes, pathOf).flatMap((boxes, index) =>
    boxes.map(({ trajectoryId, box }) => motBox(index, ids.indexOf(trajectoryId), box)),
  );
  const truth = instants.flatMap((at, index) =>
    visiblePeople(script, at).map(({ id, box }) => motBox(index, id, clip(box))),
  );
  const scores = scoreTracking(countTracking(compareBoxes(truth, tracked, frames.length)));
  return {
    trajectories: ids.length,
    hota: 100 * meanOverAlpha(scores.HOTA),
    idf1: 100 * scores.IDF1,
    switches: scores.IDSW,
  };
}

async function watchPeople(script: PeopleScript, frames: ReturnType<typeof frameRefs>) {
  const extractor = createBuiltinExtractor({
    frames: paintedReader((at) => ({ things: thingsAt(script, at) })),
    detector: scriptedDetector(detectorOf(script)),
  });
  const profile = profileFrom({ preset: 'indoor' });
  const pathOf = new Map<string, readonly PathPoint[]>();
  let scene: Uint8Array | undefined;
  let memory: AggregationMemory | undefined;
  let changes = noTrajectoryChanges;
  for (const [seq, inChunk] of Map.groupBy(frames, ({ at }) => chunkSeqAt(at, chunkMs))) {
    const chunk = { streamId: 'cam', epoch: 1, seq, range: chunkWindow(seq, chunkMs) };
    const input = { chunk, frames: oneByOne(inChunk), profile, scene };
    const extraction = await extractor.extract(input, new AbortController().signal);
    scene = extraction.scene;
    const { observations } = extraction;
    for (const { id, path } of observations) pathOf.set(id, path);
    const folded = aggregate(memory, { chunk, observations }, script.aggregation);
    memory = folded.memory;
    changes = joinChanges(changes, folded.changes);
  }
  return { changes, pathOf };
}

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield item;
}

function thingsAt({ people, pillar }: PeopleScript, at: number): PaintedThing[] {
  const painted = people.flatMap(({ top, bottom, boxAt }) => {
    const box = boxAt(at);
    return box ? clothes(box, top, bottom) : [];
  });
  return pillar ? [...painted, { box: pillar, colour: pillarColour }] : painted;
}

const clothes = (box: Box, top: Colour, bottom: Colour): PaintedThing[] => [
  { box: { ...box, height: box.height / 2 }, colour: top },
  { box: { ...box, y: box.y + box.height / 2, height: box.height / 2 }, colour: bottom },
];

/** Those of whom enough shows, with how much: whoever stands in front hides. */
function visiblePeople({ people, pillar }: PeopleScript, at: number) {
  const boxes = people.map(({ boxAt }) => boxAt(at));
  return boxes.flatMap((box, id) => {
    if (!box) return [];
    const inFront = [...boxes.slice(id + 1), pillar].filter((other) => other !== undefined);
    const hidden = inFront.reduce((sum, other) => sum + overlapArea(clip(box), other), 0);
    const visible = (overlapArea(box, picture) - hidden) / areaOf(box);
    return visible >= leastVisible ? [{ id, box, visible }] : [];
  });
}

/** Boxes tremble, and who is half hidden is seen with half the score. The same in every run. */
function detectorOf(script: PeopleScript): (at: number) => Detection[] {
  return (at) => {
    const random = seededRandom(at + 1);
    const tremble = (size: number) => (random() - 0.5) * 2 * boxNoise * size;
    return visiblePeople(script, at).map(({ box, visible }) => ({
      kind: 'person',
      score: 0.9 * visible,
      box: clip({
        x: box.x + tremble(box.width),
        y: box.y + tremble(box.height),
        width: box.width + tremble(box.width),
        height: box.height + tremble(box.height),
      }),
    }));
  };
}

const motBox = (index: number, id: number, box: Box): MotBox => ({
  ...box,
  frame: index + 1,
  id,
  confidence: 1,
});

function clip({ x, y, width, height }: Box): Box {
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  return {
    x: left,
    y: top,
    width: Math.min(1, x + width) - left,
    height: Math.min(1, y + height) - top,
  };
}
