import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { httpQueryApi } from '../../dashboard/http/client.ts';
import { startDashboardServer } from '../support/dashboard-server.ts';
import { scriptedQueryApi } from '../support/scripted-query-api.ts';
import { contractScript, queryApiContract } from './query-api.contract.ts';

let folder: string;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'query-api-'));
  await writeFile(join(folder, 'clip.mp4'), 'media');
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const scripted = () => scriptedQueryApi(contractScript(join(folder, 'clip.mp4')));

queryApiContract('scripted, in process', async () => scripted());

queryApiContract('scripted, behind the HTTP server and its client', async () => {
  const server = await startDashboardServer(scripted());
  stops.push(server.stop);
  return httpQueryApi(server.url, { clipFolder: join(folder, 'downloads') });
});
