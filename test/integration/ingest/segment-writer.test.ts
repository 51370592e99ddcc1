/** What is told of recorded files by the packets of real clips: how far they reach, where they lie. */
import { join } from 'node:path';
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log, Packet } from 'node-av/lib';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { ChildMessage, SegmentFile, StartMessage } from '../../../ingest/child/messages.ts';
import { type OpenInput, openInput } from '../../../ingest/child/open-input.ts';
import type { ParentChannel } from '../../../ingest/child/parent-channel.ts';
import { SegmentWriter } from '../../../ingest/child/segment-writer.ts';
import { defaultIngestOptions } from '../../../ingest/ingest-options.ts';
import { makeClip, probeMedia } from '../../support/media.ts';
import { framesPerSecond, seconds, tonesClip } from '../../support/recorded-sound.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { tonesIn } from '../../support/tones.ts';

beforeAll(() => Log.setLevel(AV_LOG_FATAL));

const intervalMs = 40;
const startAt = 1_700_000_000_000;

interface Rig {
  readonly input: OpenInput;
  readonly writer: SegmentWriter;
  readonly all: readonly Packet[];
  /** Of pictures. */
  readonly packets: readonly Packet[];
  readonly told: (type: 'segment-grew' | 'segment-ended') => SegmentFile[];
  /** Presentation time, milliseconds from the first picture's. */
  readonly msOf: (packet: Packet) => number;
}

interface RigOptions {
  readonly isLive?: boolean;
  readonly segmentMs?: number;
  /** Before the writer looks at it. */
  readonly change?: (input: OpenInput) => void;
}

async function rigOf(url: string, options: RigOptions = {}): Promise<Rig> {
  const { isLive, segmentMs = 1_000, change } = options;
  const start: StartMessage = {
    ...{ type: 'start', streamId: 'cam', kind: 'file', url },
    ...(isLive ? { pace: 'live' } : { pace: 'fast', startAt }),
    framesRoot: '',
    segmentPrefix: join(await temporaryFolder(), 'open-'),
    options: { ...defaultIngestOptions, segmentMs, networkTimeoutMs: 1_000 },
  };
  const input = await openInput(start, { url, options: {} });
  change?.(input);
  const messages: ChildMessage[] = [];
  const channel = { send: (message) => void messages.push(message) } as ParentChannel;
  const writer = new SegmentWriter(input, start, channel);
  const all = await packetsOf(input);
  const packets = all.filter(({ streamIndex }) => streamIndex === input.video.index);
  onTestFinished(() => {
    writer.close();
    for (const packet of all) packet.free();
    input.context.closeInputSync();
  });
  const told: Rig['told'] = (type) =>
    messages.flatMap((message) => (message.type === type ? [message.segment] : []));
  const { num, den } = input.video.timeBase;
  const msOf = ({ pts }: Packet) => (Number(pts - packets[0]!.pts) * num * 1000) / den;
  return { input, writer, all, packets, told, msOf };
}

async function packetsOf({ context }: OpenInput): Promise<Packet[]> {
  const packets: Packet[] = [];
  using packet = new Packet();
  packet.alloc();
  while ((await context.readFrame(packet)) >= 0) {
    packets.push(packet.clone()!);
    packet.unref();
  }
  return packets;
}

const isKey = (packet: Packet) => packet.isKeyframe;

/** Two pictures are shown before each key frame but the first, and decoded after it. */
const openGop = {
  ...{ seconds: 5, extension: 'ts', keyInterval: 27 },
  output: ['-bf', '3', '-x264-params', 'open-gop=1:b-adapt=0'],
} as const;

/** Where the pictures end that are decoded before the n-th, milliseconds from the first one. */
const heldBefore = ({ packets, msOf }: Rig, n: number) =>
  Math.max(...packets.slice(0, n).map(msOf)) + intervalMs;

it('a file does not claim pictures that are shown before the key frame at its end and come after it', async () => {
  const rig = await rigOf(await makeClip(openGop));
  for (const packet of rig.packets) rig.writer.writeVideo(packet);
  rig.writer.end();
  const keys = rig.packets.flatMap((packet, n) => (isKey(packet) && n > 0 ? [n] : []));
  expect(keys.length).toBeGreaterThan(2);
  const ends = rig.told('segment-ended').map(({ end }) => end - startAt);
  const held = [...keys, rig.packets.length].map((n) => heldBefore(rig, n));
  expect(ends).toEqual(held);
  const starts = rig.told('segment-ended').map(({ start }) => start - startAt);
  expect(starts.slice(1).every((start, i) => start - ends[i]! === 2 * intervalMs)).toBe(true);
});

