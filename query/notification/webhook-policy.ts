/**
 * Which addresses a webhook may go to. Private networks are allowed, because receivers live there;
 * link-local addresses are not, because that is where clouds answer with their credentials.
 */
import { BlockList, isIP } from 'node:net';
import { AppError } from '../../kernel/errors.ts';

const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');
refused.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
refused.addSubnet('0.0.0.0', 8, 'ipv4');
refused.addAddress('::', 'ipv6');
refused.addSubnet('224.0.0.0', 4, 'ipv4');
refused.addSubnet('ff00::', 8, 'ipv6');
refused.addAddress('255.255.255.255', 'ipv4');
refused.addAddress('100.100.100.200', 'ipv4');

/** Names under which clouds answer with their credentials. */
const refusedNames = new Set(['metadata', 'metadata.google.internal', 'instance-data']);

/** Throws INPUT_INVALID for a scheme, name or literal address that no webhook may have. */
export function checkWebhookUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new AppError('INPUT_INVALID', 'the webhook URL is not a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AppError('INPUT_INVALID', `a webhook must be http or https, got '${url.protocol}'`);
  }
  const host = hostOf(url);
  if (refusedNames.has(host.replace(/\.$/, '').toLowerCase()) || !isAllowedAddress(host)) {
    throw new AppError('INPUT_INVALID', `a webhook must not go to '${host}'`);
  }
  return url;
}

/** False for an IP address that no webhook may go to; names are true, their addresses count. */
export function isAllowedAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  return !refused.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Host name or address, IPv6 without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
