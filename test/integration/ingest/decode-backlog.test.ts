/** HLS hands over half a minute at once; while that is decoded the child still hears its parent. */
import { expect, it, onTestFinished } from 'vitest';
import { capture } from '../../../ingest/child/capture.ts';
import type { ChildMessage, StartMessage } from '../../../ingest/child/messages.ts';
import { defaultIngestOptions } from '../../../ingest/ingest-options.ts';
import { startHlsServer } from '../../support/hls-server.ts';
import { makeClip } from '../../support/media.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const segmentSeconds = 8;
/** In the three segments that are there from the beginning. */
const sampled = 3 * segmentSeconds * defaultIngestOptions.framesPerSecond;

it('a stop is heard in the midst of what had come before', async () => {
  const clip = await makeClip({ seconds: segmentSeconds, width: 1280, height: 720 });
  const { url, close } = await startHlsServer(clip, { segmentSeconds, segments: 4 });
  onTestFinished(close);
  const stopping = new AbortController();
  let frames = 0;
  const send = (message: ChildMessage) => {
    if (message.type !== 'frame') return;
    frames += 1;
    // As a message would come: not before the event loop has its turn.
    setImmediate(() => stopping.abort());
  };
  const folder = await temporaryFolder();
  const start: StartMessage = {
    ...{ type: 'start', streamId: 'cam', kind: 'http', url, pace: 'live' },
    ...{ framesRoot: folder, segmentPrefix: `${folder}/s` },
    options: { ...defaultIngestOptions, networkTimeoutMs: 10_000 },
  };
  const last = await capture(
    start,
    { url, options: {} },
    {
      ...{ send, stopping: stopping.signal, windowRecorded: async () => {} },
      epoch: async () => ({ type: 'epoch', epoch: 1, from: 0 }),
    },
  );
  expect(last).toEqual({ type: 'ended' });
  expect(frames).toBeGreaterThan(0);
  expect(frames).toBeLessThan(sampled / 2);
});
