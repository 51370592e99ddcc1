/**
 * A private Postgres server for one test file: Debian's programs, run as user postgres when the
 * tests run as root, in a temporary folder and on a free port. STRANDLINE_TEST_POSTGRES names a
 * server to use instead; each test file then gets a database of its own there.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { waitFor } from './wait-for.ts';

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Undefined where there is neither an address nor a server to start. */
export async function startPostgresServer(): Promise<PostgresServer | undefined> {
  const address = process.env.STRANDLINE_TEST_POSTGRES;
  if (address) return databaseOn(address);
  const programs = findPrograms();
  return programs === undefined ? undefined : startPrivate(programs);
}

function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

async function startPrivate(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'strandline-pg-'));
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const run = { ...user, cwd: folder, stdio: 'ignore' as const };
  const data = join(folder, 'data');
  execFileSync(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres'], run);
  const port = await freePort();
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `port=${port}`];
  const args = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', folder, ...args], run);
  const killServer = () => server.kill('SIGQUIT');
  process.once('exit', killServer);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitFor(() => query(url, 'SELECT 1'), { timeoutMs: 20_000, everyMs: 100 });
  const stop = async () => {
    process.off('exit', killServer);
    const exited = once(server, 'exit');
    server.kill('SIGINT');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

/** `initdb` and `postgres` refuse to run as root. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function databaseOn(address: string): Promise<PostgresServer> {
  const name = `strandline_test_${process.pid}_${Date.now()}`;
  await query(address, `CREATE DATABASE ${name}`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  const stop = async () => {
    await query(address, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { url: url.href, stop };
}

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
