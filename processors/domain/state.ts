/**
 * A state: `predicate(arguments)` over a time range. The first argument is the object the state is
 * about. Objects are named by observation id inside one chunk and by trajectory id afterwards;
 * everything else carries its type: `side:left`, `zone:dock`, `line:gate`, `direction:up`,
 * `speed:slow`.
 */
import type { TimeRange } from '../../kernel/time.ts';

export type StateType = 'attribute' | 'action' | 'relation';

/**
 * present(x)                 x is in the picture; one state per span without a hole
 * enters/leaves(x, side|zone) x comes in over, or goes out over, an edge of the picture or of a zone
 * appears/disappears(x)      x comes into being or vanishes away from the edges: put down, taken away
 * moves(x, direction, speed) direction left|right|up|down, speed slow|normal|fast
 * stops(x)                   x comes to rest after moving
 * stationary(x)              x is at rest
 * near/approaches(x, y)      relations between two objects
 * carries/holds/rides(x, y)  y goes with x / x keeps y at one place / x is on top of y and both move
 * inside(x, zone)            the foot of x is in the zone
 * crosses(x, line, direction) the foot of x passes the line; direction as seen from line.from to
 *                            line.to: `direction:left` passes to the left-hand side of it
 */
export type Predicate =
  | 'present'
  | 'enters'
  | 'leaves'
  | 'appears'
  | 'disappears'
  | 'moves'
  | 'stops'
  | 'stationary'
  | 'near'
  | 'approaches'
  | 'carries'
  | 'holds'
  | 'rides'
  | 'inside'
  | 'crosses';

export interface State {
  readonly type: StateType;
  readonly predicate: Predicate;
  readonly args: readonly string[];
  readonly range: TimeRange;
  /** 0..1. */
  readonly confidence: number;
}

export const stateTypeOf: Readonly<Record<Predicate, StateType>> = {
  present: 'attribute',
  stationary: 'attribute',
  enters: 'action',
  leaves: 'action',
  appears: 'action',
  disappears: 'action',
  moves: 'action',
  stops: 'action',
  crosses: 'action',
  near: 'relation',
  approaches: 'relation',
  carries: 'relation',
  holds: 'relation',
  rides: 'relation',
  inside: 'relation',
};
