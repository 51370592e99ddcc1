/**
 * Rows 26, 27, 29 and 30: clocks that drift and are set, children that sleep, and bursts.
 *
 * Not injected here. Row 28, daylight saving: ingest stores instants of UTC and has no schedules, so
 * there is nothing that a zone could change. Row 29, a whole program that sleeps and wakes: one
 * program owns its data folder by a lock, nobody takes over while it sleeps, and so there is no lease
 * that it could have lost; what sleeps here is the capture child.
 */
import { expect, it, onTestFinished } from 'vitest';
import { capture } from '../../../../ingest/child/capture.ts';
import type { ChildMessage, StartMessage } from '../../../../ingest/child/messages.ts';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
import { capturePids } from '../../../support/capture-pids.ts';
import { patient, startCamera, watchSource } from '../../../support/fault-rig.ts';
import { makeNumberedClip, misplaced, sampledPictures } from '../../../support/placed-pictures.ts';
import { startRtspServer } from '../../../support/rtsp-server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';

const hourMs = 3_600_000;
const unhurried = { openTimeoutMs: 30_000, firstFrameTimeoutMs: 30_000 };

it('the clock of this machine may be set back: the time of the pictures goes on evenly; set forwards, it is followed once that has held', async () => {
  let setBy = 0;
  let passedMs = 0;
  const clock = {
    now: () => Date.now() + passedMs + setBy,
    monotonic: () => performance.now() + passedMs,
  };
  const heard: ChildMessage[] = [];
  const stopping = new AbortController();
  const epochs = () => heard.filter((message) => message.type === 'epoch-needed');
  const frames = () =>
    heard.flatMap((message) => (message.type === 'frame' ? [message.frame.at] : []));
  const camera = await startCamera();
  const { url } = camera;
  const channel = {
    send: (message: ChildMessage) => void heard.push(message),
    epoch: async () => ({ type: 'epoch', epoch: epochs().length, from: 0 }) as const,
    windowRecorded: async () => {},
    stopping: stopping.signal,
  };
  const folder = await temporaryFolder();
  const start: StartMessage = {
    ...{ type: 'start', streamId: 'cam', kind: 'camera', url, pace: 'live' },
    ...{ framesRoot: folder, segmentPrefix: `${folder}/s` },
    options: { ...defaultIngestOptions, networkTimeoutMs: 10_000 },
  };
  const ended = capture(start, { url, options: {} }, channel, clock);
  const seen = async (more: number) => {
    const before = frames().length;
    await waitFor(() => frames().length >= before + more, patient);
  };

  await seen(4);
  setBy = -hourMs;
  await seen(8);
  expect(epochs()).toHaveLength(1);
  const steps = frames()
    .slice(1)
    .map((at, i) => at - frames()[i]!);
  // One picture in every quarter of a second.
  expect(steps.filter((step) => step < 120 || step > 380)).toEqual([]);

  setBy = hourMs;
  await seen(8);
  expect(epochs()).toHaveLength(1);
  passedMs = 60_000;
  await waitFor(() => epochs().length === 2, patient);
  await seen(4);
  stopping.abort();
  expect(await ended).toEqual({ type: 'ended' });
  expect(epochs()[1]).toMatchObject({ reason: 'clock-jump' });
  expect(Math.abs(frames().at(-1)! - clock.now())).toBeLessThan(10_000);
});

it('a camera whose clock is slow or fast is told to be, and is recorded without a seam', async () => {
  const camera = await startCamera({ sentFramesPerSecond: 25.5 });
  const rig = await watchSource(camera.url, unhurried);
  const isTold = () => rig.status.clockDriftPpm !== undefined;
  await waitFor(isTold, { timeoutMs: 60_000 });
  // Two per cent; a busy machine sees pictures late.
  expect(rig.status.clockDriftPpm).toBeGreaterThan(5_000);
  expect(rig.status.clockDriftPpm).toBeLessThan(60_000);
  await rig.settle();
  expect(rig.reasons).toEqual(['not-connected']);
});

it('pictures that a stall held back are all there, at the time at which they were taken', async () => {
  const slow = { framesPerSecond: 4, frameMs: 250 };
  const beginsAt = Date.now();
  const server = await startRtspServer({
    clip: await makeNumberedClip({ seconds: 40, framesPerSecond: 4, keyInterval: 4 }),
    ...{ framesPerSecond: slow.framesPerSecond, beginsAt },
  });
  onTestFinished(() => server.close());
  const rig = await watchSource(server.url, { ...unhurried, stallTimeoutMs: 15_000 });
  await rig.newFrame();
  server.inject({ sends: 'held' });
  const heldAt = Date.now();
  await waitFor(() => Date.now() > heldAt + 3_000);
  server.inject({ sends: 'all' });
  await waitFor(() => (rig.status.lastFrameAt ?? 0) > heldAt + 5_000, patient);
  await rig.settle();
  const pictures = await sampledPictures(rig);
  const numbers = pictures.map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
  expect(misplaced(pictures, (number) => beginsAt + number * slow.frameMs, slow.frameMs)).toEqual(
    [],
  );
  expect(rig.reasons).toEqual(['not-connected']);
});

it('a child that sleeps too long is replaced, its time is a gap; one that wakes in time catches up', async () => {
  const camera = await startCamera();
  const rig = await watchSource(camera.url, { ...unhurried, stallTimeoutMs: 6_000 });
  await rig.newFrame();
  const [pid] = capturePids();
  process.kill(pid!, 'SIGSTOP');
  const sleptAt = Date.now();
  await waitFor(() => Date.now() > sleptAt + 2_500);
  process.kill(pid!, 'SIGCONT');
  await rig.newFrame();
  expect(rig.reasons).toEqual(['not-connected']);

  process.kill(pid!, 'SIGSTOP');
  await rig.toldOf('reconnecting', /no new frame/);
  await rig.newFrame();
  await rig.settle();
  expect(rig.reasons).toEqual(['not-connected', 'stalled']);
});
