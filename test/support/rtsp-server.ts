/**
 * An RTSP camera for tests: serves an H.264 clip without B-frames over interleaved TCP, at its own
 * pace and round and round: from the beginning for every player, or, as a real camera, from where
 * it is by now. It can be made to misbehave.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface RtspServerOptions {
  /** A clip made with `makeClip`. */
  readonly clip: string;
  readonly framesPerSecond: number;
  /** Wall-clock time at which the clip begins, with or without a player; players join at a key frame. */
  readonly beginsAt?: number;
  /** To come back at the address of an earlier server. */
  readonly port?: number;
}

export interface RtspServer {
  readonly url: string;
  readonly port: number;
  /** How many players have asked to PLAY so far. */
  readonly plays: number;
  /** Milliseconds since the beginning of a live clip. */
  readonly position: number;
  /** Ends every connection, as a camera that restarts. */
  dropPlayers(): void;
  /** Goes silent: connections stay open, nothing is sent any more. */
  fallSilent(): void;
  close(): Promise<void>;
}

/** The pieces of one picture, each without its start code. */
type AccessUnit = readonly Buffer[];

const clockRate = 90_000;
/** RTP clocks begin anywhere; a clock that begins at 0 leaves FFmpeg's first packet without a time. */
const firstTimestamp = 123_456_789;
const largestPayload = 1_400;
const payloadType = 96;

export async function startRtspServer(options: RtspServerOptions): Promise<RtspServer> {
  const units = await readAccessUnits(options.clip);
  const camera = new Camera(units, options);
  const server = createServer((socket) => camera.serve(socket));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return {
    url: `rtsp://127.0.0.1:${port}/stream`,
    port,
    get plays() {
      return camera.plays;
    },
    get position() {
      return camera.position;
    },
    dropPlayers: () => camera.dropPlayers(),
    fallSilent: () => camera.fallSilent(),
    close: async () => {
      camera.dropPlayers();
      server.close();
      await once(server, 'close');
    },
  };
}

