import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlaylist, schemeBesideHttp } from '../../../../ingest/child/media-playlist.ts';

const url = 'https://camera.example/live/list.m3u8?token=1';
const at = Date.UTC(2026, 10, 30, 12);

const playlist = (...lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-MEDIA-SEQUENCE:7', '#EXT-X-TARGETDURATION:4', ...lines, ''].join('\r\n');

/** The segments of a media playlist. */
function segments(...lines: string[]) {
  const parsed = parsePlaylist(playlist(...lines), url);
  return parsed && 'segments' in parsed ? parsed.segments : [];
}

describe('a media playlist', () => {
  it('tells when the pictures of each segment were taken', () => {
    const found = segments(
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-30T13:00:00.000+01:00',
      '#EXTINF:4.0,',
      'a.ts',
      '#EXTINF:2.5,',
      'b.ts',
      '#EXTINF:4.0,title',
      'c.ts',
    );
    expect(found.map(({ takenAt }) => takenAt! - at)).toEqual([0, 4_000, 6_500]);
  });

  it('goes on from no time but its own after a discontinuity', () => {
    const found = segments(
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-30T12:00:00Z',
      ...['#EXTINF:4,', 'a.ts', '#EXT-X-DISCONTINUITY', '#EXTINF:4,', 'b.ts'],
    );
    expect(found.map(({ run, takenAt }) => [run, takenAt])).toEqual([
      [0, at],
      [1, undefined],
    ]);
  });

  it('says nothing where the time has no zone', () => {
    const [found] = segments('#EXT-X-PROGRAM-DATE-TIME:2026-11-30T12:00:00', '#EXTINF:4,', 'a.ts');
    expect(found!.takenAt).toBeUndefined();
  });

  it('can be reduced to one segment that plays alone', () => {
    const found = segments(
      '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"',
      '#EXT-X-MAP:URI="/init.mp4"',
      ...['#EXTINF:4,', 'a.m4s', '#EXT-X-BYTERANGE:100@200', '#EXTINF:4,', 'b.m4s'],
    );
    expect(found[1]!.alone.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MEDIA-SEQUENCE:8',
      '#EXT-X-KEY:METHOD=AES-128,URI="https://camera.example/live/key.bin"',
      '#EXT-X-MAP:URI="https://camera.example/init.mp4"',
      '#EXT-X-BYTERANGE:100@200',
      '#EXTINF:4,',
      'https://camera.example/live/b.m4s',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });
});

it('a playlist of playlists leads to one of them', () => {
  const text = playlist('#EXT-X-STREAM-INF:BANDWIDTH=1', 'low/list.m3u8');
  expect(parsePlaylist(text, url)).toEqual({
    variant: 'https://camera.example/live/low/list.m3u8',
  });
});

describe('a playlist that leads out of HTTP', () => {
  it.each([
    ['a segment', '#EXTINF:4,', 'httpproxy:10.0.0.1:80/a.ts'],
    ['a segment with a tab in its scheme', '#EXTINF:4,', 'ht\ttpproxy://10.0.0.1/a.ts'],
    ['a segment after a space', '#EXTINF:4,', ' httpproxy:10.0.0.1/a.ts'],
    ['a key', '#EXT-X-KEY:METHOD=AES-128,URI="tcp://10.0.0.1/k"', '#EXTINF:4,', 'a.ts'],
    ['a bare key', '#EXT-X-KEY:METHOD=AES-128,URI=httpproxy:10.0.0.1', '#EXTINF:4,', 'a.ts'],
    ['a map', '#EXT-X-MAP:URI="file:///etc/passwd"', '#EXTINF:4,', 'a.m4s'],
    ['a variant', '#EXT-X-STREAM-INF:BANDWIDTH=1', 'ftp://10.0.0.1/a.m3u8'],
  ])('by %s is refused', (_, ...lines) => {
    expect(() => parsePlaylist(playlist(...lines), url)).toThrow('the playlist leads out of HTTP');
  });
});

describe('the addresses in a playlist, as FFmpeg reads them,', () => {
  it.each([
    ['at the beginning of a line', '#EXTM3U\nhttpproxy:10.0.0.1/a.ts'],
    ['after a carriage return', '#EXTM3U\rhttpproxy://10.0.0.1/a.ts'],
    ['after a zero byte', '#EXTM3U\n#\0httpproxy:10.0.0.1'],
    ['of a key', '#EXT-X-KEY:METHOD=AES-128,URI="httpproxy:10.0.0.1"'],
    ['without quotes', '#EXT-X-KEY:URI=httpproxy:10.0.0.1'],
    ['with backslashes', '#EXT-X-KEY:URI="h\\ttppro\\xy:10.0.0.1"'],
    ['in other letters', 'HTTPProxy:10.0.0.1'],
    ['behind one of HTTP', 'http://a/1.ts\nhttpproxy:10.0.0.1'],
  ])('may stand %s', (_, text) => {
    expect(schemeBesideHttp(text)).toMatch(/^httpproxy$/i);
  });

  it.each([
    'http://cam/1.ts',
    'HTTPS://cam/1.ts',
    '/a/1.ts',
    'a.ts?at=12:30',
    '//cam/1.ts',
    '#EXTINF:4,title: a\n1.ts',
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-30T12:00:00Z',
    '#EXT-X-KEY:METHOD=AES-128,URI="key",KEYFORMAT="urn:uuid:1"',
  ])('of %s are all of HTTP', (text) => {
    expect(schemeBesideHttp(text)).toBeUndefined();
  });
});

it('whatever a server answers is a playlist, none, or an address that is none', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('#EXTINF:x', '#EXT-X-MAP:URI="::"', '#EXT-X-KEY:', 'a.ts', '#EXTINF:4,'),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      try {
        parsePlaylist(playlist(...lines), url);
      } catch (error) {
        expect((error as Error).message).toMatch(/^Invalid URL$|^the playlist leads out of HTTP/);
      }
    }),
  );
});
