/** Asks the program again and again for the newest picture of each stream, as its page does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamId } from '../../ingest/domain/stream.ts';
import type { Instant } from '../../kernel/time.ts';

const pollMs = 250;
const patienceMs = 5_000;

/** Tells each frame once, with the instant at which it was taken. Returns when aborted. */
export async function watchFrames(
  urlNow: () => string | undefined,
  streamIds: readonly StreamId[],
  onFrame: (streamId: StreamId, at: Instant) => void,
  signal: AbortSignal,
): Promise<void> {
  const newest = new Map<StreamId, Instant>();
  while (!signal.aborted) {
    const url = urlNow();
    const ask = async (streamId: StreamId) => {
      const at = url && (await newestAfter(url, streamId, newest.get(streamId) ?? 0));
      if (!at) return;
      newest.set(streamId, at);
      onFrame(streamId, at);
    };
    await Promise.all(streamIds.map(ask));
    await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
}

/** Undefined also while the program is down. */
async function newestAfter(
  url: string,
  streamId: StreamId,
  after: Instant,
): Promise<Instant | undefined> {
  const address = new URL(`/api/streams/${streamId}/frame.jpg?after=${after}`, url);
  const reply = await fetch(address, { signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
  if (!reply) return undefined;
  await reply.arrayBuffer().catch(() => {});
  const at = Number(reply.headers.get('x-frame-at'));
  return reply.status === 200 && at > after ? at : undefined;
}
