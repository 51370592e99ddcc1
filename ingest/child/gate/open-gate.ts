/**
 * The way out of a capture child. FFmpeg opens whatever a source leads it to: redirects, playlist
 * entries, names that resolve elsewhere each time. So for HTTP, RTSP and TLS it is told to connect to
 * gates in this process, and these let through what the rules allow. That it connects nowhere else
 * takes more: which protocols and formats it may use (input-options.ts), and playlists that lead to
 * HTTP only (playlist-guard.ts). Where a protocol leads nowhere else (SRT, RTMP), the name is
 * resolved and checked here and FFmpeg is given the address; UDP only listens.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  AddressRefusedError,
  type AddressRules,
  checkHost,
  checkResolved,
} from '../../../kernel/address-policy.ts';
import { addressRefusal } from '../../domain/source-addresses.ts';
import { InputError } from '../input-error.ts';
import type { StartMessage } from '../messages.ts';
import { PacketLosses } from '../packet-losses.ts';
import type { GateRules } from './connect-checked.ts';
import { openHttpGate, type Spoken } from './http-gate.ts';
import { openRtspGate } from './rtsp-gate.ts';
import { splitRtspUrl } from './rtsp-url.ts';

/** What FFmpeg is to open in place of the source's URL. */
export interface WayOut {
  readonly url: string;
  /** Options of FFmpeg beside its usual ones. */
  readonly options: Readonly<Record<string, string>>;
  /** What is lost on the way, where that can be told. */
  readonly losses?: PacketLosses;
}

/** Throws InputError for a source that is refused at once. */
export async function openGate(start: StartMessage, rules: GateRules): Promise<WayOut> {
  const { url } = start;
  switch (/^([a-z0-9]+):/i.exec(url)?.[1]?.toLowerCase()) {
    case 'http':
    case 'https':
      await useHttpGate(rules, 'http');
      return { url, options: {} };
    case 'rtmps':
      await useHttpGate(rules, 'rtmp');
      return { url, options: {} };
    case 'rtsp':
    case 'rtsps':
      return throughRtspGate(url, rules);
    case 'rtmp':
      return {
        url: await withCheckedAddress(url, rules.addresses),
        options: { rtmp_tcurl: connectionUrl(url) },
      };
    case 'srt':
      return { url: await withCheckedAddress(url, rules.addresses), options: {} };
    default:
      return { url, options: {} };
  }
}

/** FFmpeg looks for its proxy here, at every connection; for TLS there is no other way to name it. */
async function useHttpGate(rules: GateRules, spoken: Spoken): Promise<void> {
  // Whoever set it meant a proxy of theirs; it would lead FFmpeg past the gate.
  delete process.env.no_proxy;
  process.env.http_proxy = `http://127.0.0.1:${await openHttpGate(rules, spoken)}`;
}

async function throughRtspGate(text: string, rules: GateRules): Promise<WayOut> {
  const url = splitRtspUrl(text);
  if (!url) throw new InputError('unreadable', 'the source is not a well-formed RTSP URL');
  const losses = new PacketLosses();
  losses.listen();
  const onFrame = (frame: Buffer) => losses.noteFrame(frame);
  return { url: await openRtspGate(url, rules, onFrame), options: {}, losses };
}

async function withCheckedAddress(text: string, rules: AddressRules): Promise<string> {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = await checkedAddressOf(host, rules);
  return text.replace(authority, (_, before: string, port: string) => {
    const written = address.includes(':') ? `[${address}]` : address;
    return `${before}${written}${port}`;
  });
}

const authority = /^([a-z]+:\/\/(?:[^/?#]*@)?)(?:\[[^\]]*\]|[^:/?#@]*)((?::\d+)?)/i;

async function checkedAddressOf(host: string, rules: AddressRules): Promise<string> {
  try {
    checkHost(host, rules);
    if (isIP(host)) return host;
    const found = (await lookup(host, { all: true })).map(({ address }) => address);
    checkResolved(host, found, rules);
    return found[0]!;
  } catch (error) {
    if (error instanceof AddressRefusedError)
      throw new InputError('unreadable', addressRefusal(error));
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error';
    throw new InputError('unreadable', `the source's name cannot be resolved (${code})`);
  }
}

/** What an RTMP server is told it was asked for: its own name and the application. */
function connectionUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  const parts = pathname.split('/').filter(Boolean);
  return `${protocol}//${host}/${parts.slice(0, parts.length > 2 ? 2 : 1).join('/')}`;
}
