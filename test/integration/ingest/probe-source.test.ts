/** Whether a source answers, asked without a session or a login. */
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { probeSource } from '../../../ingest/stream/probe-source.ts';
import { startCamera } from '../../support/fault-rig.ts';
import { waitFor } from '../../support/wait-for.ts';

const probe = (
  url: string,
  allowedAddresses: readonly string[] = ['127.0.0.1'],
  signal?: AbortSignal,
) => probeSource({ kind: 'camera', url, allowedAddresses }, signal);

describe('a source that is asked whether it answers', () => {
  it('answers when its own stream is asked for, and no session, login or video was asked of it', async () => {
    const camera = await startCamera({
      credentials: { scheme: 'digest', user: 'admin', password: 'secret' },
    });
    expect(await probe(camera.url.replace('//', '//admin:wrong@'))).toBe(true);
    expect(camera.requests).toEqual(['OPTIONS']);
    expect(camera.wrongLogins).toBe(0);
  });

  it('does not answer when it is silent, or not there', async () => {
    const camera = await startCamera({ silentOn: ['OPTIONS'] });
    expect(await probe(camera.url)).toBe(false);
    await camera.close();
    expect(await probe(camera.url)).toBe(false);
  });

  it('is not asked at an address that is refused', async () => {
    const camera = await startCamera();
    expect(await probe(camera.url, [])).toBe(false);
    expect(camera.connections).toEqual([]);
  });

  it('may be asked as long as the program runs: nothing stays on the signal', async () => {
    const { signal } = new AbortController();
    const camera = await startCamera();
    expect(await probe(camera.url, ['127.0.0.1'], signal)).toBe(true);
    await camera.close();
    for (let times = 0; times < 20; times += 1) {
      expect(await probe(camera.url, ['127.0.0.1'], signal)).toBe(false);
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('is asked no longer once told to stop', async () => {
    const camera = await startCamera({ silentOn: ['OPTIONS'] });
    const stopping = new AbortController();
    const asked = probe(camera.url, ['127.0.0.1'], stopping.signal);
    await waitFor(() => camera.requests.length > 0);
    stopping.abort();
    expect(await asked).toBe(false);
    expect(await probe(camera.url, ['127.0.0.1'], stopping.signal)).toBe(false);
    expect(camera.requests).toEqual(['OPTIONS']);
  });

  it('does not answer when it is a device that is not plugged in', async () => {
    const device = {
      kind: 'device',
      url: 'v4l2:/dev/video999?fps=30',
      allowedAddresses: [],
    } as const;
    expect(await probeSource(device)).toBe(false);
  });

  it('counts as answering where that cannot be told', async () => {
    expect(await probe('udp://127.0.0.1:5000')).toBe(true);
  });
});
