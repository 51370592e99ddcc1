import { describe, expect, it } from 'vitest';
import { checkWebhookUrl } from '../../../../query/notification/webhook-policy.ts';

describe('a webhook URL', () => {
  it.each([
    'https://hooks.example/x?token=1',
    'http://192.168.1.20:9093/hook',
    'http://localhost:8080',
    'http://[::1]/',
  ])('%s is allowed', (url) => {
    expect(checkWebhookUrl(url).href).toContain('http');
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://0xA9FEA9FE/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://metadata.google.internal/',
    'http://METADATA.google.internal./',
    'http://0.0.0.0/',
    'http://224.0.0.1/',
    'file:///etc/passwd',
    'ftp://host/x',
    'hook',
  ])('%s is refused', (url) => {
    expect(() => checkWebhookUrl(url)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});