it('nor does a file that grows', async () => {
  const rig = await rigOf(await makeClip(openGop), { segmentMs: 60_000 });
  for (const packet of rig.packets) rig.writer.writeVideo(packet);
  const keys = rig.packets.flatMap((packet, n) => (isKey(packet) && n > 0 ? [n] : []));
  const ends = rig.told('segment-grew').map(({ end }) => end - startAt);
  expect(ends).toEqual(keys.map((n) => heldBefore(rig, n)));
});

it('a file reaches to the next one although its last pictures never came', async () => {
  const rig = await rigOf(await makeClip({ seconds: 3 }));
  const keys = rig.packets.flatMap((packet, n) => (isKey(packet) ? [n] : []));
  for (const [n, packet] of rig.packets.entries()) {
    if (!keys.includes(n + 1) && !keys.includes(n + 2)) rig.writer.writeVideo(packet);
  }
  rig.writer.end();
  const rows = rig.told('segment-ended').map(({ start, end }) => [start - startAt, end - startAt]);
  expect(rows).toEqual([
    [0, 1_000],
    [1_000, 2_000],
    [2_000, 3_000],
  ]);
});

/** A live clip whose times jump by a hundred seconds at its third key frame. */
async function jumpingRig(): Promise<Rig & { readonly jumpAt: number }> {
  const rig = await rigOf(await makeClip({ seconds: 5 }), { isLive: true });
  const { den, num } = rig.input.video.timeBase;
  const jumpAt = rig.packets.findIndex((packet, n) => n > 25 && isKey(packet));
  for (const packet of rig.packets.slice(jumpAt)) {
    packet.pts += BigInt((100 * den) / num);
    packet.dts += BigInt((100 * den) / num);
  }
  return { ...rig, jumpAt };
}

const mediaMs = ({ input }: Rig, { pts }: Packet) =>
  (Number(pts) * 1000 * input.video.timeBase.num) / input.video.timeBase.den;

it('what comes after a jump in time is not told of while no picture says where it lies', async () => {
  const rig = await jumpingRig();
  // The decoder holds the last three pictures back until those after the jump come.
  for (const [n, packet] of rig.packets.entries()) {
    rig.writer.writeVideo(packet);
    const shown = Math.min(n - 3, rig.jumpAt - 1);
    if (shown >= 0) rig.writer.placeFrame(mediaMs(rig, rig.packets[shown]!), startAt + shown * 40);
  }
  rig.writer.end();
  const all = [...rig.told('segment-grew'), ...rig.told('segment-ended')];
  expect(Math.max(...all.map(({ end }) => end))).toBe(startAt + rig.jumpAt * intervalMs);
});

it('and lies where its first picture lies', async () => {
  const rig = await jumpingRig();
  for (const [n, packet] of rig.packets.entries()) {
    rig.writer.writeVideo(packet);
    const shown = n - 3;
    if (shown >= 0) rig.writer.placeFrame(mediaMs(rig, rig.packets[shown]!), startAt + shown * 40);
  }
  rig.writer.end();
  const rows = rig.told('segment-ended').map(({ start, end }) => [start - startAt, end - startAt]);
  expect(rows).toEqual([0, 1, 2, 3, 4].map((n) => [n * 1_000, (n + 1) * 1_000]));
});

it('no picture is lost because of sound that no file takes, and it is said once', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const { writer, packets, told } = await rigOf(await makeClip({ seconds: 4, audio: true }), {
    change: ({ audio }) => {
      audio!.codecpar.sampleRate = 0;
    },
  });
  for (const packet of packets) writer.writeVideo(packet);
  writer.end();
  const probed = await Promise.all(told('segment-ended').map(({ path }) => probeMedia(path)));
  expect(probed.map(({ frames, hasAudio }) => [frames, hasAudio])).toEqual(
    [0, 1, 2, 3].map(() => [25, false]),
  );
  expect(said.mock.calls.map(([what]) => what)).toEqual(['sound is left out:']);
});

it('AAC whose packets have not come when the first file begins is encoded, and heard later', async () => {
  const url = await tonesClip('ts', ['-c:a', 'aac', '-ar', '48000']);
  const { input, writer, all, packets, told } = await rigOf(url);
  const late = all.indexOf(packets[40]!);
  for (const [n, packet] of all.entries()) {
    if (packet.streamIndex === input.video.index) writer.writeVideo(packet);
    else if (n > late) writer.writeSound(packet);
  }
  writer.end();
  const probed = await Promise.all(told('segment-ended').map(({ path }) => probeMedia(path)));
  expect(probed.reduce((sum, { frames }) => sum + frames, 0)).toBe(seconds * framesPerSecond);
  expect(probed.every(({ hasAudio }) => hasAudio)).toBe(true);
  expect(await tonesIn(told('segment-ended')[4]!.path)).not.toEqual([]);
});
