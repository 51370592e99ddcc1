/** Resolves names for connections, so that only an address that was checked is connected to. */
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressRules, checkResolved } from './address-policy.ts';

/** As `lookup` of node:dns with `all`. */
export type Resolve = (
  hostname: string,
  options: { readonly all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/**
 * For the option `lookup` of sockets and requests: the addresses given are those that were checked,
 * so that a second answer of the name server changes nothing. Fails with AddressRefusedError when
 * any of them is refused. Sockets skip it for literal addresses: check those with `checkHost`.
 */
export const checkedLookup =
  (rules: AddressRules, resolve: Resolve = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      try {
        if (error) throw error;
        checkResolved(
          hostname,
          found.map(({ address }) => address),
          rules,
        );
      } catch (refused) {
        return callback(refused as Error, '', 0);
      }
      const [first] = found;
      if (options.all) return callback(null, found);
      return callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
