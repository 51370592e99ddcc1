/** Follows one file from its first frame to its last answerable second, with a progress bar. */
import { AppError } from '../kernel/errors.ts';
import { type Clock, durationOf } from '../kernel/time.ts';
import type { QueryApi, StreamView } from '../query/contract.ts';
import type { Progress } from './progress.ts';

/** What is asked of ingest; a part of what it offers. */
export interface FollowedIngest {
  finished(streamId: string, signal?: AbortSignal): Promise<{ state: string; reason?: string }>;
  progress(streamId: string): { durationMs?: number };
}

export interface FollowOptions {
  readonly streamId: string;
  readonly ingest: FollowedIngest;
  /** Chunks recorded but not processed. */
  readonly backlog: () => Promise<number>;
  readonly query: Pick<QueryApi, 'streams'>;
  readonly progress: Progress;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const lookEveryMs = 200;

/** Resolves when all that was recorded is processed; throws SOURCE_UNAVAILABLE when it failed. */
export async function followIngest(options: FollowOptions): Promise<StreamView> {
  const { ingest, streamId, clock, signal, progress, backlog } = options;
  let ended: { state: string; reason?: string } | undefined;
  // It wakes whoever sleeps: a race at every look would leave its reaction on it, for days.
  const over = new AbortController();
  const finished = ingest
    .finished(streamId, signal)
    .then((status) => (ended = status))
    .finally(() => over.abort());
  // It is looked at below; should it be rejected before that, nobody would have seen it yet.
  finished.catch(() => {});
  try {
    while (!ended || (await backlog()) > 0) {
      const view = await viewOf(options);
      const done = view.recorded ? durationOf(view.recorded) : 0;
      progress.update(done, ingest.progress(streamId).durationMs ?? 0);
      if (ended) await clock.sleep(lookEveryMs, signal);
      else await clock.sleep(lookEveryMs, over.signal).catch(() => finished);
    }
  } finally {
    progress.stop();
  }
  if (ended.state === 'failed') {
    throw new AppError('SOURCE_UNAVAILABLE', `'${streamId}' cannot be read: ${ended.reason}`);
  }
  return viewOf(options);
}

async function viewOf({ query, streamId }: FollowOptions): Promise<StreamView> {
  const view = (await query.streams()).find((stream) => stream.id === streamId);
  if (!view) throw new AppError('NOT_FOUND', `there is no stream '${streamId}'`);
  return view;
}
