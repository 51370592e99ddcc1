/**
 * Rows 22 to 25 for live sources: presentation times that wrap, jump and come out of order. Pictures carry their number,
 * and the camera says when it took each, so that the true time of what is shown is known. The
 * cameras are slow, four pictures a second: within one frame is a promise about clocks, not about
 * how busy the machine is.
 */
import { expect, it, onTestFinished } from 'vitest';
import type { GapReason } from '../../../../ingest/domain/gap.ts';
import type { CameraFaults } from '../../../support/camera-faults.ts';
import { type FaultRig, patient, watchSource } from '../../../support/fault-rig.ts';
import {
  cutPictures,
  makeNumberedClip,
  misplaced,
  recordedPictures,
  sampledPictures,
} from '../../../support/placed-pictures.ts';
import { type RtspServer, startRtspServer } from '../../../support/rtsp-server.ts';
import { serveTs, spliceTs, tsWrapSeconds } from '../../../support/splice-ts.ts';
import { waitFor } from '../../../support/wait-for.ts';

const framesPerSecond = 4;
const frameMs = 250;
const clip = { seconds: 40, framesPerSecond, keyInterval: 4 };
const options = {
  ...{ chunkMs: 2_000, segmentMs: 1_000 },
  ...{ openTimeoutMs: 30_000, firstFrameTimeoutMs: 30_000, stallTimeoutMs: 5_000 },
};

interface Camera {
  readonly server: RtspServer;
  readonly belongsAt: (number: number) => number;
}

/** `ageMs`: how long it has been running. */
async function startNumberedCamera(faults: CameraFaults, ageMs = 0): Promise<Camera> {
  const beginsAt = Date.now() - ageMs;
  const server = await startRtspServer({
    clip: await makeNumberedClip(clip),
    ...{ framesPerSecond, beginsAt },
    faults,
  });
  onTestFinished(() => server.close());
  return { server, belongsAt: (number) => beginsAt + number * frameMs };
}

/** All pictures, wherever they are found, are where they belong. */
async function expectPlaced(rig: FaultRig, belongsAt: (number: number) => number): Promise<void> {
  const sampled = await sampledPictures(rig);
  expect(sampled.length).toBeGreaterThan(8);
  expect(misplaced(sampled, belongsAt, frameMs)).toEqual([]);
  const recorded = await recordedPictures(rig);
  // Segments begin at key frames, also after a jump.
  expect(recorded.length).toBeGreaterThan(sampled.length / 2);
  expect(misplaced(recorded, belongsAt, frameMs)).toEqual([]);
  const end = sampled.at(-1)!.at;
  const clipped = await cutPictures(rig, { start: end - 1_500, end: end - 500 });
  expect(misplaced(clipped.pictures, belongsAt, frameMs)).toEqual([]);
}

const framesOf = (rig: FaultRig) =>
  (rig.published.get('frames') ?? []) as { readonly frame: { readonly at: number } }[];

/** Resolves when frames of so much more time have been sampled. */
async function sampledFor(rig: FaultRig, ms: number): Promise<void> {
  const from = rig.status.lastFrameAt!;
  await waitFor(() => rig.status.lastFrameAt! > from + ms, patient);
}

const epochsOf = (rig: FaultRig): number => new Set(rig.chunks.map(({ epoch }) => epoch)).size;

it('a camera whose 32-bit clock wraps goes on, and one whose times jump begins a new epoch', async () => {
  // 1.9 s before the wrap, at 90 kHz.
  const { server, belongsAt } = await startNumberedCamera({ firstTimestamp: 4_294_800_000 });
  const rig = await watchSource(server.url, options);
  await rig.newFrame();
  await sampledFor(rig, 4_000);
  expect(epochsOf(rig)).toBe(1);
  let timestampOffsetMs = 0;
  for (const jumpMs of [8_000, 100_000, -20_000]) {
    timestampOffsetMs += jumpMs;
    server.inject({ timestampOffsetMs });
    await sampledFor(rig, 3_000);
  }
  await rig.settle(frameMs);
  expect(epochsOf(rig)).toBe(4);
  const expected: GapReason[] = ['not-connected', 'clock-jump'];
  expect(expected).toEqual(expect.arrayContaining([...rig.reasons]));
  await expectPlaced(rig, belongsAt);
});

it('pictures that a camera had kept are of before they came, and shown once when it comes back', async () => {
  const { server, belongsAt } = await startNumberedCamera({ keptMs: 3_000 }, 5_000);
  const rig = await watchSource(server.url, options);
  await rig.newFrame();
  await sampledFor(rig, 2_000);
  server.dropPlayers();
  await waitFor(() => epochsOf(rig) > 1, patient);
  await sampledFor(rig, 3_000);
  await rig.settle(frameMs);
  const numbers = (await sampledPictures(rig)).map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  await expectPlaced(rig, belongsAt);
});

it('live MPEG-TS that wraps goes on, and begins a new epoch where its times jump', async () => {
  const whole = await makeNumberedClip({ ...clip, seconds: 16 });
  const path = await spliceTs(whole, [
    { from: 0, seconds: 8, startsAt: tsWrapSeconds - 6 },
    { from: 8, seconds: 4, startsAt: 20 },
    { from: 12, seconds: 4, startsAt: 4 },
  ]);
  const rig = await watchSource((await serveTs(path, framesPerSecond)).url, options);
  await waitFor(() => framesOf(rig).length >= 54, patient);
  await rig.settle(frameMs);
  expect(epochsOf(rig)).toBe(3);
  const [one] = await sampledPictures(rig);
  await expectPlaced(rig, (number) => one!.at + (number - one!.number) * frameMs);
});

it('live pictures that come out of order are placed when they can have been taken', async () => {
  // Two B-frames: a picture is sent when the one two later has been taken.
  const output = ['-bf', '2', '-b_strategy', '0'];
  const path = await makeNumberedClip({ ...clip, seconds: 20, extension: 'ts', output });
  const sender = await serveTs(path, framesPerSecond);
  const rig = await watchSource(sender.url, options);
  await waitFor(() => framesOf(rig).length >= 40, patient);
  await rig.settle(frameMs);
  expect(epochsOf(rig)).toBe(1);
  await expectPlaced(rig, (number) => sender.beganAt! + (number - 2) * frameMs);
});
