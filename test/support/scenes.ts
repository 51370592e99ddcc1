/**
 * Scripted scenes for the aggregator: what an ideal extractor would report of objects with known
 * intervals, chunk by chunk, so that the right number of trajectories is known.
 */
import type { Box } from '../../kernel/geometry.ts';
import { intersectRanges, type TimeRange } from '../../kernel/time.ts';
import { aggregate, joinChanges, noTrajectoryChanges } from '../../processors/aggregate.ts';
import type { AggregationOptions } from '../../processors/aggregation-options.ts';
import type {
  AggregationInput,
  AggregationMemory,
  ObservedChunk,
} from '../../processors/domain/aggregation-memory.ts';
import type { Observation } from '../../processors/domain/observation.ts';
import type { State } from '../../processors/domain/state.ts';
import { anObservation, aState } from './observations.ts';

export const chunkLengthMs = 15_000;

/** An object that is in the picture during `visible`. */
export interface Actor extends Partial<Pick<Observation, 'kind' | 'attributes' | 'appearance'>> {
  readonly visible: TimeRange;
  readonly from: Box;
  readonly to?: Box;
  /** `side:bottom`; without one it appears and disappears where it is. */
  readonly entry?: string;
  readonly exit?: string;
}

/** Chunks 0 to `count - 1` of one epoch, with an observation per actor and chunk. */
export const sceneOf = (actors: readonly Actor[], count: number): ObservedChunk[] =>
  Array.from({ length: count }, (_, seq) => chunkOf(seq, actors));

export function chunkOf(seq: number, actors: readonly Actor[]): ObservedChunk {
  const range = { start: seq * chunkLengthMs, end: (seq + 1) * chunkLengthMs };
  const chunk = { streamId: 'cam', epoch: 1, seq, range };
  const visible = actors.filter((actor) => intersectRanges(actor.visible, range));
  return { chunk, observations: visible.map((actor, n) => observe(actor, seq, n, range)) };
}

/** Folds all inputs; the changes of all steps joined. */
export function foldInputs(
  inputs: readonly AggregationInput[],
  options: Partial<AggregationOptions> = {},
  before?: AggregationMemory,
) {
  let memory = before;
  let changes = noTrajectoryChanges;
  for (const input of inputs) {
    const step = aggregate(memory, input, options);
    memory = step.memory;
    changes = joinChanges(changes, step.changes);
  }
  return { memory, changes };
}

function observe(actor: Actor, seq: number, n: number, window: TimeRange): Observation {
  const range = intersectRanges(actor.visible, window)!;
  const id = `cam/1/${seq}#${n}`;
  return anObservation({
    id,
    n,
    chunk: { seq },
    range,
    kind: actor.kind ?? 'person',
    attributes: actor.attributes ?? [],
    ...(actor.appearance && { appearance: actor.appearance }),
    path: pathOf(actor, range),
    states: [aState(id, 'present', [], range), ...borderStates(id, actor, range)],
  });
}

/** Two boxes a second on the straight line from `from` to `to`. */
function pathOf(actor: Actor, range: TimeRange): { at: number; box: Box }[] {
  const path: { at: number; box: Box }[] = [];
  for (let at = range.start; at < range.end; at += 500) path.push({ at, box: boxAt(actor, at) });
  if (path.at(-1)!.at < range.end - 1)
    path.push({ at: range.end - 1, box: boxAt(actor, range.end) });
  return path;
}

function boxAt({ from, to = from, visible }: Actor, at: number): Box {
  const share = (at - visible.start) / (visible.end - visible.start);
  return { ...from, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function borderStates(id: string, actor: Actor, range: TimeRange): State[] {
  const first = { start: range.start, end: Math.min(range.end, range.start + 1_000) };
  const last = { start: Math.max(range.start, range.end - 1_000), end: range.end };
  const states: State[] = [];
  if (range.start === actor.visible.start) {
    states.push(
      actor.entry ? aState(id, 'enters', [actor.entry], first) : aState(id, 'appears', [], first),
    );
  }
  if (range.end === actor.visible.end) {
    states.push(
      actor.exit ? aState(id, 'leaves', [actor.exit], last) : aState(id, 'disappears', [], last),
    );
  }
  return states;
}

/** A chunk in which nothing was observed. */
export function aChunkInput(key: { seq: number; epoch?: number }): ObservedChunk {
  const { chunk } = chunkOf(key.seq, []);
  return { chunk: { ...chunk, ...key }, observations: [] };
}

/** A gap in place of chunk `seq`. */
export const aGapInput = (seq: number) => ({
  gap: { ...chunkOf(seq, []).chunk.range, streamId: 'cam', reason: 'connection-lost' as const },
});
