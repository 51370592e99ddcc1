/**
 * A source as people may see it: user info and values that may be secret are replaced. Works on the
 * structure of the URL, so that a password full of odd characters does not slip through. Cameras
 * take passwords in the query and, some of them, in the path (`/user=admin_password=x_channel=1`).
 */

const secretKey =
  /pass|pas$|pwd|psw|pword|^pw$|secret|token|key|auth|credential|signature|session|jwt|hmac|^(sig|sid|user|usr|username|login\w*)$/i;
/** Of cameras and of FFmpeg; other values are shown only when they are too short for a secret. */
const harmlessKey =
  /^(cam|camera|chan|channel|ch|subtype|stream|stream_?type|profile|res|resolution|size|width|height|fps|codec|video|video_?codec|audio|mode|proto|protocol|transport|transportmode|unicast|multicast|tcp|udp|latency|quality|compression|format|container|type)$/i;
const harmlessValue = /^[\w.-]{1,24}$/;
const shortValue = /^[\w.-]{0,4}$/;
const inPath = /(^|[/&;_,])([a-z]+)=([^/]*?)(?=[&;_,][a-z]+=|\/|$)/gi;
const mask = '***';

/** File paths come back as they are; a URL that cannot be parsed loses everything after its scheme. */
export function redactUrl(url: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  if (!scheme) return url;
  const parsed = URL.parse(url);
  if (!parsed || isMisread(parsed)) return `${scheme}//${mask}`;
  const userInfo = parsed.username || parsed.password ? `${mask}@` : '';
  const slashes = parsed.host === '' && !url.startsWith(`${scheme}//`) ? '' : '//';
  return `${parsed.protocol}${slashes}${userInfo}${parsed.host}${redactedPath(parsed)}${redactedQuery(parsed)}`;
}

/** Whether it stands where credentials were, so that nobody can be logged in to with it. */
export const isRedacted = (url: string): boolean =>
  url.includes(mask) && redactUrl(url) === url && /^[a-z][a-z0-9+.-]*:/i.test(url);

/** Each URL in a text, such as a command line. */
export const redactUrls = (text: string): string =>
  text.replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]*[^\s'"<>.,:;)]/gi, redactUrl);

/** Replaces every URL's, and every appearance of the source's secrets, in a text such as an error. */
export function redactText(text: string, url: string): string {
  const withoutUrls = redactUrls(text.replaceAll(url, redactUrl(url)));
  const secrets = secretsOf(url).filter((secret) => secret.length >= 3);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), withoutUrls);
}

/** An unescaped `/`, `?` or `#` in a password ends the host too early: the rest holds the `@`. */
export const isMisread = ({ username, port, pathname, search, hash }: URL): boolean =>
  username === '' && port !== '' && (pathname + search + hash).includes('@');

const redactedPath = ({ pathname }: URL): string =>
  pathname.replace(inPath, (whole, before: string, key: string) =>
    secretKey.test(key) ? `${before}${key}=${mask}` : whole,
  );

function redactedQuery(url: URL): string {
  const pairs = queryOf(url).map(({ key, value, text }) => {
    if (isShown(key, value)) return text;
    return key === '' ? mask : `${key}=${mask}`;
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** What stands alone in the query is a value without a key. */
function queryOf({ search }: URL): { key: string; value: string; text: string }[] {
  const texts = search.slice(1).split('&').filter(Boolean);
  return texts.map((text) => {
    const at = text.indexOf('=');
    return { key: text.slice(0, Math.max(0, at)), value: text.slice(at + 1), text };
  });
}

function isShown(key: string, value: string): boolean {
  if (secretKey.test(decode(key))) return false;
  if (shortValue.test(value)) return true;
  return harmlessValue.test(value) && (harmlessKey.test(key) || harmlessKey.test(value));
}

/** As they are written and as they are meant, the longest first. */
function secretsOf(url: string): string[] {
  const parsed = URL.parse(url);
  if (!parsed) return [];
  const inQuery = queryOf(parsed).filter(({ key, value }) => !isShown(key, value));
  const paths = [...parsed.pathname.matchAll(inPath)].filter(([, , key]) => secretKey.test(key!));
  const raw = [parsed.password, ...inQuery.map(({ value }) => value), ...paths.map((m) => m[3]!)];
  const all = new Set(raw.flatMap((secret) => [secret, decode(secret)]));
  return [...all].sort((a, b) => b.length - a.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
