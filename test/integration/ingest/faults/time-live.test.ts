/**
 * Rows 22 to 24 for live sources: presentation times that wrap and jump. Pictures carry their number,
 * and the camera says when it took each, so that the true time of what is shown is known. The
 * cameras are slow, four pictures a second: within one frame is a promise about clocks, not about
 * how busy the machine is.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GapReason } from '../../../../ingest/domain/gap.ts';
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
const options = { chunkMs: 2_000, segmentMs: 1_000, stallTimeoutMs: 5_000 };

interface Camera {
  readonly server: RtspServer;
  readonly belongsAt: (number: number) => number;
}

async function startNumberedCamera(firstTimestamp?: number): Promise<Camera> {
  const beginsAt = Date.now();
  const server = await startRtspServer({
    clip: await makeNumberedClip(clip),
    ...{ framesPerSecond, beginsAt },
    faults: { firstTimestamp },
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
  expect(recorded.length).toBeGreaterThanOrEqual(sampled.length);
  expect(misplaced(recorded, belongsAt, frameMs)).toEqual([]);
  const end = sampled.at(-1)!.at;
  const clipped = await cutPictures(rig, { start: end - 1_500, end: end - 500 });
  expect(misplaced(clipped.pictures, belongsAt, frameMs)).toEqual([]);
}

const framesAfter = (rig: FaultRig, at: number): number =>
  (rig.published.get('frames') as { frame: { at: number } }[]).filter(({ frame }) => frame.at > at)
    .length;

describe('a camera', () => {
  it('whose 32-bit clock wraps is recorded without a seam', async () => {
    // 1.9 s before the wrap, at 90 kHz.
    const { server, belongsAt } = await startNumberedCamera(4_294_800_000);
    const rig = await watchSource(server.url, options);
    await rig.newFrame();
    const first = rig.status.lastFrameAt!;
    await waitFor(() => framesAfter(rig, first + 4_000) > 2, patient);
    await rig.settle();
    expect(new Set(rig.chunks.map(({ epoch }) => epoch))).toEqual(new Set([1]));
    expect(rig.reasons).toEqual(['not-connected']);
    await expectPlaced(rig, belongsAt);
  });

  it.each([8_000, 100_000, -20_000])(
    'whose times jump by %i ms goes on in a new epoch',
    async (ms) => {
      const { server, belongsAt } = await startNumberedCamera();
      const rig = await watchSource(server.url, options);
      await rig.newFrame();
      const first = rig.status.lastFrameAt!;
      await waitFor(() => framesAfter(rig, first + 2_000) > 0, patient);
      server.inject({ timestampOffsetMs: ms });
      const jumpedAt = Date.now();
      await waitFor(() => framesAfter(rig, jumpedAt + 3_000) > 2, patient);
      await rig.settle();
      expect(new Set(rig.chunks.map(({ epoch }) => epoch))).toEqual(new Set([1, 2]));
      const expected: GapReason[] = ['not-connected', 'clock-jump'];
      expect(expected).toEqual(expect.arrayContaining([...rig.reasons]));
      await expectPlaced(rig, belongsAt);
    },
  );
});

describe('MPEG-TS that is sent live', () => {
  it.each([
    ['wraps', [tsWrapSeconds - 3, tsWrapSeconds + 1], 1],
    ['jumps by 8 s', [10, 22], 2],
    ['steps back by 100 s', [200, 104], 2],
  ] as const)('and %s is recorded with every picture at its time', async (_, starts, epochs) => {
    const whole = await makeNumberedClip({ ...clip, seconds: 12, output: ['-bf', '2'] });
    const path = await spliceTs(whole, [
      { from: 0, seconds: 4, startsAt: starts[0] },
      { from: 4, seconds: 8, startsAt: starts[1] },
    ]);
    const rig = await watchSource(await serveTs(path, framesPerSecond), options);
    await waitFor(() => framesAfter(rig, 0) >= 40, patient);
    await rig.settle();
    expect(new Set(rig.chunks.map(({ epoch }) => epoch)).size).toBe(epochs);
    const [one] = await sampledPictures(rig);
    await expectPlaced(rig, (number) => one!.at + (number - one!.number) * frameMs);
  });
});
