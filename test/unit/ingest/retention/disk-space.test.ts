import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { DiskSpace, diskStateAfter } from '../../../../ingest/retention/disk-space.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { systemClock } from '../../../../kernel/time.ts';

const limits = { lowBytes: 200, floorBytes: 100 };
const never = new AbortController().signal;

function aDisk(...free: number[]) {
  const freeBytes = async () => (free.length > 1 ? free.shift()! : free[0]!);
  return new DiskSpace({ ...limits, freeBytes, clock: systemClock, logger: silentLogger });
}

describe('the state of a disk', () => {
  it.each([
    ['ample', 200, 'ample'],
    ['ample', 199, 'low'],
    ['ample', 99, 'full'],
    ['low', 210, 'low'],
    ['low', 221, 'ample'],
    ['full', 105, 'full'],
    ['full', 111, 'low'],
    ['full', 500, 'ample'],
  ] as const)('after %s with %d bytes free is %s', (before, free, after) => {
    expect(diskStateAfter(before, free, limits)).toBe(after);
  });
});

describe('a disk that is watched', () => {
  it('has space until it is full, and says how much is free', async () => {
    const disk = aDisk(150e6);
    expect(disk.lack).toBeUndefined();
    await disk.check();
    expect(disk.status).toEqual({ state: 'ample', freeBytes: 150e6, text: undefined });
    await disk.available(never);
  });

  it('warns before it is full', async () => {
    const disk = aDisk(150);
    await disk.check();
    expect(disk.lack).toBeUndefined();
    expect(disk.status.text).toContain('nearly full');
  });

  it('that is full makes everyone wait until there is space', async () => {
    const disk = aDisk(50, 50, 300);
    await disk.check();
    expect(disk.lack).toContain('the disk is full');
    let isAvailable = false;
    const waiting = disk.available(never).then(() => (isAvailable = true));
    await disk.check();
    await Promise.resolve();
    expect(isAvailable).toBe(false);
    await disk.check();
    await waiting;
    expect(disk.lack).toBeUndefined();
    expect(getEventListeners(never, 'abort')).toHaveLength(0);
  });

  it('nobody waits for once told to stop', async () => {
    const disk = aDisk(50);
    await disk.check();
    await disk.available(AbortSignal.abort());
    expect(disk.lack).toBeDefined();
  });
});
