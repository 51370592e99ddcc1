/** Capture children as processes of their own. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startCapture } from '../../../ingest/capture-process.ts';
import type { ChildMessage } from '../../../ingest/child/messages.ts';
import { defaultIngestOptions } from '../../../ingest/ingest-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('what a child compiled is kept for the next one, although it ends by being killed', async () => {
  const folder = await temporaryFolder();
  const compiled = join(folder, 'compiled');
  vi.stubEnv('NODE_COMPILE_CACHE', compiled);
  const child = startCapture(
    {
      ...{ type: 'start', streamId: 'cam', kind: 'file', pace: 'fast' },
      ...{ url: join(folder, 'nothing.mp4'), framesRoot: folder },
      segmentPrefix: join(folder, 'segment-'),
      options: { ...defaultIngestOptions, networkTimeoutMs: 1_000 },
    },
    () => {},
  );
  const said: ChildMessage['type'][] = [];
  for await (const { type } of child.messages) said.push(type);
  expect(said).toEqual(['started', 'failed']);
  const files = await readdir(compiled, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile()).length).toBeGreaterThan(10);
});
