/** Alerts, and what changed of them since a client last looked. */
import { z } from 'zod';
import type { QueryApi } from '../../../query/contract.ts';
import type { Alert } from '../../../query/domain/standing-question.ts';
import type { AlertJournal } from '../../alert-journal.ts';
import { type AlertPage, alertPageSchema } from '../../views.ts';
import { defineRoute, limitParameter, type Route } from '../route.ts';

interface AlertFilter {
  readonly question?: string | undefined;
  readonly stream?: string | undefined;
  readonly limit: number;
}

export const alertRoutes = (query: QueryApi, journal: AlertJournal): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/alerts',
    summary: 'Alerts; with `since`, only those that changed after an earlier reply or push',
    query: z.object({
      question: z.string().optional().describe('Id of a standing question'),
      stream: z.string().optional(),
      since: z.string().max(80).optional().describe('A cursor of this server'),
      limit: limitParameter.default(100),
    }),
    success: { status: 200, description: 'The alerts', content: alertPageSchema },
    handle: ({ query: { since, ...filter } }) => alertPage(query, journal, filter, since),
  }),
];

async function alertPage(
  query: QueryApi,
  journal: AlertJournal,
  filter: AlertFilter,
  since: string | undefined,
): Promise<AlertPage> {
  // The cursor is read before the alerts, so that a change in between is told twice, not never.
  const { cursor } = journal;
  const missed = since === undefined ? undefined : journal.since(since);
  if (missed) {
    return { alerts: missed.filter((alert) => matches(alert, filter)), cursor, isComplete: false };
  }
  const alerts = await query.alerts({
    limit: filter.limit,
    ...(filter.question ? { questionId: filter.question } : {}),
    ...(filter.stream ? { streamId: filter.stream } : {}),
  });
  return { alerts, cursor, isComplete: true };
}

const matches = (alert: Alert, filter: AlertFilter): boolean =>
  (filter.question === undefined || alert.questionId === filter.question) &&
  (filter.stream === undefined || alert.streamId === filter.stream);
