/** Whose certificates a gate checks, and whom it trusts to sign them. */
import { readFileSync } from 'node:fs';
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { type CertificateMode, mustProveIdentity } from '../../domain/certificate-policy.ts';

/** The message is for people. */
export class CertificateError extends Error {}

export class CertificateRules {
  readonly #mode: CertificateMode;
  readonly #isCamera: boolean;
  readonly #caFile: string | undefined;
  #authorities: SecureContext | undefined;

  /** The file holds certificates (PEM) that are trusted beside those of the system. */
  constructor(mode: CertificateMode, isCamera: boolean, caFile: string | undefined) {
    this.#mode = mode;
    this.#isCamera = isCamera;
    this.#caFile = caFile;
  }

  isChecked(host: string): boolean {
    return mustProveIdentity(host, this.#mode, this.#isCamera);
  }

  /** For `node:tls`; read once, which takes a moment. Throws CertificateError. */
  get authorities(): SecureContext {
    this.#authorities ??= authoritiesWith(this.#caFile);
    return this.#authorities;
  }

  /** Ends the connection and throws CertificateError when the server has not proved who it is. */
  requireIdentity(socket: TLSSocket, host: string): void {
    if (!this.isChecked(host) || socket.authorized) return;
    socket.destroy();
    throw new CertificateError(
      `source refused: the certificate of ${host} cannot be trusted (${socket.authorizationError}); ` +
        'the settings sources.caFile and verifyCertificates can allow it',
    );
  }
}

function authoritiesWith(caFile: string | undefined): SecureContext {
  const ofSystem = getCACertificates('system');
  const known = ofSystem.length > 0 ? ofSystem : getCACertificates('bundled');
  const named = caFile === undefined ? [] : [readAuthorities(caFile)];
  return createSecureContext({ ca: [...new Set(known), ...named] });
}

function readAuthorities(caFile: string): string {
  try {
    const text = readFileSync(caFile, 'utf8');
    createSecureContext({ ca: text });
    return text;
  } catch (error) {
    throw new CertificateError(
      `the certificates of sources.caFile cannot be read: ${(error as Error).message}`,
    );
  }
}
