/** Files of segments as they are written: what they hold by when, and what is left of a failed one. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AV_CODEC_ID_NELLYMOSER, AV_LOG_FATAL, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { CodecParameters, FormatContext, Log, Rational } from 'node-av/lib';
import { expect, it, onTestFinished } from 'vitest';
import { SegmentOutput, type SoundSource } from '../../../ingest/child/segment-output.ts';
import { makeClip } from '../../support/media.ts';
import { startRig } from '../../support/recording-rig.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const always = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** Seconds from the file's first picture to its last. */
async function pictureSeconds(path: string): Promise<number> {
  const entries = ['-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', ...entries, path]);
  const times = stdout.split('\n').filter(Boolean).map(Number.parseFloat);
  return Math.max(...times) - Math.min(...times);
}

it('a Matroska file holds what is told of it while it grows, though its pictures are tiny', async () => {
  const rig = await startRig({ segmentMs: 60_000 });
  const tiny = { picture: 'color=c=gray:size=64x36:rate=1', keyInterval: 1 };
  const encoder = { codec: 'libvpx', extension: 'webm' } as const;
  const url = await makeClip({ seconds: 60, ...tiny, ...encoder });
  await rig.ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'paced' } });
  const open = await waitFor(
    async () => {
      const found = await rig.segments.find('cam', always);
      return found.find(({ isOpen, start, end }) => isOpen && end - start >= 4_000);
    },
    { timeoutMs: 30_000 },
  );
  rig.captures[0]!.kill();
  const kept = await waitFor(() => rig.store.segments.find(({ id }) => id === open.id));
  await rig.stop();
  expect(kept.end).toBeGreaterThanOrEqual(open.end);
  const toldSeconds = (kept.end - kept.start) / 1000;
  const lastSeconds = 1;
  const heldSeconds = (await pictureSeconds(rig.segments.pathOf(kept))) + lastSeconds;
  expect(heldSeconds).toBeGreaterThan(toldSeconds - 0.01);
});

it('a file that cannot be begun leaves nothing behind, neither on the disk nor open', async () => {
  Log.setLevel(AV_LOG_FATAL);
  const clip = new FormatContext();
  await clip.openInput(await makeClip({ seconds: 1, codec: 'mpeg4', extension: 'avi' }));
  onTestFinished(() => clip.closeInputSync());
  const codecpar = new CodecParameters();
  codecpar.alloc();
  codecpar.codecType = AVMEDIA_TYPE_AUDIO;
  codecpar.codecId = AV_CODEC_ID_NELLYMOSER;
  codecpar.sampleRate = 22_050;
  const sound: SoundSource = { codecpar, timeBase: new Rational(1, 22_050) };
  const folder = await temporaryFolder();
  const begin = (name: string) =>
    new SegmentOutput({ video: clip.streams[0]!, sound }, join(folder, name), {
      startMs: 0,
      firstDts: 0n,
    });
  expect(() => begin('first')).toThrow('write a segment');
  const openFiles = async () => (await readdir('/proc/self/fd')).length;
  const before = await openFiles();
  for (let times = 0; times < 50; times += 1) expect(() => begin(`${times}`)).toThrow();
  expect(await openFiles()).toBeLessThan(before + 10);
  expect(await readdir(folder)).toEqual([]);
});
