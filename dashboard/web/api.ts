/** REST as the page uses it. Failures come as `Problem`, in words for people. */
import type { ErrorBody } from '../http/error-reply.ts';

/** What went wrong and what to do about it. */
export class Problem extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'Problem';
    this.code = code;
  }
}

type Parameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export const get = <T>(path: string, parameters: Parameters = {}): Promise<T> =>
  send<T>('GET', path + queryString(parameters));

export const post = <T>(path: string, body: unknown): Promise<T> => send<T>('POST', path, body);

export const remove = (path: string): Promise<void> => send<void>('DELETE', path);

/** The newest picture of a stream when it is newer than `after`. */
export async function newerPicture(
  streamId: string,
  after: number,
): Promise<{ at: number; jpeg: Blob } | undefined> {
  const path = `/api/streams/${encodeURIComponent(streamId)}/frame.jpg?after=${after}`;
  const response = await fetch(path);
  if (response.status !== 200) return undefined;
  return { at: Number(response.headers.get('x-frame-at')), jpeg: await response.blob() };
}

export const clipVideoUrl = (clipId: string): string =>
  `/api/clips/${encodeURIComponent(clipId)}/video.mp4`;

/** Any thrown value as words. */
export const sayProblem = (thrown: unknown): string =>
  thrown instanceof Problem ? thrown.message : 'Something went wrong on this page. Reload it.';

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await reach(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const reply = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  throw new Problem(
    reply?.error.code ?? 'INTERNAL',
    withoutFieldName(reply?.error.message ?? `The server replied with status ${response.status}.`),
  );
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new Problem('OFFLINE', 'The server does not answer. Check that Strandline is running.');
  }
}

/** `body.url: must start with ...` -> `url: must start with ...`. */
const withoutFieldName = (message: string): string => message.replace(/\bbody\.(?=\w+:)/g, '');

function queryString(parameters: Parameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  return search.size > 0 ? `?${search}` : '';
}
