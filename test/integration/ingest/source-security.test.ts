/**
 * Where a source may lead: real capture children, and servers that try to send them to a canary.
 * The operator named 127.0.0.1, which allows that address and no other of this machine.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CameraFaults } from '../../support/camera-faults.ts';
import { type Canary, startCanary } from '../../support/canary-server.ts';
import { startHlsServer } from '../../support/hls-server.ts';
import { makeClip } from '../../support/media.ts';
import { mediaLists } from '../../support/media-lists.ts';
import { wrapInTls } from '../../support/media-senders.ts';
import { portOf } from '../../support/port-of.ts';
import { type RecordingRig, recordFile, startRig } from '../../support/recording-rig.ts';
import { type RtspServer, startRtspServer } from '../../support/rtsp-server.ts';
import { waitFor } from '../../support/wait-for.ts';

const framesPerSecond = 25;
const generous = { timeoutMs: 30_000 };
const quick = { chunkMs: 2_000, openTimeoutMs: 20_000, firstPauseMs: 50 };

async function startCamera(faults: CameraFaults = {}): Promise<RtspServer> {
  const clip = await makeClip({ seconds: 10, framesPerSecond });
  const camera = await startRtspServer({ clip, framesPerSecond, faults });
  onTestFinished(() => camera.close());
  return camera;
}

type Reply = (response: ServerResponse, path: string) => void;

/** Answers every request by the script; returns its address. */
async function startWeb(reply: Reply): Promise<string> {
  const server = createServer((request, response) => reply(response, request.url ?? ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return `127.0.0.1:${portOf(server)}`;
}

const watch = (rig: RecordingRig, url: string) =>
  rig.ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'live' } });

/** What is told of a source once it has been tried and given up. */
async function reasonFor(url: string): Promise<string> {
  const rig = await startRig(quick);
  await watch(rig, url);
  const reason = () => rig.ingest.statuses()[0]!.reason;
  await waitFor(() => reason() !== undefined, generous);
  const told = reason()!;
  await rig.stop();
  return told;
}

async function pictureFrom(url: string): Promise<void> {
  const rig = await startRig(quick);
  await watch(rig, url);
  await waitFor(() => rig.ingest.statuses()[0]!.lastFrameAt !== undefined, generous);
  await rig.stop();
}

const isRefused = /^source refused: 127\.0\.0\.2 is a loopback address.*sources\.allowAddresses/;

describe('an RTSP camera that redirects', () => {
  it('to another camera that is allowed is followed there', async () => {
    const other = await startCamera();
    const camera = await startCamera({ redirectTo: other.url });
    await pictureFrom(camera.url);
    expect(other.plays).toBe(1);
  });

  it('to a refused address is given up, and nobody is asked there', async () => {
    const canary = await startCanary();
    const camera = await startCamera({ redirectTo: `rtsp://${canary.authority}/stream` });
    expect(await reasonFor(camera.url)).toMatch(isRefused);
    expect(canary.touches).toBe(0);
  });

  it('over TLS, to another scheme, or without end is given up', async () => {
    const canary = await startCanary();
    for (const scheme of ['rtsps', 'http', 'tcp']) {
      const camera = await startCamera({ redirectTo: `${scheme}://${canary.authority}/stream` });
      await reasonFor(camera.url);
    }
    const circling = await startCamera();
    circling.inject({ redirectTo: circling.url });
    expect(await reasonFor(circling.url)).toContain('it redirects without end');
    expect(canary.touches).toBe(0);
  });

  it.each([
    ['is logged in to by digest', 'digest', 1],
    ['gets no password', 'basic', 0],
  ] as const)('to another port of its host %s there', async (_, scheme, plays) => {
    const credentials = { scheme, user: 'admin', password: 'hunter2' };
    const other = await startCamera({ credentials });
    const camera = await startCamera({ redirectTo: other.url });
    const rig = await startRig(quick);
    await watch(rig, camera.url.replace('//', '//admin:hunter2@'));
    const isOver = () => other.plays > 0 || rig.ingest.statuses()[0]!.reason !== undefined;
    await waitFor(isOver, generous);
    await rig.stop();
    expect([other.plays, other.wrongLogins]).toEqual([plays, 0]);
  });

  it('gives the password of the camera to nobody else', async () => {
    const other = await startCamera({
      credentials: { scheme: 'basic', user: 'admin', password: 'hunter2' },
    });
    const elsewhere = other.url.replace('127.0.0.1', 'localhost');
    const camera = await startCamera({ redirectTo: elsewhere });
    const rig = await startRig({ ...quick, allowAddresses: ['127.0.0.1', '::1'] });
    await watch(rig, camera.url.replace('//', '//admin:hunter2@'));
    await waitFor(() => rig.ingest.statuses()[0]!.reason !== undefined, generous);
    expect(other.plays).toBe(0);
    expect(other.wrongLogins).toBe(0);
  });
});

