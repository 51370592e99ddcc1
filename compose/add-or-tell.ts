/** Adds the streams that are watched from the start. */
import type { SourceOrigin } from '../ingest/domain/source-addresses.ts';
import type { Stream } from '../ingest/domain/stream.ts';
import { classify } from '../kernel/errors.ts';
import { backoff } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Clock } from '../kernel/time.ts';

export interface NamedStream {
  readonly stream: Stream;
  readonly origin: SourceOrigin;
}

interface Adding {
  readonly add: (stream: Stream, origin: SourceOrigin) => Promise<void>;
  /** The source that the command names. */
  readonly named: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const pauseAfter = backoff({ firstMs: 1_000, maxMs: 60_000, random: Math.random });

/**
 * Whoever names a source is told at once what is wrong with it; other streams do without it. A store
 * that is away is away for all of them, and waited for until told to stop.
 */
export async function addOrTell({ stream, origin }: NamedStream, adding: Adding): Promise<void> {
  const { add, named, clock, logger, signal } = adding;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      return await add(stream, origin);
    } catch (error) {
      const mayPass = classify(error).retryable;
      if (!mayPass && stream.source.url === named) throw error;
      const fields = { stream: stream.id, err: error };
      logger.error(fields, mayPass ? 'stream is not watched yet' : 'stream cannot be watched');
      if (!mayPass) return;
      await clock.sleep(pauseAfter(attempt), signal).catch(() => {});
    }
  }
}
