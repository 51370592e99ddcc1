import { describe, expect, it } from 'vitest';
import { inputOptions } from '../../../../ingest/child/input-options.ts';

const options = { networkTimeoutMs: 15_000 };

/** What FFmpeg may connect to for a source. */
function protocolsOf(kind: 'camera' | 'http' | 'file', url: string): string[] {
  const { protocol_whitelist } = inputOptions({ kind, url, options, pace: 'live' }).options;
  return String(protocol_whitelist).split(',');
}

describe('a source is opened', () => {
  it.each([
    ['camera', 'rtsp://camera/1', ['rtsp', 'tcp']],
    ['camera', 'rtmp://camera/live/1', ['rtmp', 'tcp']],
    ['camera', 'srt://camera:9000', ['srt']],
    ['camera', 'udp://239.0.0.1:1234', ['udp']],
    ['http', 'https://camera/live.m3u8', ['https', 'tls', 'crypto']],
    ['file', '/videos/clip.mp4', ['file']],
  ] as const)('%s %s over its own protocols only', (kind, url, needed) => {
    const allowed = protocolsOf(kind, url);
    expect(allowed).toEqual(expect.arrayContaining([...needed]));
    if (kind !== 'file') expect(allowed).not.toContain('file');
    for (const dangerous of ['concat', 'data', 'pipe', 'subfile']) {
      expect(allowed).not.toContain(dangerous);
    }
  });

  it.each(['http', 'file'] as const)('%s as media, never as a list of other media', (kind) => {
    const { format_whitelist } = inputOptions({ kind, url: '/1', options, pace: 'live' }).options;
    const formats = String(format_whitelist).split(',');
    expect(formats).toEqual(expect.arrayContaining(['hls', 'mpegts', 'mov', 'matroska', 'mpjpeg']));
    for (const list of ['imf', 'dash', 'sdp', 'concat', 'rtsp', 'image2']) {
      expect(formats).not.toContain(list);
    }
  });

  it('over TCP first when it is RTSP, or as the operator says', () => {
    const camera = { kind: 'camera', url: 'rtsp://camera/1', options, pace: 'live' } as const;
    expect(inputOptions(camera).options).toMatchObject({ rtsp_flags: 'prefer_tcp' });
    const overUdp = inputOptions({ ...camera, transport: 'udp' }).options;
    expect(overUdp).toMatchObject({ rtsp_transport: 'udp' });
    expect(overUdp).not.toHaveProperty('rtsp_flags');
  });

  it('as a device with the picture that is wished for', () => {
    const url = 'v4l2:/dev/video2?size=640x480&fps=15';
    expect(inputOptions({ kind: 'device', url, options, pace: 'live' })).toMatchObject({
      url: '/dev/video2',
      format: 'v4l2',
      options: { video_size: '640x480', framerate: '15' },
    });
  });
});
