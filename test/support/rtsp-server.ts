/**
 * An RTSP camera for tests: serves an H.264 clip without B-frames, and G.711 sound if wanted, over
 * interleaved TCP or UDP, at its own pace and round and round: from the beginning for every
 * player, or, as a real camera, from where it is by now. How it can be made to misbehave, and how
 * to do it, is told in `camera-faults.ts`.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import {
  type CameraFaults,
  type FaultStep,
  faultsAfter,
  type RtspMethod,
} from './camera-faults.ts';
import { type AccessUnit, parameterSetsOf, readAccessUnits } from './h264-units.ts';
import { portOf } from './port-of.ts';
import { audioPayloadType, interleave, videoPayloadType } from './rtp-packets.ts';
import { challengeOf, isLogin } from './rtsp-login.ts';
import { RtspPlayer, type Send } from './rtsp-player.ts';

export interface RtspServerOptions {
  /** A clip made with `makeClip`. */
  readonly clip: string;
  readonly framesPerSecond: number;
  /** G.711 mu-law, 8 kHz, that a player who asks for sound hears first; then, or without it, silence. */
  readonly sound?: Buffer;
  /** Wall-clock time at which the clip begins, with or without a player; players join at a key frame. */
  readonly beginsAt?: number;
  /** To come back at the address of an earlier server. */
  readonly port?: number;
  readonly faults?: CameraFaults;
  readonly script?: readonly FaultStep[];
}

export interface RtspServer {
  readonly url: string;
  readonly port: number;
  /** When each connection came, wall clock. */
  readonly connections: readonly number[];
  /** The methods asked for, in order. */
  readonly requests: readonly RtspMethod[];
  /** How many players have asked to PLAY so far. */
  readonly plays: number;
  /** The most players there were at once. */
  readonly mostPlayers: number;
  /** Logins with a wrong name or password. */
  readonly wrongLogins: number;
  /** Milliseconds since the beginning of a live clip. */
  readonly position: number;
  /** Adds to what is wrong, for every player and from now on. */
  inject(faults: CameraFaults): void;
  /** Nothing is wrong any more, and nothing of the script will be. */
  heal(): void;
  /** Ends every connection, as a camera that restarts. */
  dropPlayers(): void;
  /** Goes silent: connections stay open, nothing is sent any more. */
  fallSilent(): void;
  close(): Promise<void>;
}

export async function startRtspServer(options: RtspServerOptions): Promise<RtspServer> {
  const camera = new Camera(await readAccessUnits(options.clip), options);
  const server = createServer((socket) => camera.serve(socket));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return Object.assign(camera, {
    url: `rtsp://127.0.0.1:${port}/stream`,
    port,
    close: async () => {
      camera.dropPlayers();
      server.close();
      await once(server, 'close');
    },
  });
}

type Track = 'video' | 'audio';

interface Request {
  readonly method: RtspMethod;
  readonly url: string;
  readonly headers: string;
}

interface Reply {
  readonly status?: number;
  readonly lines?: readonly string[];
  readonly body?: string;
}

/** What is known of a connection. */
interface Connection {
  readonly socket: Socket;
  readonly gone: AbortController;
  readonly sends: Partial<Record<Track, Send>>;
  keepAlive: NodeJS.Timeout | undefined;
}

const trackNames: Readonly<Record<Track, string>> = { video: 'track1', audio: 'track2' };
const methods = 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN';

class Camera {
  plays = 0;
  mostPlayers = 0;
  wrongLogins = 0;
  readonly connections: number[] = [];
  readonly requests: RtspMethod[] = [];
  readonly #units: readonly AccessUnit[];
  readonly #options: RtspServerOptions;
  readonly #open = new Set<Connection>();
  #faults: CameraFaults;
  #script: readonly FaultStep[];

  constructor(units: readonly AccessUnit[], options: RtspServerOptions) {
    this.#units = units;
    this.#options = options;
    this.#faults = options.faults ?? {};
    this.#script = options.script ?? [];
  }

