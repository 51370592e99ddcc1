/** From the words of the configuration, the command line and the page to streams. */
import type { Pace, Source, Stream } from '../ingest/domain/stream.ts';
import { type ProfileWords, profileFrom } from '../processors/domain/stream-profile.ts';
import { streamIdFrom } from './parse-arguments.ts';

export interface StreamWords
  extends ProfileWords,
    Pick<Source, 'transport' | 'decode' | 'verifyCertificates'> {
  readonly url: string;
  readonly id?: string;
  readonly name?: string;
  readonly pace?: Pace;
  readonly startAt?: number;
}

/** A file plays as if live unless told otherwise; everything else is live. */
export function streamFrom({ url, name, startAt, ...words }: StreamWords): Stream {
  const id = words.id ?? streamIdFrom(url);
  const pace = words.pace ?? (isFile(url) ? 'paced' : 'live');
  const { transport, decode, verifyCertificates } = words;
  const source = {
    ...{ url, pace },
    ...(startAt !== undefined && { startAt }),
    ...(transport && { transport }),
    ...(decode && { decode }),
    ...(verifyCertificates && { verifyCertificates }),
  };
  return { id, name: name ?? id, source, profile: profileFrom(words) };
}

/** The id, or the first of `id-2`, `id-3` ... that is not taken. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? id : `${id.slice(0, 59)}-${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Behind HTTP, what is named like a file has an end; playlists and cameras have none. */
function isFile(url: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) return true;
  const { protocol, pathname } = URL.parse(url) ?? { protocol: '', pathname: '' };
  return /^https?:$/.test(protocol) && /\.(mp4|m4v|mov|mkv|webm|avi)$/i.test(pathname);
}
