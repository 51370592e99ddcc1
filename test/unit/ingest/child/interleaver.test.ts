import { Packet } from 'node-av/lib';
import { expect, it, onTestFinished } from 'vitest';
import { Interleaver, type TrackKind } from '../../../../ingest/child/interleaver.ts';

/** What is released, as in `video 40`, and a way to push packets of a time. */
function interleaver() {
  const released: string[] = [];
  const under = new Interleaver((packet, kind) => released.push(`${kind} ${packet.dts}`));
  onTestFinished(() => under.flush());
  const push = (kind: TrackKind, ...times: readonly number[]) => {
    for (const time of times) {
      using packet = packetAt(time);
      under.push(packet, kind, time);
    }
  };
  return { released, push, flush: () => under.flush() };
}

function packetAt(time: number): Packet {
  const packet = new Packet();
  packet.alloc();
  packet.dts = BigInt(time);
  return packet;
}

it('sound that comes after the picture of its time is put before the next one', () => {
  const { released, push, flush } = interleaver();
  push('video', 0, 40, 80);
  push('sound', 0, 64);
  flush();
  expect(released).toEqual(['video 0', 'sound 0', 'video 40', 'sound 64', 'video 80']);
});

it('sound that comes early waits for the picture of its time', () => {
  const { released, push } = interleaver();
  push('sound', 0, 64, 128, 192);
  push('video', 100);
  expect(released).toEqual(['sound 0', 'sound 64', 'video 100']);
});

it('a silent track is waited for a second', () => {
  const { released, push } = interleaver();
  push('video', 0, 500, 1_000);
  expect(released).toEqual([]);
  push('video', 1_040);
  expect(released).toEqual(['video 0']);
});

it('times that stand still do not make it hold ever more', () => {
  const { released, push } = interleaver();
  push('video', ...Array.from({ length: 1_000 }, () => 7));
  expect(released.length).toBeGreaterThan(700);
});

it('what comes after a jump in time does not overtake what came before', () => {
  const { released, push, flush } = interleaver();
  push('video', 90_000, 90_040);
  push('sound', 90_010);
  push('video', 0);
  push('sound', 10);
  flush();
  const before = ['video 90000', 'sound 90010', 'video 90040'];
  expect(released).toEqual([...before, 'video 0', 'sound 10']);
});
