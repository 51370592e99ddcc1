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

/** Each URL in a text, such as a command line. A quote ends it, unless an `@` shows that it is of a login. */
export const redactUrls = (text: string): string =>
  text.replace(/\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#]*@)?[^\s'"<>]*[^\s'"<>.,:;)]/gi, redactUrl);

/** Replaces every URL's, and every appearance of the source's secrets, in a text such as an error. */
export function redactText(text: string, url: string): string {
  const secrets = secretsOf(url);
  const withoutSource = text.replaceAll(url, redactUrl(url));
  // A secret may hold what ends a URL; but where one looks like a scheme, URLs would no longer be known.
  const odd = secrets.filter((secret) => !/^[a-z0-9+.-]*$/i.test(secret));
  return maskAll(redactUrls(maskAll(withoutSource, odd)), secrets);
}

const maskAll = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(spelledAnyhow(secret), mask), text);

/** Each character as it is or percent-encoded. */
function spelledAnyhow(secret: string): RegExp {
  const spellings = [...secret].map((character) => {
    const bytes = [...new TextEncoder().encode(character)].map((byte) => {
      const digits = byte.toString(16).padStart(2, '0');
      return `%${digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
    });
    return `(?:\\u{${character.codePointAt(0)!.toString(16)}}|${bytes.join('')})`;
  });
  return new RegExp(spellings.join(''), 'gu');
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

/** As they are meant, the longest first. A name without a password is the secret itself. */
function secretsOf(url: string): string[] {
  const parsed = URL.parse(url);
  if (!parsed) return [];
  const inQuery = queryOf(parsed).filter(({ key, value }) => !isShown(key, value));
  const paths = [...parsed.pathname.matchAll(inPath)].filter(([, , key]) => secretKey.test(key!));
  const login = parsed.password || parsed.username;
  const written = [login, ...inQuery.map(({ value }) => value), ...paths.map((m) => m[3]!)];
  const meant = new Set(written.filter((secret) => secret.length >= 3).map(decode));
  return [...meant].sort((a, b) => b.length - a.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
