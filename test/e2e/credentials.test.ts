/**
 * Passwords of cameras in every place a camera takes them, and then a search for them in all that
 * the program shows and keeps: messages, log, replies, pushes, processes, tables, files.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { makeClip } from '../support/media.ts';
import { shownByProcesses } from '../support/process-tree.ts';
import { dataFolder, startStrandline, strandline } from '../support/program.ts';
import { startRtspServer } from '../support/rtsp-server.ts';
import { waitFor } from '../support/wait-for.ts';

const secret = 'S3cr3t-canary';
const framesPerSecond = 25;

interface StreamSeen {
  readonly id: string;
  readonly url: string;
  readonly state: string;
  readonly reason?: string | null;
}

async function startLockedCamera() {
  const camera = await startRtspServer({
    clip: await makeClip({ seconds: 10, framesPerSecond }),
    framesPerSecond,
    faults: { credentials: { scheme: 'digest', user: 'admin', password: `${secret}/@` } },
  });
  onTestFinished(() => camera.close());
  return camera;
}

/** Everything the dashboard answers to a reader. */
async function repliesOf(url: string): Promise<string> {
  const paths = ['streams', 'alerts', 'events', 'trajectories', 'standing-questions', 'system'];
  const replies = paths.map(async (path) => (await fetch(`${url}/api/${path}`)).text());
  return (await Promise.all(replies)).join('\n');
}

const streamsOf = async (url: string): Promise<StreamSeen[]> =>
  (await fetch(`${url}/api/streams`)).json() as Promise<StreamSeen[]>;

const addStream = (url: string, source: string) =>
  fetch(`${url}/api/streams`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: source }),
  });

/** What is pushed to a page, from now on. */
function pushesOf(url: string): string[] {
  const pushed: string[] = [];
  const socket = io(url, { transports: ['websocket'] });
  socket.onAny((...message) => pushed.push(JSON.stringify(message)));
  onTestFinished(() => void socket.disconnect());
  return pushed;
}

async function tablesOf(dir: string): Promise<string> {
  const { value: database, stop } = await openTestDatabase({ embedded: { dir } });
  const tables = await database.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const rows = [];
  for (const { name } of tables) rows.push(await database.query(`SELECT * FROM ${name}`));
  await stop();
  return JSON.stringify(rows);
}

/** Files of the folder that hold the text, whatever they are. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, n) => found[n]);
}

describe('the password of a camera', () => {
  it('is used, and is found nowhere', async () => {
    const [data, home] = [await dataFolder(), await dataFolder()];
    const camera = await startLockedCamera();
    const settings = 'sources: { allowAddresses: [127.0.0.1] }\nlog: { level: debug }\n';
    await writeFile(join(home, 'strandline.yaml'), settings);
    const named = camera.url.replace('//', `//admin:${encodeURIComponent(`${secret}/@`)}@`);
    const program = await startStrandline(data, [named], { cwd: home });
    const pushed = pushesOf(program.url);
    const said: string[] = [];

    const { host } = new URL(camera.url);
    const sources = [
      `rtsp://admin:${secret}@${host}/stream`,
      `http://127.0.0.1:9/live.m3u8?user=admin&password=${secret}`,
      `http://127.0.0.1:9/live.m3u8?token=${secret}`,
      `rtsp://127.0.0.1:9/user=admin_password=${secret}_channel=1_stream=0.sdp`,
      `rtsp://admin:12/${secret}@127.0.0.1/1`,
      `rtsp://admin:${secret}@169.254.169.254/1`,
      `gopher://admin:${secret}@127.0.0.1/1`,
    ];
    const statuses: number[] = [];
    for (const source of sources) {
      const reply = await addStream(program.url, source);
      statuses.push(reply.status);
      said.push(await reply.text());
    }
    expect(statuses).toEqual([201, 201, 201, 201, 400, 400, 400]);
    await waitFor(
      async () => {
        const streams = await streamsOf(program.url);
        const isTold = streams.every(({ state, reason }) => state === 'live' || reason);
        return streams.length === 5 && isTold && streams.some(({ state }) => state === 'live');
      },
      { timeoutMs: 60_000, everyMs: 200 },
    );
    said.push(await repliesOf(program.url), await shownByProcesses(program.pid));
    said.push((await strandline(['streams', '--data', data])).stdout);
    said.push((await strandline(['streams', '--json', '--data', data])).stdout);
    await program.stop();
    said.push(program.stderr(), pushed.join('\n'), await tablesOf(data));

    expect(said.filter((text) => text.includes(secret))).toEqual([]);
    expect(await filesWith(data, secret)).toEqual([]);
    expect(pushed.join()).toContain('"state"');

    // What was added is known again after a restart, and its password with it.
    camera.heal();
    camera.inject({ credentials: { scheme: 'basic', user: 'admin', password: secret } });
    const again = await startStrandline(data, [], { cwd: home });
    await waitFor(async () => (await streamsOf(again.url)).some(({ state }) => state === 'live'), {
      timeoutMs: 60_000,
      everyMs: 200,
    });
    await again.stop();
    expect(again.stderr()).not.toContain(secret);
  }, 180_000);

  it('gives no way to what is only on this machine, for whoever adds a stream on the page', async () => {
    const program = await startStrandline(await dataFolder(), [await makeClip({ seconds: 2 })]);
    const sources = [
      'rtsp://127.0.0.1/1',
      'http://localhost/live.m3u8',
      'http://[::1]/live.m3u8',
      'http://169.254.169.254/latest/video.mp4',
      'file:///etc/passwd',
      '/etc/passwd',
      '../../etc/passwd',
      'v4l2:/dev/video0',
    ];
    const replies = await Promise.all(sources.map((source) => addStream(program.url, source)));
    expect(replies.map(({ status }) => status)).toEqual(sources.map(() => 400));
    expect(await replies[0]!.text()).toContain('sources.allowAddresses');
    await program.stop();
  });

  it('is not shown by a command that takes a source in', async () => {
    const data = await dataFolder();
    const url = `http://127.0.0.1:9/video.mp4?token=${secret}`;
    const { code, stdout, stderr } = await strandline(['ingest', url, '--json', '--data', data]);
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain(secret);
  });
});
