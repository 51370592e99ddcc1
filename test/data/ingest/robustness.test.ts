/**
 * Every odd file of the shared clips through a real capture child: each ends as the table says, with
 * about the pictures that FFmpeg's command line gets out of it, and leaves no half file.
 */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StreamStatus } from '../../../ingest/domain/stream.ts';
import { probeMedia } from '../../support/media.ts';
import { filesOf, type RecordingRig, recordFile, startRig } from '../../support/recording-rig.ts';
import { seamsOf } from '../../support/seams.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

interface ManifestEntry {
  readonly file: string;
  /** What the FFmpeg command line makes of it. */
  readonly ffmpeg_decoded_frames: number | null;
  /** Complaints of it. */
  readonly ffmpeg_error_lines: number;
}

/** What a file becomes; the default is one epoch of the pictures that FFmpeg decodes. */
interface Outcome {
  /** Fewer pictures than FFmpeg's command line gets, at most by this. */
  readonly fewer?: number;
  /** More of them. */
  readonly more?: number;
  /** Decoded and in no segment. */
  readonly fewerRecorded?: number;
  readonly epochs?: number;
  readonly gaps?: number;
  /** Codecs and sizes of the segments, in order. */
  readonly formats?: readonly string[];
  /** Why it cannot be recorded. */
  readonly fails?: RegExp;
}

const startAt = 1_700_000_000_000;

const outcomes: Readonly<Record<string, Outcome>> = {
  'audio_only.mp4': { fails: /holds no video/ },
  'empty.mp4': { fails: /cannot be opened/ },
  'mp4_truncated_no_moov.mp4': { fails: /cannot be opened/ },
  'text_renamed.mp4': { fails: /cannot be opened/ },
  'zeros_64k.ts': { fails: /cannot be opened/ },
  // Pictures beyond an edit list are counted here and not there.
  'torchcodec_nasa_13013_multistream.mp4': { more: 65 },
  'discontinuity.m3u8': { epochs: 2, formats: ['h264 320x180', 'h264 320x180'] },
  'ts_concat_pts_reset.ts': { epochs: 2, formats: ['h264 320x180', 'h264 320x180'] },
  'ts_resolution_change.ts': { epochs: 2, formats: ['h264 320x180', 'h264 480x270'] },
  // Its first pictures refer to a key frame that it does not hold.
  'ts_starts_mid_gop.ts': { gaps: 1 },
  // A wild time in the middle: what comes until the next key frame is in no segment.
  'ts_bitflips_200.ts': { epochs: 3, fewerRecorded: 10 },
  // The only key frame of the second codec lies glued to the last picture of the first.
  'ts_codec_change.ts': { fewer: 2 },
};

const files: ManifestEntry[] = hasSharedData ? oddFiles() : [];

if (!hasSharedData) console.warn('SKIPPED: odd files, for the shared clips are not here');

describe.skipIf(!hasSharedData)('an odd file', () => {
  it.each(files)('$file ends as it should', async (entry) => {
    const outcome = outcomes[basename(entry.file)] ?? {};
    const rig = await startRig();
    const url = sharedData('clips', entry.file);
    const status = await recordFile(rig, { url, pace: 'fast', startAt });
    expect(rig.captures).toHaveLength(1);
    if (outcome.fails) expectRefusal(rig, status, outcome.fails);
    else await expectRecorded(rig, status, entry, outcome);
    expect(
      await readdir(dirname(rig.segments.temporaryPath('cam', 'any'))).catch(() => []),
    ).toEqual([]);
  });
});

function expectRefusal(rig: RecordingRig, status: StreamStatus, why: RegExp): void {
  expect(status.state).toBe('failed');
  expect(status.reason).toMatch(why);
  expect([rig.store.outbox, rig.store.segments]).toEqual([[], []]);
}

async function expectRecorded(
  rig: RecordingRig,
  status: StreamStatus,
  entry: ManifestEntry,
  outcome: Outcome,
): Promise<void> {
  const { fewer = 0, more = 0, epochs = 1, gaps = 0, formats, fewerRecorded = 0 } = outcome;
  const chunks = rig.store.chunks('cam');
  const decoded = chunks.reduce((total, chunk) => total + chunk.statistics.framesDecoded, 0);
  const probed = await Promise.all(filesOf(rig).map(probeMedia));
  const recorded = probed.reduce((total, media) => total + media.frames, 0);
  const expected = entry.ffmpeg_decoded_frames!;

  expect(status).toMatchObject({ state: 'ended', reason: undefined });
  expect(rig.store.gaps('cam')).toHaveLength(gaps);
  expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
  // FFmpeg's versions differ a little in what they make of damage.
  const slack = entry.ffmpeg_error_lines > 5 ? 3 : 0;
  expect(decoded).toBeGreaterThanOrEqual(expected - fewer - slack);
  expect(decoded).toBeLessThanOrEqual(expected + more + slack);
  expect(Math.abs(recorded - decoded)).toBeLessThanOrEqual(fewerRecorded + slack);
  const errors = chunks.reduce((total, chunk) => total + chunk.statistics.decodeErrors, 0);
  expect(errors > 0).toBe(isDamaged(entry));
  expect(new Set(chunks.map((chunk) => chunk.epoch)).size).toBe(Math.min(epochs, chunks.length));
  if (formats) {
    const found = rig.store.segments.map((s) => `${s.codec} ${s.width}x${s.height}`);
    expect(found).toEqual(formats);
  }
}

/** Damage in pictures, other than in those that began before the file. */
const isDamaged = ({ file, ffmpeg_error_lines }: ManifestEntry): boolean =>
  ffmpeg_error_lines > 5 && !/mid_gop|codec_change/.test(file);

function oddFiles(): ManifestEntry[] {
  const text = readFileSync(sharedData('clips/manifest.json'), 'utf8');
  const entries = JSON.parse(text) as ManifestEntry[];
  return entries.filter((entry) => entry.file.startsWith('robustness'));
}
