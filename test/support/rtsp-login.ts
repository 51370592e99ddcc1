/** RTSP logins as cameras ask for them: Basic, and Digest with MD5 (RFC 2617). */
import { createHash } from 'node:crypto';
import type { Credentials } from './camera-faults.ts';

const realm = 'camera';
const nonce = 'b5f6a0e1c2d3';

/** The header of a 401. */
export const challengeOf = ({ scheme }: Credentials): string =>
  scheme === 'basic'
    ? `WWW-Authenticate: Basic realm="${realm}"`
    : `WWW-Authenticate: Digest realm="${realm}", nonce="${nonce}"`;

/** Whether the `Authorization` header's value proves the credentials for this request. */
export function isLogin(header: string, method: string, wanted: Credentials): boolean {
  if (wanted.scheme === 'basic') {
    const right = Buffer.from(`${wanted.user}:${wanted.password}`).toString('base64');
    return header === `Basic ${right}`;
  }
  const field = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(header)?.[1] ?? '';
  const secret = md5(`${wanted.user}:${realm}:${wanted.password}`);
  const right = md5(`${secret}:${nonce}:${md5(`${method}:${field('uri')}`)}`);
  return field('username') === wanted.user && field('response') === right;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
