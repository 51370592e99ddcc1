/** What a capture child is told to do: which source, from where, and where to write. */
import type { StartMessage } from '../child/messages.ts';
import type { Stream } from '../domain/stream.ts';
import type { IngestOptions } from '../ingest-options.ts';
import type { AcceptedSource } from '../source-policy.ts';
import {
  type FilePosition,
  type Playback,
  playedPosition,
  resumedPosition,
} from './file-position.ts';
import type { StreamRecorder } from './stream-recorder.ts';

export interface CaptureRequest {
  readonly stream: Stream;
  readonly source: AcceptedSource;
  readonly recorder: Pick<StreamRecorder, 'recordedUntil' | 'segmentsUntil'>;
  /** Of a `paced` file that was shown before. */
  readonly playback: Playback | undefined;
  readonly framesRoot: string;
  readonly segmentPrefix: string;
  readonly options: IngestOptions;
}

/** FFmpeg's own timeout comes after ours: it tells less, and does not always come. */
const networkGraceMs = 5_000;

/** Rejects when the store that knows the recorded segments does. */
export async function startMessage(request: CaptureRequest): Promise<StartMessage> {
  const { stream, source, recorder, framesRoot, segmentPrefix, options } = request;
  const { transport, pace, decode, verifyCertificates } = stream.source;
  return {
    type: 'start',
    streamId: stream.id,
    ...source,
    transport,
    pace,
    ...(await positionOf(request)),
    notBefore: recorder.recordedUntil,
    framesRoot,
    segmentPrefix,
    options: {
      ...options,
      decode: decode ?? options.decode,
      verifyCertificates: verifyCertificates ?? options.verifyCertificates,
      networkTimeoutMs: options.stallTimeoutMs + networkGraceMs,
    },
  };
}

async function positionOf(request: CaptureRequest): Promise<FilePosition> {
  const { recorder, playback, options } = request;
  const { pace, startAt } = request.stream.source;
  const { recordedUntil } = recorder;
  if (pace === 'live') return {};
  if (pace === 'paced') return playedPosition(startAt, recordedUntil, playback);
  if (recordedUntil === undefined) return { startAt };
  const segmentsUntil = await recorder.segmentsUntil(recordedUntil, 10 * options.segmentMs);
  return resumedPosition(startAt, recordedUntil, segmentsUntil);
}
