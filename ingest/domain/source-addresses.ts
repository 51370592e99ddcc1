/** Which addresses a source may have, or lead to. Private networks: cameras live there. */
import {
  type AddressRefusedError,
  type AddressRules,
  kindOfAddress,
} from '../../kernel/address-policy.ts';

/** Who named the source: the operator on this machine, or somebody over the network. */
export type SourceOrigin = 'operator' | 'network';

export const sourceAddresses = (allowed: readonly string[] = []): AddressRules => ({
  refused: ['loopback', 'link-local', 'metadata', 'unspecified', 'multicast', 'broadcast'],
  allowed,
});

/**
 * What is allowed beyond the setting: an operator who names this machine means it. That goes for
 * the very host that was named, not for what the source then leads to.
 */
export function allowedByName(host: string, origin: SourceOrigin): string[] {
  if (origin !== 'operator') return [];
  if (/^localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'];
  return kindOfAddress(host) === 'loopback' ? [host] : [];
}

/** For people; names the setting that would allow the address. */
export const addressRefusal = ({ message }: AddressRefusedError): string =>
  `source refused: ${message}; the setting sources.allowAddresses can allow it`;
