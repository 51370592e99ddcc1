/**
 * Messages delivered to open pages a second: ours, from the topic through the gateway, against a
 * bare `ws` server that sends the same text, both to the same bare clients in another process.
 * `node test/bench/push.ts`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { type MemoryAdvanced, memoryTopic } from '../../processors/contract.ts';
import { startDashboardServer } from '../support/dashboard-server.ts';
import { scriptedQueryApi } from '../support/scripted-query-api.ts';
import { inTurns, measurementOf, ratiosOf } from './harness/measure.ts';
import { report } from './harness/report.ts';

const clients = 100;
/** A client with more waiting packets than these is taken for one that stopped reading. */
const messagesABurst = 16;
const bursts = 25;

const range = { start: 1_796_040_000_000, end: 1_796_040_015_000 };
const message: MemoryAdvanced = {
  ...{ type: 'chunk', streamId: 'cam', epoch: 1, seq: 119_736_000, range },
  ...{ trajectoryIds: ['cam/1/119736000#0'], eventIds: ['cam/short/119736000'] },
};
const { type: _, epoch: __, seq: ___, trajectoryIds: ____, ...pushed } = message;
const text = `42${JSON.stringify(['memory.advanced', { ...pushed, isGap: false }])}`;

const dashboard = await startDashboardServer(scriptedQueryApi({}));
const bare = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
await once(bare, 'listening');
const address = dashboard.url.replace('http', 'ws');
const ourPages = await openPages(`${address}/socket.io/?EIO=4&transport=websocket`, 'socket.io');
const barePages = await openPages(`ws://127.0.0.1:${(bare.address() as AddressInfo).port}`);

const rates = await inTurns(
  {
    ours: () => deliver(ourPages, () => dashboard.log.publish(memoryTopic, 'cam', message)),
    bare: () =>
      deliver(barePages, () => {
        for (const client of bare.clients) client.send(text);
      }),
  },
  { warmUps: 1 },
);
for (const pages of [ourPages, barePages]) pages.kill();
bare.close();
await dashboard.stop();

const higher = { isBetter: 'higher' as const };
report(
  measurementOf(ratiosOf(rates.ours, rates.bare), {
    ...{ name: `deliveries to ${clients} pages / bare ws`, unit: 'x', ...higher, target: 0.5 },
  }),
);
report(measurementOf(rates.ours, { name: 'ours, deliveries', unit: '1/s', ...higher }));
report(measurementOf(rates.bare, { name: 'bare ws, deliveries', unit: '1/s', ...higher }));

async function openPages(url: string, protocol?: 'socket.io'): Promise<ChildProcess> {
  const args = [url, String(clients), ...(protocol ? [protocol] : [])];
  const pages = fork(join(import.meta.dirname, 'harness/push-clients-worker.ts'), args);
  await once(pages, 'message');
  return pages;
}

/** Deliveries a second; the next burst is sent when every page has the last one. */
async function deliver(pages: ChildProcess, send: () => unknown): Promise<number> {
  const startedAt = performance.now();
  for (let burst = 0; burst < bursts; burst += 1) {
    pages.send(messagesABurst * clients);
    await once(pages, 'message');
    const received = once(pages, 'message');
    for (let n = 0; n < messagesABurst; n += 1) await send();
    await received;
  }
  return (bursts * messagesABurst * clients * 1000) / (performance.now() - startedAt);
}
