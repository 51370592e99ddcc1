/**
 * Puts a stream's chunks back into order. What comes in order passes at once; what comes early waits
 * for the missing one, but no longer than the reorder window. It holds inputs and decides on their
 * order; it knows nothing of what they say.
 */
import { type ChunkKey, chunkId, compareChunks } from '../../ingest/domain/chunk.ts';
import type { AggregationOptions } from '../aggregation-options.ts';
import type {
  AggregationInput,
  ObservedChunk,
  ReorderMemory,
} from '../domain/aggregation-memory.ts';
import type { Hole } from '../domain/hole.ts';

/** Chunks remembered as folded. */
const recentLimit = 64;

/** No chunk is shorter than this, so none can be missing in a hole of this size. */
const noChunkMs = 1_000;

/**
 * `folded`: it, and perhaps others that waited for it, had their turn. `waiting`: one before it is
 * missing. `duplicate`: folded or waiting already. `late`: its turn is over; fold again from a
 * snapshot, see `refold.ts`.
 */
export type Fate = 'folded' | 'waiting' | 'duplicate' | 'late';

export interface Reordered {
  readonly memory: ReorderMemory;
  /** Chunks whose turn it is now, in order. */
  readonly released: readonly ObservedChunk[];
  readonly fate: Fate;
}

type Window = Pick<AggregationOptions, 'reorderChunks' | 'reorderMs'>;

/**
 * The first chunk of a stream starts the order, so one before it counts as late. A chunk that is
 * neither waiting nor among the last 64 folded is called late; whether it was processed long ago
 * only the store can tell.
 */
export function reorder(memory: ReorderMemory, input: AggregationInput, window: Window): Reordered {
  if ('gap' in input) {
    const gaps = insertGap(memory.gaps, input.gap);
    const { memory: after, released } = release({ ...memory, gaps }, window);
    const waits = after.gaps.some((gap) => isSameGap(gap, input.gap));
    return { memory: after, released, fate: waits ? 'waiting' : 'folded' };
  }
  const fate = fateOf(memory, input.chunk);
  if (fate !== 'waiting') return { memory, released: [], fate };
  const { streamId, epoch, seq, range } = input.chunk;
  const kept = { chunk: { streamId, epoch, seq, range }, observations: input.observations };
  const chunks = [...memory.chunks, kept].sort((a, b) => compareChunks(a.chunk, b.chunk));
  const { memory: after, released } = release({ ...memory, chunks }, window);
  const waits = after.chunks.some(({ chunk }) => compareChunks(chunk, input.chunk) === 0);
  return { memory: after, released, fate: waits ? 'waiting' : 'folded' };
}

function fateOf(memory: ReorderMemory, chunk: ChunkKey): Fate {
  const isSame = (other: ChunkKey) => compareChunks(other, chunk) === 0;
  if (memory.recent.includes(chunkId(chunk))) return 'duplicate';
  if (memory.chunks.some((waiting) => isSame(waiting.chunk))) return 'duplicate';
  return memory.last && compareChunks(chunk, memory.last) < 0 ? 'late' : 'waiting';
}

/** Lets through whatever has its turn, again and again until something is missing. */
function release(
  memory: ReorderMemory,
  window: Window,
): { memory: ReorderMemory; released: ObservedChunk[] } {
  let current = passGaps(memory);
  const released: ObservedChunk[] = [];
  while (current.chunks[0] && (isNext(current, current.chunks[0]) || isOver(current, window))) {
    released.push(current.chunks[0]);
    current = passGaps(passChunk(current));
  }
  if (current.chunks.length === 0) current = passOldGaps(current, window);
  return { memory: current, released };
}

/** The next window of the epoch, or nothing between it and what is covered. */
function isNext(memory: ReorderMemory, { chunk }: ObservedChunk): boolean {
  const { last, coveredUntil } = memory;
  if (!last || coveredUntil === undefined) return true;
  if (chunk.epoch === last.epoch && chunk.seq === last.seq + 1) return true;
  return chunk.range.start <= coveredUntil + noChunkMs;
}

/** The wait for what is missing before the first waiting chunk is over. */
function isOver(memory: ReorderMemory, window: Window): boolean {
  if (memory.chunks.length + memory.gaps.length > window.reorderChunks) return true;
  const newest = Math.max(
    ...memory.chunks.map(({ chunk }) => chunk.range.start),
    // A long gap was over when it was told of.
    ...memory.gaps.map(({ start, end }) => Math.max(start, end - window.reorderMs)),
  );
  return newest - (memory.coveredUntil ?? newest) > window.reorderMs;
}

function passChunk(memory: ReorderMemory): ReorderMemory {
  const [first, ...chunks] = memory.chunks;
  if (!first) return memory;
  const { streamId, epoch, seq, range } = first.chunk;
  const sameEpoch = memory.last?.epoch === epoch;
  return {
    ...memory,
    chunks,
    last: { streamId, epoch, seq },
    // The clock of a new epoch may have been set back.
    coveredUntil: sameEpoch ? Math.max(memory.coveredUntil ?? range.end, range.end) : range.end,
    recent: [...memory.recent, chunkId(first.chunk)].slice(-recentLimit),
  };
}

/** Gaps that touch what is covered are covered as well. */
function passGaps(memory: ReorderMemory): ReorderMemory {
  let { coveredUntil } = memory;
  const gaps = memory.gaps.filter((gap) => {
    const touches = coveredUntil !== undefined && gap.start <= coveredUntil + noChunkMs;
    if (touches) coveredUntil = Math.max(coveredUntil ?? gap.end, gap.end);
    return !touches;
  });
  return { ...memory, gaps, coveredUntil };
}

/** With no chunk waiting, gaps wait for a missing chunk as chunks do: up to the window. */
function passOldGaps(memory: ReorderMemory, window: Window): ReorderMemory {
  const last = memory.gaps.at(-1);
  if (!last) return memory;
  const atStart = memory.coveredUntil === undefined;
  if (!atStart && memory.gaps.length <= window.reorderChunks) return memory;
  return { ...memory, gaps: [], coveredUntil: Math.max(memory.coveredUntil ?? last.end, last.end) };
}

const isSameGap = (a: Hole, b: Hole): boolean => a.start === b.start && a.end === b.end;

const insertGap = (gaps: readonly Hole[], gap: Hole): Hole[] =>
  gaps.some((other) => isSameGap(other, gap))
    ? [...gaps]
    : [...gaps, gap].sort((a, b) => a.start - b.start || a.end - b.end);
