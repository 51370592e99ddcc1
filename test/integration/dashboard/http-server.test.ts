/** The HTTP server over a scripted QueryApi; the network and the files are real. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clipIdOf } from '../../../query/domain/clip.ts';
import { type DashboardServer, startDashboardServer } from '../../support/dashboard-server.ts';
import { anAnswer, aStream, noon } from '../../support/query-things.ts';
import { type ScriptedQueryApi, scriptedQueryApi } from '../../support/scripted-query-api.ts';

const range = { start: noon - 60_000, end: noon - 55_000 };
const clipId = clipIdOf('dock', range);
const media = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251));
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);

let folder: string;
let query: ScriptedQueryApi;
let server: DashboardServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  const path = join(folder, 'clip.mp4');
  await writeFile(path, media);
  await writeFile(join(folder, 'secret.txt'), 'secret');
  query = scriptedQueryApi({
    streams: [aStream()],
    answer: ({ text }) => {
      if (text === 'break') throw new TypeError('inner detail');
      return anAnswer({ question: text });
    },
    clips: [
      {
        clip: { id: clipId, streamId: 'dock', range, mediaRange: range, bytes: media.length },
        path,
      },
    ],
  });
  const frame = { index: 0, at: noon, width: 2, height: 2, key: 'k' };
  server = await startDashboardServer(query, {
    frames: {
      read: () => Promise.reject(new Error('not read here')),
      newest: async (streamId) => (streamId === 'dock' ? { frame, jpeg } : undefined),
    },
    notice: { isSample: true, text: 'This is a sample.' },
    options: { port: 0, webRoot: join(folder, 'not-built') },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers });

const postJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string; details: object } }).error;

/** A request with any path and Host, as fetch would not send it. */
const rawStatus = (path: string, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });

describe('questions', () => {
  test('a question that is too long gets 400 with the field and the rule', async () => {
    const response = await postJson('/api/questions', { text: 'x'.repeat(501) });
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect(error.code).toBe('INPUT_INVALID');
    expect(error.message).toContain('body.text');
  });

  test.each([
    ['not JSON', '{', 400],
    ['too large', JSON.stringify({ text: 'x', streamIds: ['y'.repeat(70_000)] }), 413],
    ['poisoned', '{"text": "x", "__proto__": {"a": 1}}', 400],
  ])('a body that is %s is refused', async (_name, body, status) => {
    expect((await postJson('/api/questions', body)).status).toBe(status);
  });

  test('a failure inside gets 500 without its inner detail', async () => {
    const response = await postJson('/api/questions', { text: 'break' });
    expect(response.status).toBe(500);
    expect(JSON.stringify(await response.json())).not.toMatch(/inner detail|\.ts:/);
  });

  test('an answer that is not there gets 404', async () => {
    expect((await get('/api/answers/none')).status).toBe(404);
  });
});

describe('judgements', () => {
  const judge = (words: unknown) => postJson('/api/answers/answer-1/judgement', words);
  const expected = { verdict: 'value', value: { type: 'count', count: 2 } };

  test('a judged answer is a case, exported as one line of JSON', async () => {
    await postJson('/api/questions', { text: 'who was it?' });
    const judged = await judge({ isRight: false, note: 'a\nb', expected });
    expect(judged.status).toBe(200);
    const reply = await get('/api/cases.jsonl?right=false');
    expect(reply.headers.get('content-type')).toContain('application/jsonl');
    const lines = (await reply.text()).split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0]!)).toEqual(await judged.json());
    const one = `${server.url}/api/answers/answer-1/judgement`;
    expect((await fetch(one, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(one, { method: 'DELETE' })).status).toBe(404);
    expect(await (await get('/api/cases.jsonl')).text()).toBe('');
  });

  test.each([
    [{}, 'body.isRight'],
    [{ isRight: 'yes' }, 'body.isRight'],
    [{ isRight: true, expected }, 'body.expected'],
    [{ isRight: false, expected: { verdict: 'perhaps' } }, 'body.expected.verdict'],
    [{ isRight: false, note: 'x'.repeat(1001) }, 'body.note'],
  ])('%j is refused with the field', async (words, field) => {
    const reply = await judge(words);
    expect(reply.status).toBe(400);
    expect((await errorOf(reply)).message).toContain(field);
  });

  test('what is not there cannot be judged', async () => {
    expect((await postJson('/api/answers/none/judgement', { isRight: true })).status).toBe(404);
    expect((await postJson('/api/alerts/none/judgement', { isRight: true })).status).toBe(404);
  });
});

