/** A live HLS playlist for tests: FFmpeg writes it at the clip's own pace, a local server serves it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export interface HlsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Loops the clip; its key frames should be one second apart. */
export async function startHlsServer(clip: string): Promise<HlsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'strandline-hls-'));
  const hls = [
    '-f',
    'hls',
    '-hls_time',
    '1',
    '-hls_list_size',
    '6',
    '-hls_flags',
    'delete_segments',
  ];
  const encoder = spawn(
    'ffmpeg',
    ['-v', 'error', '-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy', ...hls, 'live.m3u8'],
    { cwd: folder, stdio: 'ignore' },
  );
  const server = createServer((request, response) => {
    const file = createReadStream(join(folder, basename(request.url ?? '')));
    file.on('error', () => response.writeHead(404).end());
    file.pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/live.m3u8`,
    close: async () => {
      encoder.kill('SIGKILL');
      await once(encoder, 'exit');
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
