/** Connections of a source that go only to addresses that were checked; the rules come with it. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  AddressRefusedError,
  type AddressRules,
  checkHost,
} from '../../../kernel/address-policy.ts';
import { checkedLookup } from '../../../kernel/checked-lookup.ts';
import { addressRefusal } from '../../domain/source-addresses.ts';

export interface Target {
  /** Name or address, IPv6 with or without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** What a gate lets through, and whom it tells. */
export interface GateRules {
  readonly addresses: AddressRules;
  readonly connectTimeoutMs: number;
  /** The source led to an address that is refused; the reason is for people. */
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
    return await connected(target, rules);
  } catch (error) {
    if (error instanceof AddressRefusedError) rules.onRefused(addressRefusal(error));
    else rules.onTrouble(`${target.host}:${target.port} cannot be reached (${codeOf(error)})`);
    return undefined;
  }
}

function connected(target: Target, rules: GateRules): Promise<Socket> {
  const host = target.host.replace(/^\[|\]$/g, '');
  const options = { host, port: target.port, lookup: checkedLookup(rules.addresses) };
  // Cameras sign their certificates themselves: TLS keeps others from reading along, no more.
  const tls = { servername: isIP(host) ? undefined : host, rejectUnauthorized: false };
  const socket = target.isSecure ? connectTls({ ...options, ...tls }) : connect(options);
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

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
