/**
 * Which internet addresses may be connected to. Pure: an address is put into one of a few kinds,
 * whatever its spelling, and rules say which kinds are refused and which addresses are allowed
 * nevertheless. An IPv4 address inside an IPv6 one (mapped, NAT64, 6to4) counts as itself.
 */
import ipaddr from 'ipaddr.js';

/** `ordinary` includes private networks: cameras and receivers of webhooks live there. */
export type AddressKind =
  | 'ordinary'
  | 'loopback'
  | 'link-local'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'broadcast';

export interface AddressRules {
  readonly refused: readonly AddressKind[];
  /** Addresses and CIDR ranges that are allowed although their kind is refused. */
  readonly allowed: readonly string[];
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Where clouds answer with their credentials: AWS, Azure, Google, Alibaba, Oracle. */
const metadataAddresses = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

/** Names under which they do; refused before anybody is asked for their addresses. */
const metadataNames = /^(metadata|metadata\.google\.internal|instance-data(\.ec2\.internal)?)$/i;

const kindOfRange: Readonly<Record<string, AddressKind>> = {
  loopback: 'loopback',
  linkLocal: 'link-local',
  unspecified: 'unspecified',
  multicast: 'multicast',
  broadcast: 'broadcast',
};

/** The kind of an address in any spelling; undefined for a name. */
export function kindOfAddress(text: string): AddressKind | undefined {
  const address = parseAddress(text);
  if (!address) return undefined;
  if (metadataAddresses.has(address.toString())) return 'metadata';
  return kindOfRange[address.range()] ?? 'ordinary';
}

/**
 * The kind for which a host is refused. Undefined for one that is allowed, and for a name: what it
 * resolves to counts. IPv6 addresses may have brackets, names a dot at their end.
 */
function refusedKind(host: string, rules: AddressRules): AddressKind | undefined {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (metadataNames.test(bare)) return isRefused('metadata', bare, rules);
  if (/^(.+\.)?localhost$/i.test(bare)) return isRefused('loopback', '127.0.0.1', rules);
  const kind = kindOfAddress(bare);
  return kind && isRefused(kind, bare, rules);
}

/** Whether the text is an address or a range such as `10.0.0.0/8`. */
export const isAddressOrRange = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : parseAddress(text) !== undefined;

/** Thrown for a host that must not be connected to; the message is for people. */
export class AddressRefusedError extends Error {
  constructor(host: string, kind: AddressKind, address = host) {
    const article = /^[aeiou]/.test(kind) ? 'an' : 'a';
    const named = host === address ? host : `${host} (${address})`;
    super(`${named} is ${article} ${kind} address`);
    this.name = 'AddressRefusedError';
  }
}

/** Throws AddressRefusedError for a literal address or a well-known name that is refused. */
export function checkHost(host: string, rules: AddressRules): void {
  const kind = refusedKind(host, rules);
  if (kind) throw new AddressRefusedError(host, kind);
}

/**
 * What a name resolves to: throws AddressRefusedError when any of it is refused, for whoever mixes
 * allowed with refused addresses wants one to be taken for the other.
 */
export function checkResolved(
  host: string,
  addresses: readonly string[],
  rules: AddressRules,
): void {
  for (const address of addresses) {
    const kind = refusedKind(address, rules);
    if (kind) throw new AddressRefusedError(host, kind, address);
  }
}

function isRefused(kind: AddressKind, text: string, rules: AddressRules): AddressKind | undefined {
  if (!rules.refused.includes(kind)) return undefined;
  return rules.allowed.some((range) => contains(range, text)) ? undefined : kind;
}

function contains(range: string, text: string): boolean {
  const address = parseAddress(text);
  if (!address) return range.toLowerCase() === text.toLowerCase();
  const [base, bits] = range.includes('/')
    ? ipaddr.parseCIDR(range)
    : [ipaddr.process(range), undefined];
  if (address.kind() !== base.kind()) return false;
  return address.match(base, bits ?? (base.kind() === 'ipv4' ? 32 : 128));
}

/** Without its zone (`%eth0`), which says by which interface an address is reached, not which it is. */
function parseAddress(text: string): Address | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text.replace(/%.*$/, ''));
  return address.kind() === 'ipv6' ? (embeddedIpv4(address as ipaddr.IPv6) ?? address) : address;
}

/** The last four bytes (IPv4-mapped, -translated, -compatible, NAT64), or those after 2002 (6to4). */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6));
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0) && !isOwnIpv6(bytes);
  const holdsOne = isCompatible || range === 'rfc6052' || range === 'rfc6145';
  return holdsOne ? new ipaddr.IPv4(bytes.slice(12)) : undefined;
}

/** `::` and `::1`. */
const isOwnIpv6 = (bytes: readonly number[]): boolean =>
  bytes.slice(12, 15).every((byte) => byte === 0) && bytes[15]! <= 1;
