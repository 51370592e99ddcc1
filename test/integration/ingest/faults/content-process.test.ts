/**
 * Rows 41, 42 and 44: children that crash, grow, or are killed while they write.
 *
 * Not injected here. Row 42, the slope of memory over half an hour: the soak test measures it; what
 * is shown here is that a child beyond its budget is replaced in good order.
 */
import { expect, it, onTestFinished } from 'vitest';
import { capturePids } from '../../../support/capture-pids.ts';
import { expectTiled } from '../../../support/coverage-invariant.ts';
import { patient, startCamera, watchSource } from '../../../support/fault-rig.ts';
import { makeNumberedClip, misplaced, recordedPictures } from '../../../support/placed-pictures.ts';
import { startRtspServer } from '../../../support/rtsp-server.ts';
import { waitFor } from '../../../support/wait-for.ts';

it('a crash in native code costs one stream a moment, and the others nothing', async () => {
  const [one, other] = await Promise.all([startCamera(), startCamera()]);
  const rig = await watchSource(one.url);
  await rig.newFrame();
  const [pid] = capturePids();
  const source = { url: other.url, pace: 'live' } as const;
  await rig.ingest.add({ id: 'other', name: 'Other', source });
  await waitFor(() => rig.store.chunks('other').length > 0, patient);

  process.kill(pid!, 'SIGSEGV');
  await waitFor(() => rig.reasons.includes('worker-died'), patient);
  await rig.newFrame();
  const before = rig.store.chunks('other').length;
  await waitFor(() => rig.store.chunks('other').length > before, patient);
  await rig.settle();
  await expectTiled(rig.store, 'other');
  expect(rig.told.some(({ reason }) => reason?.includes('died'))).toBe(true);
  expect(rig.chunks.at(-1)!.epoch).toBe(2);
  expect(new Set(rig.store.chunks('other').map(({ epoch }) => epoch))).toEqual(new Set([1]));
  expect(new Set(rig.store.gaps('other').map(({ reason }) => reason))).toEqual(
    new Set(['not-connected']),
  );
});

it('a child that holds more memory than it may is replaced, with a gap that says so', async () => {
  const camera = await startCamera();
  const rig = await watchSource(camera.url, { maxChildBytes: 1, minChildLifeMs: 4_000 });
  await waitFor(() => rig.captures.length >= 3, patient);
  await rig.newFrame();
  await rig.settle();
  expect(rig.reasons).toEqual(['not-connected', 'worker-recycled']);
  expect(rig.told.map(({ state }) => state)).not.toContain('failed');
});

it('what a killed child had written can be read up to its last key frame', async () => {
  const keyInterval = 4;
  const beginsAt = Date.now();
  const server = await startRtspServer({
    clip: await makeNumberedClip({ seconds: 40, framesPerSecond: 4, keyInterval }),
    ...{ framesPerSecond: 4, beginsAt },
  });
  onTestFinished(() => server.close());
  const rig = await watchSource(server.url, { segmentMs: 60_000 });
  await rig.newFrame();
  const first = rig.status.lastFrameAt!;
  await waitFor(() => rig.status.lastFrameAt! > first + 4_000, patient);
  const killedAt = rig.status.lastFrameAt!;
  const [pid] = capturePids();
  process.kill(pid!, 'SIGKILL');
  await waitFor(() => rig.store.segments.length > 0, patient);
  await rig.stop();

  const [segment] = rig.store.segments;
  const pictures = (await recordedPictures(rig)).filter(({ at }) => at < segment!.end);
  const numbers = pictures.map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
  expect(numbers.length % keyInterval).toBe(0);
  expect(segment!.end).toBeGreaterThan(killedAt - 2 * keyInterval * 250);
  expect(misplaced(pictures, (number) => beginsAt + number * 250, 250)).toEqual([]);
  await expectTiled(rig.store);
});
