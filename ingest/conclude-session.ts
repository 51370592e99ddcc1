/** What the end of a capture session means: over, or to be tried again, and what is told (pure). */
import type { ChildMessage } from './child/messages.ts';
import type { GapReason } from './domain/gap.ts';
import type { Pace, StreamState } from './domain/stream.ts';

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

/** A file whose child dies so often without getting any further is given up. */
const maxFruitlessSessions = 3;

/** The state of a stream that is over. Only files are; a live source is tried for ever. */
export function finalStateOf(end: SessionEnd): 'ended' | 'failed' | undefined {
  const { pace, outcome, fruitlessSessions } = end;
  if (pace === 'live') return undefined;
  if (outcome?.type === 'ended') return 'ended';
  const isUseless = outcome?.type === 'failed' && outcome.kind !== 'lost';
  return isUseless || fruitlessSessions >= maxFruitlessSessions ? 'failed' : undefined;
}

/** The state of a stream whose source is tried again; `otherwise` when the source told nothing. */
export const waitingStateOf = (end: SessionEnd, otherwise: StreamState): StreamState =>
  refusalOf(end) ?? otherwise;

/**
 * Why time is missing from now on. An attempt that got no picture does not change why the hole
 * began, unless it tells what is wrong with the source by now.
 */
export function lossOf(end: SessionEnd, before: GapReason): GapReason {
  if (end.hadPicture) {
    if (end.verdict) return 'stalled';
    return end.outcome ? 'connection-lost' : 'worker-died';
  }
  const isOutdated = before === 'auth-failed' || before === 'no-video';
  return refusalOf(end) ?? (isOutdated ? 'not-connected' : before);
}

/** What the source answered instead of pictures. */
function refusalOf({ outcome, hadPicture }: SessionEnd): 'auth-failed' | 'no-video' | undefined {
  if (hadPicture || outcome?.type !== 'failed') return undefined;
  if (outcome.kind === 'unauthorized') return 'auth-failed';
  return outcome.kind === 'no-video' ? 'no-video' : undefined;
}
