/** Real: files on disk. Scripted: segments and the cutter, which writes a few bytes. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SegmentReader } from '../../../../ingest/contract.ts';
import type { Segment } from '../../../../ingest/domain/segment.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { rangesOverlap, systemClock } from '../../../../kernel/time.ts';
import { type ClipsOptions, createClips } from '../../../../query/adapters/disk-clips.ts';
import { clipIdOf } from '../../../../query/domain/clip.ts';
import type { ClipCutter, ClipJob } from '../../../../query/ports.ts';

const clipBytes = 100;

let dir: string;
let recorded: Segment[];
let jobs: ClipJob[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clips-'));
  recorded = [];
  jobs = [];
});

afterEach(() => rm(dir, { recursive: true }));

const record = (start: number, end: number): void => {
  const media = { codec: 'h264', width: 640, height: 360, bytes: 1 };
  const id = `s${recorded.length}`;
  recorded.push({ id, streamId: 'cam', epoch: 1, start, end, key: id, ...media });
};

const segments: SegmentReader = {
  find: async (_, range) => recorded.filter((segment) => rangesOverlap(segment, range)),
  pathOf: (segment) => `/segments/${segment.key}`,
};

/** Holds what the sources hold of the range. */
const cutter: ClipCutter = {
  async cut(job) {
    jobs.push(job);
    await writeFile(job.path, Buffer.alloc(clipBytes));
    const start = Math.max(job.range.start, job.sources[0]!.start);
    return { start, end: Math.min(job.range.end, job.sources.at(-1)!.end) };
  },
};

const clips = (options: Partial<ClipsOptions> = {}) =>
  createClips({ segments, cutter, dir, clock: systemClock, logger: silentLogger, ...options });

const idOf = (start: number, end: number) => clipIdOf('cam', { start, end });

