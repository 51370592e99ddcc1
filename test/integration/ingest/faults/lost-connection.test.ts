/** A camera that was live and is lost: what is told, what is recorded, and how it comes back. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GapReason } from '../../../../ingest/domain/gap.ts';
import type { IngestOptions } from '../../../../ingest/ingest-options.ts';
import type { CameraFaults } from '../../../support/camera-faults.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/fault-proxy.ts';
import {
  type FaultRig,
  hasty,
  patient,
  startCamera,
  watchSource,
} from '../../../support/fault-rig.ts';
import type { RtspServer } from '../../../support/rtsp-server.ts';
import { waitFor } from '../../../support/wait-for.ts';

interface Watched {
  readonly rig: FaultRig;
  readonly camera: RtspServer;
  readonly wire: FaultProxy;
}

/** A live camera behind a wire. */
async function watchLive(
  faults: CameraFaults = {},
  options: Partial<IngestOptions> = {},
): Promise<Watched> {
  const camera = await startCamera(faults);
  const wire = await startFaultProxy({ port: camera.port });
  onTestFinished(() => wire.close());
  const url = camera.url.replace(String(camera.port), String(wire.port));
  const rig = await watchSource(url, options);
  await rig.newFrame();
  return { rig, camera, wire };
}

const lost = /^the (source closed the connection|connection was lost)/;
const stalled = /^no new frame for 1500 ms$/;

describe('a live camera', () => {
  it.each<[string, (watched: Watched) => void, GapReason, RegExp]>([
    [
      'closes the connection',
      ({ camera }) => camera.inject({ closes: 'fin' }),
      'connection-lost',
      lost,
    ],
    [
      'resets the connection',
      ({ camera }) => camera.inject({ closes: 'rst' }),
      'connection-lost',
      lost,
    ],
    ['falls silent', ({ camera }) => camera.inject({ sends: 'nothing' }), 'stalled', stalled],
    [
      'sends its sound alone',
      ({ camera }) => camera.inject({ sends: 'audio' }),
      'stalled',
      stalled,
    ],
    [
      'sends what it never announced',
      ({ camera }) => camera.inject({ sends: 'unknown-type' }),
      'stalled',
      stalled,
    ],
    [
      'is cut off in the middle of the wire',
      ({ wire }) => wire.cut('rst'),
      'connection-lost',
      lost,
    ],
    ['is half-open', ({ wire }) => wire.inject({ blackHole: 'both' }), 'stalled', stalled],
  ])('that %s leaves a gap, and is found again', async (_, breakIt, why, told) => {
    const watched = await watchLive({ tracks: 'both' }, { stallTimeoutMs: 1_500 });
    const { rig, camera, wire } = watched;
    await waitFor(() => rig.chunks.length > 0, patient);
    breakIt(watched);
    await rig.toldOf('reconnecting', told);
    camera.heal();
    wire.heal();
    await rig.newFrame();
    await waitFor(() => rig.chunks.at(-1)!.epoch > 1, patient);
    await rig.settle();
    expect(rig.reasons).toEqual(expect.arrayContaining([why]));
    const interrupted = rig.chunks.filter(({ epoch }) => epoch === 1).at(-1)!;
    // By chance the wire is cut at the end of a window, and the last chunk is whole.
    const { start, end } = interrupted.range;
    const isWhole = [start, end].every((at) => at % hasty.chunkMs! === 0);
    expect(interrupted.flags.includes('partial')).toBe(!isWhole);
  });

  it('that goes away is not tried in a hot loop, and is back soon after it answers', async () => {
    const first = await startCamera();
    const rig = await watchSource(first.url, { firstPauseMs: 60_000, maxPauseMs: 60_000 });
    await rig.newFrame();
    await first.close();
    await rig.toldOf('reconnecting');
    await waitFor(
      () => rig.store.gaps('cam').filter((gap) => gap.reason === 'connection-lost').length > 1,
      patient,
    );
    expect(rig.captures).toHaveLength(1);
    await startCamera({}, { port: first.port });
    await rig.newFrame();
    expect(rig.captures).toHaveLength(2);
    await rig.settle();
  });

  it('keeps its session as long as it is asked to, in time', async () => {
    const { rig, camera } = await watchLive({ keepAliveMs: 2_000 });
    await waitFor(() => rig.chunks.length >= 5, patient);
    await rig.settle();
    expect(new Set(rig.chunks.map(({ epoch }) => epoch))).toEqual(new Set([1]));
    expect(camera.requests).toContain('GET_PARAMETER');
  });

  it('that allows one session has one, also after its child died', async () => {
    const { rig, camera } = await watchLive({ maxPlayers: 1 });
    rig.captures[0]!.kill();
    await waitFor(() => rig.told.filter(({ state }) => state === 'live').length === 2, patient);
    await rig.settle();
    expect(camera.mostPlayers).toBe(1);
    expect(rig.reasons).toContain('worker-died');
  });

  it('that allows one session refuses a second stream, which disturbs the first no more', async () => {
    const { rig, camera } = await watchLive({ maxPlayers: 1 });
    const source = { url: camera.url, pace: 'live' } as const;
    await rig.ingest.add({ id: 'second', name: 'Second', source });
    const second = () => rig.ingest.statuses().find(({ streamId }) => streamId === 'second');
    await waitFor(() => second()?.reason?.includes('4XX'), patient);
    const recorded = rig.chunks.length;
    await waitFor(() => rig.chunks.length > recorded, patient);
    await rig.settle();
    expect(new Set(rig.chunks.map(({ epoch }) => epoch))).toEqual(new Set([1]));
  });
});
