/** Packets that are lost, swapped, or come all at once: counted where they are missing, never fatal. */
import { describe, expect, it } from 'vitest';
import type { CameraFaults, FaultStep } from '../../../support/camera-faults.ts';
import { type FaultRig, patient, startCamera, watchSource } from '../../../support/fault-rig.ts';
import { waitFor } from '../../../support/wait-for.ts';

type Transport = 'tcp' | 'udp';

/** Watched until there are five chunks. */
async function watch(
  transport: Transport,
  faults: CameraFaults,
  script: readonly FaultStep[] = [],
): Promise<FaultRig> {
  const camera = await startCamera(faults, { script });
  const rig = await watchSource({ url: camera.url, pace: 'live', transport });
  await waitFor(() => rig.chunks.length >= 5, patient);
  await rig.settle();
  return rig;
}

const lostIn = (rig: FaultRig): number =>
  rig.chunks.reduce((sum, { statistics }) => sum + (statistics.packetsLost ?? 0), 0);

const isDegraded = (rig: FaultRig): boolean =>
  rig.chunks.some(({ flags }) => flags.includes('degraded'));

const epochsOf = (rig: FaultRig): Set<number> => new Set(rig.chunks.map(({ epoch }) => epoch));

describe.each<Transport>(['tcp', 'udp'])('a camera over %s', (transport) => {
  it('that loses nothing has whole chunks', async () => {
    const rig = await watch(transport, {});
    expect(lostIn(rig)).toBe(0);
    expect(isDegraded(rig)).toBe(false);
  });

  it('that loses packets is recorded, and the losses are counted', async () => {
    const rig = await watch(transport, { lossEvery: 20 });
    expect(lostIn(rig)).toBeGreaterThan(2);
    const whole = rig.chunks.filter(({ flags }) => !flags.includes('degraded'));
    expect(whole.every(({ statistics }) => statistics.packetsLost === undefined)).toBe(true);
    expect(isDegraded(rig)).toBe(true);
    expect(epochsOf(rig)).toEqual(new Set([1]));
  });
});

describe('a camera over UDP', () => {
  it('whose packets come out of order loses none', async () => {
    const rig = await watch('udp', { reorderEvery: 10 });
    expect(lostIn(rig)).toBe(0);
  });

  it('that sends at once what it held back is recorded on', async () => {
    const rig = await watch('udp', {}, [
      { afterMs: 1_500, faults: { sends: 'held' } },
      { afterMs: 2_500, faults: { sends: 'all' } },
    ]);
    expect(epochsOf(rig)).toEqual(new Set([1]));
  });

  it('is found out by itself when it refuses TCP', async () => {
    const camera = await startCamera({ transports: ['udp'] });
    const rig = await watchSource(camera.url);
    await waitFor(() => rig.chunks.length >= 2, patient);
    await rig.settle();
  });
});
