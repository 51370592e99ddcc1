/** Which pictures of a track show that its source is alive. */
import type { Frame, Packet } from 'node-av/lib';
import { expect, it } from 'vitest';
import { VideoTrack, type VideoTrackDeps } from '../../../../ingest/child/video-track.ts';
import type { DecodeMode } from '../../../../ingest/domain/stream.ts';

const startAt = 1_700_000_000_000;

/** A track whose packets are pictures that its clock places as told. */
function openTrack(decode: DecodeMode, placement: { advances: boolean; isRecorded?: boolean }) {
  const frames: Frame[] = [];
  let framesDecoded = 0;
  const track = new VideoTrack({
    start: { options: { decode, framesPerSecond: 4 } },
    input: {
      video: {
        timeBase: { num: 1, den: 1000 },
        startTime: 0n,
        codecpar: { codecId: 27, videoDelay: 0 },
      },
      frameIntervalMs: 40,
    },
    channel: { stopping: new AbortController().signal },
    segments: { hasOtherSound: false, writeVideo() {}, placeFrame() {} },
    decoder: {
      size: { width: 0, height: 0 },
      get framesDecoded() {
        return framesDecoded;
      },
      send: (packet: Packet | null) => {
        if (!packet) return;
        framesDecoded += 1;
        frames.push({ bestEffortTimestamp: packet.pts, width: 2, height: 2 } as Frame);
      },
      receive: () => frames.shift(),
      passOver() {},
      restart() {},
    },
    clock: { frameIntervalMs: 40, note() {}, place: async () => ({ at: startAt, ...placement }) },
    pacer: { due: async () => {} },
    epochs: { isOpen: true, take: async () => {} },
    skipUntil: undefined,
  } as unknown as VideoTrackDeps);
  const take = async (pictures: number) => {
    for (let n = 0; n < pictures; n += 1) {
      const stamp = BigInt(n * 40);
      await track.take({ pts: stamp, dts: stamp, isKeyframe: n === 0 } as Packet);
    }
  };
  return { track, take };
}

it.each<DecodeMode>(['all', 'key-frames'])(
  'pictures whose time does not go on are no sign of life (%s)',
  async (decode) => {
    const { track, take } = openTrack(decode, { advances: false });
    await take(100);
    expect(track.pictures).toBe(0);
  },
);

it.each([{ advances: true }, { advances: false, isRecorded: true }])(
  'pictures whose time goes on are, also where it was recorded before (%o)',
  async (placement) => {
    const { track, take } = openTrack('all', placement);
    await take(100);
    expect(track.pictures).toBe(100);
  },
);

it('pictures that are passed over are, once the first is decoded', async () => {
  const { track, take } = openTrack('key-frames', { advances: true });
  await take(100);
  expect(track.pictures).toBe(100);
});
