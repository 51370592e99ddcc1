import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PacketLosses } from '../../../../ingest/child/packet-losses.ts';
import { interleave, rtpPacket } from '../../../support/rtp-packets.ts';

const frame = (sequence: number, channel = 0): Buffer =>
  interleave(
    channel,
    rtpPacket({ payloadType: 96, sequence, timestamp: 0, marker: false }, Buffer.from('x')),
  );

function lostOf(frames: readonly Buffer[]): number {
  const losses = new PacketLosses();
  for (const each of frames) losses.noteFrame(each);
  return losses.take();
}

describe('packets that never came', () => {
  it('are counted exactly, wherever the sequence begins', () => {
    const kept = fc.array(fc.boolean(), { minLength: 3, maxLength: 100 });
    fc.assert(
      fc.property(fc.nat(0xffff), kept, (first, isKept) => {
        const sent = [true, ...isKept, true].map((keeps, n) => ({ keeps, sequence: first + n }));
        const came = sent.filter(({ keeps }) => keeps).map(({ sequence }) => frame(sequence));
        expect(lostOf(came)).toBe(sent.length - came.length);
      }),
    );
  });

  it('are counted for each track on its own', () => {
    expect(lostOf([frame(10), frame(700, 2), frame(11), frame(702, 2)])).toBe(1);
  });

  it('are none where a sequence begins anew, and control packets are not of it', () => {
    expect(lostOf([frame(10), frame(40_000), frame(40_001)])).toBe(0);
    const control = Buffer.from([0x24, 0, 0, 8, 0x80, 200, 0, 1, 0, 0, 0, 1]);
    expect(lostOf([frame(10), control, frame(11)])).toBe(0);
  });

  it('are those that FFmpeg tells of', () => {
    const losses = new PacketLosses();
    losses.noteLog('[rtsp @ 0x1] RTP: missed 3 packets\n');
    losses.noteLog('[rtsp @ 0x1] max delay reached. need to consume packet\n');
    losses.noteLog('[rtsp @ 0x1] RTP: missed 2 packets\n');
    expect(losses.take()).toBe(5);
    expect(losses.take()).toBe(0);
  });
});
