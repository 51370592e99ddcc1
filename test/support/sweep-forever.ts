/**
 * A process that records segments of `cam` in the data folder given as its argument and removes the
 * oldest again, as fast as it can; prints a line after each sweep. It is there to be killed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openRetention, pinnedUntil } from './retention-rig.ts';

const { segments, recordings, retention } = await openRetention(process.argv[2]!);
let start = (await recordings.openEpoch('cam')) * 1_000_000;

async function record(): Promise<void> {
  const path = segments.temporaryPath('cam', `${start}.mp4`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'pictures');
  const key = `cam/1/${start}.mp4`;
  const media = { codec: 'h264', width: 320, height: 180 };
  const range = { start, end: start + 1_000 };
  await segments.commit(path, { id: key, key, streamId: 'cam', epoch: 1, ...range, ...media });
  start += 1_000;
}

async function recordForever(): Promise<never> {
  while (true) await record();
}

async function sweepForever(): Promise<never> {
  while (true) {
    await retention.sweep();
    process.stdout.write('swept\n');
  }
}

while (start < pinnedUntil) await record();
await Promise.all([recordForever(), sweepForever()]);
