/** Questions that are evaluated on every new chunk. */
import { z } from 'zod';
import type { QueryApi } from '../../../query/contract.ts';
import { standingQuestionViewSchema } from '../../../query/domain/judgement.ts';
import {
  newStandingQuestionSchema,
  standingQuestionSchema,
} from '../../../query/domain/standing-question.ts';
import { defineRoute, idParams, type Route } from '../route.ts';

export const standingQuestionRoutes = (query: QueryApi): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/standing-questions',
    summary: 'All standing questions, with how many of their alerts were judged right',
    success: {
      status: 200,
      description: 'The standing questions',
      content: z.array(standingQuestionViewSchema),
    },
    handle: () => query.standingQuestions(),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/standing-questions',
    summary: 'Register a question to be told when its answer becomes yes',
    body: newStandingQuestionSchema,
    success: {
      status: 201,
      description: 'How it was understood, and what it costs',
      content: standingQuestionSchema,
    },
    handle: ({ body }) => query.watch(body),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/standing-questions/:id',
    summary: 'Remove a standing question',
    params: idParams,
    success: { status: 204, description: 'It is gone' },
    handle: ({ params }) => query.unwatch(params.id),
  }),
];
