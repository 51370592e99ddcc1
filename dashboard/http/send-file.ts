/** Sends a file whose path the program chose itself, whole or in part. Never takes a path from a client. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseByteRange } from './byte-range.ts';

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { path: string; type: string },
): Promise<FastifyReply> {
  const { size } = await stat(file.path);
  const range = parseByteRange(request.headers.range, size);
  reply.header('accept-ranges', 'bytes').type(file.type);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  if (range === 'whole') {
    return reply.header('content-length', size).send(createReadStream(file.path));
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(createReadStream(file.path, { start: range.start, end: range.end }));
}
