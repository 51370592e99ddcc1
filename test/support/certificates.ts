/** Certificates for servers of tests, from OpenSSL's command line. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestCertificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** PEM of the certificate: it is its own authority. */
  readonly file: string;
}

/** Signed by itself, for a name as OpenSSL writes it: `IP:127.0.0.1`, `DNS:camera.example`. */
export async function selfSigned(name = 'IP:127.0.0.1'): Promise<TestCertificate> {
  const folder = await temporaryFolder();
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=camera', '-addext', `subjectAltName=${name}`];
  const made = ['-days', '2', '-nodes', '-newkey', 'rsa:2048', '-keyout', key, '-out', file];
  await promisify(execFile)('openssl', ['req', '-x509', ...subject, ...made]);
  return { key: await readFile(key), cert: await readFile(file), file };
}
