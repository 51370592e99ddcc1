import { defineConfig } from 'vitest/config';
import { compileCacheFolder } from './test/support/compile-cache.ts';

const minutes = (count: number) => ({ testTimeout: count * 60_000, hookTimeout: count * 60_000 });

/**
 * unit: pure, no I/O. integration: one adapter against the real thing. e2e: the whole program.
 * data: suites on the shared clips, which run where that folder exists. soak: the whole program, by
 * itself, while cameras fail.
 */
const project = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...options },
});

export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for cameras, some compute: more at a time would only be late.
    maxWorkers: 2,
    env: { TZ: 'UTC', NODE_COMPILE_CACHE: compileCacheFolder },
    projects: [
      project('unit'),
      project('contract', minutes(1)),
      project('integration', minutes(2)),
      project('e2e', minutes(10)),
      project('data', minutes(15)),
      project('soak', minutes(10)),
    ],
  },
});
