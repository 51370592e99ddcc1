import { expect, test } from 'vitest';
import { originProblem } from '../../../../dashboard/http/same-origin.ts';

/** What a browser says of a request that needs no `Origin`. */
const embedded = (site: string, destination: string) => ({
  host: 'localhost:8080',
  'sec-fetch-site': site,
  'sec-fetch-dest': destination,
});

const rule = { allowedHosts: ['cameras.test', 'Door-PC'] };

test.each([
  ['an address', { host: '127.0.0.1:8080' }],
  ['an IPv6 address', { host: '[::1]:8080' }],
  ['localhost', { host: 'localhost:8080' }],
  ['a name that was allowed', { host: 'cameras.test' }],
  ['a name in capitals', { host: 'door-pc:8080' }],
  ['our own page', { host: 'localhost:8080', origin: 'http://localhost:8080' }],
  ['our own page behind TLS', { host: 'cameras.test', origin: 'https://cameras.test' }],
  ['a picture in our own page', embedded('same-origin', 'image')],
  ['an address that was typed', embedded('none', 'document')],
  ['a link in a page elsewhere', embedded('cross-site', 'document')],
])('%s may pass', (_name, headers) => {
  expect(originProblem(headers, rule)).toBeUndefined();
});

test.each([
  ['no host', {}],
  ['a name somebody pointed at us', { host: 'evil.test:8080' }],
  ['a name that begins like an address', { host: '127.0.0.1.evil.test' }],
  ['a name that ends like an allowed one', { host: 'xcameras.test' }],
  ['user info in the host', { host: 'cameras.test@evil.test' }],
  ['a path in the host', { host: 'evil.test/cameras.test' }],
  ['a page elsewhere', { host: 'localhost:8080', origin: 'http://evil.test' }],
  ['another port', { host: 'localhost:8080', origin: 'http://localhost:9090' }],
  ['a page without an origin', { host: 'localhost:8080', origin: 'null' }],
  ['a file', { host: 'localhost:8080', origin: 'file://' }],
  ['a picture in a page elsewhere', embedded('cross-site', 'image')],
  ['a picture in a page on another port', embedded('same-site', 'image')],
  ['a frame in a page elsewhere', embedded('cross-site', 'iframe')],
  ['a script elsewhere', embedded('cross-site', 'empty')],
])('%s is refused', (_name, headers) => {
  expect(originProblem(headers, rule)).toEqual(expect.any(String));
});
