/** Every odd file of the shared clips through a real capture child: it is recorded, or says why not. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { probeMedia } from '../../support/media.ts';
import { filesOf, recordFile, startRig } from '../../support/recording-rig.ts';
import { seamsOf } from '../../support/seams.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

interface ManifestEntry {
  readonly file: string;
  /** What the FFmpeg command line makes of it. */
  readonly ffmpeg_decoded_frames: number | null;
}

const startAt = 1_700_000_000_000;

/** Two codecs in one file: what comes after the change is not decoded yet. */
const partlyDecoded = ['ts_codec_change.ts'];

const odd: ManifestEntry[] = hasSharedData ? oddFiles() : [];
const videos = odd.filter((entry) => (entry.ffmpeg_decoded_frames ?? 0) > 0);
const others = odd.filter((entry) => (entry.ffmpeg_decoded_frames ?? 0) === 0);

if (!hasSharedData) console.warn('SKIPPED: odd files, for the shared clips are not here');

describe.skipIf(!hasSharedData)('an odd file that is a video', () => {
  it.each(videos)('$file is recorded without a hole', async ({ file, ...entry }) => {
    const rig = await startRig();
    const url = sharedData('clips', file);
    const status = await recordFile(rig, { url, pace: 'fast', startAt });
    expect(status.state).toBe('ended');
    expect(rig.captures).toHaveLength(1);
    expect(rig.store.gaps('cam')).toEqual([]);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
    const decoded = rig.store
      .chunks('cam')
      .reduce((total, chunk) => total + chunk.statistics.framesDecoded, 0);
    const share = partlyDecoded.some((name) => file.endsWith(name)) ? 0.4 : 0.9;
    expect(decoded).toBeGreaterThanOrEqual(share * entry.ffmpeg_decoded_frames!);
    const probed = await Promise.all(filesOf(rig).map(probeMedia));
    expect(probed.length).toBeGreaterThan(0);
    expect(probed.every((media) => media.frames > 0)).toBe(true);
  });
});

describe.skipIf(!hasSharedData)('an odd file that is no video', () => {
  it.each(others)('$file fails with a reason', async ({ file }) => {
    const rig = await startRig();
    const url = sharedData('clips', file);
    const status = await recordFile(rig, { url, pace: 'fast', startAt });
    expect(status.state).toBe('failed');
    expect(status.reason).toBeTruthy();
    expect(rig.store.outbox).toEqual([]);
  });
});

function oddFiles(): ManifestEntry[] {
  const text = readFileSync(sharedData('clips/manifest.json'), 'utf8');
  const entries = JSON.parse(text) as ManifestEntry[];
  return entries.filter((entry) => /^robustness.*\.(?!m3u8)[a-z0-9]+$/.test(entry.file));
}