  get position(): number {
    return Date.now() - (this.#options.beginsAt ?? Date.now());
  }

  inject(faults: CameraFaults): void {
    this.#faults = { ...this.#faults, ...faults };
  }

  heal(): void {
    this.#faults = {};
    this.#script = [];
  }

  dropPlayers(): void {
    for (const { socket } of this.#open) socket.destroy();
  }

  fallSilent(): void {
    this.inject({ sends: 'nothing' });
  }

  serve(socket: Socket): void {
    const gone = new AbortController();
    const connection: Connection = { socket, gone, sends: {}, keepAlive: undefined };
    this.connections.push(Date.now());
    this.#open.add(connection);
    socket.on('close', () => {
      clearTimeout(connection.keepAlive);
      gone.abort();
      this.#open.delete(connection);
    });
    socket.on('error', () => socket.destroy());
    let received = '';
    socket.on('data', (data) => {
      // Players also send RTCP reports between `$` marks; requests are found by their first word.
      received += data.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        void this.#take(connection, received.slice(0, end));
        received = received.slice(end + 4);
      }
    });
  }

  async #take(connection: Connection, text: string): Promise<void> {
    const found = /([A-Z_]+) (\S+) RTSP\/1\.0\r\n([\s\S]*)$/.exec(text);
    if (!found) return;
    const [, method, url, headers] = found as unknown as [string, RtspMethod, string, string];
    // As cameras do that know nothing but their streams.
    if (!url.startsWith('rtsp')) return void connection.socket.destroy();
    this.requests.push(method);
    this.#expectMore(connection);
    if (this.#faults.silentOn?.includes(method)) return;
    const reply = await this.#reply(connection, { method, url, headers });
    const { status = 200, lines = [], body = '' } = reply;
    const sequence = /CSeq: *(\d+)/i.exec(headers)?.[1] ?? '0';
    const { keepAliveMs } = this.#faults;
    const timeout = keepAliveMs ? `;timeout=${Math.round(keepAliveMs / 1000)}` : '';
    const head = [`RTSP/1.0 ${status} ${status === 200 ? 'OK' : 'No'}`, `CSeq: ${sequence}`];
    const all = [...head, `Session: 1${timeout}`, ...lines, `Content-Length: ${body.length}`];
    connection.socket.write(`${all.join('\r\n')}\r\n\r\n${body}`);
    if (method === 'PLAY' && status === 200) void this.#play(connection);
  }

  #expectMore(connection: Connection): void {
    clearTimeout(connection.keepAlive);
    const { keepAliveMs } = this.#faults;
    if (!keepAliveMs) return;
    connection.keepAlive = setTimeout(() => connection.socket.destroy(), keepAliveMs);
  }

