import { defineConfig } from 'vitest/config';
import { compileCacheFolder } from './test/support/compile-cache.ts';

/**
 * unit: pure, no I/O. integration: one adapter against the real thing. e2e: the whole program.
 * data: suites on the shared clips, which run where that folder exists.
 */
const project = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...options },
});

export default defineConfig({
  test: {
    pool: 'forks',
    env: { TZ: 'UTC', NODE_COMPILE_CACHE: compileCacheFolder },
    projects: [
      project('unit'),
      project('contract', { testTimeout: 60_000, hookTimeout: 60_000 }),
      project('integration', {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
      project('e2e', { testTimeout: 600_000, hookTimeout: 600_000, fileParallelism: false }),
      project('data', { testTimeout: 900_000, hookTimeout: 900_000, fileParallelism: false }),
    ],
  },
});
