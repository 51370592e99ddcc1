/**
 * Secrets at rest: AES-256-GCM (NIST SP 800-38D) under a key in a file that only its owner may
 * read. It keeps secrets out of dumps and backups of the database; whoever reads the whole data
 * folder reads the key too.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../errors.ts';

export interface SecretBox {
  /** Text that can be kept anywhere. It opens only under the same label, such as a row's key. */
  seal(secret: string, label: string): string;
  /** Throws INVALID_STATE for what was sealed with another key or label, or was changed. */
  open(sealed: string, label: string): string;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1:';

/** Makes the key at the first use. Throws INVALID_STATE when the file holds something else. */
export async function openSecretBox(keyFile: string): Promise<SecretBox> {
  const key = await obtainKey(keyFile);
  return {
    seal: (secret, label) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(label));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return version + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (sealed, label) => {
      const bytes = Buffer.from(sealed.slice(version.length), 'base64');
      const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(label)).setAuthTag(rest.subarray(0, tagBytes));
        const text = [decipher.update(rest.subarray(tagBytes)), decipher.final()];
        return Buffer.concat(text).toString('utf8');
      } catch (cause) {
        throw new AppError('INVALID_STATE', `what '${label}' holds was not sealed with this key`, {
          cause,
        });
      }
    },
  };
}

async function obtainKey(keyFile: string): Promise<Buffer> {
  if (!existsSync(keyFile)) await makeKey(keyFile);
  await chmod(keyFile, 0o600);
  const key = Buffer.from((await readFile(keyFile, 'utf8')).trim(), 'hex');
  if (key.length === keyBytes) return key;
  throw new AppError('INVALID_STATE', `${keyFile} is not a key of ${keyBytes} bytes`);
}

/** Whole on the disk before it has its name, which whoever is first keeps. */
async function makeKey(keyFile: string): Promise<void> {
  const unfinished = `${keyFile}.${randomUUID()}`;
  const fresh = randomBytes(keyBytes).toString('hex');
  try {
    await writeFile(unfinished, fresh, { flag: 'wx', mode: 0o600, flush: true });
    await link(unfinished, keyFile).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
    // What is sealed with it may reach the disk at once: so must its name.
    await using folder = await open(dirname(keyFile));
    await folder.sync();
  } finally {
    await rm(unfinished, { force: true });
  }
}
