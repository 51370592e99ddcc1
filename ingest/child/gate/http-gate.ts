/**
 * A forward proxy on loopback that FFmpeg is told to use for HTTP and TLS. Every connection of a
 * source comes by here, also those that a redirect or a playlist asks for: its host is resolved
 * and checked, and the address that was checked is connected to. Requests and responses are read by
 * Node and written anew, so that FFmpeg reads nothing that was not understood here. TLS ends here
 * and begins anew, because FFmpeg checks no certificate of what a playlist lists, and knows no
 * authorities.
 */
import {
  createServer,
  type IncomingMessage,
  request as requestFrom,
  type ServerResponse,
} from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import { CheckedAgent } from './checked-agent.ts';
import { connectChecked, type GateRules, type Target } from './connect-checked.ts';
import { headersForPlayer, headersForServer, isEncoded } from './http-headers.ts';
import { ownCertificate } from './own-certificate.ts';
import { PlaylistGuard } from './playlist-guard.ts';
import { serveOnLoopback } from './serve-on-loopback.ts';

/** What is spoken through it; `rtmp` comes in tunnels only. */
export type Spoken = 'http' | 'rtmp';

/** FFmpeg's own heads are far smaller. */
const maxHeaderSize = 65_536;
/** A connection is kept for as long as FFmpeg keeps it. */
const patient = { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 };

/** The port on 127.0.0.1 that it listens at, for the rest of the process's life. */
export function openHttpGate(rules: GateRules, spoken: Spoken): Promise<number> {
  const gate = new HttpGate(rules);
  const server = createServer({ ...patient, maxHeaderSize }, (request, response) =>
    gate.answer(request, response),
  );
  const secureContext = createSecureContext(ownCertificate());
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    const target = targetOf(`http://${request.url}`, true);
    if (!target) return void client.destroy();
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    const player = new TLSSocket(client, { isServer: true, secureContext });
    if (spoken === 'rtmp') return void tunnel(player, target, rules);
    gate.expect(player, target);
    server.emit('connection', player);
  });
  return serveOnLoopback(async (client) => void server.emit('connection', client));
}

class HttpGate {
  readonly #rules: GateRules;
  /** Where the tunnels lead. */
  readonly #targets = new WeakMap<Duplex, Target>();
  readonly #agents = new WeakMap<Duplex, CheckedAgent>();

  constructor(rules: GateRules) {
    this.#rules = rules;
  }

  /** What comes on this connection is for that server. */
  expect(player: Duplex, target: Target): void {
    this.#targets.set(player, target);
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    const target = this.#targets.get(request.socket) ?? targetOf(url, false);
    if (!target) return void fail(response);
    const asked = requestFrom({
      ...{ host: target.host, port: target.port, path: pathOf(url), method: request.method },
      ...{ headers: headersForServer(request.rawHeaders), agent: this.#agentOf(request.socket) },
      // Cameras speak HTTP carelessly; what comes of it is written anew.
      insecureHTTPParser: true,
    });
    asked.once('response', (answer) => this.#passOn(answer, response, target));
    asked.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code?.startsWith('HPE_')) this.#rules.onTrouble(noHttp(target, code));
    });
    // Whether it failed or the server began to speak something else: there is no answer.
    asked.once('close', () => void (response.headersSent || fail(response)));
    response.once('close', () => void (response.writableFinished || asked.destroy()));
    asked.end();
  }

  #passOn(answer: IncomingMessage, response: ServerResponse, target: Target): void {
    const status = answer.statusCode!;
    if (status < 200 || status > 599) {
      this.#rules.onTrouble(noHttp(target, `status ${status}`));
      return void answer.destroy();
    }
    if (isEncoded(answer.headers)) {
      this.#rules.onRefused(
        `source refused: ${target.host} packs what it was asked to send as it is`,
      );
      return void answer.destroy();
    }
    response.writeHead(status, headersForPlayer(answer));
    // Each way that fails ends both sides.
    pipeline(answer, new PlaylistGuard(this.#rules.onRefused), response, () => {});
  }

  #agentOf(player: Duplex): CheckedAgent {
    const known = this.#agents.get(player);
    if (known) return known;
    const agent = new CheckedAgent(player, this.#targets.has(player), this.#rules);
    this.#agents.set(player, agent);
    return agent;
  }
}

async function tunnel(player: TLSSocket, target: Target, rules: GateRules): Promise<void> {
  player.on('error', () => player.destroy());
  const server = await connectChecked(target, rules);
  if (!server) return void player.destroy();
  if (player.destroyed) return void server.destroy();
  pipeline(player, server, player, () => {});
}

function targetOf(text: string, isSecure: boolean): Target | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:') return undefined;
  return { host: url.hostname, port: Number(url.port || 80), isSecure };
}

const noHttp = ({ host }: Target, why: string): string => `${host} does not speak HTTP (${why})`;

/** Proxies are asked for URLs, servers for paths; what remains keeps its spelling. */
const pathOf = (url: string): string =>
  url.replace(/^http:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/');

function fail(response: ServerResponse): void {
  response.writeHead(502, { connection: 'close', 'content-length': 0 }).end();
}
