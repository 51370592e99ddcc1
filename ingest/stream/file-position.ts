/** Where in a file a session begins, and at which instant the file's first picture lies (pure). */
import type { Instant } from '../../kernel/time.ts';
import type { StartMessage } from '../child/messages.ts';

export type FilePosition = Pick<StartMessage, 'startAt' | 'skipUntil' | 'readFrom' | 'shownAt'>;

/** A `fast` file goes on where its record ends, reading from where its segments end. */
export function resumedPosition(
  startAt: Instant | undefined,
  recordedUntil: Instant | undefined,
  segmentsUntil: Instant | undefined,
): FilePosition {
  if (startAt === undefined || recordedUntil === undefined) return { startAt };
  const skipUntil = Math.max(startAt, recordedUntil);
  return { startAt, skipUntil, readFrom: segmentsUntil ?? skipUntil };
}

/** A file being played: the instant of its first picture, and when that was shown. */
export interface Playback {
  readonly startAt: Instant;
  readonly shownAt: Instant;
}

/**
 * A `paced` file begins at its beginning. When its child died, the next one goes on where the file
 * would be by then; when the program was restarted, it begins again at the present time.
 */
export function playedPosition(
  startAt: Instant | undefined,
  recordedUntil: Instant | undefined,
  playback: Playback | undefined,
): FilePosition {
  if (playback) return playback;
  const isNew = recordedUntil === undefined || (startAt !== undefined && recordedUntil <= startAt);
  return isNew ? { startAt } : {};
}
