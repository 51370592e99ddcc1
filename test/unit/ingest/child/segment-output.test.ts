/** Which sound is encoded before it is recorded. */
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_ALAC,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_FLAC,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PCM_MULAW,
} from 'node-av/constants';
import { CodecParameters } from 'node-av/lib';
import { expect, it, onTestFinished } from 'vitest';
import { needsOtherSound } from '../../../../ingest/child/segment-output.ts';

interface Row {
  readonly name: string;
  readonly id: CodecParameters['codecId'];
  readonly configBytes?: number;
  readonly rate?: number;
  readonly isEncoded: boolean;
}

const rows: readonly Row[] = [
  { name: 'AAC', id: AV_CODEC_ID_AAC, configBytes: 2, isEncoded: false },
  { name: 'AAC', id: AV_CODEC_ID_AAC, isEncoded: true },
  { name: 'AC-3', id: AV_CODEC_ID_AC3, isEncoded: true },
  { name: 'E-AC-3', id: AV_CODEC_ID_EAC3, isEncoded: true },
  { name: 'Opus', id: AV_CODEC_ID_OPUS, configBytes: 19, isEncoded: false },
  { name: 'Opus', id: AV_CODEC_ID_OPUS, isEncoded: true },
  { name: 'FLAC', id: AV_CODEC_ID_FLAC, configBytes: 34, isEncoded: false },
  { name: 'FLAC', id: AV_CODEC_ID_FLAC, isEncoded: true },
  { name: 'ALAC', id: AV_CODEC_ID_ALAC, configBytes: 36, isEncoded: false },
  { name: 'ALAC', id: AV_CODEC_ID_ALAC, isEncoded: true },
  { name: 'MP3', id: AV_CODEC_ID_MP3, rate: 16_000, isEncoded: false },
  { name: 'MP3', id: AV_CODEC_ID_MP3, rate: 12_000, isEncoded: true },
  { name: 'MP2', id: AV_CODEC_ID_MP2, isEncoded: true },
  { name: 'G.711', id: AV_CODEC_ID_PCM_MULAW, rate: 8_000, isEncoded: true },
];

it.each(rows)('$name of $rate Hz with $configBytes bytes of configuration', (row) => {
  const { id, configBytes, rate = 48_000, isEncoded } = row;
  const codecpar = new CodecParameters();
  codecpar.alloc();
  onTestFinished(() => codecpar.free());
  codecpar.codecId = id;
  codecpar.sampleRate = rate;
  if (configBytes !== undefined) codecpar.extradata = Buffer.alloc(configBytes);
  expect(needsOtherSound({ codecpar })).toBe(isEncoded);
});
