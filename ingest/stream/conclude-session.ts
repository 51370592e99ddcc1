/** What the end of a capture session means: over, or to be tried again, and what is told (pure). */
import type { ChildMessage } from '../child/messages.ts';
import type { GapReason } from '../domain/gap.ts';
import type { Pace, StreamState } from '../domain/stream.ts';

type LastWord = Extract<ChildMessage, { type: 'ended' | 'failed' }>;

export interface SessionEnd {
  readonly pace: Pace;
  /** The child's own last word; undefined when it died without one. */
  readonly outcome: LastWord | undefined;
  /** Why it was killed. */
  readonly verdict: string | undefined;
  /** Pictures were recorded. */
  readonly hadPicture: boolean;
  /** Sessions in a row, this one included, that recorded nothing. */
  readonly fruitlessSessions: number;
}

/** Of a file as of a camera: the next attempt may go further. */
const passingKinds: ReadonlySet<string> = new Set(['lost', 'overrun']);

/** A file whose child dies so often without getting any further is given up. */
const maxFruitlessSessions = 3;

/** The state of a stream that is over. Only files are; a live source is tried for ever. */
export function finalStateOf(end: SessionEnd): 'ended' | 'failed' | undefined {
  const { pace, outcome, fruitlessSessions } = end;
  if (pace === 'live') return undefined;
  if (outcome?.type === 'ended') return 'ended';
  const isUseless = outcome?.type === 'failed' && !passingKinds.has(outcome.kind);
  return isUseless || fruitlessSessions >= maxFruitlessSessions ? 'failed' : undefined;
}

/** The state of a stream whose source is tried again; `otherwise` when the source told nothing. */
export const waitingStateOf = (end: SessionEnd, otherwise: StreamState): StreamState =>
  refusalOf(end) ?? otherwise;

/**
 * Why time is missing: since its last picture, or since the attempt began when it had none. Such an
 * attempt does not change why the hole began, unless it tells what is wrong with the source by now,
 * or the reason before is over.
 */
export function lossOf(end: SessionEnd, before: GapReason): GapReason {
  const { outcome, verdict, hadPicture } = end;
  if (!hadPicture) return refusalOf(end) ?? (isOver(before, end) ? 'not-connected' : before);
  if (verdict) return 'stalled';
  if (outcome?.type === 'failed' && outcome.kind === 'overrun') return 'worker-recycled';
  return outcome ? 'connection-lost' : 'worker-died';
}

/**
 * Whether the reason lies in this program, and not in the source: the time before an attempt that
 * outlived it keeps it.
 */
export const isOwnReason = (reason: GapReason): boolean => ownReasons.has(reason);

const ownReasons: ReadonlySet<GapReason> = new Set([
  'process-down',
  'disk-full',
  'worker-recycled',
  'worker-died',
]);

/** A child that turned to the source tells that the program runs again; a refusal is not repeated. */
function isOver(reason: GapReason, { pace, outcome, verdict }: SessionEnd): boolean {
  if (reason === 'auth-failed' || reason === 'no-video') return true;
  return pace === 'live' && isOwnReason(reason) && (outcome ?? verdict) !== undefined;
}

/** What the source answered instead of pictures. */
function refusalOf({ outcome, hadPicture }: SessionEnd): 'auth-failed' | 'no-video' | undefined {
  if (hadPicture || outcome?.type !== 'failed') return undefined;
  if (outcome.kind === 'unauthorized') return 'auth-failed';
  return outcome.kind === 'no-video' ? 'no-video' : undefined;
}
