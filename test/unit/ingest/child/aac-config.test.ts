/** Headers by ISO/IEC 14496-3, 1.A.2.2.1, configurations by 1.6.2.1. */
import { expect, it } from 'vitest';
import { aacConfigOf, adtsHeaderBytes } from '../../../../ingest/child/aac-config.ts';

it.each([
  ['LC of 48 kHz, stereo', 'fff14c80100ffc', '1190'],
  ['LC of 44.1 kHz, mono', 'fff15040100ffc', '1208'],
  ['LC of 24 kHz, stereo, with a checksum', 'fff058801b7ffc1234', '1310'],
  ['LC of 48 kHz, six channels', 'fff14d80100ffc', '11b0'],
  ['Main of 8 kHz, mono', 'fff12c40100ffc', '0d88'],
  ['MPEG-2', 'fff94c80100ffc', '1190'],
])('%s', (_, header, config) => {
  expect(aacConfigOf(Buffer.from(header, 'hex'))?.toString('hex')).toBe(config);
});

it.each([
  ['an empty packet', ''],
  ['a header cut short', 'fff14c80100f'],
  ['a packet without a header', '211004608c1c00'],
  ['MP3, whose packets begin alike', 'fffb90c4000000'],
  ['a sample rate that is none', 'fff1748010f0fc'],
  ['channels that are told in the sound', 'fff14c00100ffc'],
  ['two frames in one packet', 'fff14c80100ffd'],
])('nothing is known by %s', (_, packet) => {
  expect(aacConfigOf(Buffer.from(packet, 'hex'))).toBeUndefined();
});

it.each([
  ['a header', 'fff14c80100ffc2110', 7],
  ['a header with a checksum', 'fff04c80100ffc12342110', 9],
  ['no header', '211004608c1c0000', 0],
])('%s is known for its length', (_, packet, bytes) => {
  expect(adtsHeaderBytes(Buffer.from(packet, 'hex'))).toBe(bytes);
});
