/** One object in one frame, as a detector reports it. */
import type { Box } from '../../kernel/geometry.ts';
import type { Kind } from './kind.ts';

export interface Detection {
  readonly kind: Kind;
  /** 0..1, not calibrated. */
  readonly score: number;
  readonly box: Box;
}
