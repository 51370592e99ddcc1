/** What AAC in ADTS says of itself in every packet, and MP4 wants to know once. Pure. */

const headerBytes = 7;
const checksumBytes = 2;
/** Of the thirteen sample rates. */
const highestRateIndex = 12;

/** Bytes of the ADTS header that a packet begins with, ISO/IEC 14496-3, 1.A.2.2; 0 without one. */
export function adtsHeaderBytes(packet: Uint8Array): number {
  const [sync = 0, kind = 0] = packet;
  if (packet.length < headerBytes || sync !== 0xff || (kind & 0xf6) !== 0xf0) return 0;
  return kind & 1 ? headerBytes : headerBytes + checksumBytes;
}

/**
 * AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) from the ADTS header of a packet. Undefined without
 * one, where it leaves the channels to be told in the sound, and where the packet holds several
 * frames, which MP4 keeps apart.
 */
export function aacConfigOf(packet: Uint8Array): Buffer | undefined {
  if (adtsHeaderBytes(packet) === 0) return undefined;
  const [kind, layout, frames] = [packet[2]!, packet[3]!, packet[6]! & 3];
  const objectType = (kind >> 6) + 1;
  const rateIndex = (kind >> 2) & 0xf;
  const channels = ((kind & 1) << 2) | (layout >> 6);
  if (rateIndex > highestRateIndex || channels === 0 || frames > 0) return undefined;
  const bits = (objectType << 11) | (rateIndex << 7) | (channels << 3);
  return Buffer.from([bits >> 8, bits & 0xff]);
}
