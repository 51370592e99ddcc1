/** Real: HTTP over loopback. Scripted: what the receiver does with each request. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookNotifier } from '../../../../query/adapters/webhook-notifier.ts';
import type { Delivery } from '../../../../query/ports.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Script = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let received: Received[];
/** What is done with the next requests; the last one stays. */
let script: Script[];
let url: string;

beforeEach(async () => {
  received = [];
  script = [(_, response) => response.end('thank you')];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { method, url, headers } = request;
    received.push({ method, url, headers, body });
    const answer = script.length > 1 ? script.shift()! : script[0]!;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=S3cr3t`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const aDelivery = (options: Partial<Delivery> = {}): Delivery => ({
  id: 'delivery-1',
  alertId: 'a1',
  transition: 'firing',
  url,
  body: { version: '4', note: 'grüß' },
  attempts: 0,
  nextAttemptAt: 0,
  ...options,
});

const clock = new ManualClock(1_800_000_000_123);

const send = (delivery: Delivery = aDelivery(), options = {}) =>
  createWebhookNotifier({ clock, ...options }).send(delivery, new AbortController().signal);

const answering =
  (status: number, headers = {}): Script =>
  (_, response) => {
    response.writeHead(status, headers).end('sorry');
  };

describe('a webhook', () => {
  it('is posted as JSON with the delivery as its idempotency key', async () => {
    await send();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', url: '/hook?token=S3cr3t' });
    expect(received[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'delivery-1',
    });
    expect(JSON.parse(received[0]!.body)).toEqual(aDelivery().body);
    expect(received[0]!.headers).not.toHaveProperty('x-strandline-signature');
  });

  it('is signed with the time when there is a secret', async () => {
    await send(aDelivery(), { secret: 'a secret of some length' });
    const [time, digest] = String(received[0]!.headers['x-strandline-signature']).split(',');
    expect(time).toBe('t=1800000000');
    const expected = createHmac('sha256', 'a secret of some length')
      .update(`1800000000.${received[0]!.body}`)
      .digest('hex');
    expect(digest).toBe(`v1=${expected}`);
  });

  it('taken at the second try has the same key both times', async () => {
    script = [answering(500), answering(200)];
    await expect(send()).rejects.toMatchObject({ code: 'DELIVERY_FAILED', retryable: true });
    await send();
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'delivery-1',
      'delivery-1',
    ]);
  });

  it('whose answer is lost can be sent again with the same key', async () => {
    script = [(request) => request.socket.destroy(), answering(204)];
    await expect(send()).rejects.toMatchObject({ code: 'DELIVERY_FAILED', retryable: true });
    await send();
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it.each([
    [500, true],
    [503, true],
    [408, true],
    [429, true],
    [400, false],
    [401, false],
    [404, false],
    [302, false],
  ])('answered with %i can be sent again: %s', async (status, retryable) => {
    script = [answering(status, { location: `${url}/elsewhere` })];
    await expect(send()).rejects.toMatchObject({ code: 'DELIVERY_FAILED', retryable });
    expect(received).toHaveLength(1);
  });

  it('says how long the receiver asks to wait', async () => {
    script = [answering(429, { 'retry-after': '7' })];
    await expect(send()).rejects.toMatchObject({ details: { retryAfterMs: 7_000 } });
  });

  it('that is not answered in time can be sent again', async () => {
    script = [() => {}];
    const failure = send(aDelivery(), { timeoutMs: 50 });
    await expect(failure).rejects.toMatchObject({ code: 'DELIVERY_FAILED', retryable: true });
    await expect(failure).rejects.toThrow(/in time/);
  });

  it('that was taken stays taken, however the answer goes on', async () => {
    script = [(_, response) => response.writeHead(200).write('and then')];
    await send(aDelivery(), { timeoutMs: 200 });
    script = [(_, response) => response.writeHead(200).end(Buffer.alloc(5_000_000))];
    await send();
  });

  it('that cannot be connected to can be sent again', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const failure = send(aDelivery({ url: `http://127.0.0.1:${port}/` }));
    await expect(failure).rejects.toMatchObject({ code: 'DELIVERY_FAILED', retryable: true });
    await expect(failure).rejects.toThrow(/ECONNREFUSED/);
  });

  it('to an address of a cloud is never connected to', async () => {
    const failure = send(aDelivery({ url: 'http://169.254.169.254/latest' }));
    await expect(failure).rejects.toMatchObject({ code: 'DELIVERY_FAILED', retryable: false });
  });

  it('reaches a name', async () => {
    await send(aDelivery({ url: url.replace('127.0.0.1', 'localhost') }));
    expect(received).toHaveLength(1);
  });

  it('never tells its path or token in an error', async () => {
    script = [answering(404)];
    await expect(send()).rejects.toThrow(/^(?!.*S3cr3t).*127\.0\.0\.1/);
  });

  it('stops when it is told to, which is no failure', async () => {
    script = [() => {}];
    const stopping = new AbortController();
    const sending = createWebhookNotifier({ clock }).send(aDelivery(), stopping.signal);
    stopping.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });
});
