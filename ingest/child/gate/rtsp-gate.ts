/**
 * Stands between FFmpeg and an RTSP server, on loopback. The server's host is resolved and checked
 * at every connection, and the address that was checked is connected to; TLS (rtsps) ends here. A
 * redirect changes where the next connection goes, after the same check: FFmpeg comes here again.
 */
import type { Socket } from 'node:net';
import { AddressRefusedError, checkHost } from '../../../kernel/address-policy.ts';
import { addressRefusal } from '../../domain/source-addresses.ts';
import { connectChecked, type GateRules } from './connect-checked.ts';
import { type Passed, RtspDialogue } from './rtsp-dialogue.ts';
import { credentialsAt } from './rtsp-login.ts';
import { type RtspUrl, splitRtspUrl } from './rtsp-url.ts';
import { serveOnLoopback } from './serve-on-loopback.ts';

const maxRedirects = 5;

/**
 * The URL that FFmpeg is to open in place of the given one; it holds no credentials. Interleaved
 * frames from the server are shown to `onFrame` as they pass.
 */
export async function openRtspGate(
  url: RtspUrl,
  rules: GateRules,
  onFrame: (frame: Buffer) => void,
): Promise<string> {
  const gate = new RtspGate(url, rules, onFrame);
  gate.url = `rtsp://127.0.0.1:${await serveOnLoopback((client) => gate.serve(client))}`;
  return gate.url + url.rest;
}

class RtspGate {
  url = '';
  readonly #rules: GateRules;
  readonly #onFrame: (frame: Buffer) => void;
  readonly #camera: RtspUrl;
  /** Where it has led to by now. */
  #server: RtspUrl;
  #redirects = 0;

  constructor(camera: RtspUrl, rules: GateRules, onFrame: (frame: Buffer) => void) {
    this.#camera = camera;
    this.#server = camera;
    this.#rules = rules;
    this.#onFrame = onFrame;
  }

  async serve(player: Socket): Promise<void> {
    const { target, origin } = this.#server;
    const credentials = credentialsAt(this.#server, this.#camera);
    const server = await connectChecked(target, this.#rules);
    if (!server) return void player.destroy();
    if (player.destroyed) return void server.destroy();
    const dialogue = new RtspDialogue({
      gateUrl: this.url,
      serverUrl: origin,
      serverAddress: server.remoteAddress,
      credentials,
      redirect: (location) => this.#redirect(location),
      onFrame: this.#onFrame,
    });
    const pass = ({ toPlayer, toServer }: Passed) => {
      for (const piece of toServer) server.write(piece);
      const isTaken = toPlayer.map((piece) => player.write(piece)).every(Boolean);
      if (!isTaken) server.pause();
    };
    const guarded = (work: () => Passed) => {
      try {
        pass(work());
      } catch (error) {
        this.#rules.onTrouble(`${target.host}: ${(error as Error).message}`);
        server.destroy();
      }
    };
    player.on('drain', () => server.resume());
    player.on('data', (data: Buffer) => guarded(() => dialogue.fromPlayer(data)));
    server.on('data', (data: Buffer) => guarded(() => dialogue.fromServer(data)));
    server.once('close', () => player.end());
    player.once('close', () => server.destroy());
  }

  /** Where FFmpeg is sent instead: here again. */
  #redirect(location: string): string {
    this.#redirects += 1;
    if (this.#redirects > maxRedirects) throw new Error('it redirects without end');
    const url = splitRtspUrl(location);
    if (!url) throw new Error('it redirects to something that is not RTSP');
    try {
      checkHost(url.target.host, this.#rules.addresses);
    } catch (error) {
      if (error instanceof AddressRefusedError) this.#rules.onRefused(addressRefusal(error));
      throw error;
    }
    this.#server = url;
    return this.url + url.rest;
  }
}
