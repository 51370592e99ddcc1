/**
 * An MPEG transport stream of very many programs (ISO 13818-1), each with a track of its own that
 * begins with the pictures of a clip.
 */
const packetBytes = 188;
/** FFmpeg's muxer gives the first stream of a clip this number. */
const clipPid = 0x100;
const [firstMapPid, firstTrackPid, packetMark] = [0x200, 0x1000, 0x47];
/** As many as fit into one section. */
const programsInSection = 250;
const h264 = 0x1b;

/** The first program holds the whole clip (MPEG-TS, H.264); the others its first picture. */
export function manyPrograms(clip: Buffer, count: number): Buffer {
  const track = packetsOf(clip).filter((packet) => pidOf(packet) === clipPid);
  const second = track.findIndex((packet, n) => n > 0 && begins(packet));
  const first = track.slice(
    0,
    track.findIndex((packet, n) => n > second && begins(packet)),
  );
  const programs = Array.from({ length: count }, (_, n) => n);
  return Buffer.concat([
    ...programTable(programs),
    ...programs.flatMap(programMap),
    ...programs.slice(1).flatMap((n) => first.map((packet) => withPid(packet, firstTrackPid + n))),
    ...track.map((packet) => withPid(packet, firstTrackPid)),
  ]);
}

const packetsOf = (ts: Buffer): Buffer[] =>
  Array.from({ length: Math.floor(ts.length / packetBytes) }, (_, n) =>
    ts.subarray(n * packetBytes, (n + 1) * packetBytes),
  );

const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff;
const begins = (packet: Buffer): boolean => (packet[1]! & 0x40) !== 0;

function withPid(packet: Buffer, pid: number): Buffer {
  const copy = Buffer.from(packet);
  copy.writeUInt16BE((packet.readUInt16BE(1) & 0xe000) | pid, 1);
  return copy;
}

function programTable(programs: readonly number[]): Buffer[] {
  const last = Math.ceil(programs.length / programsInSection) - 1;
  return Array.from({ length: last + 1 }, (_, number) => {
    const some = programs.slice(number * programsInSection, (number + 1) * programsInSection);
    const entries = some.map((n) => words(n + 1, 0xe000 | (firstMapPid + n)));
    return packed(0, section(0, 1, Buffer.concat(entries), number, last));
  }).flat();
}

function programMap(n: number): Buffer[] {
  const pid = 0xe000 | (firstTrackPid + n);
  const body = Buffer.concat([words(pid, 0xf000), Buffer.from([h264]), words(pid, 0xf000)]);
  return packed(firstMapPid + n, section(2, n + 1, body, 0, 0));
}

function section(table: number, id: number, body: Buffer, number: number, last: number): Buffer {
  const head = Buffer.from([table, 0, 0, 0, 0, 0xc1, number, last]);
  head.writeUInt16BE(0xb000 | (body.length + 9), 1);
  head.writeUInt16BE(id, 3);
  const checked = Buffer.concat([head, body]);
  return Buffer.concat([checked, checksum(checked)]);
}

/** In packets of its own. */
function packed(pid: number, bytes: Buffer): Buffer[] {
  const payload = Buffer.concat([Buffer.alloc(1), bytes]);
  return Array.from({ length: Math.ceil(payload.length / 184) }, (_, n) => {
    const packet = Buffer.alloc(packetBytes, 0xff);
    packet.writeUInt8(packetMark, 0);
    packet.writeUInt16BE((n === 0 ? 0x4000 : 0) | pid, 1);
    packet.writeUInt8(0x10 | (n & 15), 3);
    payload.copy(packet, 4, n * 184, (n + 1) * 184);
    return packet;
  });
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length);
  for (const [n, value] of values.entries()) buffer.writeUInt16BE(value, 2 * n);
  return buffer;
}

/** CRC-32/MPEG-2. */
function checksum(bytes: Buffer): Buffer {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x80000000 ? 0x04c11db7 : 0);
  }
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(crc >>> 0);
  return buffer;
}
