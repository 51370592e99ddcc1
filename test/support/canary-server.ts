/**
 * Listens where nothing may ever be asked: on an address of this machine that no test allows. Every
 * connection to it is a hole in the address policy.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { portOf } from './port-of.ts';

export interface Canary {
  /** `127.0.0.2:<port>`. */
  readonly authority: string;
  /** How many connections there were. */
  readonly touches: number;
}

export async function startCanary(): Promise<Canary> {
  let touches = 0;
  const server = createServer((socket) => {
    touches += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    authority: `127.0.0.2:${portOf(server)}`,
    get touches() {
      return touches;
    },
  };
}
