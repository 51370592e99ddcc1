/**
 * What a track looks like, gathered over its pictures: how often each colour was seen on each part
 * of the body, and the sum of its colour histograms.
 */
import type { Instant } from '../../kernel/time.ts';

export interface Looks {
  /** Per part (`top`, `bottom`, `whole`) and colour name: sum of pixel shares. */
  readonly colours: Record<string, Record<string, number>>;
  /** Sum of unit vectors; empty before the first. */
  appearance: number[];
  pictures: number;
  /** When it was last looked at. */
  at: Instant;
}

export const noLooks = (): Looks => ({
  colours: {},
  appearance: [],
  pictures: 0,
  at: Number.MIN_SAFE_INTEGER,
});
