/** Live playlists that stand still, lack segments, or begin anew. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FaultRig, patient, watchSource } from '../../../support/fault-rig.ts';
import { type HlsFaults, type HlsServer, startHlsServer } from '../../../support/hls-server.ts';
import { makeClip } from '../../../support/media.ts';
import { waitFor } from '../../../support/wait-for.ts';

async function serve(faults: HlsFaults = {}, segmentSeconds = 1): Promise<HlsServer> {
  const clip = await makeClip({ seconds: 6 });
  const server = await startHlsServer(clip, { faults, segmentSeconds, segments: 60 });
  onTestFinished(() => server.close());
  return server;
}

/** Waits until something was recorded of it. */
async function watchLive(server: HlsServer): Promise<FaultRig> {
  const rig = await watchSource(server.url, { stallTimeoutMs: 2_000 });
  await rig.newFrame();
  await waitFor(() => rig.chunks.length >= 2, patient);
  return rig;
}

const epochsOf = (rig: FaultRig) => new Set(rig.chunks.map(({ epoch }) => epoch)).size;

describe('a live playlist', () => {
  it('of variants is recorded', async () => {
    const rig = await watchLive(await serve({ variants: 2 }));
    await rig.settle();
    expect(epochsOf(rig)).toBe(1);
  });

  it('of long segments is not taken for a stalled one between two of them', async () => {
    const rig = await watchSource((await serve({}, 3)).url, { stallTimeoutMs: 2_000 });
    await waitFor(() => rig.chunks.length >= 8, patient);
    await rig.settle();
    expect(epochsOf(rig)).toBe(1);
  });

  it('that stands still, although it is answered, is lost, and goes on in a new epoch', async () => {
    const server = await serve();
    const rig = await watchLive(server);
    server.inject({ isFrozen: true });
    await rig.toldOf('reconnecting', /closed the connection|lost|no new frame/);
    server.heal();
    await waitFor(() => epochsOf(rig) >= 2, patient);
    await rig.settle();
    expect(rig.reasons.some((why) => why === 'connection-lost' || why === 'stalled')).toBe(true);
  });

  it('without a segment that it lists has a gap there, and goes on', async () => {
    const server = await serve({}, 3);
    const rig = await watchLive(server);
    const missing = server.newest + 1;
    server.inject({ missing: [missing] });
    await waitFor(() => server.newest >= missing + 1, patient);
    await waitFor(() => epochsOf(rig) >= 2, patient);
    await rig.settle();
    const holes = rig.store.gaps('cam').filter(({ reason }) => reason === 'stalled');
    expect(holes.map(({ start, end }) => Math.round((end - start) / 1_000))).toEqual([3]);
  });

  it('whose segments expire before they are fetched is told, and found again', async () => {
    const server = await serve();
    const rig = await watchLive(server);
    server.inject({ expiresAfter: -1 });
    await rig.toldOf('reconnecting');
    server.heal();
    await waitFor(() => epochsOf(rig) >= 2, patient);
    await rig.settle();
  });

  it.each(['discontinuity', 'sequence-reset'] as const)(
    'whose encoder starts again (%s) goes on in a new epoch',
    async (restartsBy) => {
      const server = await serve();
      const rig = await watchLive(server);
      server.inject({ restartAt: server.newest + 2, restartsBy });
      await waitFor(() => epochsOf(rig) >= 2, patient);
      const recorded = rig.chunks.length;
      await waitFor(() => rig.chunks.length > recorded + 1, patient);
      await rig.settle();
    },
  );

  it('that answers with an error is tried again', async () => {
    const server = await serve({ status: { playlist: 503 } });
    const rig = await watchSource(server.url);
    await rig.toldOf('connecting', /5XX|503/);
    server.heal();
    await rig.newFrame();
    await rig.settle();
  });
});
