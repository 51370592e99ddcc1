import { expect, it } from 'vitest';
import { splitRtspUrl } from '../../../../../ingest/child/gate/rtsp-url.ts';

it.each([
  ['rtsp://cam.example', ['cam.example', 554, false, '', '']],
  ['RTSPS://cam.example/1', ['cam.example', 322, true, '', '/1']],
  [
    'rtsp://admin:p%40w@10.0.0.7:8554/a?b=c#d',
    ['10.0.0.7', 8554, false, 'admin:p%40w@', '/a?b=c#d'],
  ],
  ['rtsp://a@b:c@10.0.0.7/1', ['10.0.0.7', 554, false, 'a@b:c@', '/1']],
  ['rtsp://[fd12::7]:8554/1', ['[fd12::7]', 8554, false, '', '/1']],
  ['rtsp://cam.example?x=1', ['cam.example', 554, false, '', '?x=1']],
])('%s is taken apart', (text, [host, port, isSecure, userInfo, rest]) => {
  expect(splitRtspUrl(text)).toMatchObject({ target: { host, port, isSecure }, userInfo, rest });
});

it.each([
  ...['http://cam.example/', 'rtsp://', 'rtsp:///x', 'rtsp://a b/', 'rtspu://cam/', 'cam'],
  ...['rtsp://[fe80::7%25eth0]/1', 'rtsp://10.0.0.7%1/1'],
])('%s is none', (text) => {
  expect(splitRtspUrl(text)).toBeUndefined();
});
