/**
 * Ingest with chunks and pauses so short that a fault and the recovery from it take seconds, watching
 * one source as stream `cam`. At its end a test calls `settle()`, which stops and checks the coverage.
 */
import { onTestFinished } from 'vitest';
import type { Chunk } from '../../ingest/domain/chunk.ts';
import type { GapReason } from '../../ingest/domain/gap.ts';
import type { Source, StreamState, StreamStatus } from '../../ingest/domain/stream.ts';
import type { IngestOptions } from '../../ingest/ingest-options.ts';
import type { CameraFaults, FaultStep } from './camera-faults.ts';
import { expectTiled } from './coverage-invariant.ts';
import { makeClip } from './media.ts';
import { type RecordingRig, type RigOptions, startRig } from './recording-rig.ts';
import { type RtspServer, type RtspServerOptions, startRtspServer } from './rtsp-server.ts';
import { waitFor } from './wait-for.ts';

export const framesPerSecond = 25;

/** On a busy machine everything may take seconds; tests of silence give deadlines of their own. */
export const hasty: Partial<IngestOptions> = {
  chunkMs: 1_000,
  segmentMs: 1_000,
  openTimeoutMs: 10_000,
  firstFrameTimeoutMs: 10_000,
  stallTimeoutMs: 10_000,
  stopTimeoutMs: 1_000,
  firstPauseMs: 50,
  maxPauseMs: 500,
  firstLoginPauseMs: 200,
  maxLoginPauseMs: 500,
  probeEveryMs: 100,
};

export const patient = { timeoutMs: 60_000 };

export interface FaultRig extends RecordingRig {
  readonly status: StreamStatus;
  /** Every state told so far, the newest last. */
  readonly told: readonly StreamStatus[];
  /** Why time is missing, each reason once, in order. */
  readonly reasons: readonly GapReason[];
  readonly chunks: readonly Chunk[];
  /** Resolves when it has come to the state, now or earlier, with what was told. */
  toldOf(state: StreamState, reason?: RegExp): Promise<StreamStatus>;
  /** Resolves when a frame has been sampled after the call. */
  newFrame(): Promise<void>;
  /** Stops; everything since enabling must be a chunk or a gap. */
  /** `frameMs`: how long one frame of the source lasts, where that is longer than usual. */
  settle(frameMs?: number): Promise<void>;
}

export async function watchSource(
  source: Source | string,
  options: RigOptions = {},
): Promise<FaultRig> {
  const rig = await startRig({ ...hasty, ...options });
  const watched: FaultRig = {
    ...rig,
    get status() {
      return rig.ingest.statuses().find(({ streamId }) => streamId === 'cam')!;
    },
    get told() {
      const all = (rig.published.get('stream-status') ?? []) as StreamStatus[];
      return all.filter(({ streamId }) => streamId === 'cam');
    },
    get reasons() {
      return [...new Set(rig.store.gaps('cam').map((gap) => gap.reason))];
    },
    get chunks() {
      return rig.store.chunks('cam');
    },
    toldOf: (state, reason = /./) =>
      waitFor(
        () => watched.told.find((one) => one.state === state && reason.test(one.reason ?? '.')),
        patient,
      ),
    newFrame: async () => {
      const before = watched.status.lastFrameAt ?? 0;
      await waitFor(() => (watched.status.lastFrameAt ?? 0) > before, patient);
    },
    settle: async (frameMs) => {
      await rig.stop();
      await expectTiled(rig.store, 'cam', frameMs);
    },
  };
  const url = typeof source === 'string' ? { url: source, pace: 'live' as const } : source;
  await rig.ingest.add({ id: 'cam', name: 'Camera', source: url });
  return watched;
}

/** A camera of a clip with key pictures a second apart. */
export async function startCamera(
  faults: CameraFaults = {},
  options: { script?: readonly FaultStep[] } & Partial<RtspServerOptions> = {},
): Promise<RtspServer> {
  const clip = await makeClip({ seconds: 10, framesPerSecond });
  const camera = await startRtspServer({ clip, framesPerSecond, faults, ...options });
  onTestFinished(() => camera.close());
  return camera;
}
