/**
 * A certificate for ends of TLS inside this process, made anew each time: X.509 (RFC 5280, section
 * 4.1) in DER, signed by its own key. It lets FFmpeg speak TLS to a gate; nobody is to trust it.
 */
import { generateKeyPairSync, sign } from 'node:crypto';

/** PEM, as node:tls takes it. */
interface OwnCertificate {
  readonly key: string;
  readonly cert: string;
}

const tags = { integer: 2, bits: 3, object: 6, text: 12, time: 23, sequence: 48, set: 49 };

export function ownCertificate(): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(object('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(
    der(tags.set, sequence(object('550403'), der(tags.text, Buffer.from('gate')))),
  );
  const validity = sequence(time('200101000000Z'), time('491231235959Z'));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const serial = der(tags.integer, Buffer.from([1]));
  const signed = sequence(serial, algorithm, name, validity, name, subjectKey);
  const signature = der(tags.bits, Buffer.from([0]), sign('sha256', signed, privateKey));
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: pem(sequence(signed, algorithm, signature)),
  };
}

const sequence = (...parts: Buffer[]): Buffer => der(tags.sequence, ...parts);
const object = (hex: string): Buffer => der(tags.object, Buffer.from(hex, 'hex'));
const time = (text: string): Buffer => der(tags.time, Buffer.from(text));

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
