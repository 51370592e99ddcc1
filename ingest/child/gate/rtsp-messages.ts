/**
 * RTSP messages (RFC 2326) taken apart and written anew, so that the other side reads no message
 * that was not understood here. Interleaved frames (`$`, channel, length) pass as they are. What a
 * server sends once it plays and loses the beat does not come by here: rtsp-dialogue.ts lets it pass.
 */

export type RtspHeaders = readonly (readonly [name: string, value: string])[];

export interface RtspMessage {
  /** `DESCRIBE rtsp://... RTSP/1.0` or `RTSP/1.0 200 OK`. */
  readonly first: string;
  readonly headers: RtspHeaders;
  readonly body: Buffer;
}

/** Thrown for what is no RTSP, or larger than any camera's. */
export class RtspSyntaxError extends Error {}

/** Interleaved frames that follow one another, each and all together. */
export interface RtspFrames {
  readonly each: readonly Buffer[];
  readonly bytes: Buffer;
}

export type RtspPiece = { readonly message: RtspMessage } | { readonly frames: RtspFrames };

const maxHeadBytes = 32_768;
/** Session descriptions of cameras have a few kilobytes. */
const maxBodyBytes = 131_072;
const frameMark = 0x24;

/** Puts a connection's bytes together to whole pieces. */
export class RtspPieces {
  #bytes: Buffer = Buffer.alloc(0);

  /** Throws RtspSyntaxError. */
  *take(data: Buffer): Generator<RtspPiece> {
    this.#bytes = this.#bytes.length === 0 ? data : Buffer.concat([this.#bytes, data]);
    for (let taken = takePiece(this.#bytes); taken; taken = takePiece(this.#bytes)) {
      this.#bytes = this.#bytes.subarray(taken.length);
      yield taken.piece;
    }
  }

  /** What is not whole yet, given away. */
  rest(): Buffer {
    const rest = this.#bytes;
    this.#bytes = Buffer.alloc(0);
    return rest;
  }
}

/** Exactly what was understood; the length is that of the body. */
export function writeMessage({ first, headers, body }: RtspMessage): Buffer {
  const others = headers.filter(([name]) => !isLength(name));
  const all = body.length > 0 ? [...others, ['Content-Length', body.length] as const] : others;
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${[first, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

/** All values of a header, whose name is given in lower case. */
export const valuesOf = (headers: RtspHeaders, name: string): string[] =>
  headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);

function takePiece(bytes: Buffer): { piece: RtspPiece; length: number } | undefined {
  if (bytes.length === 0) return undefined;
  if (bytes[0] !== frameMark) return takeMessage(bytes);
  const frames = takeFrames(bytes);
  return frames.each.length > 0 ? { piece: { frames }, length: frames.bytes.length } : undefined;
}

/** All that are whole: they are many, and passed on together. */
function takeFrames(bytes: Buffer): RtspFrames {
  const each: Buffer[] = [];
  let end = 0;
  while (bytes.length >= end + 4 && bytes[end] === frameMark) {
    const next = end + 4 + bytes.readUInt16BE(end + 2);
    if (next > bytes.length) break;
    each.push(bytes.subarray(end, next));
    end = next;
  }
  return { each, bytes: bytes.subarray(0, end) };
}

function takeMessage(bytes: Buffer): { piece: RtspPiece; length: number } | undefined {
  const text = bytes.subarray(0, maxHeadBytes).toString('latin1');
  const start = /^[\r\n]*/.exec(text)![0].length;
  const end = /\r?\n\r?\n/.exec(text.slice(start));
  if (!end) {
    if (text.length === maxHeadBytes) throw new RtspSyntaxError('an RTSP head has no end');
    return undefined;
  }
  const head = parseHead(text.slice(start, start + end.index));
  const bodyAt = start + end.index + end[0].length;
  const bodyBytes = Number(head.headers.find(([name]) => isLength(name))?.[1] ?? 0);
  if (!(bodyBytes >= 0 && bodyBytes <= maxBodyBytes)) {
    throw new RtspSyntaxError(`an RTSP body has more than ${maxBodyBytes} bytes`);
  }
  if (bytes.length < bodyAt + bodyBytes) return undefined;
  const body = bytes.subarray(bodyAt, bodyAt + bodyBytes);
  return { piece: { message: { ...head, body } }, length: bodyAt + bodyBytes };
}

function parseHead(text: string): Omit<RtspMessage, 'body'> {
  const [first = '', ...lines] = text.split(/\r?\n/).map(printable);
  const isReply = /^RTSP\/\d\.\d \d{3}\b/.test(first);
  if (!isReply && !/^[A-Z_]+ \S+ RTSP\/\d\.\d$/.test(first)) {
    throw new RtspSyntaxError('it does not speak RTSP');
  }
  const headers = lines.flatMap((line) => {
    const header = /^([\w-]+)\s*:\s*(.*)$/.exec(line);
    return header ? [[header[1]!, header[2]!] as const] : [];
  });
  return { first, headers };
}

const isLength = (name: string): boolean => /^content-length$/i.test(name);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();
