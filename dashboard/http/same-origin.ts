/**
 * Who may talk to the server from inside a browser. The `Host` must be an address or a name that was
 * allowed, or else a page elsewhere could point its own name at us (DNS rebinding); an `Origin` must
 * be ours, or else a page elsewhere could act for the person (CSRF). What a page elsewhere embeds is
 * asked for without an `Origin`; Fetch Metadata (W3C) tells of it. A link to us may be followed, such
 * as that of an alert in a chat.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

export interface OriginRule {
  /** Names besides `localhost` and plain addresses under which the page is opened. */
  readonly allowedHosts: readonly string[];
}

/** The rule that was broken, for people; undefined when the request may pass. */
export function originProblem(headers: IncomingHttpHeaders, rule: OriginRule): string | undefined {
  const host = hostNameOf(headers.host);
  if (host === undefined || !isAllowedHost(host, rule)) {
    return 'the Host header is not an address of this server: open it by address, or add the name to the allowed hosts';
  }
  const isOwn = isFromHere(headers) && isOwnOrigin(headers.origin, headers.host);
  return isOwn ? undefined : 'requests from pages of another origin are refused';
}

/** As far as the browser says: over plain HTTP it tells only servers on its own machine. */
function isFromHere(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-dest': destination } = headers;
  return site === 'same-origin' || site === 'none' || destination === 'document';
}

function hostNameOf(host: string | undefined): string | undefined {
  if (!host) return undefined;
  const url = `http://${host}`;
  return URL.canParse(url) && !/[/@?#\\]/.test(host) ? new URL(url).hostname : undefined;
}

function isAllowedHost(host: string, rule: OriginRule): boolean {
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) > 0;
  return isAddress || host === 'localhost' || isNamed(host, rule);
}

/** Host names know no upper case. */
const isNamed = (host: string, { allowedHosts }: OriginRule): boolean =>
  allowedHosts.some((name) => name.toLowerCase() === host);

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.protocol.startsWith('http') && url.host === new URL(`${url.protocol}//${host}`).host;
}
