/**
 * Rows 22 to 25 for files: presentation times that wrap, jump and come out of order. Pictures carry
 * their number, so what is shown at an instant is read from the picture itself: in sampled frames,
 * in segments and in clips cut from them.
 *
 * A file has no arrivals to compare its times with, so a step forwards within it is believed: it is a
 * gap. What steps back goes on in a new epoch without one.
 */
import { expect, it } from 'vitest';
import { expectTiled } from '../../../support/coverage-invariant.ts';
import type { ClipOptions } from '../../../support/media.ts';
import {
  cutPictures,
  makeNumberedClip,
  misplaced,
  recordedPictures,
  sampledPictures,
} from '../../../support/placed-pictures.ts';
import { recordFile, startRig } from '../../../support/recording-rig.ts';
import { spliceTs, type TsPiece, tsWrapSeconds } from '../../../support/splice-ts.ts';

const startAt = 1_700_000_000_000;
const frameMs = 40;
const seconds = 8;
const pictures = 200;
/** Where pieces meet. */
const middle = 4;

interface FileKind {
  readonly name: string;
  readonly clip?: Partial<ClipOptions>;
  /** Presentation times of the first and the second half. */
  readonly starts?: readonly [number, number];
  /** How much later than evenly the second half is shown. */
  readonly laterMs?: number;
  readonly epochs?: number;
}

const kinds: readonly FileKind[] = [
  { name: 'even times' },
  { name: 'B-frames', clip: { output: ['-bf', '3', '-b_strategy', '0'] } },
  { name: 'B-frames in TS', clip: { extension: 'ts', output: ['-bf', '2', '-b_strategy', '0'] } },
  { name: 'a wrap of 33 bits', starts: [tsWrapSeconds - 2, tsWrapSeconds + 2] },
  { name: 'a jump of 8 s', starts: [10, 22], laterMs: 8_000, epochs: 2 },
  { name: 'a jump of 100 s', starts: [10, 114], laterMs: 100_000, epochs: 2 },
  { name: 'a step back of 5 s', starts: [20, 19], epochs: 2 },
  { name: 'a step back of 100 s', starts: [200, 104], epochs: 2 },
  { name: 'a clock that begins again', starts: [200, 0], epochs: 2 },
];

it.each(kinds)('in a file with $name every picture is where it belongs', async (kind) => {
  const { laterMs = 0, epochs = 1 } = kind;
  const rig = await startRig({ chunkMs: 3_000, segmentMs: 2_000 });
  const url = await fileOf(kind);
  expect(await recordFile(rig, { url, pace: 'fast', startAt })).toMatchObject({ state: 'ended' });
  const belongsAt = (number: number) =>
    startAt + number * frameMs + (number < pictures / 2 ? 0 : laterMs);

  const sampled = await sampledPictures(rig);
  // Sampling begins afresh with an epoch.
  expect([seconds * 4, seconds * 4 + epochs - 1]).toContain(sampled.length);
  expect(misplaced(sampled, belongsAt, frameMs)).toEqual([]);
  const recorded = await recordedPictures(rig);
  expect(recorded.map(({ number }) => number)).toEqual(
    Array.from({ length: pictures }, (_, n) => n),
  );
  expect(misplaced(recorded, belongsAt, frameMs)).toEqual([]);

  const second = { start: belongsAt(130), end: belongsAt(150) };
  const clip = await cutPictures(rig, second);
  expect(misplaced(clip.pictures, belongsAt, frameMs)).toEqual([]);
  expect(clip.pictures.map(({ number }) => number)).toEqual(
    expect.arrayContaining(Array.from({ length: 20 }, (_, n) => 130 + n)),
  );

  expect(new Set(rig.store.chunks('cam').map(({ epoch }) => epoch)).size).toBe(epochs);
  expect(rig.store.gaps('cam').map(({ reason }) => reason)).toEqual(laterMs ? ['no-frames'] : []);
  await expectTiled(rig.store);
});

async function fileOf({ clip, starts }: FileKind): Promise<string> {
  const whole = await makeNumberedClip({ seconds, ...clip });
  if (!starts) return whole;
  const pieces: TsPiece[] = starts.map((startsAt, n) => ({
    from: n * middle,
    seconds: middle,
    startsAt,
  }));
  return spliceTs(whole, pieces);
}
