/**
 * A wire with faults between a client and a server of a test: TCP connections and UDP datagrams are
 * passed on, later, in slices, slowly, or not at all. The kinds of fault are those of Toxiproxy.
 *
 *     const wire = await startFaultProxy({ port: camera.port });
 *     const url = camera.url.replace(String(camera.port), String(wire.port));
 *     wire.inject({ blackHole: 'down' }); // half-open: the connection stays, nothing comes any more
 *     wire.cut('rst');                    // every connection is reset
 *
 * `down` is from the server to the client, `up` the other way. A player's UDP media does not pass
 * through a proxy of its RTSP connection; the camera itself loses and reorders packets.
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOf } from './port-of.ts';

export interface WireFaults {
  /** Everything comes so much later. */
  readonly delayMs?: number;
  /** What is swallowed, while connections stay open. */
  readonly blackHole?: 'up' | 'down' | 'both';
  /** Bytes are passed on in pieces of at most this size. */
  readonly sliceBytes?: number;
  readonly bytesPerSecond?: number;
  /** Connections are closed after so many bytes from the server. */
  readonly cutAfterBytes?: number;
  /** New connections are closed at once, as by a host without such a service. */
  readonly refuses?: boolean;
  /** Every so many-th datagram is swallowed. */
  readonly lossEvery?: number;
}

export interface FaultProxy {
  readonly port: number;
  /** How many connections (or, over UDP, clients) there were so far. */
  readonly connections: number;
  /** What went into the black hole, in bytes. */
  readonly swallowed: number;
  /** Adds to what is wrong, for every connection and from now on. */
  inject(faults: WireFaults): void;
  heal(): void;
  /** Ends every connection with a FIN or a RST. */
  cut(how?: 'fin' | 'rst'): void;
  close(): Promise<void>;
}

/** The server is on this machine. */
export interface ProxyTarget {
  readonly port: number;
  readonly faults?: WireFaults;
}

export async function startFaultProxy(target: ProxyTarget): Promise<FaultProxy> {
  const wire = new Wire(target.faults ?? {});
  const server = createServer((client) => wire.join(client, target.port));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(wire, {
    port: portOf(server),
    close: async () => {
      wire.cut('rst');
      server.close();
      await once(server, 'close');
    },
  });
}

class Wire {
  connections = 0;
  swallowed = 0;
  readonly #open = new Set<Socket>();
  #faults: WireFaults;

  constructor(faults: WireFaults) {
    this.#faults = faults;
  }

  inject(faults: WireFaults): void {
    this.#faults = { ...this.#faults, ...faults };
  }

  heal(): void {
    this.#faults = {};
  }

  cut(how: 'fin' | 'rst' = 'fin'): void {
    for (const socket of this.#open) {
      if (how === 'fin') socket.end();
      else socket.resetAndDestroy();
    }
  }

  join(client: Socket, port: number): void {
    this.connections += 1;
    if (this.#faults.refuses) return void client.resetAndDestroy();
    const server = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', (hadError) => {
        this.#open.delete(socket);
        if (hadError) other.resetAndDestroy();
        else other.end();
      });
    }
    void this.#carry(client, server, 'up').catch(() => {});
    void this.#carry(server, client, 'down').catch(() => {});
  }

  async #carry(from: Socket, to: Socket, way: 'up' | 'down'): Promise<void> {
    let carried = 0;
    for await (const data of from as AsyncIterable<Buffer>) {
      const { cutAfterBytes = Number.POSITIVE_INFINITY, delayMs = 0 } = this.#faults;
      carried += data.length;
      if (way === 'down' && carried > cutAfterBytes) return void to.destroy();
      if (swallows(this.#faults, way)) this.swallowed += data.length;
      else if (delayMs > 0) setTimeout(() => to.write(data), delayMs);
      else await this.#write(to, data);
    }
    to.end();
  }

  async #write(to: Socket, data: Buffer): Promise<void> {
    const { bytesPerSecond } = this.#faults;
    // A slow wire passes on a little at a time.
    const slice = this.#faults.sliceBytes ?? (bytesPerSecond ? Math.ceil(bytesPerSecond / 20) : 0);
    for (let at = 0; at < data.length; at += slice || data.length) {
      const piece = data.subarray(at, slice ? at + slice : undefined);
      to.write(piece);
      if (bytesPerSecond) await sleep((1000 * piece.length) / bytesPerSecond);
      else if (slice) await sleep(1);
    }
  }
}

const swallows = ({ blackHole }: WireFaults, way: 'up' | 'down'): boolean =>
  blackHole === way || blackHole === 'both';

/** The same for datagrams: the client sends to `port`, and is answered from there. */
export async function startUdpFaultProxy(target: ProxyTarget): Promise<FaultProxy> {
  const wire = new UdpWire(target);
  const port = await wire.open();
  return Object.assign(wire, { port });
}

class UdpWire {
  swallowed = 0;
  readonly #target: ProxyTarget;
  readonly #face = createSocket('udp4');
  /** A socket towards the server for each client, by the client's port. */
  readonly #clients = new Map<number, UdpSocket>();
  #faults: WireFaults;
  #datagrams = 0;
  #isClosed = false;

  constructor(target: ProxyTarget) {
    this.#target = target;
    this.#faults = target.faults ?? {};
  }

  get connections(): number {
    return this.#clients.size;
  }

  async open(): Promise<number> {
    this.#face.bind(0, '127.0.0.1');
    await once(this.#face, 'listening');
    this.#face.on('message', (data, from) => {
      const server = this.#clients.get(from.port) ?? this.#join(from.port);
      this.#pass('up', data, () => server.send(data, this.#target.port, '127.0.0.1'));
    });
    return this.#face.address().port;
  }

  inject(faults: WireFaults): void {
    this.#faults = { ...this.#faults, ...faults };
  }

  heal(): void {
    this.#faults = {};
  }

  /** There are no connections to end; from now on nothing passes. */
  cut(): void {
    this.inject({ blackHole: 'both' });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const server of this.#clients.values()) server.close();
    this.#face.close();
  }

  #join(clientPort: number): UdpSocket {
    const server = createSocket('udp4');
    server.on('message', (data) =>
      this.#pass('down', data, () => this.#face.send(data, clientPort, '127.0.0.1')),
    );
    this.#clients.set(clientPort, server);
    return server;
  }

  #pass(way: 'up' | 'down', data: Buffer, send: () => void): void {
    const { lossEvery, delayMs = 0 } = this.#faults;
    this.#datagrams += 1;
    const isLost = lossEvery !== undefined && this.#datagrams % lossEvery === 0;
    if (isLost || swallows(this.#faults, way)) {
      this.swallowed += data.length;
      return;
    }
    setTimeout(() => this.#isClosed || send(), delayMs);
  }
}
