/** Clips by id. The path of the file comes from query alone, never from the client. */
import { z } from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import type { QueryApi } from '../../../query/contract.ts';
import { clipIdOf, clipSchema, parseClipId } from '../../../query/domain/clip.ts';
import { defineRoute, instantParameter, type Route } from '../route.ts';
import { sendFile } from '../send-file.ts';

/** Longer media is watched part by part. */
const maxClipMs = 10 * 60_000;

const clipParams = z.object({
  id: z.string().max(120).describe('`<stream>_<start>_<end>`'),
});

const momentQuery = z
  .object({ stream: z.string().min(1).max(64), start: instantParameter, end: instantParameter })
  .refine(({ start, end }) => start < end && end - start <= maxClipMs, {
    error: `start must come before end, by at most ${maxClipMs} ms`,
    path: ['start'],
  });

export const clipRoutes = (query: QueryApi): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/clips',
    summary: 'The clip of a moment; cuts it when it is not there yet',
    query: momentQuery,
    success: { status: 200, description: 'The clip', content: clipSchema },
    handle: async ({ query: { stream, ...range } }) =>
      (await findClip(query, clipIdOf(stream, range))).clip,
  }),
  defineRoute({
    method: 'GET',
    path: '/api/clips/:id',
    summary: 'What a clip holds; cuts it when it is not there yet',
    params: clipParams,
    success: { status: 200, description: 'The clip', content: clipSchema },
    handle: async ({ params }) => (await findClip(query, params.id)).clip,
  }),
  defineRoute({
    method: 'GET',
    path: '/api/clips/:id/video.mp4',
    summary: 'The video of a clip; takes byte ranges',
    params: clipParams,
    success: {
      status: 200,
      description: 'The video, or the bytes asked for',
      content: 'video/mp4',
    },
    handle: async ({ params }, { request, reply }) => {
      const { path } = await findClip(query, params.id);
      return sendFile(request, reply, { path, type: 'video/mp4' });
    },
  }),
];

async function findClip(query: QueryApi, id: string): ReturnType<QueryApi['clip']> {
  if (!parseClipId(id)) throw new AppError('NOT_FOUND', `'${id}' is not the id of a clip`);
  return query.clip(id);
}
