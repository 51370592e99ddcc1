/**
 * Live sources for tests that FFmpeg's own command line sends, each at the clip's pace and round and
 * round, and two that it cannot be: a camera that serves JPEG after JPEG, and TLS around a port.
 */
import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type SecureContextOptions } from 'node:tls';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { selfSigned, type TestCertificate } from './certificates.ts';
import { portOf } from './port-of.ts';

/** An RTMP server that plays to one client, and ends with it. */
export async function sendRtmp(clip: string, output: readonly string[] = []): Promise<string> {
  const url = `rtmp://127.0.0.1:${await freePort()}/live/camera`;
  send(clip, [...output, '-f', 'flv', '-listen', '1', url]);
  return url;
}

/** An SRT listener. */
export async function sendSrt(clip: string): Promise<string> {
  const url = `srt://127.0.0.1:${await freeUdpPort()}`;
  send(clip, ['-f', 'mpegts', `${url}?mode=listener`]);
  return url;
}

/** MPEG-TS in datagrams, whether or not anybody listens. */
export async function sendUdp(clip: string): Promise<string> {
  const url = `udp://127.0.0.1:${await freeUdpPort()}`;
  send(clip, ['-f', 'mpegts', `${url}?pkt_size=1316`]);
  return url;
}

/** MPEG-TS without end, behind HTTP. */
export async function sendHttp(clip: string): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}/live`;
  send(clip, ['-f', 'mpegts', '-listen', '1', url]);
  return url;
}

/** A camera of the old kind: `multipart/x-mixed-replace`, one JPEG after the other. */
export async function serveMjpeg(clip: string, framesPerSecond: number): Promise<string> {
  const pictures = splitJpegs(await mjpegOf(clip));
  const server = createHttpServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=frame' });
    for (let n = 0; !response.destroyed; n += 1) {
      const picture = pictures[n % pictures.length]!;
      const head = `Content-Type: image/jpeg\r\nContent-Length: ${picture.length}\r\n\r\n`;
      response.write(`--frame\r\n${head}`);
      response.write(picture);
      response.write('\r\n');
      await sleep(1000 / framesPerSecond);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}/stream.mjpg`;
}

/** Port that speaks TLS, by default with a certificate of its own, and passes on to the port. */
export async function wrapInTls(
  port: number,
  certificate?: TestCertificate,
  options: SecureContextOptions = {},
): Promise<number> {
  const { key, cert } = certificate ?? (await selfSigned());
  const server = createTlsServer({ ...options, key, cert }, (socket) => {
    const inner = connect(port, '127.0.0.1');
    for (const [one, other] of [[socket, inner] as const, [inner, socket] as const]) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return portOf(server);
}

function send(clip: string, output: readonly string[]): void {
  const input = ['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy'];
  const sender = spawn('ffmpeg', ['-v', 'error', '-nostdin', ...input, ...output], {
    stdio: 'ignore',
  });
  onTestFinished(() => void sender.kill('SIGKILL'));
}

const run = promisify(execFile);

async function mjpegOf(clip: string): Promise<Buffer> {
  const args = ['-v', 'error', '-i', clip, '-an', '-c:v', 'mjpeg', '-q:v', '5', '-f', 'mjpeg', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 256e6 });
  return stdout;
}

/** Each begins with the marker SOI; entropy-coded data never holds one. */
function splitJpegs(stream: Buffer): Buffer[] {
  const starts: number[] = [];
  const marker = Buffer.from([0xff, 0xd8, 0xff]);
  for (let at = stream.indexOf(marker); at >= 0; at = stream.indexOf(marker, at + 3)) {
    starts.push(at);
  }
  return starts.map((start, n) => stream.subarray(start, starts[n + 1]));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
