/**
 * Folds a stretch of a stream again, for a chunk that came after the reorder window: from the
 * memory before it, with everything since then in order.
 */
import { compareChunks } from '../ingest/domain/chunk.ts';
import { aggregate, joinChanges, noTrajectoryChanges } from './aggregate.ts';
import type { AggregationOptions } from './aggregation-options.ts';
import {
  type AggregationInput,
  type AggregationMemory,
  emptyAggregationMemory,
} from './domain/aggregation-memory.ts';
import type { TrajectoryChanges } from './domain/trajectory.ts';

export interface RefoldInput {
  /** What was folded since the snapshot, as it came. */
  readonly folded: readonly AggregationInput[];
  /** What came too late for that. */
  readonly late: readonly AggregationInput[];
}

export interface Refolded {
  readonly memory: AggregationMemory;
  /** Rows to write, and the trajectories that no longer hold. */
  readonly changes: TrajectoryChanges;
  /** Rows of trajectories that do hold, which no longer hold themselves. */
  readonly removedStateIds: readonly string[];
  readonly removedLinkIds: readonly string[];
}

/** The difference is taken against what folding `folded` alone from the snapshot had stored. */
export function refold(
  before: AggregationMemory | undefined,
  input: RefoldInput,
  options: Partial<AggregationOptions> = {},
): Refolded {
  const old = foldAll(before, input.folded, options);
  const now = foldAll(before, inOrder([...input.folded, ...input.late]), options);
  const removedTrajectoryIds = missingIds(old.changes.trajectories, now.changes.trajectories);
  return {
    memory: now.memory,
    changes: { ...now.changes, removedTrajectoryIds },
    removedStateIds: missingIds(old.changes.states, now.changes.states),
    removedLinkIds: missingIds(old.changes.links, now.changes.links),
  };
}

function foldAll(
  before: AggregationMemory | undefined,
  inputs: readonly AggregationInput[],
  options: Partial<AggregationOptions>,
) {
  let memory = before;
  let changes = noTrajectoryChanges;
  for (const input of inputs) {
    const step = aggregate(memory, input, options);
    memory = step.memory;
    changes = joinChanges(changes, step.changes);
  }
  return { memory: memory ?? emptyAggregationMemory, changes };
}

/** Chunks by epoch and number, gaps by their start between them. */
const inOrder = (inputs: readonly AggregationInput[]): AggregationInput[] =>
  [...inputs].sort((a, b) =>
    'chunk' in a && 'chunk' in b ? compareChunks(a.chunk, b.chunk) : startOf(a) - startOf(b),
  );

const startOf = (input: AggregationInput): number =>
  'gap' in input ? input.gap.start : input.chunk.range.start;

function missingIds(
  before: readonly { readonly id: string }[],
  now: readonly { readonly id: string }[],
): string[] {
  const kept = new Set(now.map(({ id }) => id));
  return before.map(({ id }) => id).filter((id) => !kept.has(id));
}
