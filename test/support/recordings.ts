/** Builders of streams, chunks, gaps and segments: say what matters, the rest is a default. */
import type { Chunk } from '../../ingest/domain/chunk.ts';
import type { Gap } from '../../ingest/domain/gap.ts';
import type { Segment } from '../../ingest/domain/segment.ts';
import type { Stream } from '../../ingest/domain/stream.ts';

const chunkLengthMs = 15_000;

export const aSource = (options: Partial<Stream> = {}): Stream => ({
  id: 'cam',
  name: 'Loading dock',
  source: { url: 'rtsp://camera.test/live', pace: 'live' },
  ...options,
});

/** Chunk `seq` of the stream, full unless a range is given, with two frames. */
export function aChunk(options: Partial<Chunk> = {}): Chunk {
  const { streamId = 'cam', epoch = 1, seq = 0 } = options;
  const range = { start: seq * chunkLengthMs, end: (seq + 1) * chunkLengthMs };
  const frames = [0, 1].map((index) => ({
    index,
    at: range.start + index * 250,
    width: 640,
    height: 360,
    key: `${streamId}/${epoch}/${seq}/${index}.jpg`,
  }));
  const statistics = { packets: 375, framesDecoded: 375, decodeErrors: 0 };
  return { streamId, epoch, seq, range, frames, statistics, flags: [], ...options };
}

export const aGap = (options: Partial<Gap> = {}): Gap => ({
  streamId: 'cam',
  start: 0,
  end: chunkLengthMs,
  reason: 'connection-lost',
  ...options,
});

export const aSegment = (options: Partial<Segment> = {}): Segment => {
  const { streamId = 'cam', start = 0 } = options;
  const id = `${streamId}-${start}`;
  const media = { bytes: 1_000_000, codec: 'h264', width: 1280, height: 720 };
  return {
    id,
    streamId,
    epoch: 1,
    start,
    end: start + 4_000,
    key: `${id}.mp4`,
    ...media,
    ...options,
  };
};
