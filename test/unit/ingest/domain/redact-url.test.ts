import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isRedacted,
  redactText,
  redactUrl,
  redactUrls,
} from '../../../../ingest/domain/redact-url.ts';

describe('redactUrl', () => {
  it.each([
    ['rtsp://admin:hunter2@cam.example/1?x=1', 'rtsp://***@cam.example/1?x=1'],
    ['rtsp://admin@cam.example:8554/1', 'rtsp://***@cam.example:8554/1'],
    ['rtsp://a.b-c%40d:p%2Fw@10.0.0.7/1', 'rtsp://***@10.0.0.7/1'],
    ['http://cam.example/v.m3u8?token=abc&q=2', 'http://cam.example/v.m3u8?token=***&q=2'],
    [
      'https://cam.example/a?Password=x&api_key=y',
      'https://cam.example/a?Password=***&api_key=***',
    ],
    [
      'http://cam.example/stream.cgi?loginuse=admin&loginpas=x&res=hd',
      'http://cam.example/stream.cgi?loginuse=***&loginpas=***&res=hd',
    ],
    [
      'rtsp://10.0.0.7/cam/realmonitor?channel=1&subtype=0&unicast=true&proto=Onvif',
      'rtsp://10.0.0.7/cam/realmonitor?channel=1&subtype=0&unicast=true&proto=Onvif',
    ],
    ['rtsp://10.0.0.7/1?multicast', 'rtsp://10.0.0.7/1?multicast'],
    ['http://cam.example/x?k=hunter2', 'http://cam.example/x?k=***'],
    ['http://cam.example/x?c2VjcmV0LXRva2Vu', 'http://cam.example/x?***'],
    ['http://go.example/x?src=rtsp://a:b@c/1', 'http://go.example/x?src=***'],
    [
      'srt://cam.example:9000?passphrase=x&latency=200',
      'srt://cam.example:9000?passphrase=***&latency=200',
    ],
    [
      'rtsp://10.0.0.7:554/user=admin_password=tl_JwpbO_channel=1_stream=0.sdp?real',
      'rtsp://10.0.0.7:554/user=***_password=***_channel=1_stream=0.sdp?real',
    ],
    [
      'rtsp://10.0.0.7/user=admin&password=&channel=1',
      'rtsp://10.0.0.7/user=***&password=***&channel=1',
    ],
    ['rtsp://admin:12/34@cam.example/1', 'rtsp://***'],
    ['rtsp://admin:12#34@cam.example/1', 'rtsp://***'],
    ['https://cam.example/@yard/live.m3u8', 'https://cam.example/@yard/live.m3u8'],
    ['rtsp://cam.example/plain', 'rtsp://cam.example/plain'],
    ['/videos/yard.mp4', '/videos/yard.mp4'],
    ['v4l2:/dev/video0?size=1280x720&fps=30', 'v4l2:/dev/video0?size=1280x720&fps=30'],
    ['rtsp://ad min:pa ss@:::', 'rtsp://***'],
  ])('%s is shown as %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown);
  });

  const secret = fc.string({ minLength: 1 }).map((noise) => encodeURIComponent(`zq${noise}zq`));

  it('never shows a password, whatever is in it and wherever it stands', () => {
    const forms = [
      (password: string) => `rtsp://user:${password}@cam.example/1`,
      (password: string) => `http://cam.example/x?user=admin&password=${password}&channel=1`,
      (password: string) => `http://cam.example/x?anything=${password}zq`,
      (password: string) => `rtsp://cam.example/user=admin&password=${password}&channel=1`,
      (password: string) => `rtsp://cam.example/user=admin_password=${password}_channel=1_stream=0`,
    ];
    fc.assert(
      fc.property(secret, fc.constantFrom(...forms), (password, form) => {
        const shown = redactUrl(form(password));
        expect(shown).not.toContain('zq');
        expect(redactUrl(shown)).toBe(shown);
      }),
    );
  });

  it('is known again when it is given as a source', () => {
    expect(isRedacted(redactUrl('rtsp://admin:pw@cam.example/1'))).toBe(true);
    expect(isRedacted(redactUrl('http://cam.example/x?token=abcdef'))).toBe(true);
    expect(isRedacted('rtsp://admin:***@cam.example/1')).toBe(false);
    expect(isRedacted('rtsp://cam.example/1')).toBe(false);
    expect(isRedacted('/videos/***.mp4')).toBe(false);
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

  it('takes them out of every other URL too', () => {
    const text = "sent to 'rtsp://admin:other@elsewhere.example/1', which is away";
    expect(redactText(text, 'rtsp://cam.example/1')).toBe(
      "sent to 'rtsp://***@elsewhere.example/1', which is away",
    );
  });

  it('takes out a name that is the secret itself, also where it stands alone', () => {
    expect(redactText('401 for c2VjcmV0', 'rtsp://c2VjcmV0@cam.example/1')).toBe('401 for ***');
    expect(redactText('401 for admin', 'rtsp://admin:hunter2@cam.example/1')).toBe('401 for admin');
  });

  const noise = fc.string({ unit: fc.constantFrom(...`ab'"<>()@:/?#%&= .;,\\{}|^é😀`) });
  const secret = noise.map((some) => `zqz${some}zq`);
  const spelling = fc.func(fc.constantFrom('as it is', 'encoded', 'in small letters'));
  const spell = (text: string, as: (character: string) => string) =>
    [...text]
      .map((character) => {
        const encoded = encodeURIComponent(character);
        return { 'as it is': character, encoded }[as(character)] ?? encoded.toLowerCase();
      })
      .join('');

  it('leaves nothing of a secret, whatever is in it and however a URL or a text spells it', () => {
    const forms = [
      (password: string) => `rtsp://user:${password}@cam.example/1`,
      (password: string) => `rtsp://${password}@cam.example/1`,
      (password: string) => `http://cam.example/x?user=admin&password=${password}&channel=1`,
      (password: string) => `http://cam.example/x?${password}`,
    ];
    const texts = [
      (password: string) => `tried ${password}, refused`,
      (password: string) => `'rtsp://user:${password}@elsewhere.example/2' is away`,
      (password: string) => `<http://elsewhere.example/y?token=${password}>: 401`,
    ];
    const any = fc.record({ form: fc.constantFrom(...forms), say: fc.constantFrom(...texts) });
    fc.assert(
      fc.property(secret, spelling, any, (password, as, { form, say }) => {
        const url = form(encodeURIComponent(password));
        expect(redactText(say(spell(password, as)), url)).not.toContain('zq');
      }),
    );
  });

  it('knows a URL of another source where a secret is a part of its scheme', () => {
    const said = redactText('rtsp://root:other@elsewhere.example/1', 'rtsp://a:rtsp@cam.example/1');
    expect(said).toBe('***://***@elsewhere.example/1');
  });
});

it('a password with quotes is taken out of a URL that nobody knows', () => {
  const unit = fc.constantFrom(...`ab'"<>();:.,%é`);
  const form = fc.constantFrom<(url: string) => string>(
    (url) => `play '${url}', please`,
    (url) => `<${url}>`,
    (url) => `a --url ${url}`,
  );
  fc.assert(
    fc.property(fc.string({ unit }), form, (some, say) => {
      const said = redactUrls(say(`rtsp://user:zq${some}zq@cam.example/1`));
      expect(said).toBe(say('rtsp://***@cam.example/1'));
    }),
  );
});
