/** Capture children as processes of their own. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ChildMessage, StartMessage } from '../../../ingest/child/messages.ts';
import { defaultIngestOptions } from '../../../ingest/ingest-options.ts';
import type { Capture } from '../../../ingest/ports.ts';
import { startCapture } from '../../../ingest/stream/capture-process.ts';
import { makeClip } from '../../support/media.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const startOf = (url: string, folder: string): StartMessage => ({
  ...{ type: 'start', streamId: 'cam', kind: 'file', pace: 'fast' },
  ...{ url, framesRoot: folder, segmentPrefix: join(folder, 'segment-') },
  options: { ...defaultIngestOptions, networkTimeoutMs: 1_000 },
});

const ignore = (): void => {};

async function saidBy(child: Capture): Promise<ChildMessage[]> {
  const said: ChildMessage[] = [];
  for await (const message of child.messages) said.push(message);
  return said;
}

it('what a child compiled is kept for the next one, although it ends by being killed', async () => {
  const folder = await temporaryFolder();
  const compiled = join(folder, 'compiled');
  vi.stubEnv('NODE_COMPILE_CACHE', compiled);
  const child = startCapture(startOf(join(folder, 'nothing.mp4'), folder), ignore, ignore);
  const said = await saidBy(child);
  expect(said.map(({ type }) => type)).toEqual(['started', 'failed']);
  const files = await readdir(compiled, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile()).length).toBeGreaterThan(10);
});

it('a child that says more than is taken from it is ended, and that is told after what was said', async () => {
  const folder = await temporaryFolder();
  const arrived: ChildMessage['type'][] = [];
  const start = startOf(await makeClip({ seconds: 2 }), folder);
  const child = startCapture(start, ({ type }) => void arrived.push(type), ignore, 2);
  await waitFor(() => arrived.length > 2);
  const said = await saidBy(child);
  expect(said.slice(0, 2).map(({ type }) => type)).toEqual(arrived.slice(0, 2));
  expect(said.slice(2)).toMatchObject([{ type: 'failed', kind: 'overrun' }]);
});
