/**
 * The Transport header of a reply, RFC 2326 section 12.39. With UDP the server may name addresses
 * that media come from (`source`) or go to (`destination`), and FFmpeg sends packets to the former.
 */
import { kindOfAddress } from '../../../kernel/address-policy.ts';

/**
 * The first that it names, with the server's own, checked address as the source and a multicast group
 * at most. FFmpeg ends it at any comma.
 */
export function transportFrom(value: string, serverAddress: string | undefined): string {
  const [first = ''] = value.split(',');
  const kept = first.split(';').filter((part) => {
    const [, name, given = ''] = /^\s*(source|destination)\s*=\s*"?([^"]*)/i.exec(part) ?? [];
    if (name === undefined) return true;
    return name.toLowerCase() === 'destination' && kindOfAddress(given) === 'multicast';
  });
  const isTcp = /^\s*RTP\/[^;]*\/TCP/i.test(first);
  return isTcp || !serverAddress ? kept.join(';') : [...kept, `source=${serverAddress}`].join(';');
}
