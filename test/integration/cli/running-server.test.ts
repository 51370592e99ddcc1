import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { announceServer, findServer } from '../../../cli/running-server.ts';
import { portOf } from '../../support/port-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function announced(answers: boolean): Promise<{ dir: string; url: string }> {
  const server = createServer((_, response) => void (answers && response.end('{}')));
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const dir = await temporaryFolder();
  const url = `http://127.0.0.1:${portOf(server)}`;
  await announceServer(dir, url);
  return { dir, url };
}

it('a server that answers is found', async () => {
  const { dir, url } = await announced(true);
  expect(await findServer(dir)).toBe(url);
});

it('one that takes a request and never answers counts as none', async () => {
  const { dir } = await announced(false);
  expect(await findServer(dir, 100)).toBeUndefined();
});
