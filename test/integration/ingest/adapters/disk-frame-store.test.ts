/** Real JPEG files. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { DiskFrameStore } from '../../../../ingest/adapters/disk-frame-store.ts';
import type { FrameRef } from '../../../../ingest/domain/frame.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const frameOf = (key: string): FrameRef => ({ index: 0, at: 1_000, width: 64, height: 32, key });

async function storeFrame(root: string, key: string, ageMs = 0): Promise<FrameRef> {
  const path = join(root, key);
  await mkdir(dirname(path), { recursive: true });
  const picture = { width: 64, height: 32, channels: 3, background: '#20a040' } as const;
  await writeFile(path, await sharp({ create: picture }).jpeg({ quality: 95 }).toBuffer());
  const storedAt = new Date(Date.now() - ageMs);
  await utimes(dirname(path), storedAt, storedAt);
  return frameOf(key);
}

it('a frame is read as RGB, scaled down to the longer side asked for and never up', async () => {
  const root = await temporaryFolder();
  const frames = new DiskFrameStore(root);
  const frame = await storeFrame(root, 'cam/1/7/0.jpg');
  const small = await frames.read(frame, 16);
  expect([small.width, small.height, small.data.length]).toEqual([16, 8, 16 * 8 * 3]);
  const [red, green, blue] = small.data;
  expect(Math.abs(red! - 0x20) + Math.abs(green! - 0xa0) + Math.abs(blue! - 0x40)).toBeLessThan(12);
  expect((await frames.read(frame, 500)).width).toBe(64);
});

it('a frame that is gone is NOT_FOUND, one that is damaged MEDIA_CORRUPT', async () => {
  const root = await temporaryFolder();
  const frames = new DiskFrameStore(root);
  await expect(frames.read(frameOf('cam/1/7/9.jpg'), 64)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await writeFile(join(root, 'bad.jpg'), 'no picture');
  await expect(frames.read(frameOf('bad.jpg'), 64)).rejects.toMatchObject({
    code: 'MEDIA_CORRUPT',
  });
  await expect(frames.read(frameOf('../x.jpg'), 64)).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });
});

it('sweeping deletes old chunks, and neither new ones nor those that wait', async () => {
  const root = await temporaryFolder();
  const frames = new DiskFrameStore(root);
  const old = await storeFrame(root, 'cam/1/7/0.jpg', 60_000);
  const waiting = await storeFrame(root, 'cam/1/8/0.jpg', 60_000);
  const fresh = await storeFrame(root, 'cam/1/9/0.jpg');
  await frames.sweep(Date.now() - 30_000, ({ seq }) => seq === 8);
  await expect(frames.read(old, 64)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await frames.read(waiting, 64)).width).toBe(64);
  expect((await frames.read(fresh, 64)).width).toBe(64);
});

it('sweeping leaves no empty folder of an epoch but the newest, which may be written into', async () => {
  const root = await temporaryFolder();
  const frames = new DiskFrameStore(root);
  for (const epoch of [2, 9, 10]) await storeFrame(root, `cam/${epoch}/7/0.jpg`, 60_000);
  await storeFrame(root, 'cam/3/7/0.jpg');
  await frames.sweep(Date.now() - 30_000, () => false);
  expect((await readdir(join(root, 'cam'))).sort()).toEqual(['10', '3']);
});

it('the newest frame is the one noted last, as long as it is stored', async () => {
  const root = await temporaryFolder();
  const frames = new DiskFrameStore(root);
  expect(await frames.newest('cam')).toBeUndefined();
  frames.noteStored('cam', await storeFrame(root, 'cam/1/7/0.jpg'));
  expect((await frames.newest('cam'))?.jpeg.length).toBeGreaterThan(100);
  frames.noteStored('cam', frameOf('cam/1/7/1.jpg'));
  expect(await frames.newest('cam')).toBeUndefined();
});
