/** The socket gateway with real sockets, over a scripted QueryApi and the log in memory. */
import { connect } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type {
  AlertPush,
  AskReply,
  ClientEvents,
  ServerEvents,
} from '../../../dashboard/socket/events.ts';
import type { AlertPage } from '../../../dashboard/views.ts';
import { streamStatusTopic } from '../../../ingest/contract.ts';
import { memoryTopic } from '../../../processors/contract.ts';
import { alertsTopic } from '../../../query/contract.ts';
import { type DashboardServer, startDashboardServer } from '../../support/dashboard-server.ts';
import { anAlert, anAnswer, noon } from '../../support/query-things.ts';
import { scriptedQueryApi } from '../../support/scripted-query-api.ts';
import { waitFor } from '../../support/wait-for.ts';

type Client = Socket<ServerEvents, ClientEvents>;

let server: DashboardServer;
const clients: Client[] = [];

beforeEach(async () => {
  server = await startDashboardServer(
    scriptedQueryApi({
      answer: ({ text }) => {
        if (text === 'break') throw new TypeError('inner detail');
        return anAnswer({ question: text });
      },
    }),
  );
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await server.stop();
});

function openClient(headers: Record<string, string> = {}): Client {
  const client: Client = io(server.url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  clients.push(client);
  return client;
}

const connected = async (client: Client): Promise<Client> => {
  await waitFor(() => client.connected);
  return client;
};

/** The first message of a name, as one promise. */
const next = <T>(client: Client, name: string): Promise<T> =>
  new Promise((resolve) =>
    client.once(name as 'alert.fired', resolve as (push: AlertPush) => void),
  );

const fire = (id: string) =>
  server.log.publish(alertsTopic, 'q1', { alert: anAlert({ id }), transition: 'firing' });

test('an answer comes back under the id the question was taken up by', async () => {
  const client = await connected(openClient());
  const ready = next<{ askId: string; answer: { question: string } }>(client, 'answer.ready');
  const taken = (await client.emitWithAck('question.ask', { text: 'who?' })) as { askId: string };
  const { askId, answer } = await ready;
  expect(askId).toBe(taken.askId);
  expect(answer.question).toBe('who?');
});

test('a question that is none is refused at once, with the rule', async () => {
  const client = await connected(openClient());
  const reply: AskReply = await client.emitWithAck('question.ask', { text: '' });
  expect(reply).toMatchObject({ error: { code: 'INPUT_INVALID' } });
});

test('a failure inside is told without its inner detail', async () => {
  const client = await connected(openClient());
  const failed = next<object>(client, 'answer.failed');
  await client.emitWithAck('question.ask', { text: 'break' });
  expect(JSON.stringify(await failed)).not.toContain('inner detail');
});

test('every page is told what changes', async () => {
  const pair = await Promise.all([connected(openClient()), connected(openClient())]);
  const told = pair.map((client) =>
    Promise.all([
      next<AlertPush>(client, 'alert.fired'),
      next<{ state: string }>(client, 'stream.status'),
      next<{ isGap: boolean }>(client, 'memory.advanced'),
    ]),
  );
  await fire('a1');
  await server.log.publish(streamStatusTopic, 'dock', {
    streamId: 'dock',
    state: 'live',
    since: noon,
  });
  await server.log.publish(memoryTopic, 'dock', {
    type: 'gap',
    gap: { streamId: 'dock', start: noon, end: noon + 1000, reason: 'stalled' },
  });
  for (const [alert, status, memory] of await Promise.all(told)) {
    expect([alert.alert.id, status.state, memory.isGap]).toEqual(['a1', 'live', true]);
  }
});

test('a client that was away reads exactly what it missed', async () => {
  const client = await connected(openClient());
  const seen = next<AlertPush>(client, 'alert.fired');
  await fire('seen');
  const { cursor } = await seen;
  client.disconnect();
  await fire('missed-1');
  await fire('missed-2');
  const page = await waitFor(async () => {
    const response = await fetch(`${server.url}/api/alerts?since=${cursor}`);
    const body = (await response.json()) as AlertPage;
    return body.alerts.length === 2 && body;
  });
  expect(page.isComplete).toBe(false);
  expect(page.alerts.map(({ id }) => id)).toEqual(['missed-1', 'missed-2']);
});

test('a cursor of an earlier life of the server gets everything again', async () => {
  const response = await fetch(`${server.url}/api/alerts?since=old-7`);
  expect(await response.json()).toMatchObject({ alerts: [], isComplete: true });
});

test('a page of another origin gets no socket', async () => {
  const client = openClient({ origin: 'http://evil.test' });
  const refused = await new Promise<Error>((resolve) => client.once('connect_error', resolve));
  expect(refused).toBeInstanceOf(Error);
  expect(client.connected).toBe(false);
});

test('a message above the limit ends the connection', async () => {
  const client = await connected(openClient());
  client.emit('question.ask', { text: 'x'.repeat(70_000) }, () => {});
  await waitFor(() => !client.connected);
});

test('a client that stops reading is disconnected, and the others still hear', async () => {
  const stalled = await stalledSocket(server.url);
  const client = await connected(openClient());
  let heard = 0;
  client.on('alert.fired', () => {
    heard += 1;
  });
  const big = 'x'.repeat(200_000);
  let sent = 0;
  await waitFor(
    async () => {
      const alert = anAlert({ id: `a${++sent}`, question: big });
      await server.log.publish(alertsTopic, 'q1', { alert, transition: 'firing' });
      await waitFor(() => heard === sent);
      return stalled.closed();
    },
    { timeoutMs: 60_000, everyMs: 0 },
  );
  expect(heard).toBe(sent);
  expect(client.connected).toBe(true);
});

/** A websocket client that joins and then never reads again. */
async function stalledSocket(url: string): Promise<{ closed(): boolean }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  let isClosed = false;
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('error', () => {});
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  );
  await waitFor(() => received.includes('"sid"'));
  socket.write(maskedTextFrame('40'));
  await waitFor(() => received.includes('40{"sid"'));
  socket.pause();
  // A paused socket does not notice its end by itself; writing to it does.
  return {
    closed: () => {
      socket.write(maskedTextFrame('3'));
      return isClosed;
    },
  };
}

/** RFC 6455: a short text frame of a client, masked with zeros. */
const maskedTextFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