describe('clips on disk', () => {
  it('are cut once, and found again by the next run', async () => {
    record(0, 10_000);
    const first = await clips().clip(idOf(1_000, 2_000));
    const again = await clips().clip(idOf(1_000, 2_000));
    expect(again).toEqual(first);
    expect(first.clip).toMatchObject({
      range: { start: 1_000, end: 2_000 },
      mediaRange: { start: 1_000, end: 2_000 },
      bytes: clipBytes,
    });
    expect(jobs).toHaveLength(1);
  });

  it('are cut once when many ask at the same time', async () => {
    record(0, 10_000);
    const asked = clips();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => asked.clip(idOf(1_000, 2_000))),
    );
    expect(new Set(answers.map(({ path }) => path)).size).toBe(1);
    expect(jobs).toHaveLength(1);
  });

  it('are handed to the cutter with the segments that overlap, in order', async () => {
    record(0, 10_000);
    record(10_000, 20_000);
    record(20_000, 30_000);
    await clips().clip(idOf(9_000, 12_000));
    expect(jobs[0]!.sources.map((source) => source.path)).toEqual(['/segments/s0', '/segments/s1']);
  });

  it('are cut again when more of the range has been recorded since', async () => {
    const asked = clips();
    record(0, 10_000);
    const atLiveEdge = await asked.clip(idOf(5_000, 15_000));
    expect(atLiveEdge.clip.mediaRange).toEqual({ start: 5_000, end: 10_000 });
    await asked.clip(idOf(5_000, 15_000));
    expect(jobs).toHaveLength(1);
    record(10_000, 20_000);
    const later = await asked.clip(idOf(5_000, 15_000));
    expect(later.clip.mediaRange).toEqual({ start: 5_000, end: 15_000 });
    expect(await readdir(dir)).toEqual([`${idOf(5_000, 15_000)}.5000-15000.mp4`]);
  });

  it('survive the retention of their segments', async () => {
    record(0, 10_000);
    const asked = clips();
    const before = await asked.clip(idOf(5_000, 15_000));
    recorded = [];
    expect(await asked.clip(idOf(5_000, 15_000))).toEqual(before);
  });

  it('are cut again when somebody removed the file', async () => {
    record(0, 10_000);
    const asked = clips();
    const { path } = await asked.clip(idOf(0, 1_000));
    await rm(path);
    expect((await asked.clip(idOf(0, 1_000))).path).toBe(path);
    expect(jobs).toHaveLength(2);
  });

  it('stay within their bytes: the oldest go first', async () => {
    record(0, 10_000);
    const asked = clips({ maxBytes: 2.5 * clipBytes });
    for (const start of [1_000, 2_000, 3_000]) await asked.clip(idOf(start, start + 500));
    expect(await readdir(dir)).toEqual([
      `${idOf(2_000, 2_500)}.2000-2500.mp4`,
      `${idOf(3_000, 3_500)}.3000-3500.mp4`,
    ]);
  });

  it('hold the beginning of a range that is too long', async () => {
    record(0, 100_000);
    const asked = clips({ maxClipMs: 30_000 });
    const { clip } = await asked.clip(idOf(10_000, 90_000));
    expect(clip.mediaRange).toEqual({ start: 10_000, end: 40_000 });
    await asked.clip(idOf(10_000, 90_000));
    expect(jobs).toHaveLength(1);
  });

  it('of a range not recorded are NOT_FOUND, for good once something later is recorded', async () => {
    record(0, 10_000);
    const notYet = clips().clip(idOf(10_000, 12_000));
    await expect(notYet).rejects.toMatchObject({ code: 'NOT_FOUND', retryable: true });
    record(20_000, 30_000);
    const never = clips().clip(idOf(10_000, 12_000));
    await expect(never).rejects.toMatchObject({ code: 'NOT_FOUND', retryable: false });
  });

  it.each(['', 'cam', 'cam_5_2', '../cam_1_2', 'cam_1_2/..', 'CAM_1_2'])(
    'refuse %j as an id',
    async (id) => {
      await expect(clips().clip(id)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    },
  );

  it('of a failed cut can be asked for again, and leave nothing behind', async () => {
    record(0, 10_000);
    let fails = true;
    const flaky: ClipCutter = {
      cut: async (job) => {
        if (fails) throw new Error('disk full');
        return cutter.cut(job);
      },
    };
    const asked = clips({ cutter: flaky });
    await expect(asked.clip(idOf(0, 1_000))).rejects.toThrow('disk full');
    fails = false;
    expect((await asked.clip(idOf(0, 1_000))).clip.bytes).toBe(clipBytes);
  });

  it('of a folder that cannot be made are STORE_UNAVAILABLE, and may come back', async () => {
    await writeFile(join(dir, 'file'), '');
    const asked = clips({ dir: join(dir, 'file', 'clips') });
    const failure = { code: 'STORE_UNAVAILABLE', retryable: true };
    await expect(asked.clip(idOf(0, 1_000))).rejects.toMatchObject(failure);
  });

  it('half written by a run that died are removed', async () => {
    await writeFile(join(dir, '.cut-1-0.mp4'), 'half');
    await expect(clips().clip(idOf(0, 1_000))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await readdir(dir)).toEqual([]);
  });

  it('go with their recording, however often they were asked for', async () => {
    record(0, 10_000);
    record(10_000, 20_000);
    const kept = clips();
    await kept.clip(idOf(1_000, 2_000));
    await kept.clip(idOf(11_000, 12_000));
    recorded.shift();
    await kept.sweep();
    expect(await readdir(dir)).toEqual([expect.stringContaining(idOf(11_000, 12_000))]);
    await expect(kept.clip(idOf(1_000, 2_000))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leave the rest of a nearly full disk to others: the oldest go, and none is cut', async () => {
    record(0, 10_000);
    await clips().clip(idOf(1_000, 2_000));
    const full = clips({ keepFreeBytes: Number.MAX_SAFE_INTEGER });
    await expect(full.clip(idOf(3_000, 4_000))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      retryable: true,
    });
    expect(await readdir(dir)).toEqual([]);
  });
});
