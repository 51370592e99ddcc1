import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactText, redactUrl } from '../../../../ingest/domain/redact-url.ts';

describe('redactUrl', () => {
  it.each([
    ['rtsp://admin:hunter2@cam.example/1?x=1', 'rtsp://***@cam.example/1?x=1'],
    ['rtsp://admin@cam.example:8554/1', 'rtsp://***@cam.example:8554/1'],
    ['http://cam.example/v.m3u8?token=abc&q=2', 'http://cam.example/v.m3u8?token=***&q=2'],
    [
      'https://cam.example/a?Password=x&api_key=y',
      'https://cam.example/a?Password=***&api_key=***',
    ],
    ['rtsp://cam.example/plain', 'rtsp://cam.example/plain'],
    ['/videos/yard.mp4', '/videos/yard.mp4'],
    ['rtsp://ad min:pa ss@:::', 'rtsp://***'],
  ])('%s is shown as %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown);
  });

  it('never shows the password, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (noise) => {
        const password = encodeURIComponent(`zq${noise}zq`);
        expect(redactUrl(`rtsp://user:${password}@cam.example/1`)).not.toContain('zq');
      }),
    );
  });
});

describe('redactText', () => {
  it('takes the secrets of a source out of what FFmpeg says', () => {
    const url = 'rtsp://admin:p%40ss@cam.example/1?token=t0ken';
    const text = `${url}: 401, tried p@ss, p%40ss and t0ken`;
    expect(redactText(text, url)).toBe(
      'rtsp://***@cam.example/1?token=***: 401, tried ***, *** and ***',
    );
  });
});
