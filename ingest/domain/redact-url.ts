/**
 * A source as people may see it: user info and secret-looking query values are replaced. Works on
 * the structure of the URL, so that a password full of odd characters does not slip through.
 */

const secretKey = /pass|pwd|secret|token|key|auth|credential|signature|^(sig|user|usr|login)$/i;
const mask = '***';

/** File paths come back as they are; a URL that cannot be parsed loses everything after its scheme. */
export function redactUrl(url: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  if (!scheme) return url;
  const parsed = URL.parse(url);
  if (!parsed) return `${scheme}//${mask}`;
  const userInfo = parsed.username || parsed.password ? `${mask}@` : '';
  return `${parsed.protocol}//${userInfo}${parsed.host}${parsed.pathname}${redactedQuery(parsed)}`;
}

/** Replaces every appearance of the source's secrets in a text, such as an FFmpeg message. */
export function redactText(text: string, url: string): string {
  const withoutUrl = text.replaceAll(url, redactUrl(url));
  const secrets = secretsOf(url).filter((secret) => secret.length >= 3);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), withoutUrl);
}

function redactedQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([key, value]) =>
    secretKey.test(key) ? `${key}=${mask}` : `${key}=${encodeURIComponent(value)}`,
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function secretsOf(url: string): string[] {
  const parsed = URL.parse(url);
  if (!parsed) return [];
  const values = [...parsed.searchParams].filter(([key]) => secretKey.test(key)).map(([, v]) => v);
  const raw = [parsed.password, ...values];
  return raw.flatMap((secret) => [secret, decode(secret)]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
