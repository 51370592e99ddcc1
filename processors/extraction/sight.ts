/** What one picture shows, before anybody has made sense of it. */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Detection } from '../domain/detection.ts';
import type { StreamProfile } from '../domain/stream-profile.ts';
import type { Blob } from './find-blobs.ts';
import type { Foreground } from './find-foreground.ts';

export interface Sight {
  readonly at: Instant;
  /** The picture on the raster of the background. */
  readonly raster: Picture;
  readonly foreground: Foreground;
  readonly blobs: readonly Blob[];
  /** 1 where the raster differs from the picture before. */
  readonly motion: Uint8Array;
  /** Undefined when the detector was not asked. */
  readonly detections: readonly Detection[] | undefined;
  readonly profile: StreamProfile;
}

/** Share of the picture: a pedestrian at the far end of a street. */
export const minimumBlobArea = 0.0018;
