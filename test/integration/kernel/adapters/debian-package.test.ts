/** Real: the package and dpkg-deb. Scripted: apt-get, which gives the package that the test built. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { extractDebianFile } from '../../../../kernel/adapters/debian-package.ts';
import { fakeCommand } from '../../../support/fake-command.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const run = promisify(execFile);
const control = 'Package: things\nVersion: 1\nArchitecture: all\nMaintainer: x\nDescription: x\n';

function hasDpkg(): boolean {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Path of a package with the given files. */
async function build(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'root/DEBIAN'), { recursive: true });
  await writeFile(path.join(folder, 'root/DEBIAN/control'), control);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, 'root', name)), { recursive: true });
    await writeFile(path.join(folder, 'root', name), content);
  }
  const archive = path.join(folder, 'things_1_all.deb');
  await run('dpkg-deb', ['--build', path.join(folder, 'root'), archive]);
  return archive;
}

const wanted = { package: 'things', file: 'usr/share/things/a.avi' };

describe.runIf(hasDpkg())('extractDebianFile()', () => {
  it('gives the one file, and leaves nothing else', async () => {
    const archive = await build({ 'usr/share/things/a.avi': 'pictures', 'usr/bin/b': 'no' });
    await fakeCommand('apt-get', `cp '${archive}' .`);
    const into = await temporaryFolder();
    const file = await extractDebianFile(wanted, { into });
    expect(await readFile(file, 'utf8')).toBe('pictures');
    expect(await readdir(into)).toEqual(['a.avi']);
  });

  it('finds a file that the package holds compressed, and leaves it so', async () => {
    const archive = await build({ 'usr/share/things/a.avi.gz': gzipSync('pictures') });
    await fakeCommand('apt-get', `cp '${archive}' .`);
    const file = await extractDebianFile(wanted, { into: await temporaryFolder() });
    expect(path.basename(file)).toBe('a.avi.gz');
  });

  it('says so when the package does not have the file', async () => {
    const archive = await build({ 'usr/share/things/other.avi': 'x' });
    await fakeCommand('apt-get', `cp '${archive}' .`);
    await expect(
      extractDebianFile(wanted, { into: await temporaryFolder() }),
    ).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
      message: expect.stringContaining('usr/share/things/a.avi'),
    });
  });

  it.runIf(process.getuid?.() === 0)(
    'fetches the lists of packages where there are none',
    async () => {
      const archive = await build({ 'usr/share/things/a.avi': 'pictures' });
      const lists = path.join(await temporaryFolder(), 'lists');
      await fakeCommand(
        'apt-get',
        `if [ "$1" = update ]; then touch '${lists}'; exit 0; fi
       [ -e '${lists}' ] && exec cp '${archive}' .
       echo 'E: Unable to locate package things' >&2; exit 100`,
      );
      const file = await extractDebianFile(wanted, { into: await temporaryFolder() });
      expect(await readFile(file, 'utf8')).toBe('pictures');
    },
  );

  it('gives the reason of apt when the package cannot be downloaded', async () => {
    await fakeCommand('apt-get', 'echo "E: Failed to fetch" >&2; exit 100');
    const into = await temporaryFolder();
    await expect(extractDebianFile(wanted, { into })).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
      retryable: true,
      message: expect.stringMatching(/things.*E: Failed to fetch/),
    });
    expect(await readdir(into)).toEqual([]);
  });

  it('says so where there is no apt', async () => {
    vi.stubEnv('PATH', await temporaryFolder());
    const extracting = extractDebianFile(wanted, { into: await temporaryFolder() });
    await expect(extracting).rejects.toMatchObject({
      code: 'SOURCE_UNAVAILABLE',
      message: expect.stringContaining('no apt-get in PATH'),
    });
    vi.unstubAllEnvs();
  });
});
