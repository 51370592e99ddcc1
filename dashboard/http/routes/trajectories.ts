/** Objects over time, and what of a time range was watched. */
import { z } from 'zod';
import type { QueryApi } from '../../../query/contract.ts';
import {
  coverageToView,
  pathPointSchema,
  streamCoverageSchema,
  trajectorySchema,
} from '../../views.ts';
import {
  defineRoute,
  idParams,
  instantParameter,
  limitParameter,
  listParameter,
  type Route,
} from '../route.ts';

/** Gaps may be many: a longer range is read part by part. */
const maxCoverageMs = 31 * 86_400_000;

const isForward = ({ start, end }: { start: number; end: number }) => start < end;
const forwardRule = { error: 'start must come before end', path: ['start'] };
const rangeShape = { start: instantParameter, end: instantParameter };

export const trajectoryRoutes = (query: QueryApi): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/trajectories',
    summary: 'Objects that were there in a time range, with their states',
    query: z
      .object({
        ...rangeShape,
        stream: listParameter.optional().describe('Default: all streams'),
        kind: listParameter.optional().describe('Default: all kinds'),
        id: listParameter.optional().describe('Only these'),
        limit: limitParameter.default(1000).describe('Keeps those that came last'),
      })
      .refine(isForward, forwardRule),
    success: {
      status: 200,
      description: 'In order of their first sight',
      content: z.array(trajectorySchema),
    },
    handle: ({ query: { start, end, stream, kind, id, limit } }) =>
      query.trajectories({ range: { start, end }, streamIds: stream, kinds: kind, ids: id, limit }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/trajectories/:id/path',
    summary: 'Where an object was, in normalised picture coordinates',
    params: idParams,
    query: z.object(rangeShape).refine(isForward, forwardRule),
    success: { status: 200, description: 'In order of time', content: z.array(pathPointSchema) },
    handle: ({ params, query: range }) => query.path(params.id, range),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/coverage',
    summary: 'What of a time range was watched, and the gaps with their reasons',
    query: z
      .object({ ...rangeShape, stream: listParameter })
      .refine(isForward, forwardRule)
      .refine(({ start, end }) => end - start <= maxCoverageMs, {
        error: `end must come at most ${maxCoverageMs} ms after start`,
        path: ['end'],
      }),
    success: { status: 200, description: 'Per stream', content: z.array(streamCoverageSchema) },
    handle: async ({ query: { start, end, stream } }) =>
      (await query.coverage(stream, { start, end })).map(coverageToView),
  }),
];