  async #reply(connection: Connection, request: Request): Promise<Reply> {
    const { method, url } = request;
    const { statusOf, credentials, redirectTo, contentBase } = this.#faults;
    const status = statusOf?.[method];
    if (status !== undefined) return { status };
    if (method === 'OPTIONS') return { lines: [`Public: ${methods}`] };
    if (credentials && !this.#isWelcome(request)) {
      return { status: 401, lines: [challengeOf(credentials)] };
    }
    switch (method) {
      case 'DESCRIBE': {
        if (redirectTo) return { status: 302, lines: [`Location: ${redirectTo}`] };
        const base = contentBase ?? `${url}/`;
        const lines = ['Content-Type: application/sdp', ...(base ? [`Content-Base: ${base}`] : [])];
        return { lines, body: describe(this.#units[0]!, this.#faults) };
      }
      case 'SETUP':
        return this.#setUp(connection, request);
      default:
        return {};
    }
  }

  #isWelcome({ method, headers }: Request): boolean {
    const login = /Authorization: *(.*?)\r?$/im.exec(headers)?.[1];
    if (login === undefined) return false;
    const isRight = isLogin(login, method, this.#faults.credentials!);
    if (!isRight) this.wrongLogins += 1;
    return isRight;
  }

  async #setUp(connection: Connection, { url, headers }: Request): Promise<Reply> {
    const path = /^rtsps?:\/\/[^/]+\/stream\/(.*)$/.exec(url)?.[1];
    const track = (['video', 'audio'] as const).find((name) => path === trackNames[name]);
    if (!track) return { status: 404 };
    const { transports = ['tcp', 'udp'], maxPlayers = Number.POSITIVE_INFINITY } = this.#faults;
    const players = [...this.#open].filter(({ sends }) => Object.keys(sends).length > 0).length;
    if (players >= maxPlayers) return { status: 453 };
    const transport = /Transport: *(.*?)\r?$/im.exec(headers)?.[1] ?? '';
    const kind = transport.includes('/TCP') ? 'tcp' : 'udp';
    if (!transports.includes(kind)) return { status: 461 };
    return kind === 'tcp'
      ? interleaved(connection, track, transport)
      : overUdp(connection, track, transport);
  }

  async #play({ socket, sends, gone }: Connection): Promise<void> {
    this.plays += 1;
    const players = [...this.#open].filter((one) => Object.keys(one.sends).length > 0).length;
    this.mostPlayers = Math.max(this.mostPlayers, players);
    const close = (how: 'fin' | 'rst') =>
      how === 'fin' ? void socket.end() : void socket.resetAndDestroy();
    const { position } = this;
    const player = new RtspPlayer({
      ...{ ...this.#options, units: this.#units, position, gone: gone.signal, close },
      ...{ video: sends.video, audio: sends.audio },
      faultsAt: (elapsedMs) => faultsAfter(elapsedMs, this.#faults, this.#script),
    });
    await player.play();
  }
}

function interleaved({ socket, sends }: Connection, track: Track, transport: string): Reply {
  const channel = Number(/interleaved=(\d+)/.exec(transport)?.[1] ?? 0);
  sends[track] = (packet) => void socket.write(interleave(channel, packet));
  return { lines: [`Transport: ${transport}`] };
}

async function overUdp(
  { sends, gone, socket }: Connection,
  track: Track,
  transport: string,
): Promise<Reply> {
  const port = Number(/client_port=(\d+)/.exec(transport)?.[1]);
  const udp = createSocket('udp4').bind(0, '127.0.0.1');
  await once(udp, 'listening');
  gone.signal.addEventListener('abort', () => udp.close());
  sends[track] = (packet) =>
    void (gone.signal.aborted || udp.send(packet, port, socket.remoteAddress));
  const own = udp.address().port;
  return { lines: [`Transport: ${transport};server_port=${own}-${own + 1}`] };
}

/** The SDP. */
function describe(key: AccessUnit, faults: CameraFaults): string {
  const { tracks = 'video', trackControl = trackNames.video, declaredFramesPerSecond } = faults;
  const sets = parameterSetsOf(key);
  const profile = `profile-level-id=${sets[0]!.subarray(1, 4).toString('hex')}`;
  const sprop = `;sprop-parameter-sets=${sets.map((set) => set.toString('base64')).join(',')}`;
  const format = `packetization-mode=1;${profile}${faults.hidesParameterSets ? '' : sprop}`;
  const video = [
    `m=video 0 RTP/AVP ${videoPayloadType}`,
    `a=rtpmap:${videoPayloadType} H264/90000`,
    `a=fmtp:${videoPayloadType} ${format}`,
    ...(declaredFramesPerSecond ? [`a=framerate:${declaredFramesPerSecond}`] : []),
    `a=control:${trackControl}`,
  ];
  const audio = [
    `m=audio 0 RTP/AVP ${audioPayloadType}`,
    `a=rtpmap:${audioPayloadType} PCMU/8000`,
    `a=control:${trackNames.audio}`,
  ];
  const head = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=test camera', 'c=IN IP4 0.0.0.0', 't=0 0'];
  const media = [...(tracks === 'audio' ? [] : video), ...(tracks === 'video' ? [] : audio)];
  return [...head, ...media, ''].join('\r\n');
}
