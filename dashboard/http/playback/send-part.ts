/** Sends a part of a file with some bytes replaced, whole or the bytes that the client asks for. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseByteRange } from '../byte-range.ts';
import type { FilePart, Patch } from './fragments.ts';

export function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { path: string; part: FilePart; type: string },
): FastifyReply {
  const { path, part, type } = file;
  const size = part.end - part.start;
  const range = parseByteRange(request.headers.range, size);
  reply.header('accept-ranges', 'bytes').type(type);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  const bytes = patched(path, part.start + start, part.start + end, part.patches);
  return reply.header('content-length', end - start + 1).send(Readable.from(bytes));
}

/** Positions in the file, both inclusive. */
async function* patched(path: string, start: number, end: number, patches: readonly Patch[]) {
  let at = start;
  for await (const chunk of createReadStream(path, { start, end }) as AsyncIterable<Buffer>) {
    for (const patch of patches) overlay(chunk, at, patch);
    at += chunk.length;
    yield chunk;
  }
}

/** Writes the bytes of the patch that fall into the chunk, which begins at `chunkAt`. */
export function overlay(chunk: Buffer, chunkAt: number, { at, bytes }: Patch): void {
  const from = Math.max(at, chunkAt);
  const to = Math.min(at + bytes.length, chunkAt + chunk.length);
  if (from < to) bytes.copy(chunk, from - chunkAt, from - at, to - at);
}
