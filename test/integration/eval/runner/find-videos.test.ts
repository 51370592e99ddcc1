/** Questions name videos as they like; each name means one file or none. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { videoFinder } from '../../../../eval/runner/find-videos.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('finding videos', () => {
  let videos: string;
  let questions: string;

  beforeEach(async () => {
    [videos, questions] = [await temporaryFolder(), await temporaryFolder()];
    for (const name of ['hall/door.mp4', 'yard/door.mkv', 'yard/gate.webm', 'street.mp4']) {
      await mkdir(join(videos, name, '..'), { recursive: true });
      await writeFile(join(videos, name), '');
    }
  });

  const find = async (name: string) => {
    const path = (await videoFinder(videos, questions))(name);
    return path && relative(videos, path);
  };

  it.each([
    ['a path', 'hall/door.mp4', 'hall/door.mp4'],
    ['a path without extension', 'yard/door', 'yard/door.mkv'],
    ['a file name', 'gate.webm', 'yard/gate.webm'],
    ['a file name without extension', 'gate', 'yard/gate.webm'],
    ['another folder than here', 'elsewhere/street.mp4', 'street.mp4'],
  ])('%s finds the file', async (_how, name, path) => {
    expect(await find(name)).toBe(path);
  });

  it('a name that two files have means neither', async () => {
    expect(await find('door')).toBeUndefined();
  });

  it('nothing is guessed for a name that no file has', async () => {
    expect(await find('stree')).toBeUndefined();
  });

  it('videos.json beside the questions says what other names mean', async () => {
    const aliases = { v1: 'hall/door.mp4', v2: { file: 'street.mp4', fps: 10 } };
    await writeFile(join(questions, 'videos.json'), JSON.stringify(aliases));
    expect([await find('v1'), await find('v2')]).toEqual(['hall/door.mp4', 'street.mp4']);
  });

  it.each([
    ['a list', '[1]'],
    ['no JSON', '{'],
  ])('videos.json that holds %s is refused with its rule', async (_what, text) => {
    await writeFile(join(questions, 'videos.json'), text);
    await expect(videoFinder(videos, questions)).rejects.toThrow(/videos\.json: must be names/);
  });

  it('a folder that is not there is refused', async () => {
    await expect(videoFinder(join(videos, 'none'), questions)).rejects.toThrow('--videos');
  });
});
