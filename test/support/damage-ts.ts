/** Damages the video of MPEG-TS files in place, the same way each time. The container stays whole. */

const packetBytes = 188;
/** FFmpeg's muxer gives the first stream this number. */
const videoPid = 0x100;

/** Flips each bit of the coded pictures with this probability; packets that begin one are spared. */
export function flipBits(ts: Buffer, probability: number): void {
  const random = randomNumbers(20_261_130);
  for (const payload of videoPayloads(ts)) {
    if (payload.begins) continue;
    for (let at = payload.from; at < payload.to; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        if (random() < probability) ts[at] = ts[at]! ^ (1 << bit);
      }
    }
  }
}

/** Overwrites the parameter sets (VPS, SPS, PPS) of the first `most` key frames of HEVC. */
export function breakHevcParameterSets(ts: Buffer, most: number): number {
  let broken = 0;
  for (const { from, to } of videoPayloads(ts)) {
    for (let at = from; at + 8 < to; at += 1) {
      if (ts[at] !== 0 || ts[at + 1] !== 0 || ts[at + 2] !== 1) continue;
      const type = (ts[at + 3]! >> 1) & 0x3f;
      if (type < 32 || type > 34 || broken >= 3 * most) continue;
      ts.fill(0xa5, at + 5, at + 8);
      broken += 1;
    }
  }
  return broken;
}

interface Payload {
  readonly from: number;
  readonly to: number;
  /** A picture begins in it. */
  readonly begins: boolean;
}

function videoPayloads(ts: Buffer): Payload[] {
  const payloads: Payload[] = [];
  for (let at = 0; at + packetBytes <= ts.length; at += packetBytes) {
    const head = ts.readUInt16BE(at + 1);
    if ((head & 0x1fff) !== videoPid) continue;
    const hasAdaptation = (ts[at + 3]! & 0x20) !== 0;
    const from = at + 4 + (hasAdaptation ? 1 + ts[at + 4]! : 0);
    payloads.push({ from, to: at + packetBytes, begins: (head & 0x4000) !== 0 });
  }
  return payloads;
}

/** A linear congruential generator, 0..1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
