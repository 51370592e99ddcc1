import type { LookupAddress, LookupOptions } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { checkedLookup, type Resolve } from '../../../kernel/checked-lookup.ts';

const rules = { refused: ['loopback' as const], allowed: [] };

/** A name server whose answers are given beforehand; the last one stays. */
const answering = (...answers: string[][]): Resolve => {
  const left = [...answers];
  return (_name, _options, done) => {
    const answer = left.length > 1 ? left.shift()! : left[0]!;
    done(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
};

const ask = (resolve: Resolve, options: LookupOptions = { all: true }) =>
  new Promise<string | LookupAddress[]>((found, refused) =>
    checkedLookup(rules, resolve)('cam.example', options, (error, address) =>
      error ? refused(error) : found(address),
    ),
  );

describe('a checked lookup', () => {
  it('gives all addresses, or the first, as it is asked', async () => {
    const resolve = answering(['192.168.1.2', 'fd00::2']);
    expect(await ask(resolve)).toEqual([
      { address: '192.168.1.2', family: 4 },
      { address: 'fd00::2', family: 6 },
    ]);
    expect(await ask(resolve, {})).toBe('192.168.1.2');
  });

  it('refuses a name with any refused address, whatever its other addresses', async () => {
    await expect(ask(answering(['192.168.1.2', '::1']))).rejects.toThrow('loopback');
  });

  it('judges every answer anew, so that a name that moves to this machine is refused', async () => {
    const resolve = answering(['192.168.1.2'], ['127.0.0.1']);
    await expect(ask(resolve)).resolves.toHaveLength(1);
    await expect(ask(resolve)).rejects.toThrow('cam.example (127.0.0.1) is a loopback address');
  });

  it('hands on what the name server complains of', async () => {
    const failing: Resolve = (_name, _options, done) => done(new Error('ENOTFOUND'), []);
    await expect(ask(failing)).rejects.toThrow('ENOTFOUND');
  });
});
