/** Whether a source answers, asked without a session or a login. */
import { describe, expect, it } from 'vitest';
import { probeSource } from '../../../ingest/probe-source.ts';
import { startCamera } from '../../support/fault-rig.ts';

const probe = (url: string, allowedAddresses: readonly string[] = ['127.0.0.1']) =>
  probeSource({ kind: 'camera', url, allowedAddresses });

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

  it('counts as answering where that cannot be told', async () => {
    expect(await probe('udp://127.0.0.1:5000')).toBe(true);
  });
});