describe('streams', () => {
  test('a stream is added and removed', async () => {
    const added = await postJson('/api/streams', { url: 'rtsp://camera.test/1', preset: 'yard' });
    expect([added.status, await added.json()]).toEqual([201, { id: 'added' }]);
    expect(server.added).toEqual([{ url: 'rtsp://camera.test/1', preset: 'yard' }]);
    const removed = await fetch(`${server.url}/api/streams/dock`, { method: 'DELETE' });
    expect([removed.status, server.removed]).toEqual([204, ['dock']]);
    const unknown = await fetch(`${server.url}/api/streams/nobody`, { method: 'DELETE' });
    expect(unknown.status).toBe(404);
  });

  test.each(['/etc/passwd', 'file:///etc/passwd', 'concat:a|b', 'javascript:alert(1)', ''])(
    'the source %j is refused over the network',
    async (url) => {
      const response = await postJson('/api/streams', { url });
      expect(response.status).toBe(400);
      expect((await errorOf(response)).message).toContain('body.url');
    },
  );

  test('the newest picture comes with its instant, and only when it is newer', async () => {
    const first = await get('/api/streams/dock/frame.jpg');
    expect(first.headers.get('content-type')).toBe('image/jpeg');
    expect(first.headers.get('cache-control')).toContain('no-store');
    expect(new Uint8Array(await first.arrayBuffer())).toEqual(jpeg);
    const at = first.headers.get('x-frame-at');
    expect(at).toBe(String(noon));
    expect((await get(`/api/streams/dock/frame.jpg?after=${at}`)).status).toBe(204);
    expect((await get('/api/streams/gate/frame.jpg?after=0')).status).toBe(204);
    expect((await get('/api/streams/gate/frame.jpg')).status).toBe(404);
  });
});

describe('clips', () => {
  const video = `/api/clips/${clipId}/video.mp4`;

  test('the clip of a moment is found by stream and time', async () => {
    const moment = await get(`/api/clips?stream=dock&start=${range.start}&end=${range.end}`);
    expect(await moment.json()).toMatchObject({ id: clipId });
    expect((await get('/api/clips?stream=dock&start=0&end=600001')).status).toBe(400);
    expect((await get('/api/clips?stream=..%2f&start=1&end=2')).status).toBe(404);
  });

  test('a clip comes whole, with the type of a video', async () => {
    const response = await get(video);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(media);
  });

  test('a player gets the bytes it asks for', async () => {
    const response = await get(video, { range: 'bytes=100-199' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('bytes 100-199/1000');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(media.subarray(100, 200));
    expect((await get(video, { range: 'bytes=1000-' })).status).toBe(416);
  });

  test.each([
    '/api/clips/..%2fsecret.txt/video.mp4',
    '/api/clips/%2e%2e/video.mp4',
    '/api/clips/dock_1_2%00/video.mp4',
    '/api/clips/secret.txt/video.mp4',
    '/api/clips/../../secret.txt',
    '/..%2f..%2fetc/passwd',
  ])('no file is reached through %s', async (path) => {
    expect(await rawStatus(path, '127.0.0.1')).toBeGreaterThanOrEqual(400);
  });
});

describe('queries', () => {
  test.each([
    ['/api/trajectories', 'query.start'],
    ['/api/trajectories?start=2&end=1', 'start must come before end'],
    ['/api/trajectories?start=a&end=b', 'query.start'],
    ['/api/events?level=huge', 'query.level'],
    ['/api/events?limit=100000', 'query.limit'],
    ['/api/cases?limit=1001', 'query.limit'],
    ['/api/cases?type=guess', 'query.type'],
    ['/api/cases.jsonl?limit=10001', 'query.limit'],
    ['/api/events?start=1', 'start and end come together'],
    ['/api/coverage?start=1&end=2', 'query.stream'],
    ['/api/coverage?stream=a&start=1&end=9000000000000', 'query.end'],
    ['/api/trajectories?start=1&end=2&limit=1001', 'query.limit'],
  ])('%s gets 400 that names %s', async (path, words) => {
    const response = await get(path);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain(words);
  });
});

describe('who may talk to it', () => {
  test('a name that somebody else pointed at the server is refused', async () => {
    expect(await rawStatus('/api/streams', 'evil.test')).toBe(403);
    expect(await rawStatus('/', 'evil.test')).toBe(403);
  });

  test('a page of another origin may change nothing', async () => {
    const before = query.asked.length;
    const headers = { origin: 'http://evil.test' };
    expect((await postJson('/api/questions', { text: 'x' }, headers)).status).toBe(403);
    const removal = { method: 'DELETE', headers };
    expect((await fetch(`${server.url}/api/streams/dock`, removal)).status).toBe(403);
    expect(query.asked).toHaveLength(before);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a form of type %s is not read',
    async (type) => {
      const response = await fetch(`${server.url}/api/questions`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"text": "x"}',
      });
      expect(response.status).toBe(415);
    },
  );

  test.each(['/', '/api/streams', '/api/nothing', '/api/streams/dock/frame.jpg'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

describe('the system', () => {
  test('it says what runs here, and that it is a sample', async () => {
    const system = await (await get('/api/system')).json();
    expect(system).toMatchObject({
      version: '0.1.0',
      detector: { engine: 'scripted' },
      notice: { isSample: true, text: 'This is a sample.' },
      disk: null,
    });
    expect((await get('/api/health')).status).toBe(200);
    expect((await get('/api/ready')).status).toBe(200);
  });

  test('it is not ready while the stores do not answer', async () => {
    const broken = { ...query, streams: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    const other = await startDashboardServer(broken);
    try {
      expect((await fetch(`${other.url}/api/ready`)).status).toBe(503);
      expect((await fetch(`${other.url}/api/health`)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  test('a port that is taken rejects with CONFIG_INVALID and leaves nothing behind', async () => {
    const port = Number(new URL(server.url).port);
    await expect(startDashboardServer(query, { options: { port } })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    expect((await get('/api/health')).status).toBe(200);
  });

  test('without a built page it says how to build it', async () => {
    expect(await (await get('/')).text()).toContain('npm run build');
  });
});
