import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openSecretBox } from '../../../../kernel/adapters/secret-box.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const aKeyFile = async () => join(await temporaryFolder(), 'key');

describe('a secret box', () => {
  it('gives back what was sealed, also when it is opened again', async () => {
    const file = await aKeyFile();
    const sealed = (await openSecretBox(file)).seal('p@ss wörd', 'streams/cam');
    expect((await openSecretBox(file)).open(sealed, 'streams/cam')).toBe('p@ss wörd');
  });

  it('seals the same secret differently each time, and shows nothing of it', async () => {
    const box = await openSecretBox(await aKeyFile());
    const [first, second] = [box.seal('hunter2', 'a'), box.seal('hunter2', 'a')];
    expect(first).not.toBe(second);
    expect(Buffer.from(first.slice(3), 'base64').toString('latin1')).not.toContain('hunter2');
  });

  it('opens nothing that was changed, moved to another label, or sealed by another key', async () => {
    const box = await openSecretBox(await aKeyFile());
    const other = await openSecretBox(await aKeyFile());
    const sealed = box.seal('hunter2', 'streams/cam');
    const changed = `${sealed.slice(0, -4)}AAA=`;
    const bad = [
      () => box.open(changed, 'streams/cam'),
      () => box.open(sealed, 'streams/gate'),
      () => box.open('v1:', 'streams/cam'),
      () => box.open('hunter2', 'streams/cam'),
      () => other.open(sealed, 'streams/cam'),
    ];
    for (const open of bad) {
      expect(open).toThrow(expect.objectContaining({ code: 'INVALID_STATE' }));
    }
  });

  it('has a key that only its owner may read, whatever the file was before', async () => {
    const file = await aKeyFile();
    await openSecretBox(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const key = await readFile(file, 'utf8');
    await chmod(file, 0o644);
    await openSecretBox(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(key);
  });

  it('that could not be written whole is made at the next start, and leaves nothing behind', async () => {
    const file = await aKeyFile();
    const source = join(import.meta.dirname, '../../../../kernel/adapters/secret-box.ts');
    const script = `(await import('${source}')).openSecretBox('${file}')`;
    const limited = 'ulimit -f 0; exec "$0" --input-type=module --eval "$1"';
    const cut = promisify(execFile)('sh', ['-c', limited, process.execPath, script]);
    await expect(cut).rejects.toThrow('EFBIG');
    expect(await readdir(dirname(file))).toEqual([]);
    const sealed = (await openSecretBox(file)).seal('hunter2', 'a');
    expect((await openSecretBox(file)).open(sealed, 'a')).toBe('hunter2');
    expect(await readdir(dirname(file))).toEqual(['key']);
  });

  it('refuses a file that is no key, and leaves it alone', async () => {
    const file = await aKeyFile();
    await writeFile(file, 'something else');
    await expect(openSecretBox(file)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await readFile(file, 'utf8')).toBe('something else');
  });
});
