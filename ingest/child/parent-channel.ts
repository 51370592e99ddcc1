/** How the parts of a capture child speak with the parent; main.ts carries it. */
import type { ChildMessage, ParentMessage } from './messages.ts';

export type EpochAnswer = Extract<ParentMessage, { type: 'epoch' }>;

export interface ParentChannel {
  send(message: ChildMessage): void;
  /** The epoch just asked for; undefined when told to stop. */
  epoch(): Promise<EpochAnswer | undefined>;
  /** Resolves when the window just ended was recorded, or when told to stop. */
  windowRecorded(): Promise<void>;
  readonly stopping: AbortSignal;
}
