/** Occurrences -> evidence: tight ranges, a clip where a recording is left, boxes to draw. */
import type { SegmentReader } from '../../ingest/contract.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { PathPoint } from '../../processors/domain/observation.ts';
import type { Evidence } from '../domain/answer.ts';
import { clipIdOf } from '../domain/clip.ts';
import type { TrajectoryReader } from '../ports.ts';
import type { Occurrence } from './occurrence.ts';

export interface GroundingReaders {
  readonly trajectories: Pick<TrajectoryReader, 'path'>;
  readonly segments: Pick<SegmentReader, 'find'>;
}

/** Around an instant, so that a person sees what came before and after. */
const aroundInstantMs = 1500;
const maxEvidence = 50;
/** Boxes are drawn for the first pieces of evidence only; the rest has its range and clip. */
const maxWithBoxes = 12;
const boxIntervalMs = 500;
const maxBoxes = 240;
/** A clip longer than this is cut around what was asked. */
const longMs = 300_000;

export class Grounding {
  readonly #readers: GroundingReaders;
  readonly #asked: TimeRange;
  readonly #known = new Map<Occurrence, Promise<Evidence>>();

  constructor(readers: GroundingReaders, asked: TimeRange) {
    this.#readers = readers;
    this.#asked = asked;
  }

  /** The same occurrence gives the same evidence, read once. */
  evidenceOf(occurrences: readonly Occurrence[]): Promise<Evidence[]> {
    return Promise.all(occurrences.slice(0, maxEvidence).map((one) => this.#one(one)));
  }

  #one(occurrence: Occurrence): Promise<Evidence> {
    const known = this.#known.get(occurrence);
    if (known) return known;
    const evidence = this.#make(occurrence, this.#known.size < maxWithBoxes);
    this.#known.set(occurrence, evidence);
    return evidence;
  }

  async #make(occurrence: Occurrence, withBoxes: boolean): Promise<Evidence> {
    const { streamId } = occurrence;
    const range = evidenceRange(occurrence, this.#asked);
    const ids = occurrence.entities.flatMap(({ trajectoryIds }) => trajectoryIds);
    const { trajectories } = this.#readers;
    const [segments, boxes] = await Promise.all([
      this.#readers.segments.find(streamId, range),
      withBoxes ? boxesOver(ids, range, trajectories) : [],
    ]);
    const clipId = segments.length > 0 ? clipIdOf(streamId, range) : null;
    return { streamId, range, trajectoryIds: [...ids], clipId, boxes };
  }
}

/** Where the first few of the objects are during the range, for drawing. */
export async function boxesOver(
  trajectoryIds: readonly string[],
  range: TimeRange,
  trajectories: GroundingReaders['trajectories'],
): Promise<Evidence['boxes']> {
  const paths = await Promise.all(
    trajectoryIds.slice(0, maxWithBoxes).map(async (trajectoryId) => {
      const points = await trajectories.path(trajectoryId, range);
      return everyHalfSecond(points).map(({ at, box }) => ({ trajectoryId, at, box }));
    }),
  );
  return thinned(paths.flat());
}

type BoxAt = Evidence['boxes'][number];

function evidenceRange({ range, isInstant }: Occurrence, asked: TimeRange): TimeRange {
  if (isInstant) {
    const start = Math.floor(range.start - aroundInstantMs);
    return { start, end: Math.ceil(range.end + aroundInstantMs) };
  }
  if (range.end - range.start <= longMs) return whole(range);
  const start = Math.max(range.start, asked.start - 5000);
  const end = Math.min(range.end, asked.end + 5000);
  return whole(start < end ? { start, end: Math.min(end, start + longMs) } : range);
}

const whole = ({ start, end }: TimeRange): TimeRange => ({
  start: Math.floor(start),
  end: Math.max(Math.ceil(end), Math.floor(start) + 1),
});

function everyHalfSecond(points: readonly PathPoint[]): PathPoint[] {
  const kept: PathPoint[] = [];
  for (const point of points) {
    if (point.at - (kept.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= boxIntervalMs) kept.push(point);
  }
  return kept;
}

function thinned(boxes: readonly BoxAt[]): BoxAt[] {
  const step = Math.ceil(boxes.length / maxBoxes);
  return boxes
    .filter((_, index) => step <= 1 || index % step === 0)
    .map((box) => ({ ...box, at: Math.round(box.at) }))
    .sort((a, b) => a.at - b.at);
}
