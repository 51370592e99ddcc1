/** RTP: pictures and sound as packets (RFC 3550, RFC 6184 for H.264, RFC 3551 for G.711). */
import { type AccessUnit, pieceType } from './h264-units.ts';

export const videoPayloadType = 96;
/** G.711 mu-law, 8 kHz, one channel; the number is its own declaration. */
export const audioPayloadType = 0;

const largestPayload = 1_400;

export interface RtpHeader {
  readonly payloadType: number;
  /** Counts packets; wraps at 16 bits. */
  readonly sequence: number;
  /** In units of the track's clock; wraps at 32 bits. */
  readonly timestamp: number;
  /** Set on the last packet of a picture. */
  readonly marker: boolean;
}

export function rtpPacket(header: RtpHeader, payload: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head[0] = 0x80;
  head[1] = header.payloadType | (header.marker ? 0x80 : 0);
  head.writeUInt16BE(header.sequence & 0xffff, 2);
  head.writeUInt32BE(wrap32(header.timestamp), 4);
  head.writeUInt32BE(1 + header.payloadType, 8);
  return Buffer.concat([head, payload]);
}

/** Payloads of one picture: whole pieces, or fragments (FU-A) of larger ones. */
export const payloadsOf = (unit: AccessUnit): Buffer[] => unit.flatMap(fragment);

/** RTP on a channel of the RTSP connection. */
export function interleave(channel: number, packet: Buffer): Buffer {
  const frame = Buffer.from([0x24, channel, 0, 0]);
  frame.writeUInt16BE(packet.length, 2);
  return Buffer.concat([frame, packet]);
}

const wrap32 = (timestamp: number): number => {
  const rest = Math.round(timestamp) % 2 ** 32;
  return rest < 0 ? rest + 2 ** 32 : rest;
};

function fragment(piece: Buffer): Buffer[] {
  if (piece.length <= largestPayload) return [piece];
  const indicator = (piece[0]! & 0xe0) | 28;
  const parts: Buffer[] = [];
  for (let at = 1; at < piece.length; at += largestPayload) {
    const isFirst = at === 1;
    const isLast = at + largestPayload >= piece.length;
    const marks = (isFirst ? 0x80 : 0) | (isLast ? 0x40 : 0);
    const head = Buffer.from([indicator, marks | pieceType(piece)]);
    parts.push(Buffer.concat([head, piece.subarray(at, at + largestPayload)]));
  }
  return parts;
}
