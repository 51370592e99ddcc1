/** Settings in the words of those that are set. */
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';

export const aggregationOf = ({ aggregation }: Config) => ({
  assignment: aggregation.assignment,
  dtMaxMs: aggregation.dtMaxSeconds * 1000,
  tauConf: aggregation.tauConf,
});

export const ingestOptionsOf = ({ ingest, sources }: Config) => ({
  allowAddresses: sources.allowAddresses,
  verifyCertificates: sources.verifyCertificates,
  caFile: sources.caFile && resolve(sources.caFile),
  chunkMs: ingest.chunkSeconds * 1000,
  framesPerSecond: ingest.framesPerSecond,
  longSide: ingest.longSide,
  frameLifeMs: ingest.frameLifeMinutes * 60_000,
  decode: ingest.decode,
  hardware: ingest.hardware,
});

export const retentionOf = ({ retention, streams }: Config) => ({
  rules: {
    eachStream: {
      maxAgeMs: retention.days * 86_400_000,
      maxBytes: bytesOf(retention.gigabytesPerStream),
    },
    streams: Object.fromEntries(
      streams.map(({ id, retention: own }) => [
        id,
        {
          ...(own?.days && { maxAgeMs: own.days * 86_400_000 }),
          ...(own?.gigabytes && { maxBytes: bytesOf(own.gigabytes) }),
        },
      ]),
    ),
    maxBytes: bytesOf(retention.gigabytes),
    keepFreeBytes: retention.keepFreeGigabytes * 1e9,
  },
  disk: {
    // Nearer to the floor than what is kept free: something else fills the disk, or all is pinned.
    lowBytes: ((retention.keepFreeGigabytes + retention.stopBelowGigabytes) / 2) * 1e9,
    floorBytes: retention.stopBelowGigabytes * 1e9,
  },
});

const bytesOf = (gigabytes: number | undefined): number | undefined =>
  gigabytes === undefined ? undefined : gigabytes * 1e9;

export const evaluationDirOf = ({ data }: Config): string => join(resolve(data), 'eval');

export const modelsDirOf = ({ data, detector }: Config): string =>
  resolve(detector.modelsDir ?? join(data, 'models'));
