/** Headers of HTTP as a proxy passes them on (RFC 9110, section 7.6): pure. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** They are about one connection, and each side has its own. */
const ofConnection = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
/** A body that is packed cannot be looked into, and FFmpeg sends none. */
const notForServer = /^(accept-encoding|content-length|proxy-.*|te|transfer-encoding|upgrade)$/i;
/** Node writes no other; careless servers send others. */
const writable = /^[ -~\u0080-\u00ff]*$/;

/** Name, value, name, value, as Node tells them. FFmpeg says itself whether a connection is kept. */
export const headersForServer = (raw: readonly string[]): string[] =>
  pairs(raw, (name) => !notForServer.test(name));

/** The same of a response. Where the length was told in two ways only one is true. */
export const headersForPlayer = ({ rawHeaders, headers }: IncomingMessage): string[] =>
  pairs(
    rawHeaders,
    (name, value) =>
      !ofConnection.test(name) &&
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
