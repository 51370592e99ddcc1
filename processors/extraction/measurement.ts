/** Where a track was measured in one picture. */
import type { Box } from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import type { Track } from './track.ts';

export interface Measurement {
  readonly track: Track;
  readonly box: Box;
  readonly detection: Detection | undefined;
  readonly foreground: boolean;
  /** False where the box is only predicted, or shows a part. */
  readonly measured: boolean;
}
