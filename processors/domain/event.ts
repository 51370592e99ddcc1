/** Something worth telling: a caption over a window at one of three levels, and the synopsis. */
import type { TimeRange } from '../../kernel/time.ts';

export type EventLevel = 'short' | 'medium' | 'long';

export interface Event {
  /** `<stream>/<level>/<window number>`. */
  readonly id: string;
  readonly streamId: string;
  readonly level: EventLevel;
  readonly range: TimeRange;
  readonly caption: string;
  /** Trajectory ids. */
  readonly participants: readonly string[];
  /** Share of the window that was watched, 0..1. */
  readonly watched: number;
}

/** The story of a stream so far, folded: bounded in length whatever the age of the stream. */
export interface Synopsis {
  readonly streamId: string;
  readonly range: TimeRange;
  readonly text: string;
}
