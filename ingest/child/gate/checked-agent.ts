/** Connections to servers for one connection of FFmpeg, which keeps them as long as it stays. */
import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectChecked, type GateRules } from './connect-checked.ts';

type Connected = (error: Error | null, socket: Duplex) => void;

export class CheckedAgent extends Agent {
  readonly #player: Duplex;
  readonly #isSecure: boolean;
  readonly #rules: GateRules;

  constructor(player: Duplex, isSecure: boolean, rules: GateRules) {
    super({ keepAlive: true });
    this.#player = player;
    this.#isSecure = isSecure;
    this.#rules = rules;
    player.once('close', () => this.destroy());
  }

  override createConnection(args: ClientRequestArgs, connected?: Connected): undefined {
    void this.#connect(args).then(
      (socket) => connected?.(null, socket),
      (error: Error) => (connected as (error: Error) => void)(error),
    );
  }

  /** Why there is no connection has been told to whom the rules name. */
  async #connect({ host, port }: ClientRequestArgs): Promise<Duplex> {
    const target = { host: host!, port: Number(port), isSecure: this.#isSecure };
    const server = await connectChecked(target, this.#rules);
    if (!server) throw new Error('the server is refused or cannot be reached');
    if (!this.#player.destroyed) return server;
    server.destroy();
    throw new Error('the player has left');
  }
}
