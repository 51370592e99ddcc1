/** The faults of the wire, seen from both of its ends. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import {
  type FaultProxy,
  startFaultProxy,
  startUdpFaultProxy,
  type WireFaults,
} from '../../support/fault-proxy.ts';
import { portOf } from '../../support/port-of.ts';
import { waitFor } from '../../support/wait-for.ts';

interface Ends {
  readonly wire: FaultProxy;
  readonly client: Socket;
  /** What came back to the client, in the pieces in which it came. */
  readonly heard: Buffer[];
  readonly closed: Promise<unknown>;
}

/** A client that is connected over the wire to a server that answers with what it gets. */
async function connectOver(faults: WireFaults): Promise<Ends> {
  const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const wire = await startFaultProxy({ port: portOf(echo), faults });
  const client = connect(wire.port, '127.0.0.1');
  onTestFinished(async () => {
    client.destroy();
    await wire.close();
    echo.close();
  });
  const heard: Buffer[] = [];
  client.on('data', (data) => heard.push(data)).on('error', () => {});
  const closed = new Promise((resolve) => client.once('close', resolve));
  await once(client, 'connect').catch(() => {});
  return { wire, client, heard, closed };
}

const textOf = (heard: readonly Buffer[]) => Buffer.concat(heard).toString();

it('passes everything on, in slices and slowly too', async () => {
  for (const faults of [{}, { sliceBytes: 3 }, { bytesPerSecond: 1_000 }, { delayMs: 50 }]) {
    const { client, heard } = await connectOver(faults);
    client.write('strandline'.repeat(10));
    await waitFor(() => textOf(heard) === 'strandline'.repeat(10));
  }
});

it('swallows what is sent, and the connection stays open', async () => {
  const { client, heard, wire } = await connectOver({ blackHole: 'down' });
  client.write('lost');
  await waitFor(() => wire.swallowed === 4);
  wire.heal();
  client.write('found');
  await waitFor(() => textOf(heard) === 'found');
});

it.each(['fin', 'rst'] as const)('cuts the connection with a %s', async (how) => {
  const { client, closed, wire } = await connectOver({});
  client.write('hello');
  await waitFor(() => wire.connections === 1);
  wire.cut(how);
  await closed;
});

it('cuts after a number of bytes, and refuses', async () => {
  const cut = await connectOver({ cutAfterBytes: 10 });
  cut.client.write('more than ten bytes');
  await cut.closed;
  expect(textOf(cut.heard)).toBe('');
  await (await connectOver({ refuses: true })).closed;
});

it('loses every so many-th datagram', async () => {
  const server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  const heard: string[] = [];
  server.on('message', (data) => heard.push(data.toString()));
  const wire = await startUdpFaultProxy({ port: server.address().port, faults: { lossEvery: 3 } });
  const client = createSocket('udp4');
  onTestFinished(async () => {
    client.close();
    await wire.close();
    server.close();
  });
  for (const n of [1, 2, 3, 4, 5]) client.send(String(n), wire.port, '127.0.0.1');
  await waitFor(() => heard.length === 4);
  expect(heard.sort()).toEqual(['1', '2', '4', '5']);
});
