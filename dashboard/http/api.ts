/** All routes, and the document that describes them. */
import { z } from 'zod';
import { answerSchema, evidenceSchema, factSchema } from '../../query/domain/answer.ts';
import { clipSchema } from '../../query/domain/clip.ts';
import { coverageSchema } from '../../query/domain/coverage.ts';
import {
  caseSchema,
  newJudgementSchema,
  standingQuestionViewSchema,
} from '../../query/domain/judgement.ts';
import { questionSchema } from '../../query/domain/question.ts';
import {
  alertSchema,
  newStandingQuestionSchema,
  standingQuestionSchema,
} from '../../query/domain/standing-question.ts';
import type { AlertJournal } from '../alert-journal.ts';
import { newStreamSchema } from '../ports.ts';
import { eventSchema, streamViewSchema, synopsisSchema, trajectorySchema } from '../views.ts';
import { openApiDocument } from './openapi.ts';
import { defineRoute, type Route } from './route.ts';
import { alertRoutes } from './routes/alerts.ts';
import { clipRoutes } from './routes/clips.ts';
import { eventRoutes } from './routes/events.ts';
import { judgementRoutes } from './routes/judgements.ts';
import { type PlaybackRouteDeps, playbackRoutes } from './routes/playback.ts';
import { questionRoutes } from './routes/questions.ts';
import { standingQuestionRoutes } from './routes/standing-questions.ts';
import { type StreamRouteDeps, streamRoutes } from './routes/streams.ts';
import { type SystemRouteDeps, systemRoutes } from './routes/system.ts';
import { trajectoryRoutes } from './routes/trajectories.ts';

export interface ApiDeps extends StreamRouteDeps, PlaybackRouteDeps, SystemRouteDeps {
  readonly journal: AlertJournal;
}

export function apiRoutes(deps: ApiDeps): Route[] {
  const routes: Route[] = [
    ...questionRoutes(deps.query),
    ...streamRoutes(deps),
    ...playbackRoutes(deps),
    ...trajectoryRoutes(deps.query),
    ...eventRoutes(deps.query),
    ...clipRoutes(deps.query),
    ...standingQuestionRoutes(deps.query),
    ...alertRoutes(deps.query, deps.journal),
    ...judgementRoutes(deps.query),
    ...systemRoutes(deps),
  ];
  routes.push(documentRoute(routes, deps.system().version));
  return routes;
}

function documentRoute(routes: readonly Route[], version: string): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    success: {
      status: 200,
      description: 'OpenAPI 3.1',
      content: z.record(z.string(), z.unknown()),
    },
    handle: async () => openApiDocument(routes, { version, named: namedSchemas }),
  });
}

const namedSchemas = {
  Question: questionSchema,
  Answer: answerSchema,
  Evidence: evidenceSchema,
  Fact: factSchema,
  Coverage: coverageSchema,
  Clip: clipSchema,
  NewStream: newStreamSchema,
  Stream: streamViewSchema,
  Trajectory: trajectorySchema,
  Event: eventSchema,
  Synopsis: synopsisSchema,
  NewStandingQuestion: newStandingQuestionSchema,
  StandingQuestion: standingQuestionSchema,
  Alert: alertSchema,
  StandingQuestionView: standingQuestionViewSchema,
  NewJudgement: newJudgementSchema,
  Case: caseSchema,
};
