import { describe, expect, it } from 'vitest';
import { mustProveIdentity } from '../../../../ingest/domain/certificate-policy.ts';

const isCamera = true;

describe('who a server is must be proved', () => {
  it.each([
    'cdn.example.com',
    'camera.example.org.',
    'localhost.example.com',
    '93.184.216.34',
    '[2606:2800:220:1:248:1893:25c8:1946]',
  ])('by %s, which anybody on the internet could claim to be', (host) => {
    expect(mustProveIdentity(host, 'auto', !isCamera)).toBe(true);
  });

  it.each([
    'camera',
    'localhost',
    'camera.local',
    'Camera.LAN.',
    'door.home.arpa',
    '192.168.1.20',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '[fd00::20]',
    'fe80::1',
    '::ffff:192.168.1.20',
  ])('not by %s, for which no authority signs', (host) => {
    expect(mustProveIdentity(host, 'auto', !isCamera)).toBe(false);
  });

  it('not by cameras, unless the operator says so', () => {
    expect(mustProveIdentity('cdn.example.com', 'auto', isCamera)).toBe(false);
    expect(mustProveIdentity('192.168.1.20', 'always', isCamera)).toBe(true);
    expect(mustProveIdentity('cdn.example.com', 'never', !isCamera)).toBe(false);
  });
});