class Camera {
  plays = 0;
  readonly #units: readonly AccessUnit[];
  readonly #framesPerSecond: number;
  readonly #beginsAt: number | undefined;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  constructor(units: readonly AccessUnit[], options: RtspServerOptions) {
    this.#units = units;
    this.#framesPerSecond = options.framesPerSecond;
    this.#beginsAt = options.beginsAt;
  }

  get position(): number {
    return Date.now() - (this.#beginsAt ?? Date.now());
  }

  serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let received = '';
    socket.on('data', (data) => {
      // Players also send RTCP reports between `$` marks; requests are found by their first word.
      received += data.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        this.#answer(socket, received.slice(0, end));
        received = received.slice(end + 4);
      }
    });
  }

  dropPlayers(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  fallSilent(): void {
    this.#isSilent = true;
  }

  #answer(socket: Socket, text: string): void {
    const request = /([A-Z_]+) (rtsp:\S+) RTSP\/1\.0\r\n([\s\S]*)$/.exec(text);
    if (!request) return;
    const [, method, url, headers] = request as unknown as [string, string, string, string];
    const sequence = /CSeq: *(\d+)/i.exec(headers)?.[1] ?? '0';
    const { lines, body } = this.#reply(method, url, headers);
    const head = ['RTSP/1.0 200 OK', `CSeq: ${sequence}`, 'Session: 1', ...lines];
    socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`);
    if (method === 'PLAY') void this.#play(socket);
  }

  #reply(method: string, url: string, headers: string): { lines: string[]; body: string } {
    switch (method) {
      case 'OPTIONS':
        return { lines: ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN'], body: '' };
      case 'DESCRIBE':
        return {
          lines: ['Content-Type: application/sdp', `Content-Base: ${url}/`],
          body: describe(this.#units),
        };
      case 'SETUP':
        return { lines: [/Transport: .*/i.exec(headers)?.[0].trim() ?? ''], body: '' };
      default:
        return { lines: [], body: '' };
    }
  }

  async #play(socket: Socket): Promise<void> {
    this.plays += 1;
    const startedAt = performance.now() - this.position;
    let sequence = 0;
    for (let n = this.#firstUnit(); !socket.destroyed && !this.#isSilent; n += 1) {
      const due = startedAt + (n * 1000) / this.#framesPerSecond;
      await sleep(Math.max(0, due - performance.now()));
      const timestamp = firstTimestamp + Math.round((n * clockRate) / this.#framesPerSecond);
      for (const packet of packetise(this.#units[n % this.#units.length]!, timestamp, sequence)) {
        socket.write(interleave(packet));
        sequence += 1;
      }
    }
  }

  /** Number of the unit that a player begins with. */
  #firstUnit(): number {
    let n = Math.ceil((Math.max(0, this.position) * this.#framesPerSecond) / 1000);
    while (!isKey(this.#units[n % this.#units.length]!)) n += 1;
    return n;
  }
}

const isKey = (unit: AccessUnit): boolean => unit.some((piece) => typeOf(piece) === 5);

async function readAccessUnits(clip: string): Promise<AccessUnit[]> {
  const args = ['-v', 'error', '-i', clip, '-an', '-c', 'copy'];
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    [...args, '-bsf:v', 'h264_mp4toannexb,h264_metadata=aud=insert', '-f', 'h264', '-'],
    { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 },
  );
  const units: Buffer[][] = [];
  for (const piece of splitAnnexB(stdout)) {
    // Each picture begins with an access unit delimiter, which is not sent itself.
    if (typeOf(piece) === 9) units.push([]);
    else units.at(-1)?.push(piece);
  }
  return units;
}

function splitAnnexB(stream: Buffer): Buffer[] {
  const mark = Buffer.from([0, 0, 1]);
  const starts: number[] = [];
  for (let at = stream.indexOf(mark); at >= 0; at = stream.indexOf(mark, at + 3))
    starts.push(at + 3);
  return starts.map((start, i) => {
    const next = starts[i + 1];
    const piece = stream.subarray(start, next === undefined ? stream.length : next - 3);
    return piece.at(-1) === 0 && next !== undefined ? piece.subarray(0, -1) : piece;
  });
}

const typeOf = (piece: Buffer): number => piece[0]! & 0x1f;

function describe(units: readonly AccessUnit[]): string {
  const sets = [7, 8].map((type) => units[0]!.find((piece) => typeOf(piece) === type)!);
  const profile = sets[0]!.subarray(1, 4).toString('hex');
  const sprop = sets.map((set) => set.toString('base64')).join(',');
  return [
    'v=0',
    'o=- 0 0 IN IP4 127.0.0.1',
    's=test camera',
    'c=IN IP4 0.0.0.0',
    't=0 0',
    `m=video 0 RTP/AVP ${payloadType}`,
    `a=rtpmap:${payloadType} H264/${clockRate}`,
    `a=fmtp:${payloadType} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${sprop}`,
    'a=control:track1',
    '',
  ].join('\r\n');
}

/** RTP packets of one picture: whole pieces, or fragments (FU-A) of larger ones; RFC 6184. */
function packetise(unit: AccessUnit, timestamp: number, firstSequence: number): Buffer[] {
  const payloads = unit.flatMap(fragment);
  return payloads.map((payload, i) => {
    const header = Buffer.alloc(12);
    header[0] = 0x80;
    header[1] = payloadType | (i === payloads.length - 1 ? 0x80 : 0);
    header.writeUInt16BE((firstSequence + i) & 0xffff, 2);
    header.writeUInt32BE(timestamp % 2 ** 32, 4);
    header.writeUInt32BE(1, 8);
    return Buffer.concat([header, payload]);
  });
}

function fragment(piece: Buffer): Buffer[] {
  if (piece.length <= largestPayload) return [piece];
  const indicator = (piece[0]! & 0xe0) | 28;
  const parts: Buffer[] = [];
  for (let at = 1; at < piece.length; at += largestPayload) {
    const isFirst = at === 1;
    const isLast = at + largestPayload >= piece.length;
    const marks = (isFirst ? 0x80 : 0) | (isLast ? 0x40 : 0);
    const head = Buffer.from([indicator, marks | typeOf(piece)]);
    parts.push(Buffer.concat([head, piece.subarray(at, at + largestPayload)]));
  }
  return parts;
}

/** RTP on channel 0 of the connection. */
function interleave(packet: Buffer): Buffer {
  const frame = Buffer.from([0x24, 0, 0, 0]);
  frame.writeUInt16BE(packet.length, 2);
  return Buffer.concat([frame, packet]);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
