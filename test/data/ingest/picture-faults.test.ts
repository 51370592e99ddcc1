/** What is told of the pictures of real and of odd clips, through a real capture child. */
import { describe, expect, it } from 'vitest';
import { recordFile, startRig } from '../../support/recording-rig.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

const startAt = 1_699_999_995_000;

if (!hasSharedData) console.warn('SKIPPED: faults of pictures, for the shared clips are not here');

describe.skipIf(!hasSharedData)('of a clip', () => {
  it.each([
    ['surveillance/intel_one-by-one-person.mp4', [], []],
    ['surveillance/intel_car-detection.mp4', [], []],
    ['surveillance/sam2_bedroom.mp4', [], []],
    ['objects/intel_bottle-detection.mp4', [], []],
    ['robustness_gen/night_noise.mp4', [], []],
    ['robustness_gen/strobe_2hz.mp4', [], []],
    ['robustness_gen/shaky.mp4', [], []],
    ['robustness_gen/vfr_two_rates.mkv', [], []],
    ['robustness_gen/h264_interlaced_tff.mp4', [], []],
    // Not long enough to be told from a scene in which nothing moves.
    ['robustness_gen/frozen_20s.mp4', [], []],
    ['robustness_gen/black_10s.mp4', ['black'], ['picture-black']],
    ['robustness_gen/mp4_bitflips_mdat.mp4', ['high-loss'], []],
    ['robustness_gen/ts_packet_loss_3pct.ts', ['high-loss'], []],
  ])('%s the faults are told, and what it does not show', async (clip, faults, reasons) => {
    const rig = await startRig();
    await recordFile(rig, { url: sharedData('clips', clip), pace: 'fast', startAt });
    const chunks = rig.store.chunks('cam');
    const own = (flag: string) => !['partial', 'degraded'].includes(flag);
    expect([...new Set(chunks.flatMap(({ flags }) => flags.filter(own)))]).toEqual(faults);
    const blind = chunks
      .flatMap(({ blind: stretches = [] }) => stretches)
      .filter(({ start, end }) => end - start > 600);
    expect([...new Set(blind.map(({ reason }) => reason))]).toEqual(reasons);
  });
});
