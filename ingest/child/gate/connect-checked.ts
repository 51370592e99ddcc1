/** Connections of a source that go only to addresses that were checked; the rules come with it. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import {
  AddressRefusedError,
  type AddressRules,
  checkHost,
} from '../../../kernel/address-policy.ts';
import { checkedLookup } from '../../../kernel/checked-lookup.ts';
import { addressRefusal } from '../../domain/source-addresses.ts';
import { CertificateError, type CertificateRules } from './certificate-rules.ts';

export interface Target {
  /** Name or address, IPv6 with or without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** What a gate lets through, and whom it tells. */
export interface GateRules {
  readonly addresses: AddressRules;
  readonly certificates: CertificateRules;
  readonly connectTimeoutMs: number;
  /** The source led to an address or a certificate that is refused; the reason is for people. */
  readonly onRefused: (reason: string) => void;
  /** A connection could not be made; the reason is for people. */
  readonly onTrouble: (reason: string) => void;
}

/** Resolves once connected; undefined when refused or not reached, which has been told then. */
export async function connectChecked(
  target: Target,
  rules: GateRules,
): Promise<Socket | undefined> {
  try {
    checkHost(target.host, rules.addresses);
    const socket = await connected(target, rules);
    if (socket instanceof TLSSocket) rules.certificates.requireIdentity(socket, target.host);
    return socket;
  } catch (error) {
    if (error instanceof AddressRefusedError) rules.onRefused(addressRefusal(error));
    else if (error instanceof CertificateError) rules.onRefused(error.message);
    else rules.onTrouble(`${target.host}:${target.port} cannot be reached (${whyOf(error)})`);
    return undefined;
  }
}

function connected(target: Target, rules: GateRules): Promise<Socket> {
  const host = target.host.replace(/^\[|\]$/g, '');
  const options = { host, port: target.port, lookup: checkedLookup(rules.addresses) };
  const socket = target.isSecure
    ? connectTls({ ...options, ...tlsOptions(host, rules.certificates) })
    : connect(options);
  return new Promise((resolve, reject) => {
    socket.setNoDelay(true);
    socket.setTimeout(rules.connectTimeoutMs, () => socket.destroy(new TimeoutError()));
    socket.once('error', reject);
    socket.once(target.isSecure ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0);
      // From here on an error is an end like any other, which the other side is told of.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

/** The handshake is let through whatever it says: who must prove their identity is asked after it. */
const tlsOptions = (host: string, certificates: CertificateRules) => ({
  servername: isIP(host) ? undefined : host,
  ...(certificates.isChecked(host) ? { secureContext: certificates.authorities } : ofOldCameras),
  rejectUnauthorized: false,
});

/** TLS 1.0 and 1.1 protect little: no less than a certificate that nobody checks. */
const ofOldCameras = { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

function whyOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return /^(EPROTO$|ERR_SSL_)/.test(code) ? `no version of TLS that both speak: ${code}` : code;
}
