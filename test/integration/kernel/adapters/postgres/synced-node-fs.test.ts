/** The embedded Postgres on its synced file system: a commit must reach the disk. */
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, it, onTestFinished } from 'vitest';
import { SyncedNodeFs } from '../../../../../kernel/adapters/postgres/synced-node-fs.ts';

/** Counts the calls of `fsync` in this process until the test ends. */
function countSyncs(): () => number {
  const { fsyncSync } = fs;
  let syncs = 0;
  fs.fsyncSync = (descriptor) => {
    syncs += 1;
    fsyncSync(descriptor);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  });
  return () => syncs;
}

it('syncs the write-ahead log at each commit, and at no other statement', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'strandline-data-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const startParams = PGlite.defaultStartParams.filter((param) => param !== '-F');
  const database = await PGlite.create({
    fs: new SyncedNodeFs(dir),
    startParams: [...startParams, '-c', 'wal_sync_method=fsync'],
  });
  onTestFinished(() => database.close());
  await database.exec('CREATE TABLE t (n integer)');
  const syncs = countSyncs();
  await database.exec('INSERT INTO t VALUES (1)');
  expect(syncs()).toBe(1);
  await database.exec('SELECT * FROM t');
  expect(syncs()).toBe(1);
});
