/** Asking, and reading an answer again. */
import { z } from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import type { QueryApi } from '../../../query/contract.ts';
import { answerSchema } from '../../../query/domain/answer.ts';
import { questionSchema } from '../../../query/domain/question.ts';
import { defineRoute, idParams, type Route } from '../route.ts';

export const questionRoutes = (query: QueryApi): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/questions',
    summary: 'Ask a question of the recorded and the live video',
    body: questionSchema,
    success: { status: 200, description: 'The answer', content: answerSchema },
    handle: ({ body }, { signal }) => query.ask(body, signal),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/answers/:id',
    summary: 'Read an answer again',
    params: z.object({ id: idParams.shape.id }),
    success: { status: 200, description: 'The answer', content: answerSchema },
    handle: async ({ params }) => {
      const answer = await query.answer(params.id);
      if (!answer) throw new AppError('NOT_FOUND', `there is no answer '${params.id}'`);
      return answer;
    },
  }),
];
