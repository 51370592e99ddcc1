/** Servers whose playlists have no end: a real capture child gives them up before they fill memory. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { wrapInTls } from '../../support/media-senders.ts';
import { PeakMemory } from '../../support/peak-memory.ts';
import { portOf } from '../../support/port-of.ts';
import { type RigOptions, startRig } from '../../support/recording-rig.ts';
import { waitFor } from '../../support/wait-for.ts';

const megabyte = 1e6;
const segments = '#EXTINF:1,\na.ts\n'.repeat(5_000);
const variants = '#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n'.repeat(2_000);
const head = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n';

/** Sends the text again and again, as fast as it is taken. */
function sendForEver(response: ServerResponse, text: string): void {
  const endless = function* () {
    yield head;
    while (true) yield text;
  };
  pipeline(endless, response, () => {});
}

async function startWeb(reply: (response: ServerResponse) => unknown): Promise<number> {
  const server = createServer((_, response) => void reply(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return portOf(server);
}

/** What is told of the source, and the most memory that its child ever held, bytes. */
async function trial(url: string, options: RigOptions = {}) {
  const rig = await startRig({ openTimeoutMs: 20_000, ...options });
  await rig.ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'live' } });
  const peak = new PeakMemory();
  const reason = () => rig.ingest.statuses()[0]!.reason;
  await waitFor(
    () => {
      peak.look();
      return reason() !== undefined;
    },
    { timeoutMs: 30_000 },
  );
  const told = { reason: reason()!, peakBytes: peak.bytes };
  await rig.stop();
  return told;
}

const tooLarge = /^source refused: a playlist has more than/;

it.each([
  ['segments', segments],
  ['variants', variants],
])('a playlist of %s without end is refused', async (_, text) => {
  const port = await startWeb((response) => sendForEver(response, text));
  const { reason, peakBytes } = await trial(`http://127.0.0.1:${port}/live.m3u8`);
  expect(reason).toMatch(tooLarge);
  expect(peakBytes).toBeLessThan(400 * megabyte);
});

it('also behind TLS', async () => {
  const port = await wrapInTls(await startWeb((response) => sendForEver(response, segments)));
  const { reason, peakBytes } = await trial(`https://127.0.0.1:${port}/live.m3u8`);
  expect(reason).toMatch(tooLarge);
  expect(peakBytes).toBeLessThan(400 * megabyte);
});

it.each([
  [
    'after a head of many kilobytes',
    (response: ServerResponse) => {
      response.setHeader('x-long', Array(12).fill('x'.repeat(1_000)));
      sendForEver(response, segments);
    },
  ],
  [
    'whose beginning comes in two pieces',
    async (response: ServerResponse) => {
      response.write('#EX');
      await sleep(200);
      response.write(head.slice('#EX'.length));
      sendForEver(response, segments);
    },
  ],
])('a playlist %s is refused all the same', async (_, reply) => {
  const port = await startWeb(reply);
  const { reason, peakBytes } = await trial(`http://127.0.0.1:${port}/live.m3u8`);
  expect(reason).toMatch(tooLarge);
  expect(peakBytes).toBeLessThan(400 * megabyte);
});

it('a playlist that is packed is refused before it is unpacked', async () => {
  const packed = gzipSync(head + segments.repeat(800));
  const port = await startWeb((response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(packed);
  });
  const { reason, peakBytes } = await trial(`http://127.0.0.1:${port}/live.m3u8`);
  expect(reason).toMatch(/^source refused: 127\.0\.0\.1 packs/);
  expect(peakBytes).toBeLessThan(400 * megabyte);
});

/** An MP4 that announces the sizes of sixty million samples, and sends them. */
function sendLargeTable(response: ServerResponse): void {
  const samples = 60_000_000;
  const beginning = boxesAround(samples * 4);
  const parts = function* () {
    yield beginning;
    for (let sent = 0; sent < samples * 4; sent += megabyte) yield Buffer.alloc(megabyte);
  };
  pipeline(parts, response, () => {});
}

/** `ftyp`, and the heads of the boxes down to `stsz`, whose entries take so many bytes. */
function boxesAround(tableBytes: number): Buffer {
  const table = Buffer.alloc(12);
  table.writeUInt32BE(tableBytes / 4, 8);
  let [inner, bytes] = [table, table.length + tableBytes];
  for (const name of ['stsz', 'stbl', 'minf', 'mdia', 'trak', 'moov']) {
    const size = Buffer.alloc(4);
    bytes += 8;
    size.writeUInt32BE(bytes);
    inner = Buffer.concat([size, Buffer.from(name), inner]);
  }
  return Buffer.concat([Buffer.from('\0\0\0\u0010ftypisom\0\0\0\0', 'latin1'), inner]);
}

it('a source whose child grows too large is given up', async () => {
  const port = await startWeb(sendLargeTable);
  const { reason, peakBytes } = await trial(`http://127.0.0.1:${port}/clip.mp4`, {
    fatalChildBytes: 300 * megabyte,
  });
  expect(reason).toMatch(/^source refused: to read it takes more than 300 MB of memory/);
  expect(peakBytes).toBeLessThan(800 * megabyte);
});
