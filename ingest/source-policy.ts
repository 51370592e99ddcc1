/**
 * Which sources are accepted. Everything FFmpeg could be talked into beyond cameras, playlists and
 * plain files is refused here, before it sees the text. The decision is pure; only the check that a
 * file is a regular file looks at the disk.
 */
import { stat } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { AppError } from '../kernel/errors.ts';
import type { Source } from './domain/stream.ts';

export interface SourcePolicy {
  /** Whether addresses of this machine may be opened. */
  readonly allowLoopback: boolean;
}

/** `file`: absolute path. `camera`: RTSP, has no end. `http`: a playlist or a file. */
export interface AcceptedSource {
  readonly kind: 'file' | 'camera' | 'http';
  readonly url: string;
}

const kindOfScheme: Readonly<Record<string, AcceptedSource['kind']>> = {
  'rtsp:': 'camera',
  'rtsps:': 'camera',
  'http:': 'http',
  'https:': 'http',
};

/** Throws SOURCE_REFUSED naming the rule. A path is resolved against `workingFolder`. */
export function acceptSource(
  text: string,
  policy: SourcePolicy,
  workingFolder: string,
): AcceptedSource {
  if (text.trim() === '') throw refused('it is empty');
  if (hasControlCharacter(text)) throw refused('it contains control characters');
  const scheme = /^[a-z][a-z0-9+.,-]*:/i.exec(text)?.[0].toLowerCase();
  if (!scheme) return { kind: 'file', url: resolve(workingFolder, text) };
  const kind = kindOfScheme[scheme];
  if (!kind) {
    throw refused(`scheme '${scheme.slice(0, 20)}' is not one of rtsp, rtsps, http, https`);
  }
  const host = hostOf(text);
  if (!host) throw refused('it is not a well-formed URL with a host');
  checkHost(host, policy);
  return { kind, url: text };
}

/** Also looks at the disk and at whether the pace fits: SOURCE_REFUSED, NOT_FOUND or INPUT_INVALID. */
export async function checkSource(source: Source, policy: SourcePolicy): Promise<AcceptedSource> {
  const accepted = acceptSource(source.url, policy, process.cwd());
  if (accepted.kind === 'camera' && source.pace !== 'live') {
    throw new AppError('INPUT_INVALID', `a camera is always live, not '${source.pace}'`);
  }
  if (accepted.kind !== 'file') return accepted;
  if (source.pace === 'live') {
    throw new AppError('INPUT_INVALID', "a file is played 'paced' or 'fast', not 'live'");
  }
  await requireRegularFile(accepted.url);
  return accepted;
}

async function requireRegularFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new AppError('NOT_FOUND', `no such file: ${path}`);
  if (!found.isFile()) throw refused(`${path} is not a regular file`);
}

function refused(rule: string): AppError {
  return new AppError('SOURCE_REFUSED', `source refused: ${rule}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const hasControlCharacter = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/** Host in normal form: `URL` normalises odd spellings of IPv4 addresses only for http. */
function hostOf(text: string): string | undefined {
  const host = URL.parse(text)?.host;
  const normal = host ? URL.parse(`http://${host}`)?.hostname : undefined;
  return normal?.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addAddress('fd00:ec2::254', 'ipv6');
linkLocal.addAddress('100.100.100.200', 'ipv4');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addSubnet('0.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addAddress('::', 'ipv6');

function checkHost(host: string, policy: SourcePolicy): void {
  if (isIn(linkLocal, host) || /^metadata(\.google\.internal)?$/.test(host)) {
    throw refused('link-local and metadata addresses are not allowed');
  }
  const isLocal = isIn(loopback, host) || /(^|\.)localhost$/.test(host);
  if (isLocal && !policy.allowLoopback) throw refused('loopback addresses are not allowed');
}

/** BlockList also matches IPv4 rules against IPv4-mapped IPv6 addresses. */
function isIn(list: BlockList, host: string): boolean {
  const version = isIP(host);
  return version !== 0 && list.check(host, version === 6 ? 'ipv6' : 'ipv4');
}
