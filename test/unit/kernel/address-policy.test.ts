import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AddressRefusedError,
  type AddressRules,
  checkHost,
  checkResolved,
  isAddressOrRange,
  kindOfAddress,
} from '../../../kernel/address-policy.ts';

const strict: AddressRules = {
  refused: ['loopback', 'link-local', 'metadata', 'unspecified', 'multicast', 'broadcast'],
  allowed: [],
};

const allowing = (...allowed: string[]): AddressRules => ({ ...strict, allowed });

describe('an address', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.0.9', 'loopback'],
    ['::1', 'loopback'],
    ['2130706433', 'loopback'],
    ['0x7f.1', 'loopback'],
    ['0177.0.0.1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::127.0.0.1', 'loopback'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['64:ff9b:1::7f00:1', 'loopback'],
    ['2002:7f00:1::1', 'loopback'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['169.254.7.7', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['64:ff9b::169.254.7.7', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['2852039166', 'metadata'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['FD00:0EC2:0::0254', 'metadata'],
    ['fd00:ec2::254%1', 'metadata'],
    ['::ffff:169.254.169.254%eth0', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['::ffff:0.0.0.0', 'unspecified'],
    ['224.0.0.251', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['192.168.1.20', 'ordinary'],
    ['10.0.0.7', 'ordinary'],
    ['172.16.3.4', 'ordinary'],
    ['100.64.0.9', 'ordinary'],
    ['fd12:3456::1', 'ordinary'],
    ['8.8.8.8', 'ordinary'],
    ['2606:4700::1111', 'ordinary'],
    ['camera.example', undefined],
    ['', undefined],
  ])('%s is %s', (text, kind) => {
    expect(kindOfAddress(text)).toBe(kind);
  });

  it('of IPv4 keeps its kind inside every IPv6 form that carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const kind = kindOfAddress(text);
        // `::` and `::1` are addresses of their own, not IPv4 ones.
        fc.pre(!/^0\.0\.0\.[01]$/.test(text));
        for (const prefix of ['::ffff:', '::ffff:0:', '64:ff9b::', '::']) {
          expect(kindOfAddress(`${prefix}${text}`)).toBe(kind);
        }
      }),
    );
  });
});

describe('a host', () => {
  it.each([
    'localhost',
    'camera.localhost',
    'LOCALHOST.',
    '[::1]',
    'metadata.google.internal',
    'Metadata',
  ])('%s is refused before it is resolved', (host) => {
    expect(() => checkHost(host, strict)).toThrow(AddressRefusedError);
  });

  it.each(['camera.example', '192.168.1.20', 'localhost.example', '[fd12::1]'])(
    '%s is allowed',
    (host) => {
      expect(() => checkHost(host, strict)).not.toThrow();
    },
  );

  it('is allowed in every spelling when its address is, and its neighbours are not', () => {
    const rules = allowing('127.0.0.1');
    for (const host of ['127.0.0.1', '::ffff:127.0.0.1', '0x7f.1', 'localhost']) {
      expect(() => checkHost(host, rules)).not.toThrow();
    }
    for (const host of ['127.0.0.2', '::1', '169.254.169.254']) {
      expect(() => checkHost(host, rules)).toThrow(AddressRefusedError);
    }
  });

  it('is allowed by a range that holds it', () => {
    expect(() => checkHost('169.254.3.4', allowing('169.254.0.0/16'))).not.toThrow();
    expect(() => checkHost('fe80::5', allowing('fe80::/10'))).not.toThrow();
    expect(() => checkHost('127.0.0.1', allowing('169.254.0.0/16', 'fe80::/10'))).toThrow(
      AddressRefusedError,
    );
  });

  it('that resolves to allowed and refused addresses is refused, and the refused one is named', () => {
    expect(() => checkResolved('cam.example', ['192.168.1.2'], strict)).not.toThrow();
    expect(() => checkResolved('cam.example', ['192.168.1.2', '127.0.0.1'], strict)).toThrow(
      'cam.example (127.0.0.1) is a loopback address',
    );
  });
});

it('addresses and ranges are told from other words', () => {
  const words = ['127.0.0.1', '169.254.0.0/16', 'fe80::/10', '::1', 'localhost', '10.0.0.0/99', ''];
  expect(words.map(isAddressOrRange)).toEqual([true, true, true, true, false, false, false]);
});
