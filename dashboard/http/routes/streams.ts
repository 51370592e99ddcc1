/** The set of streams, and the newest picture of each. */
import { z } from 'zod';
import type { FrameReader } from '../../../ingest/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { QueryApi } from '../../../query/contract.ts';
import { newStreamSchema, type StreamControl } from '../../ports.ts';
import { streamViewSchema } from '../../views.ts';
import { defineRoute, type Exchange, idParams, instantParameter, type Route } from '../route.ts';

export interface StreamRouteDeps {
  readonly query: QueryApi;
  readonly streams: StreamControl;
  readonly frames: FrameReader;
}

export const streamRoutes = (deps: StreamRouteDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/streams',
    summary: 'All streams with their state',
    success: { status: 200, description: 'The streams', content: z.array(streamViewSchema) },
    handle: () => deps.query.streams(),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/streams',
    summary: 'Add a stream',
    body: newStreamSchema,
    success: {
      status: 201,
      description: 'Its id; the state says later whether it could be opened',
      content: z.object({ id: z.string() }),
    },
    handle: ({ body }) => deps.streams.add(body),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/streams/:id',
    summary: 'Stop a stream and forget it',
    params: idParams,
    success: { status: 204, description: 'It is gone' },
    handle: ({ params }) => deps.streams.remove(params.id),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/streams/:id/frame.jpg',
    summary: 'The newest picture of a stream; 204 when there is none newer than `after`',
    params: idParams,
    query: z.object({
      after: instantParameter
        .optional()
        .describe('Instant of the picture one has, from the `x-frame-at` header; 0 for any'),
    }),
    success: { status: 200, description: 'The picture', content: 'image/jpeg' },
    handle: ({ params, query }, exchange) =>
      sendNewestFrame(deps.frames, params.id, query.after, exchange),
  }),
];

async function sendNewestFrame(
  frames: FrameReader,
  streamId: string,
  after: number | undefined,
  { reply }: Exchange,
): Promise<unknown> {
  const newest = await frames.newest(streamId);
  if (after === undefined && !newest) {
    throw new AppError('NOT_FOUND', `stream '${streamId}' has no picture yet`);
  }
  if (!newest || (after !== undefined && newest.frame.at <= after)) return reply.code(204).send();
  return reply
    .header('x-frame-at', newest.frame.at)
    .type('image/jpeg')
    .send(Buffer.from(newest.jpeg));
}
