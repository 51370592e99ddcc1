/**
 * Sends notifications as HTTP POST of JSON. Follows no redirect, reads little of the answer, and
 * connects only to addresses that a webhook may go to: names are resolved here and the address
 * that was checked is the one that is connected to. The signature is Stripe-like:
 * `X-Strandline-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`.
 */
import { createHmac } from 'node:crypto';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AddressRefusedError } from '../../kernel/address-policy.ts';
import { checkedLookup } from '../../kernel/checked-lookup.ts';
import { AppError, isAbort } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/time.ts';
import { checkWebhookUrl, webhookAddresses } from '../notification/webhook-policy.ts';
import type { Delivery, Notifier } from '../ports.ts';

export interface WebhookNotifierOptions {
  readonly clock: Clock;
  /** Signs every body when given. */
  readonly secret?: string;
  /** For the whole exchange. Default 10 s. */
  readonly timeoutMs?: number;
}

/** More of an answer than this is not read. */
const maxAnswerBytes = 65_536;

export function createWebhookNotifier(options: WebhookNotifierOptions): Notifier {
  return {
    async send(delivery, signal) {
      const url = URL.parse(delivery.url);
      try {
        judge(await post(checkWebhookUrl(delivery.url), delivery, options, signal));
      } catch (error) {
        if (signal.aborted) throw error;
        throw translate(error, url?.host ?? 'no URL');
      }
    },
  };
}

interface AnsweredWith {
  readonly status: number;
  readonly retryAfterMs: number;
}

function post(
  url: URL,
  delivery: Delivery,
  options: WebhookNotifierOptions,
  signal: AbortSignal,
): Promise<AnsweredWith> {
  const body = JSON.stringify(delivery.body);
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
  const requestOptions: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: headersOf(delivery, body, options),
    lookup: checkedLookup(webhookAddresses),
    signal: AbortSignal.any([signal, timeout]),
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    let taken: AnsweredWith | undefined;
    const sending = request(url, requestOptions, (answer) => {
      const answered = { status: answer.statusCode ?? 0, retryAfterMs: retryAfterOf(answer) };
      taken = answered;
      drain(answer, () => resolve(answered));
    });
    sending.on('error', (error) => (taken ? resolve(taken) : reject(error)));
    sending.end(body);
  });
}

function headersOf(
  delivery: Delivery,
  body: string,
  { clock, secret }: WebhookNotifierOptions,
): Record<string, string> {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'strandline',
    'idempotency-key': delivery.id,
  };
  if (!secret) return headers;
  const time = Math.floor(clock.now() / 1000);
  return { ...headers, 'x-strandline-signature': signatureOf(body, time, secret) };
}

function signatureOf(body: string, time: number, secret: string): string {
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${digest}`;
}

/** Lets the receiver finish what it says; the status counts, however the rest ends. */
function drain(answer: IncomingMessage, done: () => void): void {
  let bytes = 0;
  answer.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxAnswerBytes) answer.destroy();
  });
  answer.once('error', () => {});
  answer.once('close', done);
}

/** Whole seconds only; a date is not worth the trouble. */
const retryAfterOf = (answer: IncomingMessage): number => {
  const seconds = Number(answer.headers['retry-after']);
  return seconds > 0 ? seconds * 1000 : 0;
};

function judge({ status, retryAfterMs }: AnsweredWith): void {
  if (status >= 200 && status < 300) return;
  const isRedirect = status >= 300 && status < 400;
  throw new AppError('DELIVERY_FAILED', isRedirect ? 'redirects, which is refused' : 'refuses', {
    retryable: status >= 500 || status === 408 || status === 429,
    details: { status, retryAfterMs },
  });
}

/** Names the host only: paths and queries of webhooks are secrets. */
function translate(error: unknown, host: string): AppError {
  const fail = (message: string, retryable: boolean, details = {}) =>
    new AppError('DELIVERY_FAILED', message, { retryable, details, cause: error });
  if (error instanceof AppError && error.code === 'DELIVERY_FAILED') {
    const { message, retryable, details } = error;
    return fail(`the webhook at '${host}' ${message} (${details.status})`, retryable, details);
  }
  if (error instanceof AppError || error instanceof AddressRefusedError) {
    return fail(`a webhook must not go to '${host}'`, false);
  }
  if (isAbort(error)) return fail(`the webhook at '${host}' does not answer in time`, true);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return fail(`the webhook at '${host}' cannot be reached (${code})`, true);
}
