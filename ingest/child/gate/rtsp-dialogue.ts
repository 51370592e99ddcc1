/**
 * One connection between FFmpeg and an RTSP server, as the gate between them sees it: bytes in,
 * bytes out. FFmpeg speaks to the gate's address and knows no password; the server is spoken to
 * under its own name, is logged in to, and sends nobody anywhere.
 */
import { randomBytes } from 'node:crypto';
import { type Credentials, RtspLogin } from './rtsp-login.ts';
import {
  type RtspFrames,
  type RtspHeaders,
  type RtspMessage,
  RtspPieces,
  RtspSyntaxError,
  valuesOf,
  writeMessage,
} from './rtsp-messages.ts';
import { transportFrom } from './rtsp-transport.ts';

export interface RtspDialogueOptions {
  /** The gate as FFmpeg knows it, such as `rtsp://127.0.0.1:4000`. */
  readonly gateUrl: string;
  /** The server as it knows itself, such as `rtsp://camera.example`. */
  readonly serverUrl: string;
  /** The address that is connected to. */
  readonly serverAddress: string | undefined;
  readonly credentials: Credentials | undefined;
  /** Where FFmpeg is to go instead of the server's Location; throws when it must not go on. */
  readonly redirect: (location: string) => string;
  /** Sees each interleaved frame from the server. */
  readonly onFrame: (frame: Buffer) => void;
}

export interface Passed {
  readonly toPlayer: readonly Buffer[];
  readonly toServer: readonly Buffer[];
}

interface Asked {
  readonly message: RtspMessage;
  /** FFmpeg's own number. */
  readonly sequence: string;
  readonly isRetry: boolean;
}

export class RtspDialogue {
  readonly #options: RtspDialogueOptions;
  readonly #requests = new RtspPieces();
  readonly #replies = new RtspPieces();
  /** By our number of the request. */
  readonly #asked = new Map<string, Asked>();
  #sequence = 0;
  #login: RtspLogin | undefined;
  #isPlaying = false;
  /** What comes is no RTSP any more: some cameras lose the beat, and FFmpeg finds it again. */
  #isRaw = false;

  constructor(options: RtspDialogueOptions) {
    this.#options = options;
  }

  fromPlayer(data: Buffer): Passed {
    const toServer = [...this.#requests.take(data)].map((piece) =>
      'frames' in piece ? piece.frames.bytes : this.#ask(piece.message, false),
    );
    return { toServer, toPlayer: [] };
  }

  /** Throws RtspSyntaxError, or what `redirect` throws. */
  fromServer(data: Buffer): Passed {
    if (this.#isRaw) return { toPlayer: [data], toServer: [] };
    const [toPlayer, toServer]: [Buffer[], Buffer[]] = [[], []];
    try {
      for (const piece of this.#replies.take(data)) {
        if ('frames' in piece) this.#takeFrames(piece.frames, toPlayer);
        else this.#takeMessage(piece.message, toPlayer, toServer);
      }
    } catch (error) {
      // While nothing plays FFmpeg follows redirects, so that nothing may pass unread.
      if (!(error instanceof RtspSyntaxError && this.#isPlaying)) throw error;
      this.#isRaw = true;
      toPlayer.push(this.#replies.rest());
    }
    return { toPlayer, toServer };
  }

  #takeFrames({ each, bytes }: RtspFrames, toPlayer: Buffer[]): void {
    for (const frame of each) this.#options.onFrame(frame);
    toPlayer.push(bytes);
  }

  #takeMessage(message: RtspMessage, toPlayer: Buffer[], toServer: Buffer[]): void {
    const status = /^RTSP\/\d\.\d (\d{3})/.exec(message.first)?.[1];
    // A server's own request is not answered; none is of use to a player.
    if (status === undefined) return;
    const number = valuesOf(message.headers, 'cseq')[0] ?? '';
    const asked = this.#asked.get(number);
    this.#asked.delete(number);
    if (asked && status === '401' && !asked.isRetry && this.#logIn(message.headers)) {
      toServer.push(this.#ask(asked.message, true));
      return;
    }
    if (asked?.message.first.startsWith('PLAY ') && status === '200') this.#isPlaying = true;
    const headers = message.headers.flatMap(([name, value]) =>
      this.#header(name, value, Number(status), asked?.sequence),
    );
    // The server's own words for it are not passed on: they may look like anything.
    const first = `RTSP/1.0 ${status} ${status.startsWith('2') ? 'OK' : 'Other'}`;
    toPlayer.push(writeMessage({ ...message, first, headers }));
  }

  #header(name: string, value: string, status: number, sequence = ''): RtspHeaders {
    switch (name.toLowerCase()) {
      case 'cseq':
        return [[name, sequence || value]];
      case 'location':
        return status >= 300 && status < 400 ? [[name, this.#options.redirect(value)]] : [];
      // FFmpeg has no password: it would only make us show a wrong one again.
      case 'www-authenticate':
        return [];
      case 'transport':
        return [[name, transportFrom(value, this.#options.serverAddress)]];
      default:
        return [[name, value]];
    }
  }

  /** The request as the server gets it. */
  #ask(message: RtspMessage, isRetry: boolean): Buffer {
    const { gateUrl, serverUrl } = this.#options;
    const [method = '', asked = '', protocol = ''] = message.first.split(' ');
    const uri = asked.startsWith(gateUrl) ? serverUrl + asked.slice(gateUrl.length) : asked;
    const number = String(++this.#sequence);
    const sequence = valuesOf(message.headers, 'cseq')[0] ?? '';
    this.#asked.set(number, { message, sequence, isRetry });
    const kept = message.headers.filter(([name]) => !/^(cseq|authorization)$/i.test(name));
    const login = this.#login?.authorization(method, uri, randomBytes(8).toString('hex'));
    const headers: RtspHeaders = [
      ['CSeq', number],
      ...kept,
      ...(login === undefined ? [] : [['Authorization', login] as const]),
    ];
    return writeMessage({ ...message, first: `${method} ${uri} ${protocol}`, headers });
  }

  #logIn(headers: RtspHeaders): boolean {
    const { credentials } = this.#options;
    if (!credentials) return false;
    this.#login = RtspLogin.answering(valuesOf(headers, 'www-authenticate'), credentials);
    return this.#login !== undefined;
  }
}
