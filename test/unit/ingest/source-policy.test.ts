import { describe, expect, it } from 'vitest';
import { acceptSource } from '../../../ingest/source-policy.ts';
import type { AppError } from '../../../kernel/errors.ts';

const open = { allowLoopback: true };
const closed = { allowLoopback: false };

const refusal = (text: string, policy = open): Partial<AppError> => {
  try {
    acceptSource(text, policy, '/srv');
  } catch (error) {
    return error as AppError;
  }
  throw new Error(`accepted: ${text}`);
};

describe('acceptSource', () => {
  it.each([
    ['rtsp://admin:pw@10.0.0.7:554/h264', 'camera'],
    ['RTSPS://cam.example/1', 'camera'],
    ['http://10.0.0.7/live.m3u8', 'http'],
    ['https://cam.example/clip.mp4', 'http'],
    ['http://127.0.0.1:8080/live.m3u8', 'http'],
  ])('takes %s as %s', (url, kind) => {
    expect(acceptSource(url, open, '/srv')).toEqual({ kind, url });
  });

  it.each([
    ['clips/yard.mp4', '/srv/clips/yard.mp4'],
    ['/videos/a b.mkv', '/videos/a b.mkv'],
    ['../x.mp4', '/x.mp4'],
  ])('makes the path %s absolute', (path, url) => {
    expect(acceptSource(path, open, '/srv')).toEqual({ kind: 'file', url });
  });

  it.each([
    'file:///etc/passwd',
    'concat:a.mp4|b.mp4',
    'pipe:0',
    'data:video/mp4;base64,AAAA',
    'subfile,,start,0,end,9,,:/etc/passwd',
    'gopher://cam.example/1',
    'tcp://10.0.0.7:80',
    'lavfi:testsrc',
    'crypto+http://cam.example/x',
  ])('refuses %s and names the scheme', (url) => {
    expect(refusal(url)).toMatchObject({ code: 'SOURCE_REFUSED' });
    expect(refusal(url).message).toContain('is not one of rtsp, rtsps, http, https');
  });

  it.each([
    ['', 'empty'],
    ['rtsp://', 'well-formed'],
    ['http://[::1', 'well-formed'],
    ['clip.mp4\n', 'control characters'],
    ['rtsp://169.254.169.254/latest', 'link-local'],
    ['http://[fe80::1]/x.m3u8', 'link-local'],
    ['http://[::ffff:169.254.169.254]/x', 'link-local'],
    ['rtsp://2852039166/1', 'link-local'],
    ['http://metadata.google.internal/x', 'link-local'],
  ])('refuses %j because of: %s', (url, rule) => {
    expect(refusal(url)).toMatchObject({ code: 'SOURCE_REFUSED' });
    expect(refusal(url).message).toContain(rule);
  });

  it.each(['http://127.0.0.1/x', 'rtsp://localhost/1', 'http://[::1]/x', 'rtsp://2130706433/1'])(
    'refuses %s where loopback is not allowed',
    (url) => {
      expect(refusal(url, closed).message).toContain('loopback');
    },
  );

  it('never repeats credentials in a refusal', () => {
    expect(refusal('ftp://admin:hunter2@cam.example/1').message).not.toContain('hunter2');
  });
});
