/**
 * Counts RTP packets that never came, which FFmpeg does not tell. Over TCP a camera or a recorder
 * between leaves them out, which shows in the sequence numbers of interleaved frames; over UDP
 * FFmpeg itself puts packets in order, and logs how many are missing.
 */
import { AV_LOG_FATAL, AV_LOG_WARNING } from 'node-av/constants';
import { Log } from 'node-av/lib';

/** A wider step is a new beginning, not a loss. */
const widestLoss = 1_000;
const missed = /RTP: missed (\d+) packets/;

export class PacketLosses {
  #lost = 0;
  /** Newest sequence number, by channel. */
  readonly #newest = new Map<number, number>();

  /** Counts what FFmpeg logs from now on; only one can listen. */
  listen(): void {
    const take = (level: number, message: string) => {
      if (level <= AV_LOG_FATAL) console.error(message.trim());
      this.noteLog(message);
    };
    Log.setCallback(take, { maxLevel: AV_LOG_WARNING });
  }

  /** How many were lost since this was last asked. */
  take(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  noteLog(message: string): void {
    this.#lost += Number(missed.exec(message)?.[1] ?? 0);
  }

  /** An interleaved frame: mark, channel, length (RFC 2326, 10.12), then RTP or RTCP. */
  noteFrame(frame: Buffer): void {
    if (frame.length < 8 || isRtcp(frame[5]!)) return;
    const channel = frame[1]!;
    const sequence = frame.readUInt16BE(6);
    const newest = this.#newest.get(channel);
    this.#newest.set(channel, sequence);
    if (newest === undefined) return;
    const missing = (sequence - newest - 1) & 0xffff;
    if (missing < widestLoss) this.#lost += missing;
  }
}

/** Packet types 200 to 204, read as an RTP payload type (RFC 5761, section 4). */
const isRtcp = (second: number): boolean => second >= 200 && second <= 204;
