/** Sources that never show a picture: each is told what is wrong with it, and is tried again. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StreamStatus } from '../../../../ingest/domain/stream.ts';
import type { CameraFaults, Credentials } from '../../../support/camera-faults.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { type FaultRig, patient, startCamera, watchSource } from '../../../support/fault-rig.ts';
import type { RtspServer } from '../../../support/rtsp-server.ts';
import { waitFor } from '../../../support/wait-for.ts';

/** Once nothing is wrong any more it is live. */
async function expectRecovery(rig: FaultRig, camera: RtspServer): Promise<void> {
  camera.heal();
  await rig.toldOf('live');
  await waitFor(() => rig.chunks.length > 0, patient);
  await rig.settle();
}

describe('a camera that never answers', () => {
  it.each(['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY'] as const)(
    '%s is given up, and tried again',
    async (method) => {
      const camera = await startCamera({ silentOn: [method] });
      const rig = await watchSource(camera.url, { openTimeoutMs: 2_500 });
      await rig.toldOf('connecting', /^not opened within 2500 ms$/);
      await expectRecovery(rig, camera);
      expect(rig.reasons).toEqual(['not-connected']);
    },
  );

  it('holds up nothing but itself', async () => {
    const silent = await Promise.all(
      (['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY'] as const).map((method) =>
        startCamera({ silentOn: [method] }),
      ),
    );
    const healthy = await startCamera();
    const rig = await watchSource(healthy.url, { openTimeoutMs: 2_500, firstPauseMs: 2_000 });
    for (const [n, { url }] of silent.entries()) {
      await rig.ingest.add({ id: `silent-${n}`, name: 'Silent', source: { url, pace: 'live' } });
    }
    const told = () => (rig.published.get('stream-status') ?? []) as StreamStatus[];
    const givenUp = () => told().filter(({ reason }) => reason?.startsWith('not opened within'));
    const silentOnes = () => givenUp().filter(({ streamId }) => streamId !== 'cam');
    await waitFor(() => new Set(silentOnes().map((one) => one.streamId)).size === 4, patient);
    const recorded = rig.chunks.length;
    await waitFor(() => rig.chunks.length >= recorded + 2, patient);
    await rig.settle();
    expect(rig.told.filter(({ state }) => state !== 'stopped').at(-1)?.state).toBe('live');
    expect(rig.reasons).toEqual(['not-connected']);
  });
});

describe('a camera that answers wrongly', () => {
  it.each<[string, CameraFaults, RegExp]>([
    ['that there is no such stream', { statusOf: { DESCRIBE: 404 } }, /404/],
    ['that it is not ready', { statusOf: { DESCRIBE: 503 } }, /5XX|503/],
    ['that it has no session left', { maxPlayers: 0 }, /4XX|453/],
    ['with a broken base of its URLs', { contentBase: 'nonsense' }, /cannot be opened/],
    [
      'with a control URL of another host',
      { trackControl: 'rtsp://127.0.0.1:1/x' },
      /cannot be opened/,
    ],
    [
      'with media of a kind it never announced',
      { sends: 'unknown-type' },
      /not opened|no frame|cannot be/,
    ],
  ])('%s says so, and is tried again', async (_, faults, told) => {
    const camera = await startCamera(faults);
    const rig = await watchSource(camera.url);
    await rig.toldOf('connecting', told);
    await expectRecovery(rig, camera);
    expect(rig.reasons).toEqual(['not-connected']);
  });

  it('with sound alone has no video', async () => {
    const camera = await startCamera({ tracks: 'audio' });
    const rig = await watchSource(camera.url);
    await rig.toldOf('no-video', /holds no video/);
    await waitFor(() => rig.reasons.includes('no-video'), patient);
    expect(rig.chunks).toEqual([]);
    await expectRecovery(rig, camera);
  });

  it('with a track that it announces and never sends is recorded without it', async () => {
    const camera = await startCamera({ tracks: 'both', silentTracks: ['audio'] });
    const rig = await watchSource(camera.url);
    await expectRecovery(rig, camera);
  });
});

describe('a camera that wants a login', () => {
  const asUser = (url: string, login: string) => url.replace('//', `//${login}@`);
  const credentials = (scheme: Credentials['scheme']): Credentials => ({
    scheme,
    user: 'admin',
    password: 'S3cr3t-%40-pass',
  });

  it.each(['basic', 'digest'] as const)(
    'by %s is tried once with a wrong password, and then seldom',
    async (scheme) => {
      const camera = await startCamera({ credentials: credentials(scheme) });
      const url = asUser(camera.url, 'admin:Wr0ng-secret');
      const rig = await watchSource(url, { firstLoginPauseMs: 60_000, maxLoginPauseMs: 60_000 });
      await rig.toldOf('auth-failed', /401/);
      await waitFor(() => rig.store.gaps('cam').length >= 2, patient);
      await rig.settle();
      expect(rig.reasons.at(-1)).toBe('auth-failed');
      expect(rig.captures).toHaveLength(1);
      expect(camera.wrongLogins).toBe(1);
      expect(JSON.stringify([...rig.published.values(), rig.store.outbox])).not.toContain('Wr0ng');
    },
  );

  it('is live when the login is right at last', async () => {
    const camera = await startCamera({ credentials: credentials('digest') });
    const rig = await watchSource(camera.url);
    await rig.toldOf('auth-failed');
    await expectRecovery(rig, camera);
    expect(rig.status.state).toBe('stopped');
  });
});

describe('a camera that sends its players elsewhere', () => {
  it('is followed to a host that is allowed', async () => {
    const other = await startCamera();
    const camera = await startCamera({ redirectTo: other.url });
    const rig = await watchSource(camera.url);
    await rig.newFrame();
    expect(other.plays).toBe(1);
    await waitFor(() => rig.chunks.length > 0, patient);
    await rig.settle();
  });

  it('is not followed to a host that is refused', async () => {
    const camera = await startCamera({ redirectTo: 'rtsp://169.254.169.254/latest' });
    const rig = await watchSource(camera.url);
    await rig.toldOf('connecting', /169\.254\.169\.254 is a metadata address/);
    await expectRecovery(rig, camera);
  });
});

describe('a camera that is not there', () => {
  it('refuses the connection: it is told so, and is tried for ever', async () => {
    const camera = await startCamera();
    const wire = await startFaultProxy({ port: camera.port, faults: { refuses: true } });
    onTestFinished(() => wire.close());
    const url = camera.url.replace(String(camera.port), String(wire.port));
    const rig = await watchSource(url, { maxUnansweredMs: 500 });
    await rig.toldOf('connecting', /cannot be opened/);
    await waitFor(() => rig.captures.length >= 3, patient);
    wire.heal();
    await expectRecovery(rig, camera);
  });

  it('has no address: its name is resolved anew at each attempt', async () => {
    const rig = await watchSource('rtsp://no-such-camera.invalid/stream', { maxUnansweredMs: 500 });
    await rig.toldOf('connecting', /cannot be|not opened/);
    await waitFor(() => rig.captures.length >= 2 && rig.store.gaps('cam').length > 0, patient);
    await rig.settle();
  });
});
