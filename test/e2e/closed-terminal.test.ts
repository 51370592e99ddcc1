/** The program when its terminal is closed, or its connection to the machine is lost. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findServer } from '../../cli/running-server.ts';
import { makeClip } from '../support/media.ts';
import { dataFolder, programCommand, startStrandline } from '../support/program.ts';
import { waitFor } from '../support/wait-for.ts';

it('stops in good order: the data folder is free, and nothing tells of a page', async () => {
  const data = await dataFolder();
  const clip = await makeClip({ seconds: 2 });
  const { file, argv, env } = await programCommand(['up', clip, '--data', data, '--port', '0']);
  const command = [file, ...argv].map((word) => `'${word}'`).join(' ');
  const terminal = spawn('script', ['-qfec', command, '/dev/null'], { env, stdio: 'pipe' });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  terminal.stdout.resume();
  await waitFor(() => findServer(data), { timeoutMs: 120_000, everyMs: 100 });
  terminal.kill('SIGKILL');
  await waitFor(() => !existsSync(join(data, 'lock')), { timeoutMs: 30_000 });
  expect(existsSync(join(data, 'server.json'))).toBe(false);
});

it('goes on without one: who used nohup asked for that', async () => {
  const data = await dataFolder();
  const program = await startStrandline(data, [await makeClip({ seconds: 2 })]);
  process.kill(program.pid, 'SIGHUP');
  expect(await findServer(data)).toBe(program.url);
  expect(await program.stop()).toBe(0);
});
