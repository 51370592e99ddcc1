/** Every kind of live source, each from a real sender: seen, recorded and accounted for. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Source } from '../../../ingest/domain/stream.ts';
import type { CameraFaults } from '../../support/camera-faults.ts';
import { expectTiled } from '../../support/coverage-invariant.ts';
import { startHlsServer } from '../../support/hls-server.ts';
import { type ClipOptions, makeClip, probeMedia } from '../../support/media.ts';
import {
  sendHttp,
  sendRtmp,
  sendSrt,
  sendUdp,
  serveMjpeg,
  wrapInTls,
} from '../../support/media-senders.ts';
import { type RecordingRig, startRig } from '../../support/recording-rig.ts';
import { startRtspServer } from '../../support/rtsp-server.ts';
import { waitFor } from '../../support/wait-for.ts';

const framesPerSecond = 25;
const small = { seconds: 8, framesPerSecond, width: 160, height: 90 } as const;

interface SourceKind {
  readonly name: string;
  readonly begin: (clip: string) => Promise<string>;
  readonly clip?: Partial<ClipOptions>;
  readonly source?: Partial<Source>;
  /** Of the segments. */
  readonly codec: string;
  /** That the sender's sound is in the segments; false where it sends none. */
  readonly hasAudio: boolean;
}

const inTs = { extension: 'ts', audio: true } as const;

const kinds: readonly SourceKind[] = [
  { name: 'RTSP over UDP', begin: rtsp(['udp', 'tcp']), source: { transport: 'udp' }, ...h264() },
  { name: 'RTSP of a camera that refuses TCP', begin: rtsp(['udp']), ...h264() },
  { name: 'RTSP with sound', begin: rtsp(['tcp'], 'both'), ...h264(true) },
  { name: 'RTSP over TLS', begin: rtspOverTls, ...h264() },
  { name: 'RTMP', begin: sendRtmp, clip: { audio: true, extension: 'flv' }, ...h264(true) },
  { name: 'SRT', begin: sendSrt, clip: inTs, ...h264(true) },
  { name: 'MPEG-TS over UDP', begin: sendUdp, clip: inTs, ...h264(true) },
  { name: 'MPEG-TS over HTTP', begin: sendHttp, clip: inTs, ...h264(true) },
  {
    name: 'HEVC over UDP',
    begin: sendUdp,
    clip: { ...inTs, codec: 'libx265', output: ['-x265-params', 'log-level=none'] },
    codec: 'hevc',
    hasAudio: true,
  },
  {
    name: 'MPEG-2 over SRT',
    begin: sendSrt,
    clip: { ...inTs, codec: 'mpeg2video', output: ['-c:a', 'mp2'] },
    codec: 'mpeg2video',
    hasAudio: true,
  },
  { name: 'HLS with sound', begin: hls, clip: { audio: true }, ...h264(true) },
  {
    name: 'MJPEG over HTTP',
    begin: (clip) => serveMjpeg(clip, 20),
    codec: 'mjpeg',
    hasAudio: false,
  },
];

/** What became of a kind of source. */
interface Outcome {
  readonly name: string;
  readonly codecs: readonly string[];
  readonly hasAudio: boolean;
  /** There is a window with a frame for every slot of the grid, but for one at its edge. */
  readonly isSampled: boolean;
  readonly startsAtKeys: boolean;
}

/** Many at once are slow to open on a small machine. */
const patience = { openTimeoutMs: 60_000, firstFrameTimeoutMs: 60_000, stallTimeoutMs: 60_000 };

describe('live sources, watched at once', () => {
  it.each([
    ['RTSP', kinds.slice(0, 4)],
    ['RTMP, SRT, UDP and HTTP', kinds.slice(4, 8)],
    ['other codecs, playlists and MJPEG', kinds.slice(8)],
  ])('%s: are seen, recorded with their sound, and accounted for', async (_, some) => {
    const rig = await startRig({ chunkMs: 1_000, segmentMs: 1_000, ...patience });
    await Promise.all(some.map((kind, n) => watch(rig, `cam-${n}`, kind)));
    const isWatched = () => some.every((_, n) => rig.store.chunks(`cam-${n}`).length >= 3);
    await waitFor(isWatched, { timeoutMs: 90_000 }).catch(() => {});
    await rig.stop();
    const outcomes = await Promise.all(some.map(({ name }, n) => outcomeOf(rig, `cam-${n}`, name)));
    expect(outcomes).toEqual(some.map(expected));
    for (const n of some.keys()) await expectTiled(rig.store, `cam-${n}`);
  });
});

async function watch(rig: RecordingRig, id: string, kind: SourceKind): Promise<void> {
  const clip = await makeClip({ ...small, ...kind.clip });
  const source = { url: await kind.begin(clip), pace: 'live', ...kind.source } as const;
  await rig.ingest.add({ id, name: kind.name, source });
}

const expected = ({ name, codec, hasAudio }: SourceKind): Outcome => ({
  name,
  codecs: [codec],
  hasAudio,
  isSampled: true,
  startsAtKeys: true,
});

async function outcomeOf(rig: RecordingRig, id: string, name: string): Promise<Outcome> {
  const segments = rig.store.segments.filter(({ streamId }) => streamId === id);
  const files = segments.map((segment) => rig.segments.pathOf(segment));
  const probed = await Promise.all(files.map(probeMedia));
  return {
    name,
    codecs: [...new Set(probed.map((media) => media.codec))],
    hasAudio: probed.some((media) => media.hasAudio),
    isSampled: rig.store.chunks(id).some(({ frames }) => frames.length >= 3),
    startsAtKeys: probed.every((media) => media.firstIsKey),
  };
}

function h264(hasAudio = false) {
  return { codec: 'h264', hasAudio };
}

function rtsp(
  transports: readonly ('tcp' | 'udp')[],
  tracks: 'video' | 'both' = 'video',
  faults: CameraFaults = {},
) {
  return async (clip: string): Promise<string> => {
    const camera = await startRtspServer({
      clip,
      framesPerSecond,
      faults: { transports, tracks, ...faults },
    });
    onTestFinished(() => camera.close());
    return camera.url;
  };
}

async function rtspOverTls(clip: string): Promise<string> {
  // What it would say of its address is not where it is found.
  const inner = URL.parse(await rtsp(['tcp'], 'video', { contentBase: '' })(clip))!;
  return `rtsps://127.0.0.1:${await wrapInTls(Number(inner.port))}${inner.pathname}`;
}

async function hls(clip: string): Promise<string> {
  const server = await startHlsServer(clip);
  onTestFinished(() => server.close());
  return server.url;
}
