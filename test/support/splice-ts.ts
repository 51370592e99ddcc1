/**
 * MPEG-TS whose presentation times jump: pieces cut out of one clip, each beginning at a time of its
 * own, joined without telling (`spliceTs`), and a live sender of such a file (`serveTs`).
 */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { runFfmpeg } from './media.ts';
import { portOf } from './port-of.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** MPEG-TS counts 33 bits at 90 kHz: 26.5 hours. */
export const tsWrapSeconds = 2 ** 33 / 90_000;

export interface TsPiece {
  /** Where it is cut out of the clip, seconds; there must be a key frame. */
  readonly from: number;
  readonly seconds: number;
  /** Presentation time of its first picture, seconds; more than 26.5 hours wrap around. */
  readonly startsAt: number;
}

/** Path of the joined file. */
export async function spliceTs(clip: string, pieces: readonly TsPiece[]): Promise<string> {
  const folder = await temporaryFolder();
  const parts: Buffer[] = [];
  for (const [n, piece] of pieces.entries()) {
    const path = join(folder, `${n}.ts`);
    await runFfmpeg([
      ...['-ss', String(piece.from), '-i', clip, '-t', String(piece.seconds), '-c', 'copy'],
      ...['-muxdelay', '0', '-muxpreload', '0', '-output_ts_offset', String(piece.startsAt)],
      ...['-f', 'mpegts', path],
    ]);
    parts.push(await readFile(path));
  }
  const joined = join(folder, 'joined.ts');
  await writeFile(joined, Buffer.concat(parts));
  return joined;
}

export interface TsSender {
  readonly url: string;
  /** When the first picture was sent to the newest player, wall clock. */
  readonly beganAt: number | undefined;
}

/** Sends the file's pictures, in the order of decoding, as if they happened now; then falls silent. */
export async function serveTs(path: string, framesPerSecond: number): Promise<TsSender> {
  const pictures = splitPictures(await readFile(path));
  let beganAt: number | undefined;
  const server = createServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    const began = performance.now();
    beganAt = Date.now();
    for (const [n, picture] of pictures.entries()) {
      const early = began + (n * 1000) / framesPerSecond - performance.now();
      if (early > 0) await sleep(early);
      if (response.destroyed) return;
      response.write(picture);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${portOf(server)}/live.ts`,
    get beganAt() {
      return beganAt;
    },
  };
}

const packetBytes = 188;
/** FFmpeg's muxer gives the first stream this number. */
const videoPid = 0x100;

/** The file in the order of decoding, cut where the packets of a picture begin. */
function splitPictures(file: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = 0; at < file.length; at += packetBytes) {
    const head = file.readUInt16BE(at + 1);
    if ((head & 0x1fff) === videoPid && (head & 0x4000) !== 0) starts.push(at);
  }
  return starts.map((start, n) => file.subarray(n === 0 ? 0 : start, starts[n + 1]));
}
