/** Headers of HTTP as a proxy passes them on (RFC 9110, section 7.6): pure. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * What FFmpeg goes by. All else stays here, above all what would have it read other bytes than those
 * that were looked at: `icy-metaint` takes some away every so often, an encoding unpacks them.
 */
const forPlayer = new Set([
  ...['accept-ranges', 'authentication-info', 'cache-control', 'content-length', 'content-range'],
  ...['content-type', 'expires', 'location', 'retry-after', 'server', 'set-cookie'],
  'www-authenticate',
]);
/** A body that is packed, or has other things in between, cannot be looked into; FFmpeg sends none. */
const notForServer =
  /^(accept-encoding|content-length|icy-.*|proxy-.*|te|transfer-encoding|upgrade)$/i;
/** Node writes no other; careless servers send others. */
const writable = /^[ -~\u0080-\u00ff]*$/;

type RawHead = Pick<IncomingMessage, 'rawHeaders' | 'headers'>;

/** Name, value, name, value, as Node tells them. FFmpeg says itself whether a connection is kept. */
export const headersForServer = (raw: readonly string[]): string[] =>
  pairs(raw, (name) => !notForServer.test(name));

/** The same of a response. Where the length was told in two ways only one is true. */
export const headersForPlayer = ({ rawHeaders, headers }: RawHead): string[] =>
  pairs(
    rawHeaders,
    (name, value) =>
      forPlayer.has(name.toLowerCase()) &&
      writable.test(value) &&
      !(/^content-length$/i.test(name) && headers['transfer-encoding'] !== undefined),
  );

/** Whether the body is something other than what it stands for. */
export const isEncoded = ({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): boolean =>
  !/^\s*(identity)?\s*$/i.test(encoding);

function pairs(raw: readonly string[], isKept: (name: string, value: string) => boolean): string[] {
  const kept: string[] = [];
  for (let n = 0; n + 1 < raw.length; n += 2) {
    const [name, value] = [raw[n]!, raw[n + 1]!];
    if (isKept(name, value)) kept.push(name, value);
  }
  return kept;
}
