/** What a command prints into a pipe: all of it, however much and however slowly it is read. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { announceServer } from '../../../cli/running-server.ts';
import { portOf } from '../../support/port-of.ts';
import { anEvent } from '../../support/query-things.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const main = join(import.meta.dirname, '../../../main.ts');

/** Starts a command whose output nobody reads yet. */
function start(args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { ...child, exited: once(child, 'exit') };
}

it('a result of many pipes full is whole, though it is read only in the end', async () => {
  const dir = await temporaryFolder();
  const events = Array.from({ length: 2_000 }, (_, n) => anEvent({ id: `cam/short/${n}` }));
  const served = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/api/events')) return void response.end('{}');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(events));
    response.once('close', () => served.resolve());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await announceServer(dir, `http://127.0.0.1:${portOf(server)}`);
  const { stdout, exited } = start(['events', '--json', '--data', dir]);
  await served.promise;
  await Promise.race([exited, once(stdout!, 'readable')]);
  expect(JSON.parse(await text(stdout!))).toEqual(events);
  expect(await exited).toEqual([0, null]);
});
