/** Videos are taken in once per content, start and profile, and never asked half. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createVideoMemory, type TakeIn } from '../../../../eval/runner/video-memory.ts';
import { profileFrom } from '../../../../processors/domain/stream-profile.ts';
import { anAnswer, aStream, noon } from '../../../support/query-things.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('the memory of videos', () => {
  let folder: string;
  let takenIn: string[];
  let isBroken: boolean;

  beforeEach(async () => {
    folder = await temporaryFolder();
    takenIn = [];
    isBroken = false;
  });

  const takeIn: TakeIn = async (streamId, { startAt }) => {
    takenIn.push(streamId);
    if (isBroken) throw new Error('the lights went out');
    return { streamId, range: { start: startAt, end: startAt + 1000 } };
  };

  /** As a new process would open it. */
  const open = () =>
    createVideoMemory({
      takeIn,
      ledgerPath: join(folder, 'videos.json'),
      query: {
        ask: async () => anAnswer(),
        clip: async () => ({ clip: {} as never, path: '' }),
        streams: async () => takenIn.map((id) => aStream({ id })),
      },
    });

  const file = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };

  it('the same content is taken in once, whatever its name', async () => {
    const [a, b] = [await file('a.mp4', 'film'), await file('b.mp4', 'film')];
    const first = await open().ingest({ path: a, startAt: noon });
    expect(await open().ingest({ path: b, startAt: noon })).toMatchObject(first);
    expect(takenIn).toHaveLength(1);
  });

  it.each([
    ['content', { name: 'b.mp4', content: 'other', startAt: noon }],
    ['start', { name: 'b.mp4', content: 'film', startAt: noon + 1 }],
    [
      'profile',
      { name: 'b.mp4', content: 'film', startAt: noon, profile: profileFrom({ preset: 'road' }) },
    ],
  ])('another %s is taken in anew', async (_what, { name, content, ...video }) => {
    const memory = open();
    const first = await memory.ingest({ path: await file('a.mp4', 'film'), startAt: noon });
    const second = await memory.ingest({ path: await file(name, content), ...video });
    expect(second.streamId).not.toBe(first.streamId);
  });

  it('what was interrupted is taken in afresh, under an id of its own', async () => {
    const path = await file('a.mp4', 'film');
    isBroken = true;
    await expect(open().ingest({ path, startAt: noon })).rejects.toThrow('lights');
    isBroken = false;
    const { streamId } = await open().ingest({ path, startAt: noon });
    expect(takenIn).toEqual([expect.any(String), streamId]);
    expect(takenIn[0]).not.toBe(streamId);
  });
});
