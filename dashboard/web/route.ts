/** The pages and their addresses, behind the `#` so that every address is the same file. Pure. */

export type PageRoute =
  | { readonly page: 'now' }
  | { readonly page: 'answer'; readonly id: string }
  | { readonly page: 'stream'; readonly id: string; readonly at: number | undefined };

export function parseRoute(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, id] = path.split('/').map(decode);
  if (page === 'answers' && id) return { page: 'answer', id };
  if (page === 'streams' && id) {
    const at = Number(new URLSearchParams(query).get('at') ?? Number.NaN);
    return { page: 'stream', id, at: Number.isFinite(at) ? at : undefined };
  }
  return { page: 'now' };
}

export const answerHref = (id: string): string => `#/answers/${encodeURIComponent(id)}`;

export const streamHref = (id: string, at?: number): string =>
  `#/streams/${encodeURIComponent(id)}${at === undefined ? '' : `?at=${at}`}`;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
