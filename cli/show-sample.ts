/** The sample: what is shown to somebody who has not named a camera yet. */
import type { Stream } from '../ingest/domain/stream.ts';
import { isAbort } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logger.ts';
import { streamFrom } from './choose-streams.ts';

export const sampleId = 'sample';

export interface SampleVideo {
  readonly path: string;
  readonly description: string;
  readonly licence: string;
}

export const sampleStream = ({ path }: SampleVideo): Stream =>
  streamFrom({ id: sampleId, name: 'Sample', url: path, preset: 'yard' });

export const sampleNotice = ({ description, licence }: SampleVideo) => ({
  isSample: true,
  text: `This is a sample (${description}; ${licence}), played again and again.`,
});

/** What is asked of ingest; a part of what it offers. */
export interface SamplePlayer {
  add(stream: Stream): Promise<void>;
  remove(streamId: string): Promise<void>;
  finished(streamId: string, signal?: AbortSignal): Promise<{ state: string }>;
}

/** The sample has an end and the page has not. Resolves when aborted or when somebody removed it. */
export async function playAgainAndAgain(
  stream: Stream,
  player: SamplePlayer,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  try {
    while (!signal.aborted) {
      await player.add(stream);
      const { state } = await player.finished(stream.id, signal);
      if (state !== 'ended') return;
      await player.remove(stream.id);
    }
  } catch (error) {
    if (!isAbort(error, signal)) logger.error({ err: error }, 'the sample stopped');
  }
}
