/**
 * Which sources are accepted. Everything FFmpeg could be talked into beyond cameras, playlists and
 * plain files is refused here, before it sees the text. The decision is pure; only the check that a
 * file is a regular file looks at the disk.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AddressRefusedError, checkHost, kindOfAddress } from '../kernel/address-policy.ts';
import { AppError } from '../kernel/errors.ts';
import { parseDevice } from './domain/device.ts';
import { isMisread, isRedacted } from './domain/redact-url.ts';
import {
  addressRefusal,
  allowedByName,
  type SourceOrigin,
  sourceAddresses,
} from './domain/source-addresses.ts';
import type { Source } from './domain/stream.ts';

export interface SourcePolicy {
  /** Addresses and CIDR ranges that are allowed although their kind is refused. */
  readonly allowAddresses: readonly string[];
}

/**
 * `file`: absolute path. `camera`: has no end. `http`: a playlist, a file, or MJPEG without end.
 * `device`: a camera of this machine.
 */
export interface AcceptedSource {
  readonly kind: 'file' | 'camera' | 'http' | 'device';
  readonly url: string;
  /** The policy's, and what the operator named. */
  readonly allowedAddresses: readonly string[];
}

const kindOfScheme: Readonly<Record<string, AcceptedSource['kind']>> = {
  'rtsp:': 'camera',
  'rtsps:': 'camera',
  'rtmp:': 'camera',
  'rtmps:': 'camera',
  'srt:': 'camera',
  'udp:': 'camera',
  'v4l2:': 'device',
  'http:': 'http',
  'https:': 'http',
};

/**
 * Throws SOURCE_REFUSED naming the rule. A path is resolved against `workingFolder`; files and
 * devices of this machine are for its operator only.
 */
export function acceptSource(
  text: string,
  policy: SourcePolicy,
  origin: SourceOrigin,
  workingFolder: string,
): AcceptedSource {
  if (text.trim() === '') throw refused('it is empty');
  if (hasControlCharacter(text)) throw refused('it contains control characters');
  const scheme = /^[a-z][a-z0-9+.,-]*:/i.exec(text)?.[0].toLowerCase();
  const kind = scheme ? kindOfScheme[scheme] : 'file';
  if (!kind) throw unknownScheme(scheme!);
  if (kind === 'file' || kind === 'device') {
    if (origin !== 'operator') throw refused(`a ${kind} of this machine is named on it only`);
    if (kind === 'device') parseDevice(text);
    const url = kind === 'file' ? resolve(workingFolder, text) : text;
    return { kind, url, allowedAddresses: [] };
  }
  const host = hostOf(text);
  if (isRedacted(text)) throw refused('its credentials are hidden (***): name them again');
  const allowedAddresses = [...policy.allowAddresses, ...allowedByName(host, origin)];
  // UDP is listened for: the host is a group or an address of this machine.
  if (scheme === 'udp:') requireAddress(host);
  else requireAllowed(host, allowedAddresses);
  return { kind, url: text, allowedAddresses };
}

/** Also looks at the disk and at whether the pace fits: SOURCE_REFUSED, NOT_FOUND or INPUT_INVALID. */
export async function checkSource(
  source: Source,
  policy: SourcePolicy,
  origin: SourceOrigin,
): Promise<AcceptedSource> {
  const accepted = acceptSource(source.url, policy, origin, process.cwd());
  if (/^(camera|device)$/.test(accepted.kind) && source.pace !== 'live') {
    throw new AppError('INPUT_INVALID', `a camera is always live, not '${source.pace}'`);
  }
  if (accepted.kind === 'device') await refuseOther(accepted.url);
  if (accepted.kind !== 'file') return accepted;
  if (source.pace === 'live') {
    throw new AppError('INPUT_INVALID', "a file is played 'paced' or 'fast', not 'live'");
  }
  await requireRegularFile(accepted.url);
  return accepted;
}

/** A camera that is not plugged in is away, as one that does not answer: it may come. */
async function refuseOther(url: string): Promise<void> {
  const { path } = parseDevice(url);
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isCharacterDevice()) throw refused(`${path} is not a device`);
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

function unknownScheme(scheme: string): AppError {
  const known = Object.keys(kindOfScheme).map((each) => each.slice(0, -1));
  return refused(`scheme '${scheme.slice(0, 20)}' is not one of ${known.join(', ')}`);
}

/** An `@` after the host means that the URL was read otherwise than it was meant. */
function hostOf(text: string): string {
  const url = URL.parse(text);
  if (!url?.hostname) throw refused('it is not a well-formed URL with a host');
  if (isMisread(url)) {
    throw refused('/, ? and # in a password must be written as %2F, %3F and %23');
  }
  return url.hostname.replace(/^\[|\]$/g, '');
}

function requireAllowed(host: string, allowed: readonly string[]): void {
  try {
    checkHost(host, sourceAddresses(allowed));
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    throw new AppError('SOURCE_REFUSED', addressRefusal(error));
  }
}

function requireAddress(host: string): void {
  if (!kindOfAddress(host)) throw refused('udp needs a multicast group or an address, not a name');
}
