/** What the operator says of a stream's picture: what may be in it, and its named places. */
import type { Point, Polygon } from '../../kernel/geometry.ts';
import type { Kind } from './kind.ts';

export interface Zone {
  readonly name: string;
  /** Normalised picture coordinates. */
  readonly polygon: Polygon;
}

export interface Line {
  readonly name: string;
  readonly from: Point;
  readonly to: Point;
}

export interface StreamProfile {
  readonly kinds: readonly Kind[];
  readonly moverKind: Kind;
  readonly zones: readonly Zone[];
  readonly lines: readonly Line[];
}
