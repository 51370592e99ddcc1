/** Live sources through real capture children: an RTSP camera and an HLS playlist of our own. */

import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHlsServer } from '../../support/hls-server.ts';
import { makeClip, probeMedia } from '../../support/media.ts';
import { filesOf, type RecordingRig, recordFile, startRig } from '../../support/recording-rig.ts';
import { type RtspServer, startRtspServer } from '../../support/rtsp-server.ts';
import { seamsOf } from '../../support/seams.ts';
import { waitFor } from '../../support/wait-for.ts';

const framesPerSecond = 25;

async function startCamera(port?: number): Promise<RtspServer> {
  const clip = await makeClip({ seconds: 10, framesPerSecond });
  const camera = await startRtspServer({ clip, framesPerSecond, port });
  onTestFinished(() => camera.close());
  return camera;
}

const watch = (rig: RecordingRig, url: string) =>
  rig.ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'live' } });

const stateOf = (rig: RecordingRig) => rig.ingest.statuses()[0]!;

/** Why time is missing, each reason once; an outage is recorded window by window. */
const reasonsOf = (rig: RecordingRig) => [
  ...new Set(rig.store.gaps('cam').map((gap) => gap.reason)),
];

/** Resolves when a frame has been sampled after the call. */
async function newFrame(rig: RecordingRig): Promise<void> {
  const before = stateOf(rig).lastFrameAt ?? 0;
  await waitFor(() => (stateOf(rig).lastFrameAt ?? 0) > before, { timeoutMs: 20_000 });
}

describe('an RTSP camera', () => {
  it('is recorded from its first frame on, and its time before that is a gap', async () => {
    const rig = await startRig({ chunkMs: 2_000, segmentMs: 1_000 });
    await watch(rig, (await startCamera()).url);
    await waitFor(() => rig.store.chunks('cam').length >= 3, { timeoutMs: 20_000 });
    await rig.stop();

    expect(stateOf(rig).state).toBe('stopped');
    expect(reasonsOf(rig)).toEqual(['not-connected']);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
    expect(rig.store.chunks('cam')[1]!.frames).toHaveLength(8);
    const probed = await Promise.all(filesOf(rig).map(probeMedia));
    expect(probed.length).toBeGreaterThan(2);
    expect(probed.every((media) => media.firstIsKey)).toBe(true);
    expect(rig.store.segments[0]!.start).toBeLessThanOrEqual(
      rig.store.chunks('cam')[0]!.range.start,
    );
  });

  it('that drops the connection leaves a partial chunk and a gap, and is found again', async () => {
    const rig = await startRig();
    const camera = await startCamera();
    await watch(rig, camera.url);
    await newFrame(rig);
    camera.dropPlayers();
    await waitFor(() => stateOf(rig).state === 'reconnecting');
    expect(stateOf(rig).reason).toBe('the source closed the connection');
    await newFrame(rig);
    await rig.stop();

    const chunks = rig.store.chunks('cam');
    expect(chunks.map((chunk) => chunk.epoch)).toEqual(expect.arrayContaining([1, 2]));
    expect(chunks[0]!.flags).toContain('partial');
    expect(reasonsOf(rig)).toEqual(['not-connected', 'connection-lost']);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
  });

  it('that falls silent is given up after the stall deadline', async () => {
    const rig = await startRig({ stallTimeoutMs: 1_500 });
    const camera = await startCamera();
    await watch(rig, camera.url);
    await newFrame(rig);
    camera.fallSilent();
    await waitFor(() => stateOf(rig).state === 'reconnecting', { timeoutMs: 20_000 });
    expect(stateOf(rig).reason).toBe('no new frame for 1500 ms');
  });

  it('whose child is killed goes on in a new epoch after a gap', async () => {
    const rig = await startRig();
    await watch(rig, (await startCamera()).url);
    await newFrame(rig);
    rig.captures[0]!.kill();
    await waitFor(() => reasonsOf(rig).includes('worker-died'), { timeoutMs: 20_000 });
    await newFrame(rig);
    await rig.stop();
    expect(rig.store.chunks('cam').at(-1)!.epoch).toBe(2);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
  });

  it('that is not there is tried for ever, its time is recorded as gaps, and no secret is shown', async () => {
    const rig = await startRig({ chunkMs: 1_000, maxUnansweredMs: 1_000 });
    const gone = await startCamera();
    await gone.close();
    await watch(rig, `rtsp://admin:hunter2@127.0.0.1:${gone.port}/stream`);
    await waitFor(() => rig.captures.length >= 2 && rig.store.gaps('cam').length >= 2, {
      timeoutMs: 20_000,
    });
    expect(stateOf(rig)).toMatchObject({ state: 'connecting' });
    expect(stateOf(rig).reason).toContain('cannot be opened');
    expect(JSON.stringify([...rig.published.values()])).not.toContain('hunter2');

    await startCamera(gone.port);
    await newFrame(rig);
    await rig.stop();
    expect(reasonsOf(rig)).toEqual(['not-connected']);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
  });

  it('that never answers does not hold up stopping', async () => {
    const silent = createTcpServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const rig = await startRig({ stopTimeoutMs: 200 });
    await watch(rig, `rtsp://127.0.0.1:${portOf(silent)}/stream`);
    await waitFor(() => rig.captures.length === 1);
    await rig.stop();
    expect(stateOf(rig).state).toBe('stopped');
  });
});

describe('an HLS playlist', () => {
  it('is played evenly although it comes in pieces', async () => {
    const rig = await startRig({ chunkMs: 2_000 });
    const server = await startHlsServer(await makeClip({ seconds: 10, framesPerSecond }));
    onTestFinished(() => server.close());
    await watch(rig, server.url);
    await waitFor(() => rig.store.chunks('cam').length >= 3, { timeoutMs: 40_000 });
    await rig.stop();
    const chunks = rig.store.chunks('cam');
    expect(chunks[1]!.frames).toHaveLength(8);
    expect(new Set(chunks.map((chunk) => chunk.epoch)).size).toBe(1);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
  });
});

describe('a file behind HTTP', () => {
  it('is recorded like one on the disk', async () => {
    const url = await serveFile(
      await makeClip({ seconds: 6, output: ['-movflags', '+faststart'] }),
    );
    const rig = await startRig({ chunkMs: 2_000 });
    const status = await recordFile(rig, { url, pace: 'fast', startAt: 1_700_000_000_000 });
    expect(status).toMatchObject({ state: 'ended' });
    expect(rig.store.chunks('cam').map((chunk) => chunk.frames.length)).toEqual([8, 8, 8]);
  });
});

async function serveFile(path: string): Promise<string> {
  const server = createServer((_, response) => createReadStream(path).pipe(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}/clip.mp4`;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
