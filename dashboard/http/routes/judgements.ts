/** Right or wrong on answers and alerts, and the cases that come of it. */
import { z } from 'zod';
import type { QueryApi } from '../../../query/contract.ts';
import {
  type CaseFilter,
  caseSchema,
  newJudgementSchema,
  type Subject,
} from '../../../query/domain/judgement.ts';
import { defineRoute, idParams, limitParameter, listParameter, type Route } from '../route.ts';

const maxExported = 10_000;

const caseQuery = z.object({
  id: listParameter
    .pipe(z.array(z.string()).max(1000))
    .optional()
    .describe('`answer:<id>` or `alert:<id>`; default: all'),
  type: z.enum(['answer', 'alert']).optional(),
  question: z.string().optional().describe('Id of a standing question'),
  right: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  limit: limitParameter.default(100),
});

const exportQuery = caseQuery.extend({
  limit: z.coerce.number().int().min(1).max(maxExported).default(maxExported),
});

const filterOf = ({ id, type, question, right, limit }: z.infer<typeof caseQuery>): CaseFilter => ({
  limit,
  ...(id && { ids: id }),
  ...(type && { type }),
  ...(question && { questionId: question }),
  ...(right !== undefined && { isRight: right }),
});

export const judgementRoutes = (query: QueryApi): Route[] => [
  ...subjectRoutes(query, 'answer', '/api/answers/:id/judgement'),
  ...subjectRoutes(query, 'alert', '/api/alerts/:id/judgement'),
  defineRoute({
    method: 'GET',
    path: '/api/cases',
    summary: 'Judged answers and alerts with what was said, the newest judgement first',
    query: caseQuery,
    success: { status: 200, description: 'The cases', content: z.array(caseSchema) },
    handle: (input) => query.cases(filterOf(input.query)),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/cases.jsonl',
    summary: 'The same as JSON Lines, to keep or to run elsewhere',
    query: exportQuery,
    success: { status: 200, description: 'One case a line', content: 'application/jsonl' },
    handle: async (input, { reply }) => {
      const cases = await query.cases(filterOf(input.query));
      const lines = cases.map((one) => `${JSON.stringify(one)}\n`).join('');
      return reply.type('application/jsonl').send(lines);
    },
  }),
];

const subjectRoutes = (query: QueryApi, type: Subject['type'], path: string): Route[] => [
  defineRoute({
    method: 'POST',
    path,
    summary: `Say whether the ${type} is right, in place of what was said before`,
    params: idParams,
    body: newJudgementSchema,
    success: { status: 200, description: 'The case it became', content: caseSchema },
    handle: ({ params, body }) => query.judge({ type, id: params.id }, body),
  }),
  defineRoute({
    method: 'DELETE',
    path,
    summary: `Take back what was said of the ${type}`,
    params: idParams,
    success: { status: 204, description: 'It counts as not judged' },
    handle: ({ params }) => query.withdraw({ type, id: params.id }),
  }),
];
