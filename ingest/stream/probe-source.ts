/**
 * Asks a source whether it answers, without a session, a login or a child: it costs one connection.
 * A device answers by being there.
 */
import { lookup } from 'node:dns';
import { addAbortListener } from 'node:events';
import { access } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { checkHost } from '../../kernel/address-policy.ts';
import { checkedLookup } from '../../kernel/checked-lookup.ts';
import { systemClock } from '../../kernel/time.ts';
import { parseDevice } from '../domain/device.ts';
import { sourceAddresses } from '../domain/source-addresses.ts';
import type { AcceptedSource } from '../source-policy.ts';
import { LookupTurns } from './lookup-turns.ts';

/**
 * Resolves with whether the source answers; also true where that cannot be told, and false at once
 * when aborted. Never rejects.
 */
export type ProbeSource = (source: AcceptedSource, signal?: AbortSignal) => Promise<boolean>;

const timeoutMs = 3_000;
const usualPorts: Readonly<Record<string, number>> = {
  'rtsp:': 554,
  'rtsps:': 322,
  'rtmp:': 1935,
  'rtmps:': 443,
  'http:': 80,
  'https:': 443,
};
/** Of the process, whose threads they hold. */
const lookups = new LookupTurns(lookup, systemClock);

export const probeSource: ProbeSource = async (source, signal) =>
  source.kind === 'device' ? isPluggedIn(source) : probeServer(source, signal);

const isPluggedIn = ({ url }: AcceptedSource): Promise<boolean> =>
  access(parseDevice(url).path).then(
    () => true,
    () => false,
  );

const probeServer: ProbeSource = async ({ url, allowedAddresses }, signal) => {
  const parsed = URL.parse(url);
  const usualPort = usualPorts[parsed?.protocol ?? ''];
  if (!parsed || usualPort === undefined) return true;
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const rules = sourceAddresses(allowedAddresses);
  try {
    checkHost(host, rules);
  } catch {
    return false;
  }
  const port = Number(parsed.port || usualPort);
  const socket = connect({ host, port, lookup: checkedLookup(rules, lookups.resolve) });
  // Given to the socket, the signal would keep a listener until it is aborted.
  using _listening = signal && addAbortListener(signal, () => socket.destroy());
  return await answers(socket, parsed.protocol === 'rtsp:' ? questionOf(parsed) : undefined);
};

/**
 * What every player asks first: cameras answer it without a login, and any answer will do. Some hang
 * up on a question that does not name their stream.
 */
function questionOf(url: URL): string {
  const asked = new URL(url);
  asked.username = '';
  asked.password = '';
  return `OPTIONS ${asked} RTSP/1.0\r\nCSeq: 1\r\n\r\n`;
}

/** A server that must not be spoken to in clear text answers by letting us in. */
function answers(socket: Socket, question: string | undefined): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    socket.setTimeout(timeoutMs, () => resolve(false));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => (question ? socket.write(question) : resolve(true)));
    socket.once('data', () => resolve(true));
  }).finally(() => socket.destroy());
}
