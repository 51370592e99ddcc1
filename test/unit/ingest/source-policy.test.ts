import { describe, expect, it } from 'vitest';
import type { SourceOrigin } from '../../../ingest/domain/source-addresses.ts';
import { acceptSource, type SourcePolicy } from '../../../ingest/source-policy.ts';
import type { AppError } from '../../../kernel/errors.ts';

const strict: SourcePolicy = { allowAddresses: [] };

const accept = (text: string, origin: SourceOrigin = 'network', policy = strict) =>
  acceptSource(text, policy, origin, '/srv');

const refusal = (text: string, origin: SourceOrigin = 'network'): Partial<AppError> => {
  try {
    accept(text, origin);
  } catch (error) {
    return error as AppError;
  }
  throw new Error(`accepted: ${text}`);
};

describe('a source', () => {
  it.each([
    ['rtsp://admin:pw@10.0.0.7:554/h264', 'camera'],
    ['RTSPS://cam.example/1', 'camera'],
    ['rtsp://192.168.1.20/user=admin&password=x&channel=1', 'camera'],
    ['rtmp://cam.example/live/1', 'camera'],
    ['rtmps://cam.example/live/1', 'camera'],
    ['srt://10.0.0.7:9000?passphrase=1234567890', 'camera'],
    ['udp://@239.1.2.3:1234', 'camera'],
    ['udp://0.0.0.0:1234', 'camera'],
    ['http://10.0.0.7/live.m3u8', 'http'],
    ['http://[fd12::7]:8080/live.m3u8', 'http'],
    ['https://cam.example/@yard/clip.mp4', 'http'],
  ])('%s is taken from anybody as %s, with its text unchanged', (url, kind) => {
    expect(accept(url)).toEqual({ kind, url, allowedAddresses: [] });
  });

  it.each([
    'file:///etc/passwd',
    'concat:a.mp4|b.mp4',
    'concatf:list',
    'pipe:0',
    'fd:0',
    'data:video/mp4;base64,AAAA',
    'subfile,,start,0,end,9,,:/etc/passwd',
    'gopher://cam.example/1',
    'tcp://10.0.0.7:80',
    'tls://10.0.0.7:443',
    'unix:/run/x.sock',
    'ftp://cam.example/x',
    'sftp://cam.example/x',
    'rtp://10.0.0.7:5000',
    'rtmpt://cam.example/live/1',
    'ipfs://x/y',
    'tee:a|b',
    'async:http://cam.example/x',
    'cache:http://cam.example/x',
    'crypto+http://cam.example/x',
    'hls+http://cam.example/x',
    'httpproxy://10.0.0.7:80/x:80',
    'lavfi:testsrc',
    'exec:ffmpeg',
    'javascript:1',
  ])('%s is refused from the operator too, and its scheme is named', (url) => {
    const { code, message } = refusal(url, 'operator');
    expect(code).toBe('SOURCE_REFUSED');
    expect(message).toMatch(/scheme '.*' is not one of rtsp, rtsps, .*http, https/);
  });

  it.each([
    ['', 'empty'],
    ['rtsp://', 'well-formed'],
    ['http://[::1', 'well-formed'],
    ['rtsp://10.0.0.7/1\n', 'control characters'],
    ['rtsp://10.0.0.7/1\u0000', 'control characters'],
    ['rtsp://admin:12/34@10.0.0.7/1', '%2F'],
    ['rtsp://admin:12#34@10.0.0.7/1', '%2F'],
    ['rtsp://***@cam.example/1', 'name them again'],
    ['udp://group.example:1234', 'not a name'],
    ['rtsp://169.254.169.254/latest', 'metadata address'],
    ['http://[::ffff:169.254.169.254]/x', 'metadata address'],
    ['rtsp://2852039166/1', 'metadata address'],
    ['http://metadata.google.internal/x', 'metadata address'],
    ['http://[fe80::1]/x.m3u8', 'link-local address'],
    ['rtsp://169.254.7.7/1', 'link-local address'],
    ['rtsp://0.0.0.0/1', 'unspecified address'],
    ['http://0/x', 'unspecified address'],
    ['rtsp://224.0.0.1/1', 'multicast address'],
    ['http://255.255.255.255/1', 'broadcast address'],
  ])('%j is refused from the operator too because of: %s', (url, rule) => {
    expect(refusal(url, 'operator')).toMatchObject({ code: 'SOURCE_REFUSED' });
    expect(refusal(url, 'operator').message).toMatch(new RegExp(rule));
  });

  it('never has its credentials repeated in a refusal', () => {
    const urls = ['ftp://admin:hunter2@cam.example/1', 'rtsp://admin:hunter2@127.0.0.1/hunter2'];
    for (const url of urls) expect(refusal(url).message).not.toContain('hunter2');
  });
});

describe('this machine', () => {
  const local = [
    'http://127.0.0.1/x',
    'http://127.9.9.9/x',
    'rtsp://localhost/1',
    'rtsp://cam.localhost/1',
    'http://[::1]/x',
    'http://[::ffff:127.0.0.1]/x',
    'http://[64:ff9b::127.0.0.1]/x',
    'rtsp://2130706433/1',
    'rtsp://0x7f.1/1',
  ];

  it.each(local)('%s is refused from the network, naming the setting', (url) => {
    expect(refusal(url).message).toMatch(/loopback address.*sources\.allowAddresses/);
  });

  it('may be named by its operator, who then allows just what was named', () => {
    expect(accept('rtsp://127.0.0.1:8554/1', 'operator').allowedAddresses).toEqual(['127.0.0.1']);
    expect(accept('http://[::1]:80/x', 'operator').allowedAddresses).toEqual(['::1']);
    expect(accept('rtsp://localhost/1', 'operator').allowedAddresses).toEqual(['127.0.0.1', '::1']);
    expect(accept('rtsp://10.0.0.7/1', 'operator').allowedAddresses).toEqual([]);
  });

  it('may be named by anybody where the setting allows it', () => {
    const policy = { allowAddresses: ['127.0.0.0/8', '169.254.0.0/16'] };
    for (const url of ['rtsp://127.0.0.1/1', 'http://localhost/x', 'rtsp://169.254.7.7/1']) {
      expect(accept(url, 'network', policy).allowedAddresses).toEqual(policy.allowAddresses);
    }
  });

  it.each([
    ['clips/yard.mp4', '/srv/clips/yard.mp4'],
    ['/videos/a b.mkv', '/videos/a b.mkv'],
    ['../x.mp4', '/x.mp4'],
    ['-i.mp4', '/srv/-i.mp4'],
  ])('has the file %s, made absolute, for its operator only', (path, url) => {
    expect(accept(path, 'operator')).toEqual({ kind: 'file', url, allowedAddresses: [] });
    expect(refusal(path).message).toContain('a file of this machine is named on it only');
  });

  it('has devices for its operator only', () => {
    const url = 'v4l2:/dev/video0';
    expect(accept(url, 'operator')).toEqual({ kind: 'device', url, allowedAddresses: [] });
    expect(refusal(url).message).toContain('a device of this machine is named on it only');
  });
});
