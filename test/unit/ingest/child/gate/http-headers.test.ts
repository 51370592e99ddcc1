import { expect, it } from 'vitest';
import {
  headersForPlayer,
  headersForServer,
} from '../../../../../ingest/child/gate/http-headers.ts';

const toPlayer = (...rawHeaders: string[]) => headersForPlayer({ rawHeaders, headers: {} });

it.each([
  ['Content-Type', 'video/mp2t'],
  ['content-length', '5'],
  ['Content-Range', 'bytes 0-4/5'],
  ['Accept-Ranges', 'bytes'],
  ['Location', '/there'],
  ['WWW-Authenticate', 'Basic realm="caf\u00e9"'],
  ['Set-Cookie', 'a=b'],
])('a player is told %s as it came', (name, value) => {
  expect(toPlayer(name, value)).toEqual([name, value]);
});

it.each([
  ['takes bytes out of the body', 'icy-metaint', '3'],
  ['takes bytes out of the body, in capitals', 'ICY-METAINT', '3'],
  ['unpacks the body', 'Content-Encoding', 'identity, gzip'],
  ['is about another connection', 'Transfer-Encoding', 'chunked'],
  ['ends this connection', 'Connection', 'close'],
  ['nobody knows', 'X-Name', 'y'],
  ['is no name that can be written', 'Content-Length ', '5'],
  ['is no value that can be written', 'Content-Type', 'a\u0001b'],
])('a player is not told what %s', (_, name, value) => {
  expect(toPlayer(name, value)).toEqual([]);
});

it('a server is asked for nothing but the body as it is', () => {
  const asked = ['Icy-MetaData', '1', 'Accept-Encoding', 'gzip', 'TE', 'gzip', 'Range', 'bytes=0-'];
  expect(headersForServer(asked)).toEqual(['Range', 'bytes=0-']);
});
