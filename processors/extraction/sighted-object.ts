/** One object of a chunk as the states are inferred from it: where it was when, and how it came and went. */
import type { Box } from '../../kernel/geometry.ts';
import type { Instant, TimeRange } from '../../kernel/time.ts';
import type { Kind } from '../domain/kind.ts';
import { type Predicate, type State, stateTypeOf } from '../domain/state.ts';
import type { Beginning, Ending, Sample } from './track.ts';

export interface SightedObject {
  /** Observation id. */
  readonly id: string;
  readonly kind: Kind;
  /** In order of time, at least one. */
  readonly samples: readonly Sample[];
  readonly spans: readonly TimeRange[];
  readonly beginning: Beginning;
  readonly ending: Ending;
  /** It was in the foreground: the background had been seen without it. */
  readonly inForeground: boolean;
  readonly confidence: number;
  /** From the chunk before. */
  readonly moved: boolean;
  readonly zones: readonly string[];
}

/** What the states are measured with. */
export interface Geometry {
  /** Width of the picture over its height: distances are compared in units of the height. */
  readonly aspect: number;
  readonly intervalMs: number;
}

export const stateOf = (
  predicate: Predicate,
  args: readonly string[],
  start: Instant,
  end: Instant,
  confidence: number,
): State => ({
  type: stateTypeOf[predicate],
  predicate,
  args,
  range: { start, end },
  confidence: Math.round(confidence * 1000) / 1000,
});

/** Geometric mean of the sides, in picture heights. */
export const sizeIn = (geometry: Geometry, box: Box): number =>
  Math.max(1e-3, Math.sqrt(box.width * geometry.aspect * box.height));

/** Joins neighbouring samples with the same label into runs; `end` is the next sample's instant. */
export function runsOf<Label>(
  samples: readonly Sample[],
  labelOf: (index: number) => Label,
  intervalMs: number,
): { label: Label; start: Instant; end: Instant; from: number; to: number }[] {
  const runs: { label: Label; start: Instant; end: Instant; from: number; to: number }[] = [];
  samples.forEach((sample, i) => {
    const label = labelOf(i);
    const end = samples[i + 1]?.at ?? sample.at + intervalMs;
    const last = runs.at(-1);
    if (last && last.label === label) {
      last.end = end;
      last.to = i;
    } else {
      runs.push({ label, start: sample.at, end, from: i, to: i });
    }
  });
  return runs;
}
