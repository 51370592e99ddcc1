/** Real: files, and the encoder. Scripted: where the sample comes from. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renderPan } from '../../../ingest/adapters/render-pan.ts';
import { obtainSample, type SampleSource } from '../../../ingest/sample/obtain-sample.ts';
import { AppError } from '../../../kernel/errors.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { probeStreams } from '../../support/bar-code-video.ts';
import { pictureAt } from '../../support/sample-video.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const about = { description: 'a street', licence: 'free' };

const giving = (fileName: string, content: string): SampleSource => ({
  ...about,
  fileName,
  make: (file) => writeFile(file, content),
});

const failing = (fileName: string, message: string): SampleSource => ({
  ...about,
  fileName,
  make: async (file) => {
    await writeFile(file, 'half a vi');
    throw new AppError('SOURCE_UNAVAILABLE', message, { retryable: true });
  },
});

const obtain = (dir: string, ...sources: SampleSource[]) =>
  obtainSample({ dir, sources, logger: silentLogger });

describe('obtainSample()', () => {
  it('takes the first source that can give a video, and leaves nothing of the others', async () => {
    const dir = await temporaryFolder();
    const sample = await obtain(dir, failing('a.avi', 'no apt'), giving('b.mp4', 'video'));
    expect(sample).toEqual({ ...about, path: path.join(dir, 'b.mp4') });
    expect(await readFile(sample.path, 'utf8')).toBe('video');
    expect(await readdir(dir)).toEqual(['b.mp4']);
  });

  it('keeps to the video that is there, even if a better source could give one now', async () => {
    const dir = await temporaryFolder();
    await obtain(dir, giving('b.mp4', 'old'));
    const sample = await obtain(dir, giving('a.avi', 'new'), giving('b.mp4', 'newer'));
    expect(await readFile(sample.path, 'utf8')).toBe('old');
  });

  it('gives every reason and what to do when there is none to be had', async () => {
    const dir = await temporaryFolder();
    const obtaining = obtain(dir, failing('a.avi', 'no apt'), failing('b.mp4', 'no npm'));
    await expect(obtaining).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
      retryable: true,
      message: expect.stringMatching(/no apt; no npm.*video file of your own/),
    });
    expect(await readdir(dir)).toEqual([]);
  });

  it('tries no other source once it is aborted', async () => {
    const stopping = new AbortController();
    const aborted: SampleSource = {
      ...about,
      fileName: 'a.avi',
      make: async () => {
        stopping.abort();
        stopping.signal.throwIfAborted();
      },
    };
    const obtaining = obtainSample({
      dir: await temporaryFolder(),
      sources: [aborted, giving('b.mp4', 'video')],
      logger: silentLogger,
      signal: stopping.signal,
    });
    await expect(obtaining).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('renderPan()', () => {
  it('renders a video that browsers play, in which first one photograph passes and then the other', async () => {
    const dir = await temporaryFolder();
    const photograph = async (name: string, background: string) => {
      const file = path.join(dir, name);
      const create = { width: 1024, height: 680, channels: 3, background } as const;
      await sharp({ create }).jpeg().toFile(file);
      return file;
    };
    const video = path.join(dir, 'pan.mp4');
    const [red, blue] = [
      await photograph('red.jpg', '#c02020'),
      await photograph('blue.jpg', '#2020c0'),
    ];
    await renderPan(red, blue, video, undefined);

    const [stream] = await probeStreams(video);
    expect(stream).toMatchObject({
      codec_name: 'h264',
      pix_fmt: 'yuv420p',
      width: 640,
      height: 360,
    });
    const colourAt = async (seconds: number) => {
      const { data } = await pictureAt(video, seconds, { width: 3, height: 1 });
      return data[3]! > data[5]! ? 'red' : 'blue';
    };
    expect(await colourAt(0)).toBe('red');
    expect(await colourAt(59)).toBe('blue');
    expect(await colourAt(78)).toBe('red');
  });
});
