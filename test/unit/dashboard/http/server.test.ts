import { expect, test } from 'vitest';
import { createHttpServer } from '../../../../dashboard/http/server.ts';
import { silentLogger } from '../../../../kernel/logger.ts';

test('a request whose end never comes holds its socket for half a minute at most', () => {
  const { server } = createHttpServer({
    routes: [],
    origins: { allowedHosts: [] },
    logger: silentLogger,
    webRoot: '/nowhere',
  });
  expect(server.requestTimeout).toBe(30_000);
});
