/** Answers to the challenges of RTSP servers: Basic (RFC 7617), Digest (RFC 2617 and 7616). */
import { createHash } from 'node:crypto';
import type { RtspUrl } from './rtsp-url.ts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
  /** The password is shown to nobody, not even when asked for: Digest alone. */
  readonly isSecret?: boolean;
}

interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const hashes: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256' };

/** From the user info of a URL; percent signs that encode nothing stand for themselves. */
export function credentialsFrom(userInfo: string): Credentials | undefined {
  if (userInfo === '') return undefined;
  const [user = '', ...rest] = userInfo.replace(/@$/, '').split(':');
  return { user: decoded(user), password: decoded(rest.join(':')) };
}

/**
 * What is shown to a server that the camera led to. The camera's password is for its own host alone,
 * and what came under TLS is not told without it. Behind another port there is mostly the camera
 * again, a recorder's other half, but maybe a stranger: it gets no more than a proof.
 */
export function credentialsAt(there: RtspUrl, camera: RtspUrl): Credentials | undefined {
  if (there.userInfo !== '') return credentialsFrom(there.userInfo);
  const { host, port, isSecure } = camera.target;
  if (there.target.host !== host || (isSecure && !there.target.isSecure)) return undefined;
  const credentials = credentialsFrom(camera.userInfo);
  return credentials && { ...credentials, isSecret: there.target.port !== port };
}

/** Answers the challenges of one server, request by request. */
export class RtspLogin {
  readonly #credentials: Credentials;
  readonly #challenge: Challenge;
  #count = 0;

  private constructor(credentials: Credentials, challenge: Challenge) {
    this.#credentials = credentials;
    this.#challenge = challenge;
  }

  /** From the values of WWW-Authenticate, the strongest first; undefined when none is understood. */
  static answering(values: readonly string[], credentials: Credentials): RtspLogin | undefined {
    const challenges = values.map(parseChallenge);
    const chosen =
      challenges.find((each) => hashOf(each) === 'sha256') ??
      challenges.find((each) => hashOf(each) === 'md5') ??
      challenges.find(({ scheme }) => scheme === 'basic' && !credentials.isSecret);
    return chosen && new RtspLogin(credentials, chosen);
  }

  /** The value of Authorization for a request. `clientNonce` is new for each. */
  authorization(method: string, uri: string, clientNonce: string): string {
    this.#count += 1;
    const { user, password } = this.#credentials;
    return this.#challenge.scheme === 'basic'
      ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
      : this.#digest(method, uri, clientNonce);
  }

  #digest(method: string, uri: string, clientNonce: string): string {
    const { user, password } = this.#credentials;
    const { parameters } = this.#challenge;
    const of = (text: string) => createHash(hashOf(this.#challenge)!).update(text).digest('hex');
    const [realm = '', nonce = ''] = [parameters.get('realm'), parameters.get('nonce')];
    const [secret, request] = [of(`${user}:${realm}:${password}`), of(`${method}:${uri}`)];
    const count = this.#count.toString(16).padStart(8, '0');
    const hasQop = (parameters.get('qop') ?? '').split(/[\s,]+/).includes('auth');
    const middle = hasQop ? `${nonce}:${count}:${clientNonce}:auth` : nonce;
    const fields = [
      `username="${user.replace(/["\\]/g, '\\$&')}"`,
      `realm="${realm}"`,
      `nonce="${nonce}"`,
      `uri="${uri}"`,
      `response="${of(`${secret}:${middle}:${request}`)}"`,
      ...(parameters.has('algorithm') ? [`algorithm=${parameters.get('algorithm')}`] : []),
      ...(parameters.has('opaque') ? [`opaque="${parameters.get('opaque')}"`] : []),
      ...(hasQop ? ['qop=auth', `nc=${count}`, `cnonce="${clientNonce}"`] : []),
    ];
    return `Digest ${fields.join(', ')}`;
  }
}

function parseChallenge(value: string): Challenge {
  const [, scheme = '', rest = ''] = /^\s*(\w+)\s*(.*)$/.exec(value) ?? [];
  const pairs = [...rest.matchAll(/(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g)].map(
    ([, name, quoted, plain]) => [name!.toLowerCase(), quoted ?? plain ?? ''] as const,
  );
  return { scheme: scheme.toLowerCase(), parameters: new Map(pairs) };
}

const hashOf = ({ scheme, parameters }: Challenge): string | undefined =>
  scheme === 'digest' ? hashes[(parameters.get('algorithm') ?? 'MD5').toUpperCase()] : undefined;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
