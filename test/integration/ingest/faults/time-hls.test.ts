/**
 * Row 17: HLS comes seconds late and a media segment at a time. Where the playlist says when its
 * pictures were taken, that is their time, exactly and however late they come.
 */
import { expect, it, onTestFinished } from 'vitest';
import { patient, watchSource } from '../../../support/fault-rig.ts';
import { type HlsServerOptions, startHlsServer, wrapSeconds } from '../../../support/hls-server.ts';
import {
  cutPictures,
  makeNumberedClip,
  misplaced,
  recordedPictures,
  sampledPictures,
} from '../../../support/placed-pictures.ts';
import { waitFor } from '../../../support/wait-for.ts';

const framesPerSecond = 10;
const frameMs = 100;
const options = {
  ...{ chunkMs: 2_000, segmentMs: 1_000 },
  ...{ openTimeoutMs: 30_000, firstFrameTimeoutMs: 30_000, stallTimeoutMs: 20_000 },
};

async function startStation(hls: HlsServerOptions, output: readonly string[] = []) {
  const clip = await makeNumberedClip({ seconds: 60, framesPerSecond, keyInterval: 10, output });
  const server = await startHlsServer(clip, { segments: 59, ...hls });
  onTestFinished(() => server.close());
  return server;
}

it.each<[string, HlsServerOptions]>([
  ['with variants', { faults: { programDateTime: true, variants: 2 } }],
  ['that has moved', { faults: { programDateTime: true, isMoved: true } }],
  [
    'whose media count from anew within a minute',
    { faults: { programDateTime: true }, firstTime: wrapSeconds - 30 },
  ],
])('pictures of a playlist with program times, %s, are at their own time', async (_, hls) => {
  const station = await startStation(hls, ['-bf', '2']);
  const rig = await watchSource(station.url, options);
  await waitFor(() => rig.chunks.length >= 4, patient);
  await rig.settle();

  const belongsAt = (number: number) => station.beginsAt + number * frameMs;
  const sampled = await sampledPictures(rig);
  expect(sampled.length).toBeGreaterThan(15);
  expect(misplaced(sampled, belongsAt, frameMs / 4)).toEqual([]);
  expect(misplaced(await recordedPictures(rig), belongsAt, frameMs / 4)).toEqual([]);
  const end = rig.chunks.at(-1)!.range.end;
  const clip = await cutPictures(rig, { start: end - 2_000, end: end - 1_000 });
  expect(misplaced(clip.pictures, belongsAt, frameMs / 4)).toEqual([]);
  expect(['not-connected']).toEqual(expect.arrayContaining([...rig.reasons]));
});

it('media whose time begins again is placed by its program times, in a new epoch without a gap', async () => {
  const station = await startStation({ faults: { programDateTime: true } });
  const rig = await watchSource(station.url, options);
  await rig.newFrame();
  const restartAt = station.newest + 1;
  station.inject({ restartAt });
  await waitFor(() => rig.chunks.filter(({ epoch }) => epoch === 2).length >= 2, patient);
  await rig.settle();
  const second = rig.chunks.filter(({ epoch }) => epoch === 2).flatMap(({ frames }) => frames);
  const pictures = (await sampledPictures(rig)).filter(({ at }) => at >= second[0]!.at);
  const restartedAt = station.beginsAt + restartAt * 1_000;
  expect(misplaced(pictures, (number) => restartedAt + number * frameMs, frameMs / 4)).toEqual([]);
  expect(['not-connected']).toEqual(expect.arrayContaining([...rig.reasons]));
});
