/** The gates of a capture child between clients that speak plainly and servers that speak oddly. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CertificateRules } from '../../../ingest/child/gate/certificate-rules.ts';
import type { GateRules } from '../../../ingest/child/gate/connect-checked.ts';
import { openHttpGate } from '../../../ingest/child/gate/http-gate.ts';
import { openRtspGate } from '../../../ingest/child/gate/rtsp-gate.ts';
import { splitRtspUrl } from '../../../ingest/child/gate/rtsp-url.ts';
import { sourceAddresses } from '../../../ingest/domain/source-addresses.ts';
import { selfSigned } from '../../support/certificates.ts';
import { portOf } from '../../support/port-of.ts';

let told: string[];
const tell = (reason: string) => void told.push(reason);

const rules: GateRules = {
  addresses: sourceAddresses(['127.0.0.1']),
  certificates: new CertificateRules('never', true, undefined),
  connectTimeoutMs: 20_000,
  onRefused: tell,
  onTrouble: tell,
};

beforeEach(() => {
  told = [];
});

async function startServer(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return portOf(server);
}

describe('a player that leaves while its server is slow to speak TLS', () => {
  /** A server that begins to speak when it is let, and its first connection. */
  async function slowServer() {
    const { key, cert } = await selfSigned();
    const first = Promise.withResolvers<Socket>();
    const port = await startServer(first.resolve);
    const speak = (socket: Socket) => {
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      secure.on('error', () => {}).resume();
    };
    return { port, connection: first.promise, speak };
  }

  async function leaves(player: Socket, server: Awaited<ReturnType<typeof slowServer>>) {
    const connection = await server.connection;
    player.destroy();
    await once(player, 'close');
    const closed = once(connection, 'close');
    server.speak(connection);
    await closed;
  }

  it('leaves no connection to an RTSP server behind', async () => {
    const server = await slowServer();
    const url = splitRtspUrl(`rtsps://127.0.0.1:${server.port}/1`)!;
    const gate = new URL(await openRtspGate(url, rules, () => {}));
    await leaves(connect(Number(gate.port), '127.0.0.1'), server);
  });

  it.each(['http', 'rtmp'] as const)('leaves none to a server of %s behind', async (spoken) => {
    const server = await slowServer();
    const player = connect(await openHttpGate(rules, spoken), '127.0.0.1');
    player.write(`CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\n\r\n`);
    await once(player, 'data');
    const secure = connectTls({ socket: player, rejectUnauthorized: false });
    secure.write('GET /1 HTTP/1.1\r\nHost: cam\r\n\r\n');
    await leaves(player, server);
  });
});

describe('what an HTTP server answers', () => {
  /** Whole answers, one for each request on a connection. */
  const answering = (...answers: string[]) =>
    startServer((socket) => {
      const left = [...answers];
      socket.on('data', () => void socket.write(Buffer.from(left.shift() ?? '', 'latin1')));
    });

  /** Asks through the gate as FFmpeg does, over one connection. */
  async function player(port: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const proxy = { host: '127.0.0.1', port: await openHttpGate(rules, 'http'), agent };
    return async () => {
      const asked = request({ ...proxy, path: `http://127.0.0.1:${port}/1` }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return { answer, body: await text(answer) };
    };
  }

  const ok = (body: string, ...headers: string[]) =>
    ['HTTP/1.1 200 OK', ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n');
  const away = '#EXTM3U\n#EXTINF:1,\nhttpproxy:127.0.0.2:1/a.ts\n';
  const leadsAway = 'source refused: a playlist leads out of HTTP, to httpproxy:';

  it('passes as it is, one after the other over one connection', async () => {
    const ask = await player(await answering(ok('one', 'Location: caf\u00e9'), ok('two')));
    const { answer, body } = await ask();
    expect([answer.statusCode, answer.headers.location, body]).toEqual([200, 'caf\u00e9', 'one']);
    expect((await ask()).body).toBe('two');
  });

  it('is looked at anew each time', async () => {
    const ask = await player(await answering(ok('#EXTM3U\n'), ok(away)));
    expect((await ask()).body).toBe('#EXTM3U\n');
    await expect(ask()).rejects.toThrow();
    expect(told).toEqual([leadsAway]);
  });

  it('is looked at without its chunks', async () => {
    const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;
    const chunks = [...away].map(chunk).join('');
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const ask = await player(await answering(`${head}${chunks}0\r\n\r\n`));
    await expect(ask()).rejects.toThrow();
    expect(told).toEqual([leadsAway]);
  });

  it('ends where its chunks end, whatever length it tells', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n';
    const ask = await player(await answering(`${head}5\r\nmedia\r\n0\r\n\r\n`));
    const { answer, body } = await ask();
    expect(answer.headers['content-length']).toBeUndefined();
    expect(body).toBe('media');
  });

  it('is refused when it is packed', async () => {
    const ask = await player(await answering(ok('packed', 'Content-Encoding: gzip')));
    expect((await ask()).answer.statusCode).toBe(502);
    expect(told[0]).toContain('source refused: 127.0.0.1 packs what it was asked to send');
  });

  it.each([
    ['is refused when its head is larger than any', ok('', `X-Long: ${'x'.repeat(20_000)}`)],
    ['is refused when it is not HTTP', 'SSH-2.0-server\r\n'],
  ])('%s', async (_, said) => {
    const ask = await player(await answering(said));
    expect((await ask()).answer.statusCode).toBe(502);
    expect(told[0]).toMatch(/^127\.0\.0\.1 does not speak HTTP \(HPE_/);
  });

  it.each([
    ['below all', ok('').replace('200', '099')],
    ['above all', ok('').replace('200', '999')],
    ['that only something else comes after', 'HTTP/1.1 101 Other\r\n\r\n'],
  ])('is refused when it has a status %s', async (_, said) => {
    const ask = await player(await answering(said));
    expect((await ask()).answer.statusCode).toBe(502);
    expect(told[0]).toMatch(/^127\.0\.0\.1 does not speak HTTP \(status \d+\)$/);
  });

  it('is refused when it goes on in another protocol', async () => {
    const other = 'HTTP/1.1 101 Other\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';
    const ask = await player(await answering(other));
    expect((await ask()).answer.statusCode).toBe(502);
  });

  it.each([
    ['with bare line feeds', 'HTTP/1.0 200 OK\nContent-Length: 5\n\nmedia'],
    ['with a control character in a header', ok('media', 'X-Odd: a\u0001b')],
    ['with a space behind the name of a header', ok('media').replace('Length', 'Length ')],
    ['with a strange version', ok('media').replace('1.1', '2.3')],
  ])('is read as cameras send it, %s', async (_, said) => {
    const ask = await player(await answering(said));
    expect((await ask()).body).toBe('media');
  });
});
