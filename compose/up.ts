/** `up`: everything there is to watch, watched and shown. */
import { flushCompileCache } from 'node:module';
import open from 'open';
import { freeId, type StreamWords, streamFrom } from '../cli/choose-streams.ts';
import type { UpOptions } from '../cli/command-line.ts';
import { streamIdFrom } from '../cli/parse-arguments.ts';
import { announceServer } from '../cli/running-server.ts';
import {
  playAgainAndAgain,
  type SamplePlayer,
  sampleId,
  sampleNotice,
  sampleStream,
} from '../cli/show-sample.ts';
import type { Config } from '../config.ts';
import { createDashboard } from '../dashboard/index.ts';
import type { StreamControl } from '../dashboard/ports.ts';
import type { SourceOrigin } from '../ingest/domain/source-addresses.ts';
import type { Stream } from '../ingest/domain/stream.ts';
import { aborted } from '../kernel/lifecycle.ts';
import { systemClock as clock } from '../kernel/time.ts';
import type { StreamProfile } from '../processors/domain/stream-profile.ts';
import { addOrTell, type NamedStream } from './add-or-tell.ts';
import { obtainSampleOnce } from './obtain-once.ts';
import { type Memory, openMemory } from './open-memory.ts';
import { openPipeline } from './open-pipeline.ts';
import { type Run, version } from './run.ts';

/** `up`: watch everything there is to watch, and show it. */
export async function up(run: Run, source: string | undefined, options: UpOptions): Promise<void> {
  const { config, logger, cleanup, signal } = run;
  const memory = await openMemory(run, true);
  const { ingest, detector } = await openPipeline(run, memory);
  const streams = await streamsToWatch(
    config,
    memory,
    source ? { url: source, ...options } : undefined,
  );
  const stored = await memory.recordings.streams();
  const hasOwn = streams.length > 0 || stored.some(({ stream }) => stream.id !== sampleId);
  const sample = hasOwn ? undefined : await obtainSampleOnce(memory.dataDir, run);
  const add = (stream: Stream, origin: SourceOrigin) => {
    memory.profiles.set(stream.id, stream.profile as StreamProfile);
    return ingest.add(stream, origin);
  };
  const player: SamplePlayer = {
    add: (stream) => add(stream, 'operator'),
    remove: (streamId) => ingest.remove(streamId),
    finished: (streamId, signal) => ingest.finished(streamId, signal),
  };
  const dashboard = await cleanup.start(
    'dashboard',
    createDashboard({
      query: memory.query,
      streams: streamControl(memory, { ...player, add: (stream) => add(stream, 'network') }),
      frames: memory.frames,
      segments: memory.segments,
      log: memory.log,
      clock,
      logger,
      options: config.server,
      notice: sample && sampleNotice(sample),
      system: () => ({
        version,
        detector: { engine: detector.engine, model: detector.model },
        disk: ingest.disk(),
      }),
    }),
  );
  cleanup.defer('announcement', await announceServer(memory.dataDir, dashboard.url));
  const adding = { add, named: source, clock, logger, signal };
  for (const stream of streams) await addOrTell(stream, adding);
  if (sample) void playAgainAndAgain(sampleStream(sample), player, logger, signal);
  // By itself Node writes it at the end, which may be a power cut.
  flushCompileCache();
  process.stderr.write(`\nstrandline is at ${dashboard.url}  (Ctrl-C stops it)\n\n`);
  if (process.stdout.isTTY) await open(dashboard.url).catch(() => {});
  await aborted(signal);
}

/** The streams of the configuration, the one on the command line, and those added on the page. */
async function streamsToWatch(
  config: Config,
  memory: Memory,
  named: StreamWords | undefined,
): Promise<NamedStream[]> {
  const told = [...config.streams, ...(named ? [named] : [])].map(streamFrom);
  const ids = new Set(told.map(({ id }) => id));
  const added = (await memory.recordings.streams()).filter(
    ({ stream, isKept }) => isKept && !ids.has(stream.id),
  );
  return [
    ...told.map((stream) => ({ stream, origin: 'operator' as const })),
    ...added.map(({ stream }) => ({ stream, origin: 'network' as const })),
  ];
}

/** What the page may do to the set of streams. */
const streamControl = ({ recordings }: Memory, player: SamplePlayer): StreamControl => ({
  add: async (words) => {
    const taken = new Set((await recordings.streams()).map(({ stream }) => stream.id));
    const stream = streamFrom({ ...words, id: freeId(streamIdFrom(words.url), taken) });
    await player.add(stream);
    await recordings.keepStream(stream.id, true);
    return { id: stream.id };
  },
  remove: async (id) => {
    await recordings.keepStream(id, false);
    await player.remove(id);
  },
});
