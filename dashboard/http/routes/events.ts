/** What happened, in words. */
import { z } from 'zod';
import type { QueryApi } from '../../../query/contract.ts';
import { eventLevelSchema, eventSchema, synopsisSchema } from '../../views.ts';
import {
  defineRoute,
  instantParameter,
  limitParameter,
  listParameter,
  type Route,
} from '../route.ts';

const levelsParameter = listParameter.pipe(z.array(eventLevelSchema));

const eventQuerySchema = z
  .object({
    stream: listParameter.optional().describe('Default: all streams'),
    start: instantParameter.optional(),
    end: instantParameter.optional(),
    level: levelsParameter.optional().describe('short, medium or long; default: all'),
    about: z.string().trim().min(1).max(500).optional().describe('Only what is near in meaning'),
    limit: limitParameter.default(100),
  })
  .refine(({ start, end }) => (start === undefined) === (end === undefined), {
    error: 'start and end come together',
    path: ['start'],
  });

export const eventRoutes = (query: QueryApi): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/events',
    summary: 'What happened; with `about`, what is nearest in meaning to the words',
    query: eventQuerySchema,
    success: { status: 200, description: 'The events', content: z.array(eventSchema) },
    handle: ({ query: { stream, start, end, level, about, limit } }) =>
      query.events({
        limit,
        ...(stream ? { streamIds: stream } : {}),
        ...(start !== undefined && end !== undefined ? { range: { start, end } } : {}),
        ...(level ? { levels: level } : {}),
        ...(about ? { about } : {}),
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/synopsis/:stream',
    summary: 'The story of a stream so far',
    params: z.object({ stream: z.string().min(1).max(64) }),
    success: {
      status: 200,
      description: 'The synopsis, or null while there is none',
      content: synopsisSchema.nullable(),
    },
    handle: async ({ params }) => (await query.synopsis(params.stream)) ?? null,
  }),
];
