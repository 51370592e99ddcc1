/** Takes a recording or stream in, from its first frame to its last answerable second. */
import { streamFrom } from '../cli/choose-streams.ts';
import type { IngestOptions } from '../cli/command-line.ts';
import { followIngest } from '../cli/follow-ingest.ts';
import { parseInstant } from '../cli/parse-arguments.ts';
import { streamsText } from '../cli/print-answer.ts';
import { createProgress, type Progress } from '../cli/progress.ts';
import type { Stream } from '../ingest/domain/stream.ts';
import type { Ingest } from '../ingest/index.ts';
import { systemClock as clock } from '../kernel/time.ts';
import type { StreamProfile } from '../processors/domain/stream-profile.ts';
import { type Memory, openMemory } from './open-memory.ts';
import { openPipeline } from './open-pipeline.ts';
import type { Run } from './run.ts';

/** `ingest`: one source from its first frame to its last answerable second. */
export async function ingestSource(
  run: Run,
  source: string,
  options: IngestOptions,
): Promise<void> {
  const { start, fast, ...words } = options;
  const startAt =
    start === undefined ? {} : { startAt: parseInstant('--start', start, run.output.zone) };
  const stream = streamFrom({ ...words, url: source, ...startAt, ...(fast && { pace: 'fast' }) });
  const memory = await openMemory(run, true);
  const { ingest } = await openPipeline(run, memory);
  const view = await takeIn(stream, createProgress(`ingest ${stream.id}`), {
    memory,
    ingest,
    signal: run.signal,
  });
  run.output.show(view, () => streamsText([view], run.output.zone));
}

interface Pipeline {
  readonly memory: Memory;
  readonly ingest: Ingest;
  readonly signal: AbortSignal;
}

/** Resolves when all of the stream is answerable. */
export async function takeIn(stream: Stream, progress: Progress, pipeline: Pipeline) {
  const { memory, ingest, signal } = pipeline;
  memory.profiles.set(stream.id, stream.profile as StreamProfile);
  await ingest.add(stream, 'operator');
  return followIngest({
    streamId: stream.id,
    ingest,
    backlog: async () => (await memory.recordings.backlog(stream.id)).length,
    query: memory.query,
    progress,
    clock,
    signal,
  });
}
