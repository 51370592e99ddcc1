/**
 * A route declares its schemas once: the server checks requests with them, and the OpenAPI document
 * is made from them.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** What a route answers when all is well: JSON of a schema, media of a type, or nothing. */
export interface Success {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly content?:
    | z.ZodType
    | 'image/jpeg'
    | 'video/mp4'
    | 'application/jsonl'
    | 'application/vnd.apple.mpegurl';
}

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

export interface Route {
  readonly method: Method;
  /** With `:name` for each field of `params`. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly success: Success;
  /** Resolves to what is sent as JSON, or to the reply itself when the handler has sent it. */
  run(exchange: Exchange): Promise<unknown>;
}

interface RouteDeclaration<P, Q, B> extends Omit<Route, 'params' | 'query' | 'body' | 'run'> {
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  handle(input: { params: P; query: Q; body: B }, exchange: Exchange): Promise<unknown>;
}

/** The route with its input checked: `handle` sees what the schemas made of the request. */
export function defineRoute<P = undefined, Q = undefined, B = undefined>(
  declaration: RouteDeclaration<P, Q, B>,
): Route {
  const { handle, ...route } = declaration;
  return {
    ...route,
    run: async (exchange) => {
      const { request } = exchange;
      const input = {
        params: check(route.params, request.params, 'path') as P,
        query: check(route.query, request.query, 'query') as Q,
        body: check(route.body, request.body, 'body') as B,
      };
      return handle(input, exchange);
    },
  };
}

/** Throws INPUT_INVALID that names each field and its rule. */
export function check<T>(schema: z.ZodType<T> | undefined, value: unknown, where: string): T {
  const result = (schema ?? z.unknown()).safeParse(value);
  if (result.success) return result.data as T;
  const problems = result.error.issues.map((issue) => ({
    field: [where, ...issue.path.map(String)].join('.'),
    rule: issue.message,
  }));
  const message = problems.map(({ field, rule }) => `${field}: ${rule}`).join('; ');
  throw new AppError('INPUT_INVALID', message, { details: { problems } });
}

/** A query parameter that may be repeated: `stream=a&stream=b`. */
export const listParameter = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

export const instantParameter = z.coerce
  .number()
  .int()
  .describe('Milliseconds since the epoch, UTC');

export const limitParameter = z.coerce.number().int().min(1).max(1000);

export const idParams = z.object({ id: z.string().min(1).max(300) });
