/** The HTTP server: routes under /api, the built page at /, and the same guard before both. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError, isAbort } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import { errorToReply } from './error-reply.ts';
import type { Route } from './route.ts';
import { type OriginRule, originProblem } from './same-origin.ts';

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly origins: OriginRule;
  readonly logger: Logger;
  /** Folder of the built page; a hint is served in its place when it is not there. */
  readonly webRoot: string;
}

const bodyLimit = 64 * 1024;

/** For receiving a request, not for answering it: clips and streams take as long as they take. */
const requestTimeoutMs = 30_000;

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 400 },
  });
  // Only JSON is read: a form of another origin cannot send it without asking first.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', guard(options.origins));
  app.addHook('onSend', securityHeaders);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, options.logger));
  app.setNotFoundHandler(async (request) => {
    throw new AppError('NOT_FOUND', `there is nothing at ${request.method} ${pathOf(request)}`);
  });
  for (const route of options.routes) addRoute(app, route);
  servePage(app, options.webRoot);
  return app;
}

function addRoute(app: FastifyInstance, route: Route): void {
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const result = await route.run({ request, reply, signal: abortedWhenGone(reply) });
      if (reply.sent || result === reply) return reply;
      return reply.code(route.success.status).send(result);
    },
  });
}

function abortedWhenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

const guard = (rule: OriginRule) => async (request: FastifyRequest) => {
  const problem = originProblem(request.headers, rule);
  if (problem !== undefined) throw Object.assign(new Error(problem), { statusCode: 403 });
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

async function securityHeaders(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  });
}

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): FastifyReply {
  const { status, body, isOurs } = errorToReply(error);
  // A client that left is nobody's failure.
  if (isOurs && !isAbort(error)) {
    logger.error({ err: error, method: request.method, path: pathOf(request) }, 'request failed');
  }
  return reply.code(status).type('application/json').send(body);
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0]!;

function servePage(app: FastifyInstance, root: string): void {
  if (!existsSync(root)) {
    app.get('/', async (_request, reply) =>
      reply.type('text/plain').send('The page is not built yet: run `npm run build`.\n'),
    );
    return;
  }
  const assets = join(root, 'assets') + sep;
  app.register(fastifyStatic, {
    root,
    // Built files carry a hash of their content in their name; the page that names them does not.
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
    cacheControl: false,
  });
}
