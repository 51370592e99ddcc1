/** How the parts of a capture child speak with the parent; main.ts carries it. */
import type { ChildMessage } from './messages.ts';

export interface ParentChannel {
  send(message: ChildMessage): void;
  /** The number of the epoch just asked for; undefined when told to stop. */
  epoch(): Promise<number | undefined>;
  /** Resolves when the window just ended was recorded, or when told to stop. */
  windowRecorded(): Promise<void>;
  readonly stopping: AbortSignal;
}
