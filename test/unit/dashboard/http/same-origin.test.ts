import { expect, test } from 'vitest';
import { originProblem } from '../../../../dashboard/http/same-origin.ts';

const rule = { allowedHosts: ['cameras.test', 'Door-PC'] };

test.each([
  ['an address', { host: '127.0.0.1:8080' }],
  ['an IPv6 address', { host: '[::1]:8080' }],
  ['localhost', { host: 'localhost:8080' }],
  ['a name that was allowed', { host: 'cameras.test' }],
  ['a name in capitals', { host: 'door-pc:8080' }],
  ['our own page', { host: 'localhost:8080', origin: 'http://localhost:8080' }],
  ['our own page behind TLS', { host: 'cameras.test', origin: 'https://cameras.test' }],
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
])('%s is refused', (_name, headers) => {
  expect(originProblem(headers, rule)).toEqual(expect.any(String));
});
