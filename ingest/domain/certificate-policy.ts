/** Which servers must prove by their certificate who they are (pure). */
import ipaddr from 'ipaddr.js';

/** `auto`: HTTPS under public names and addresses. Cameras sign their own, which proves nothing. */
export type CertificateMode = 'auto' | 'always' | 'never';

/** Names that no authority signs for: without a dot, or under a domain of local networks. */
const localName = /^[^.]+\.?$|\.(local|localdomain|lan|home|home\.arpa|internal)\.?$/i;

/** The host as it was named, IPv6 with or without brackets; what a name resolves to can be forged. */
export function mustProveIdentity(host: string, mode: CertificateMode, isCamera: boolean): boolean {
  if (mode !== 'auto') return mode === 'always';
  return !isCamera && isPublic(host.replace(/^\[|\]$/g, ''));
}

const isPublic = (host: string): boolean =>
  ipaddr.isValid(host) ? ipaddr.process(host).range() === 'unicast' : !localName.test(host);
