/** What the aggregator can be told, with the defaults. Times are milliseconds. */

interface CueWeights {
  readonly kind: number;
  readonly colour: number;
  readonly appearance: number;
  readonly position: number;
}

export interface AggregationOptions {
  /** Longest gap that an assignment may bridge (STRAND: 15 s). */
  readonly dtMaxMs: number;
  /** Least similarity of an assignment (STRAND: 0.75). */
  readonly tauConf: number;
  /** A state goes on, and a sight is without a gap, over holes up to this. */
  readonly joinMs: number;
  readonly weights: CueWeights;
  /** `greedy` exists to be compared with. */
  readonly assignment: 'optimal' | 'greedy';
  /** A missing chunk is waited for until more than this many inputs after it have arrived ... */
  readonly reorderChunks: number;
  /** ... or until one has arrived that starts this much later. */
  readonly reorderMs: number;
  /** Closed trajectories remembered for identity links. */
  readonly departedLimit: number;
  /** Least dot product of the appearances for an identity link, ... */
  readonly linkAppearance: number;
  /** ... its least lead over the next best trajectory of the kind, ... */
  readonly linkMargin: number;
  /** ... the least number of other trajectories that it must lead, ... */
  readonly linkRivals: number;
  /** ... and how long both sides must have been seen. */
  readonly linkSeenMs: number;
}

export const defaultAggregationOptions: AggregationOptions = {
  dtMaxMs: 15_000,
  tauConf: 0.75,
  joinMs: 600,
  weights: { kind: 1, colour: 1, appearance: 2, position: 2 },
  assignment: 'optimal',
  reorderChunks: 2,
  reorderMs: 30_000,
  departedLimit: 64,
  linkAppearance: 0.95,
  linkMargin: 0.1,
  linkRivals: 3,
  linkSeenMs: 2_000,
};
