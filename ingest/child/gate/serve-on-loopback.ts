/** A TCP server for this process alone; it never keeps the process alive. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Returns the port on 127.0.0.1. A connection whose handling fails is closed. */
export async function serveOnLoopback(serve: (client: Socket) => Promise<void>): Promise<number> {
  const server = createServer({ pauseOnConnect: false, noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    serve(client).catch(() => client.destroy());
  });
  server.unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
