/** Where Node keeps what it compiled, as `./run` says it too: programs and children start sooner. */
import { resolve } from 'node:path';

export const compileCacheFolder = resolve(
  import.meta.dirname,
  '../../node_modules/.cache/compiled',
);
