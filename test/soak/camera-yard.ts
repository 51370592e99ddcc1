/** The cameras of a soak, each behind a wire of its own, and what can go wrong with them. */
import type { StreamId } from '../../ingest/domain/stream.ts';
import { barCodePicture } from '../support/bar-code-video.ts';
import type { CameraFaults } from '../support/camera-faults.ts';
import { type FaultProxy, startFaultProxy, type WireFaults } from '../support/fault-proxy.ts';
import { makeClip } from '../support/media.ts';
import { type RtspServer, startRtspServer } from '../support/rtsp-server.ts';
import type { FaultKind } from './plan-faults.ts';

export const framesPerSecond = 5;
/** Pictures show their number, which begins again after so many. */
export const clipPictures = 600;

export interface YardCamera {
  readonly streamId: StreamId;
  readonly url: string;
  readonly port: number;
  begin(kind: FaultKind): void;
  /** As it was, on a fresh connection where the old one is spoilt. */
  end(kind: FaultKind): void;
}

export interface CameraYard {
  readonly cameras: readonly YardCamera[];
  /** When picture 0 was shown. */
  readonly beganAt: number;
  close(): Promise<void>;
}

/** What a fault is to the camera, to the wire, and whether the connection ends with it. */
interface Manner {
  readonly camera?: CameraFaults;
  readonly wire?: WireFaults;
  readonly cuts?: 'fin' | 'rst';
}

const unknownLogin = { scheme: 'digest', user: 'nobody', password: 'knows-it' } as const;

const manners: Readonly<Partial<Record<FaultKind, Manner>>> = {
  dropped: { cuts: 'fin' },
  reset: { cuts: 'rst' },
  'half-open': { wire: { blackHole: 'both' } },
  silent: { camera: { sends: 'nothing' } },
  mute: { camera: { silentOn: ['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY'] }, cuts: 'rst' },
  frozen: { camera: { isFrozen: true } },
  'clock-jump': { camera: { timestampOffsetMs: -20_000 } },
  'login-refused': { camera: { credentials: unknownLogin }, cuts: 'rst' },
  // The pictures are of about 450 bytes a second.
  slow: { wire: { bytesPerSecond: 150 } },
};
/** After these the old connection is of no use: its bytes do not fit together, or are stuck. */
const spoils: readonly FaultKind[] = ['half-open', 'mute', 'slow'];

export async function openCameraYard(count: number): Promise<CameraYard> {
  const seconds = clipPictures / framesPerSecond;
  const clip = await makeClip({
    ...{ seconds, framesPerSecond, keyInterval: framesPerSecond },
    picture: barCodePicture(seconds, framesPerSecond),
  });
  const beganAt = Date.now();
  const opened = await Promise.all(
    Array.from({ length: count }, async () => {
      const camera = await startRtspServer({ clip, framesPerSecond, beginsAt: beganAt });
      return { camera, wire: await startFaultProxy({ port: camera.port }) };
    }),
  );
  return {
    cameras: opened.map(({ camera, wire }, n) => yardCamera(`cam-${n}`, camera, wire)),
    beganAt,
    close: async () => {
      await Promise.all(opened.flatMap(({ camera, wire }) => [wire.close(), camera.close()]));
    },
  };
}

const yardCamera = (streamId: StreamId, camera: RtspServer, wire: FaultProxy): YardCamera => ({
  streamId,
  url: camera.url.replace(String(camera.port), String(wire.port)),
  port: wire.port,
  begin: (kind) => {
    const manner = manners[kind] ?? {};
    camera.inject(manner.camera ?? {});
    wire.inject(manner.wire ?? {});
    if (manner.cuts) wire.cut(manner.cuts);
  },
  end: (kind) => {
    camera.heal();
    wire.heal();
    if (spoils.includes(kind)) wire.cut('rst');
  },
});
