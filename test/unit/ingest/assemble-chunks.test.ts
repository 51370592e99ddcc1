import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkAssembler } from '../../../ingest/assemble-chunks.ts';
import type { StreamRecorded } from '../../../ingest/contract.ts';
import type { FrameRef } from '../../../ingest/domain/frame.ts';
import { seamsOf } from '../../support/seams.ts';

const chunkMs = 15_000;
const statistics = { packets: 1, framesDecoded: 1, decodeErrors: 0 };
const frame = (at: number): FrameRef => ({ index: 0, at, width: 2, height: 2, key: `cam/${at}` });
const assembler = (recordedUntil?: number) =>
  new ChunkAssembler({ streamId: 'cam', chunkMs, recordedUntil });
const epoch = (number: number, firstFrameAt: number) =>
  ({ epoch: number, firstFrameAt, frameIntervalMs: 40, reason: 'connection-lost' }) as const;
const rangeOf = (item: StreamRecorded) => (item.type === 'chunk' ? item.chunk.range : item.gap);

describe('ChunkAssembler', () => {
  it('makes a full chunk of a window that the stream fills', () => {
    const chunks = assembler(15_000);
    chunks.beginEpoch(epoch(7, 15_000));
    chunks.addFrame(frame(15_000));
    expect(chunks.endWindow({ seq: 1, end: 30_000, statistics })).toEqual([
      {
        type: 'chunk',
        chunk: {
          streamId: 'cam',
          epoch: 7,
          seq: 1,
          range: { start: 15_000, end: 30_000 },
          frames: [frame(15_000)],
          statistics,
          flags: [],
        },
      },
    ]);
  });

  it('begins the first record of a stream at its first frame, without a gap', () => {
    const chunks = assembler();
    expect(chunks.beginEpoch(epoch(1, 17_000))).toEqual([]);
    chunks.addFrame(frame(17_000));
    const [chunk] = chunks.endWindow({ seq: 1, end: 30_000, statistics });
    expect(chunk).toMatchObject({
      chunk: { range: { start: 17_000, end: 30_000 }, flags: ['partial'] },
    });
  });

  it('records the hole before an epoch with its reason', () => {
    const [gap] = assembler(16_000).beginEpoch(epoch(2, 20_000));
    expect(gap).toEqual({
      type: 'gap',
      gap: { streamId: 'cam', start: 16_000, end: 20_000, reason: 'connection-lost' },
    });
  });

  it('takes a hole of one frame for none', () => {
    const chunks = assembler(16_000);
    expect(chunks.beginEpoch(epoch(2, 16_040))).toEqual([]);
    chunks.addFrame(frame(16_040));
    const [chunk] = chunks.endWindow({ seq: 1, end: 30_000, statistics });
    expect(rangeOf(chunk!)).toEqual({ start: 16_000, end: 30_000 });
  });

  it('makes a partial chunk of what a dead child had sent', () => {
    const chunks = assembler(15_000);
    chunks.beginEpoch(epoch(1, 15_000));
    chunks.addFrame(frame(15_000));
    chunks.addFrame(frame(15_250));
    const [chunk] = chunks.abandon({ end: 15_320, statistics });
    expect(chunk).toMatchObject({
      chunk: { range: { start: 15_000, end: 15_320 }, flags: ['partial'] },
    });
    expect(chunks.recordedUntil).toBe(15_320);
  });

  it('calls a window without a sampled frame a gap when the stream goes on', () => {
    const chunks = assembler(15_000);
    chunks.beginEpoch(epoch(1, 15_000));
    chunks.addFrame(frame(15_000));
    chunks.endWindow({ seq: 1, end: 30_000, statistics });
    const [gap] = chunks.endWindow({ seq: 2, end: 45_000, statistics });
    expect(gap).toMatchObject({ gap: { start: 30_000, end: 45_000, reason: 'no-frames' } });
  });

  it('marks a chunk with decoding errors as degraded', () => {
    const chunks = assembler(15_000);
    chunks.beginEpoch(epoch(1, 15_000));
    chunks.addFrame(frame(15_000));
    const damaged = { ...statistics, decodeErrors: 3 };
    const [chunk] = chunks.endWindow({ seq: 1, end: 30_000, statistics: damaged });
    expect(chunk).toMatchObject({ chunk: { flags: ['degraded'] } });
  });

  it('fills an outage up to the instant, once', () => {
    const chunks = assembler(16_000);
    expect(chunks.fillGap(45_000, 'stalled').map(rangeOf)).toMatchObject([
      { start: 16_000, end: 45_000 },
    ]);
    expect(chunks.fillGap(45_000, 'stalled')).toEqual([]);
  });

  it('chunks and gaps tile the time, whatever comes and goes', () => {
    const session = fc.record({
      pause: fc.integer({ min: 0, max: 60_000 }),
      steps: fc.array(fc.integer({ min: 250, max: 20_000 }), { minLength: 1, maxLength: 40 }),
      dies: fc.boolean(),
      outage: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(session, { maxLength: 8 }), (sessions) => {
        const start = 1_000_000_123;
        const chunks = assembler(start);
        const recorded = sessions.flatMap((s, i) => playSession(chunks, i, s));
        expect(recorded[0] ? rangeOf(recorded[0]).start : start).toBe(start);
        expect(seamsOf(recorded.map(rangeOf))).toEqual([]);
        expect(recorded.at(-1) ? rangeOf(recorded.at(-1)!).end : start).toBe(chunks.recordedUntil);
      }),
    );
  });
});

/** One life of a child: frames at the steps given, windows ended as they pass. */
function playSession(
  chunks: ChunkAssembler,
  number: number,
  session: { pause: number; steps: readonly number[]; dies: boolean; outage: boolean },
): StreamRecorded[] {
  const recorded: StreamRecorded[] = [];
  let at = chunks.recordedUntil! + session.pause;
  if (session.outage) {
    recorded.push(...chunks.fillGap(Math.floor(at / chunkMs) * chunkMs, 'stalled'));
  }
  let seq = Math.floor(at / chunkMs);
  recorded.push(...chunks.beginEpoch(epoch(number, at)));
  for (const step of session.steps) {
    for (; seq < Math.floor(at / chunkMs); seq += 1) {
      recorded.push(...chunks.endWindow({ seq, end: (seq + 1) * chunkMs, statistics }));
    }
    chunks.addFrame(frame(at));
    at += step;
  }
  const decodedUntil = at - session.steps.at(-1)! + 40;
  const last = session.dies
    ? chunks.abandon({ end: decodedUntil, statistics })
    : chunks.endWindow({ seq, end: decodedUntil, statistics });
  return [...recorded, ...last];
}
