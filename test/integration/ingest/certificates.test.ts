/** Certificates of real servers that speak TLS, as a real capture child takes them. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { IngestOptions } from '../../../ingest/ingest-options.ts';
import { selfSigned, type TestCertificate } from '../../support/certificates.ts';
import { makeClip } from '../../support/media.ts';
import { sendRtmp, wrapInTls } from '../../support/media-senders.ts';
import { portOf } from '../../support/port-of.ts';
import { startRig } from '../../support/recording-rig.ts';
import { startRtspServer } from '../../support/rtsp-server.ts';
import { waitFor } from '../../support/wait-for.ts';

const framesPerSecond = 25;
const generous = { timeoutMs: 30_000 };

type Wrap = (port: number) => Promise<number>;

const behind =
  (certificate: TestCertificate): Wrap =>
  (port) =>
    wrapInTls(port, certificate);

/** A playlist behind one certificate, whose segment is behind the other. */
async function station(wrap: Wrap, wrapSegment = wrap): Promise<string> {
  const clip = await makeClip({ seconds: 4, framesPerSecond, extension: 'ts' });
  let segmentPort = 0;
  const server = createServer(({ url }, response) => {
    if (url === '/1.ts') return void createReadStream(clip).pipe(response);
    const segment = `https://127.0.0.1:${segmentPort}/1.ts`;
    response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${segment}\n#EXT-X-ENDLIST\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  segmentPort = await wrapSegment(portOf(server));
  return `https://127.0.0.1:${await wrap(portOf(server))}/live.m3u8`;
}

async function rtspCamera(wrap: Wrap): Promise<string> {
  const clip = await makeClip({ seconds: 4, framesPerSecond });
  const faults = { transports: ['tcp'], contentBase: '' } as const;
  const camera = await startRtspServer({ clip, framesPerSecond, faults });
  onTestFinished(() => camera.close());
  const { port, pathname } = new URL(camera.url);
  return `rtsps://127.0.0.1:${await wrap(Number(port))}${pathname}`;
}

async function rtmpServer(wrap: Wrap): Promise<string> {
  const inner = new URL(await sendRtmp(await makeClip({ seconds: 4, extension: 'flv' })));
  return `rtmps://127.0.0.1:${await wrap(Number(inner.port))}${inner.pathname}`;
}

const servers = [
  ['HTTPS', station],
  ['RTSP over TLS', rtspCamera],
  ['RTMP over TLS', rtmpServer],
] as const;

/** `picture`, or why there is none. */
async function outcomeOf(url: string, options: Partial<IngestOptions>): Promise<string> {
  const rig = await startRig({ openTimeoutMs: 20_000, ...options });
  await rig.ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'live' } });
  const status = () => rig.ingest.statuses()[0]!;
  const isKnown = () => status().lastFrameAt !== undefined || status().reason !== undefined;
  await waitFor(isKnown, generous);
  const outcome = status().lastFrameAt === undefined ? status().reason! : 'picture';
  await rig.stop();
  return outcome;
}

const always = { verifyCertificates: 'always' } as const;
const refusal = (code: string) =>
  new RegExp(`^source refused: the certificate of 127.0.0.1 .*${code}.*sources\\.caFile`);

describe.each(servers)('%s', (_, serve) => {
  it('with a certificate of its own plays on a local network', async () => {
    expect(await outcomeOf(await serve(behind(await selfSigned())), {})).toBe('picture');
  });

  it('with a certificate of its own is refused where it must prove who it is', async () => {
    const url = await serve(behind(await selfSigned()));
    expect(await outcomeOf(url, always)).toMatch(refusal('DEPTH_ZERO_SELF_SIGNED_CERT'));
  });

  it('with the certificate of an authority that the operator names plays', async () => {
    const certificate = await selfSigned();
    const url = await serve(behind(certificate));
    expect(await outcomeOf(url, { ...always, caFile: certificate.file })).toBe('picture');
  });

  it('with the certificate of another name is refused', async () => {
    const certificate = await selfSigned('DNS:other.example');
    const url = await serve(behind(certificate));
    const outcome = await outcomeOf(url, { ...always, caFile: certificate.file });
    expect(outcome).toMatch(refusal('ERR_TLS_CERT_ALTNAME_INVALID'));
  });
});

const oldTls = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'DEFAULT@SECLEVEL=0',
} as const;

/** Cameras that nobody has updated for ten years. */
const ofOldCamera =
  (certificate: TestCertificate): Wrap =>
  (port) =>
    wrapInTls(port, certificate, oldTls);

describe('a server that speaks TLS 1.1 at most', () => {
  it.each(servers)('plays over %s where its certificate is not checked', async (_, serve) => {
    expect(await outcomeOf(await serve(ofOldCamera(await selfSigned())), {})).toBe('picture');
  });

  it('is not spoken to where it must prove who it is', async () => {
    const certificate = await selfSigned();
    const url = await station(ofOldCamera(certificate));
    const outcome = await outcomeOf(url, { ...always, caFile: certificate.file });
    expect(outcome).toMatch(
      /127\.0\.0\.1:\d+ cannot be reached \(no version of TLS that both speak/,
    );
  });
});

describe('certificates', () => {
  it('are checked of what a playlist lists, too', async () => {
    const trusted = await selfSigned();
    const url = await station(behind(trusted), behind(await selfSigned()));
    const outcome = await outcomeOf(url, { ...always, caFile: trusted.file });
    expect(outcome).toMatch(refusal('DEPTH_ZERO_SELF_SIGNED_CERT'));
  });

  it('of authorities that the system trusts are trusted', async () => {
    const certificate = await selfSigned();
    vi.stubEnv('SSL_CERT_FILE', certificate.file);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await outcomeOf(await station(behind(certificate)), always)).toBe('picture');
  });

  it('of authorities in a file that is not there are told as such', async () => {
    const url = await station(behind(await selfSigned()));
    const outcome = await outcomeOf(url, { ...always, caFile: '/nowhere/ca.pem' });
    expect(outcome).toMatch(/sources\.caFile cannot be read.*ENOENT/);
  });

  it('are checked of one stream as its operator says', async () => {
    const url = await station(behind(await selfSigned()));
    const rig = await startRig();
    const source = { url, pace: 'live', ...always } as const;
    await rig.ingest.add({ id: 'cam', name: 'Camera', source });
    await waitFor(() => rig.ingest.statuses()[0]!.reason !== undefined, generous);
    expect(rig.ingest.statuses()[0]!.reason).toMatch(refusal('DEPTH_ZERO_SELF_SIGNED_CERT'));
  });
});
