/**
 * A forward proxy on loopback that FFmpeg is told to use for HTTP and TLS. Every connection of a
 * source comes by here, also those that a redirect or a playlist asks for: its host is resolved
 * and checked, and the address that was checked is connected to. TLS ends here and begins anew,
 * because FFmpeg checks no certificate of what a playlist lists, and knows no authorities.
 */
import type { Socket } from 'node:net';
import { PassThrough, pipeline, Transform } from 'node:stream';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { connectChecked, type GateRules, type Target } from './connect-checked.ts';
import { ownCertificate } from './own-certificate.ts';
import { PlaylistLimit } from './playlist-limit.ts';
import { serveOnLoopback } from './serve-on-loopback.ts';

/** FFmpeg's own heads are far smaller. */
const maxHeadBytes = 65_536;
const headEnd = '\r\n\r\n';

/** What is spoken through it; `rtmp` comes in tunnels only. */
export type Spoken = 'http' | 'rtmp';

/** The port on 127.0.0.1 that it listens at, for the rest of the process's life. */
export function openHttpGate(rules: GateRules, spoken: Spoken): Promise<number> {
  const context = createSecureContext(ownCertificate());
  return serveOnLoopback((client) => serve(client, { rules, spoken, context }));
}

interface Gate {
  readonly rules: GateRules;
  readonly spoken: Spoken;
  readonly context: SecureContext;
}

async function serve(client: Socket, gate: Gate): Promise<void> {
  const head = await readHead(client);
  const request = head && parseRequest(head);
  if (!request) return void client.destroy();
  const server = await connectChecked(request.target, gate.rules);
  if (!server) return void client.end(answer('502 Bad Gateway'));
  if (!request.isTunnel) return pass(client, server, gate);
  client.write(answer('200 OK'));
  pass(new TLSSocket(client, { isServer: true, secureContext: gate.context }), server, gate);
}

function pass(player: Socket, server: Socket, { rules, spoken }: Gate): void {
  const limit = new PlaylistLimit(rules.onRefused);
  const isHttp = spoken === 'http';
  const requests = isHttp ? new OriginForm(() => limit.beginResponse()) : new PassThrough();
  // Each way that fails ends both sides.
  pipeline(player, requests, server, () => {});
  pipeline(server, isHttp ? limit : new PassThrough(), player, () => {});
}

interface ProxyRequest {
  readonly target: Target;
  readonly isTunnel: boolean;
}

function parseRequest(head: string): ProxyRequest | undefined {
  const [, method, to] = /^([A-Z]+) (\S+) HTTP\/1\.[01]\r\n/.exec(head) ?? [];
  const isTunnel = method === 'CONNECT';
  const url = to === undefined ? null : URL.parse(isTunnel ? `http://${to}` : to);
  if (url?.protocol !== 'http:') return undefined;
  const port = Number(url.port || 80);
  return { target: { host: url.hostname, port, isSecure: isTunnel }, isTunnel };
}

/** Undefined when the client leaves before, or sends none. What was read can be read again. */
async function readHead(client: Socket): Promise<string | undefined> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < maxHeadBytes) {
    const piece = client.read() as Buffer | null;
    if (piece) bytes = Buffer.concat([bytes, piece]);
    const text = bytes.toString('latin1');
    if (text.includes(headEnd)) {
      // The head of a tunnel is for the gate only.
      if (!text.startsWith('CONNECT ')) client.unshift(bytes);
      return text;
    }
    if (!piece && !(await becomesReadable(client))) return undefined;
  }
  return undefined;
}

const becomesReadable = (client: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    if (client.readableEnded || client.destroyed) return resolve(false);
    client.once('readable', () => resolve(true));
    client.once('close', () => resolve(false));
  });

/** Requests as a server expects them: proxies are asked for URLs, servers for paths. */
class OriginForm extends Transform {
  readonly #onHead: () => void;
  #text = '';

  constructor(onHead: () => void) {
    super();
    this.#onHead = onHead;
  }

  override _transform(piece: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    this.#text += piece.toString('latin1');
    for (let end = this.#text.indexOf(headEnd); end >= 0; end = this.#text.indexOf(headEnd)) {
      const head = this.#text.slice(0, end + headEnd.length);
      this.#text = this.#text.slice(end + headEnd.length);
      this.#onHead();
      this.push(Buffer.from(withPathOnly(head), 'latin1'));
    }
    done(this.#text.length > maxHeadBytes ? new Error('endless head') : undefined);
  }
}

const withPathOnly = (head: string): string =>
  head.replace(/^([A-Z]+) http:\/\/[^/?\s]*(\S*)/i, (_, method: string, path: string) =>
    path.startsWith('/') ? `${method} ${path}` : `${method} /${path}`,
  );

const answer = (status: string): string =>
  `HTTP/1.1 ${status}\r\n${status.startsWith('200') ? '' : 'Content-Length: 0\r\nConnection: close\r\n'}\r\n`;