describe('an RTSP camera that asks for a login', () => {
  it.each(['basic', 'digest'] as const)(
    'gets it by %s, and is asked by its own name',
    async (scheme) => {
      const password = 'p@ss:w/rd';
      const camera = await startCamera({ credentials: { scheme, user: 'admin', password } });
      await pictureFrom(camera.url.replace('//', `//admin:${encodeURIComponent(password)}@`));
      expect(camera.wrongLogins).toBe(0);
    },
  );
});

describe('a playlist', () => {
  const clip = () => makeClip({ seconds: 4, framesPerSecond, extension: 'ts' });

  const playlist = (...lines: string[]) =>
    ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:2', ...lines, '#EXT-X-ENDLIST', ''].join(
      '\n',
    );

  /** Entries that lead to the canary, by what they are. */
  const hostile: Record<string, (canary: string) => string> = {
    'a segment elsewhere': (canary) => playlist('#EXTINF:2,', `http://${canary}/1.ts`),
    'a later segment elsewhere': (canary) =>
      playlist('#EXTINF:2,', '/good.ts', '#EXTINF:2,', `http://${canary}/2.ts`),
    'a segment elsewhere over TLS': (canary) => playlist('#EXTINF:2,', `https://${canary}/1.ts`),
    'a segment without a scheme': (canary) => playlist('#EXTINF:2,', `//${canary}/1.ts`),
    'a segment in another spelling': (canary) =>
      playlist('#EXTINF:2,', `http://${canary.replace('127.0.0.2', '0x7f000002')}/1.ts`),
    'a segment in IPv6': (canary) =>
      playlist('#EXTINF:2,', `http://${canary.replace('127.0.0.2', '[::ffff:127.0.0.2]')}/1.ts`),
    'a map elsewhere': (canary) =>
      playlist(`#EXT-X-MAP:URI="http://${canary}/init.mp4"`, '#EXTINF:2,', '/good.ts'),
    'a key elsewhere': (canary) =>
      playlist(
        `#EXT-X-KEY:METHOD=AES-128,URI="http://${canary}/key",IV=0x00000000000000000000000000000001`,
        '#EXTINF:2,',
        '/good.ts',
      ),
    'a variant elsewhere': (canary) =>
      playlist('#EXT-X-STREAM-INF:BANDWIDTH=1000000', `http://${canary}/variant.m3u8`),
    'other audio elsewhere': (canary) =>
      playlist(
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,URI="http://${canary}/a.m3u8"`,
        '#EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO="a"',
        '/variant.m3u8',
      ),
    'a redirect of a segment': () => playlist('#EXTINF:2,', '/away.ts'),
    'a socket': (canary) => playlist('#EXTINF:2,', `tcp://${canary}/1.ts`),
    'a file': () => playlist('#EXTINF:2,', 'file:///etc/passwd'),
    'joined files': (canary) => playlist('#EXTINF:2,', `concat:/etc/passwd|http://${canary}/1.ts`),
    'a part of a file': () => playlist('#EXTINF:2,', 'subfile,,start,0,end,9,,:/etc/passwd'),
    'a wrapped URL': (canary) => playlist('#EXTINF:2,', `crypto+http://${canary}/1.ts`),
    'a proxy': (canary) => playlist('#EXTINF:2,', `httpproxy://${canary}/x.ts`),
    'a proxy without slashes': (canary) => playlist('#EXTINF:2,', `httpproxy:${canary}/x.ts`),
    'a proxy for a key': (canary) =>
      playlist(`#EXT-X-KEY:METHOD=AES-128,URI="h\\ttpproxy:${canary}/k"`, '#EXTINF:2,', '/good.ts'),
    'a proxy for a variant': (canary) =>
      playlist('#EXT-X-STREAM-INF:BANDWIDTH=1000000', `httpproxy:${canary}/variant.m3u8`),
    'a proxy for a later segment': (canary) =>
      playlist('#EXTINF:2,', '/good.ts', '#EXTINF:2,', `httpproxy:${canary}/x.ts`),
  };

  const startStation = async (text: (canary: string) => string, canary: Canary) => {
    const segment = await clip();
    return startWeb((response, path) => {
      if (path === '/good.ts') return void createReadStream(segment).pipe(response);
      if (path === '/away.ts') {
        return void response.writeHead(302, { location: `http://${canary.authority}/1.ts` }).end();
      }
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' });
      response.end(
        path === '/variant.m3u8' ? playlist('#EXTINF:2,', '/good.ts') : text(canary.authority),
      );
    });
  };

  it.each(Object.entries(hostile))('with %s leads nobody there', async (_, text) => {
    const canary = await startCanary();
    const station = await startStation(text, canary);
    const reason = await reasonFor(`http://${station}/live.m3u8`);
    const leadsThere = text(canary.authority).includes(`http://${canary.authority}`);
    if (leadsThere && !/concat:|crypto\+/.test(text(''))) expect(reason).toMatch(isRefused);
    expect(reason).not.toContain('root:');
    expect(canary.touches).toBe(0);
  });

  it.each([
    ['in chunks', false],
    ['packed', true],
  ])('that leads to a proxy and comes %s leads nobody there', async (_, isPacked) => {
    const canary = await startCanary();
    const text = hostile['a proxy']!(canary.authority);
    const web = await startWeb(async (response) => {
      if (isPacked) return void response.setHeader('content-encoding', 'gzip').end(gzipSync(text));
      for (const letter of text) response.write(letter);
      response.end();
    });
    expect(await reasonFor(`http://${web}/live.m3u8`)).toMatch(/^source refused/);
    expect(canary.touches).toBe(0);
  });

  it('that leads to a proxy, and is one only without what stands between its parts, leads nobody there', async () => {
    const canary = await startCanary();
    const text = hostile['a proxy']!(canary.authority);
    const web = await startWeb((response) => {
      response.setHeader('icy-metaint', 3).end(text.replace(/.{3}/gs, '$&\0'));
    });
    expect(await reasonFor(`http://${web}/live.m3u8`)).toContain('cannot be opened');
    expect(canary.touches).toBe(0);
  });

  it('that redirects, or is one over there, leads nobody there', async () => {
    const canary = await startCanary();
    for (const status of [301, 307]) {
      const location = `http://${canary.authority}/live.m3u8`;
      const web = await startWeb((response) => void response.writeHead(status, { location }).end());
      expect(await reasonFor(`http://${web}/live.m3u8`)).toMatch(isRefused);
    }
    expect(canary.touches).toBe(0);
  });

  it('behind TLS is played, and leads nobody there', async () => {
    const canary = await startCanary();
    const segment = await clip();
    const web = await startWeb((response, path) => {
      if (path === '/good.ts') return void createReadStream(segment).pipe(response);
      const entry = path === '/bad.m3u8' ? `https://${canary.authority}/1.ts` : '/good.ts';
      response.end(playlist('#EXTINF:4,', entry));
    });
    const port = await wrapInTls(Number(web.split(':')[1]));
    await pictureFrom(`https://127.0.0.1:${port}/good.m3u8`);
    expect(await reasonFor(`https://127.0.0.1:${port}/bad.m3u8`)).toMatch(isRefused);
    expect(canary.touches).toBe(0);
  });

  it('with all its parts where it may have them is played', async () => {
    const server = await startHlsServer(await makeClip({ seconds: 10, framesPerSecond }), {
      faults: { variants: 2 },
    });
    onTestFinished(() => server.close());
    await pictureFrom(server.url);
  });
});

describe('a source that is a list of media in another format', () => {
  it.each(Object.entries(mediaLists))('such as %s leads nobody there', async (_, list) => {
    const canary = await startCanary();
    const texts = list(`tcp://${canary.authority}`);
    const web = await startWeb((response, path) => response.end(texts[path] ?? texts['/list']));
    expect(await reasonFor(`http://${web}/list`)).toContain('cannot be opened');
    expect(canary.touches).toBe(0);
  });
});

describe('a picture', () => {
  it('larger than allowed is refused before it is decoded', async () => {
    const rig = await startRig({ maxPixels: 10_000 });
    const url = await makeClip({ seconds: 1, width: 320, height: 180 });
    const status = await recordFile(rig, { url, pace: 'fast' });
    expect(status).toMatchObject({ state: 'failed' });
    expect(status.reason).toContain('a picture has 57600 pixels, more than 10000');
  });
});
