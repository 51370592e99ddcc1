/** Faults of sources that are not RTSP cameras. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Transform } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { startUdpFaultProxy } from '../../../support/fault-proxy.ts';
import { patient, watchSource } from '../../../support/fault-rig.ts';
import { makeClip } from '../../../support/media.ts';
import { sendRtmp, sendSrt } from '../../../support/media-senders.ts';
import { portOf } from '../../../support/port-of.ts';
import { waitFor } from '../../../support/wait-for.ts';

it('an SRT peer that falls silent leaves a gap', async () => {
  const url = await sendSrt(await makeClip({ seconds: 10 }));
  const wire = await startUdpFaultProxy({ port: Number(new URL(url).port) });
  onTestFinished(() => wire.close());
  const rig = await watchSource(`srt://127.0.0.1:${wire.port}`);
  await waitFor(() => rig.chunks.length >= 2, patient);
  wire.inject({ blackHole: 'both' });
  await rig.toldOf('reconnecting', /no new frame|lost|closed/);
  const gaps = rig.store.gaps('cam').length;
  await waitFor(() => rig.store.gaps('cam').length > gaps, patient);
  await rig.settle();
  expect(rig.reasons.at(-1)).toMatch(/stalled|connection-lost/);
});

it('an announced track that is never sent holds nothing up', async () => {
  const rig = await watchSource(await serveFlvAnnouncingSound());
  await waitFor(() => rig.chunks.length >= 2, patient);
  await rig.settle();
});

it('RTMP goes on beyond the largest time that its short form holds', async () => {
  // 2^24 ms come to pass a few seconds after the start.
  const late = ['-output_ts_offset', '16773'];
  const rig = await watchSource(await sendRtmp(await makeClip({ seconds: 10 }), late));
  await waitFor(() => rig.chunks.length >= 8, patient);
  await rig.settle();
  expect(new Set(rig.chunks.map(({ epoch }) => epoch)).size).toBe(1);
});

/** Live FLV behind HTTP whose header tells of sound that never comes. */
async function serveFlvAnnouncingSound(): Promise<string> {
  const clip = await makeClip({ seconds: 10 });
  const server = createServer((_, response) => {
    const args = ['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy', '-f', 'flv', '-'];
    const sender = spawn('ffmpeg', ['-v', 'error', '-nostdin', ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    response.on('close', () => sender.kill('SIGKILL'));
    response.writeHead(200, { 'content-type': 'video/x-flv' });
    sender.stdout.pipe(announcingSound()).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}/live.flv`;
}

/** Byte 4 of an FLV header says which tracks there are: 4 is sound. */
function announcingSound(): Transform {
  let isHead = true;
  return new Transform({
    transform(data: Buffer, _, done) {
      if (isHead) data[4]! |= 4;
      isHead = false;
      done(null, data);
    },
  });
}
