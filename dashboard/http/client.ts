/**
 * QueryApi over REST: what the command line uses when a server already runs on the data folder. It
 * keeps the contract of the real one: what is not there is `undefined` or NOT_FOUND alike.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AppError, type ErrorCode, isAbort } from '../../kernel/errors.ts';
import type { QueryApi } from '../../query/contract.ts';
import type { Clip } from '../../query/domain/clip.ts';
import type { Case, CaseFilter, Subject } from '../../query/domain/judgement.ts';
import {
  type AlertPage,
  type StreamCoverageView,
  type TrajectoryHistory,
  viewToCoverage,
} from '../views.ts';
import type { ErrorBody } from './error-reply.ts';

export interface HttpQueryOptions {
  /** Where clips are downloaded to; default: a folder of the system's temporary folder. */
  readonly clipFolder?: string;
}

/** Keeps request lines far below the 16 kB a server reads. */
const idsPerRequest = 60;

export function httpQueryApi(baseUrl: string, options: HttpQueryOptions = {}): QueryApi {
  const get = <T>(path: string, parameters: QueryParameters = {}) =>
    requestJson<T>(baseUrl, 'GET', path + queryString(parameters));
  const post = <T>(path: string, body: unknown, signal?: AbortSignal) =>
    requestJson<T>(baseUrl, 'POST', path, body, signal);
  const clipFolder = options.clipFolder ?? join(tmpdir(), 'strandline-clips');
  return {
    ask: (question, signal) => post('/api/questions', question, signal),
    answer: (id) => orUndefined(get(`/api/answers/${encodeURIComponent(id)}`)),
    streams: () => get('/api/streams'),
    trajectories: (filter) => trajectoriesInParts(filter, get),
    path: (id, range) => get(`/api/trajectories/${encodeURIComponent(id)}/path`, { ...range }),
    events: ({ streamIds, range, levels, about, limit }) =>
      get('/api/events', { stream: streamIds, ...range, level: levels, about, limit }),
    synopsis: async (streamId) =>
      (await get<ReturnType<QueryApi['synopsis']>>(
        `/api/synopsis/${encodeURIComponent(streamId)}`,
      )) ?? undefined,
    coverage: async (streamIds, range) =>
      streamIds.length === 0
        ? []
        : (await get<StreamCoverageView[]>('/api/coverage', { stream: streamIds, ...range })).map(
            viewToCoverage,
          ),
    clip: async (id) => {
      const clip = await get<Clip>(`/api/clips/${encodeURIComponent(id)}`);
      return { clip, path: await downloadClip(baseUrl, clip.id, clipFolder) };
    },
    watch: (question) => post('/api/standing-questions', question),
    unwatch: (id) =>
      requestJson(baseUrl, 'DELETE', `/api/standing-questions/${encodeURIComponent(id)}`),
    standingQuestions: () => get('/api/standing-questions'),
    alerts: async ({ questionId, streamId, limit }) =>
      (await get<AlertPage>('/api/alerts', { question: questionId, stream: streamId, limit }))
        .alerts,
    judge: (subject, judgement) => post(judgementPath(subject), judgement),
    withdraw: (subject) => requestJson(baseUrl, 'DELETE', judgementPath(subject)),
    cases: (filter) => casesInParts(filter, get),
  };
}

const judgementPath = ({ type, id }: Subject): string =>
  `/api/${type}s/${encodeURIComponent(id)}/judgement`;

async function casesInParts(
  { ids, type, questionId, isRight, limit }: CaseFilter,
  get: <T>(path: string, parameters: QueryParameters) => Promise<T>,
): Promise<Case[]> {
  const parts = ids ? inParts(ids, idsPerRequest) : [undefined];
  const filter = { type, question: questionId, right: isRight?.toString(), limit };
  const found: Case[] = [];
  for (const id of parts) found.push(...(await get<Case[]>('/api/cases', { ...filter, id })));
  return found.sort((a, b) => b.judgedAt - a.judgedAt).slice(0, limit);
}

type TrajectoryFilter = Parameters<QueryApi['trajectories']>[0];

type QueryParameters = Readonly<
  Record<string, string | number | readonly (string | number)[] | undefined>
>;

async function trajectoriesInParts(
  filter: TrajectoryFilter,
  get: <T>(path: string, parameters: QueryParameters) => Promise<T>,
): Promise<TrajectoryHistory[]> {
  const { range, streamIds, kinds, ids, limit } = filter;
  if ([streamIds, kinds, ids].some((list) => list?.length === 0)) return [];
  const parts = ids ? inParts(ids, idsPerRequest) : [undefined];
  const found: TrajectoryHistory[] = [];
  for (const id of parts) {
    const parameters = { ...range, stream: streamIds, kind: kinds, id, limit };
    found.push(...(await get<TrajectoryHistory[]>('/api/trajectories', parameters)));
  }
  if (parts.length === 1) return found;
  return found.sort((a, b) => a.firstAt - b.firstAt).slice(-(limit ?? Infinity));
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let i = 0; i < items.length; i += size) parts.push(items.slice(i, i + size));
  return parts;
}

function queryString(parameters: QueryParameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  return search.size > 0 ? `?${search}` : '';
}

async function requestJson<T>(
  baseUrl: string,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(baseUrl, path, {
    method,
    ...(signal ? { signal } : {}),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function send(baseUrl: string, path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(new URL(path, baseUrl), init);
  } catch (cause) {
    if (isAbort(cause, init.signal ?? undefined)) throw cause;
    throw new AppError('STORE_UNAVAILABLE', 'the Strandline server does not answer', {
      retryable: true,
      cause,
    });
  }
  if (!response.ok) throw await replyToError(response);
  return response;
}

async function replyToError(response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  if (!body?.error) {
    return new AppError('INTERNAL', `the server replied with status ${response.status}`);
  }
  const { code, message, details } = body.error;
  return new AppError(code as ErrorCode, message, { details, retryable: response.status === 503 });
}

async function orUndefined<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

async function downloadClip(baseUrl: string, id: string, folder: string): Promise<string> {
  const response = await send(baseUrl, `/api/clips/${encodeURIComponent(id)}/video.mp4`);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${id}.mp4`);
  const partial = `${path}.${process.pid}.part`;
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(partial));
  await rename(partial, path);
  return path;
}
