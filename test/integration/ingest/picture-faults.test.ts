/** Pictures that show nothing, through a real capture child; clips come from the ffmpeg command line. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BlindStretch, PictureFault } from '../../../ingest/domain/picture-health.ts';
import type { StreamStatus } from '../../../ingest/domain/stream.ts';
import { mergeRanges } from '../../../kernel/time.ts';
import { type ClipOptions, makeClip } from '../../support/media.ts';
import { type RecordingRig, recordFile, startRig } from '../../support/recording-rig.ts';
import { seamsOf } from '../../support/seams.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** On the grid of chunks. */
const startAt = 1_699_999_995_000;
const rate = 10;
const source = `size=320x180:rate=${rate}`;
const grain = 'noise=alls=6:allf=t';
const clip = (picture: string, seconds: number, options: Partial<ClipOptions> = {}) =>
  makeClip({ picture, seconds, framesPerSecond: rate, keyInterval: 2 * rate, ...options });

async function record(url: string): Promise<RecordingRig> {
  const rig = await startRig();
  await recordFile(rig, { url, pace: 'fast', startAt });
  expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
  return rig;
}

/** What is blind in the end, in whole seconds from the start. */
function blindSeconds(rig: RecordingRig): [BlindStretch['reason'], number, number][] {
  const told = rig.store.chunks('cam').flatMap(({ blind = [] }) => blind);
  const byReason = Map.groupBy(told, ({ reason }) => reason);
  const seconds = (at: number) => Math.round((at - startAt) / 1_000);
  return [...byReason].flatMap(([reason, stretches]) =>
    mergeRanges(stretches).map(({ start, end }): [BlindStretch['reason'], number, number] => [
      reason,
      seconds(start),
      seconds(end),
    ]),
  );
}

const flagsOf = (rig: RecordingRig): string[] =>
  rig.store.chunks('cam').map(({ flags }) => flags.join(' '));

/** Every fault that was told of the stream. */
function faultsTold(rig: RecordingRig): PictureFault[] {
  const statuses = (rig.published.get('stream-status') ?? []) as StreamStatus[];
  const told = statuses.flatMap(({ faults = [] }) => faults.map(({ fault }) => fault));
  return [...new Set(told)];
}

it('a picture that freezes for 40 s proves nothing meanwhile', async () => {
  const moving = `testsrc2=${source}:d=15,${grain}`;
  const graph = `${moving},tpad=stop_mode=clone:stop_duration=40[a];${moving}[b];[a][b]concat`;
  const rig = await record(await clip(graph, 70));
  expect(blindSeconds(rig)).toEqual([['picture-frozen', 15, 55]]);
  expect(flagsOf(rig)).toEqual(['', '', '', 'degraded frozen', 'partial degraded frozen']);
  expect(faultsTold(rig)).toEqual(['frozen']);
  expect(rig.ingest.statuses()[0]?.faults).toEqual([]);
});

it.each([
  ['black', 'black', 'picture-black'],
  ['covered', 'gray', 'picture-covered'],
] as const)('a picture that is %s proves nothing meanwhile', async (fault, color, reason) => {
  const cover = `drawbox=enable='between(t,20,31.9)':color=${color}:t=fill`;
  const rig = await record(await clip(`testsrc2=${source},${cover}`, 45));
  expect(blindSeconds(rig)).toEqual([[reason, 20, 32]]);
  expect(flagsOf(rig)).toEqual(['', `degraded ${fault}`, `degraded ${fault}`]);
  expect(faultsTold(rig)).toEqual([fault]);
});

it('a dark night with the noise of a sensor is told, and is neither frozen nor blind', async () => {
  const night = `smptebars=${source},lutyuv=y=16+val/20,noise=alls=10:allf=t`;
  const rig = await record(await clip(night, 45));
  expect(blindSeconds(rig)).toEqual([]);
  expect(flagsOf(rig)).toEqual(['dark', 'dark', 'dark']);
});

it('a quiet scene is not frozen, also where key frames are rare', async () => {
  const quiet = `smptebars=${source},noise=alls=4:allf=t`;
  for (const keyInterval of [20, 400]) {
    const rig = await record(await clip(quiet, 45, { keyInterval }));
    expect(blindSeconds(rig)).toEqual([]);
    expect(faultsTold(rig)).toEqual([]);
  }
});

it('a light that flashes is no fault', async () => {
  const flash = `geq=lum='if(mod(floor(T*2),2),255,lum(X,Y))':cb=128:cr=128`;
  const rig = await record(await clip(`testsrc2=${source},${flash}`, 20));
  expect(faultsTold(rig)).toEqual([]);
});

it('far fewer pictures than announced are told', async () => {
  const thinned = `testsrc2=${source},select='if(between(t,15,30),not(mod(n,10)),1)'`;
  const rig = await record(await clip(thinned, 45, { output: ['-fps_mode', 'vfr'] }));
  expect(flagsOf(rig)).toEqual(['', 'degraded low-rate', '']);
  expect(blindSeconds(rig)).toEqual([]);
});

it.each([
  ['some', 40_000, 'degraded high-loss', []],
  ['most', 300, 'degraded high-loss', [['decode-errors', 0, 15]]],
] as const)('flipped bits in %s pictures are told', async (_name, every, flags, blind) => {
  const whole = await clip(`testsrc2=${source}`, 15, { extension: 'ts' });
  const path = join(await temporaryFolder(), 'flipped.ts');
  await writeFile(path, flipBits(await readFile(whole), every));
  const rig = await record(path);
  expect(rig.store.chunks('cam').map((chunk) => chunk.flags.join(' '))).toContain(flags);
  expect(blindSeconds(rig)).toEqual(blind);
});

/** One bit in so many bytes, in the payload of the packets of a transport stream. */
function flipBits(data: Buffer, every: number): Buffer {
  const packet = 188;
  const head = 40;
  for (let at = 100 * packet; at < data.length; at += every) {
    const offset = at % packet < head ? at + head : at;
    if (offset < data.length) data[offset]! ^= 1 << (at % 8);
  }
  return data;
}
