import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { RtspDialogue } from '../../../../../ingest/child/gate/rtsp-dialogue.ts';
import { RtspSyntaxError } from '../../../../../ingest/child/gate/rtsp-messages.ts';

let redirectedTo: string[];
let framesShown: string[];
let dialogue: RtspDialogue;

const talk = (credentials?: { user: string; password: string }) =>
  new RtspDialogue({
    gateUrl: 'rtsp://127.0.0.1:4000',
    serverUrl: 'rtsp://cam.example:8554',
    serverAddress: '192.168.1.20',
    credentials,
    onFrame: (frame) => void framesShown.push(frame.toString('latin1')),
    redirect: (location) => {
      redirectedTo.push(location);
      return 'rtsp://127.0.0.1:4000/elsewhere';
    },
  });

beforeEach(() => {
  redirectedTo = [];
  framesShown = [];
  dialogue = talk();
});

const textOf = (pieces: readonly Buffer[]) => Buffer.concat([...pieces]).toString('latin1');

const asks = (method: string, sequence = 7, headers = '') =>
  textOf(
    dialogue.fromPlayer(
      Buffer.from(
        `${method} rtsp://127.0.0.1:4000/1 RTSP/1.0\r\nCSeq: ${sequence}\r\n${headers}\r\n`,
      ),
    ).toServer,
  );

const answers = (text: string | Buffer) => {
  const { toPlayer, toServer } = dialogue.fromServer(Buffer.from(text as string, 'latin1'));
  return { toPlayer: textOf(toPlayer), toServer: textOf(toServer) };
};

describe('a request', () => {
  it('reaches the server under its own name, and the answer has the number it was asked with', () => {
    expect(asks('OPTIONS', 41)).toBe(
      'OPTIONS rtsp://cam.example:8554/1 RTSP/1.0\r\nCSeq: 1\r\n\r\n',
    );
    const { toPlayer } = answers('RTSP/1.0 200 OK\r\nCSeq: 1\r\nPublic: PLAY\r\n\r\n');
    expect(toPlayer).toBe('RTSP/1.0 200 OK\r\nCSeq: 41\r\nPublic: PLAY\r\n\r\n');
  });

  it('for which the server wants a login is asked again with it, and so are all after it', () => {
    dialogue = talk({ user: 'admin', password: 'pw' });
    expect(asks('DESCRIBE', 2)).not.toContain('Authorization');
    const challenge = 'RTSP/1.0 401 No\r\nCSeq: 1\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n';
    const { toPlayer, toServer } = answers(challenge);
    expect(toPlayer).toBe('');
    expect(toServer).toContain('DESCRIBE rtsp://cam.example:8554/1');
    expect(toServer).toContain('Authorization: Basic YWRtaW46cHc=');
    expect(answers('RTSP/1.0 200 OK\r\nCSeq: 2\r\n\r\n').toPlayer).toContain('CSeq: 2\r\n');
    expect(asks('SETUP', 3)).toContain('Authorization: Basic YWRtaW46cHc=');
  });

  it('is asked once more only: a wrong password is not tried again and again', () => {
    dialogue = talk({ user: 'admin', password: 'wrong' });
    asks('DESCRIBE', 2);
    const refusal = (sequence: number) =>
      `RTSP/1.0 401 No\r\nCSeq: ${sequence}\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n`;
    answers(refusal(1));
    const { toPlayer, toServer } = answers(refusal(2));
    expect(toServer).toBe('');
    expect(toPlayer).toContain('RTSP/1.0 401');
  });

  it('takes no login from the player', () => {
    expect(asks('DESCRIBE', 1, 'Authorization: Basic eA==\r\n')).not.toContain('Authorization');
  });
});

describe('an answer', () => {
  it.each([301, 302, 303, 305, 307])('%i leads where the gate says, and nowhere else', (status) => {
    const location = 'Location: rtsp://10.0.0.9/secret';
    const { toPlayer } = answers(`RTSP/1.0 ${status} Moved\r\nCSeq: 1\r\n${location}\r\n\r\n`);
    expect(toPlayer).toContain('Location: rtsp://127.0.0.1:4000/elsewhere\r\n');
    expect(toPlayer).not.toContain('10.0.0.9');
    expect(redirectedTo).toEqual(['rtsp://10.0.0.9/secret']);
  });

  it('that does not redirect names no other place', () => {
    const { toPlayer } = answers(
      'RTSP/1.0 200 OK\r\nCSeq: 1\r\nLocation: rtsp://10.0.0.9/\r\n\r\n',
    );
    expect(toPlayer).not.toContain('10.0.0.9');
    expect(redirectedTo).toEqual([]);
  });

  it.each([
    ['a carriage return inside a word', 'Loc\ration: rtsp://evil/'],
    ['a folded line', 'X: 1\r\n Location: rtsp://evil/'],
    ['a control character', 'Location\u0000: rtsp://evil/'],
  ])('with %s hides no redirect', (_, line) => {
    const { toPlayer } = answers(`RTSP/1.0 302 Moved\r\nCSeq: 1\r\n${line}\r\n\r\n`);
    expect(toPlayer.replaceAll('\r', '')).not.toMatch(/^\s*location: rtsp:\/\/evil/im);
  });

  it('in pieces of any size gives the same', () => {
    const sdp = 'v=0\r\ns=Location: rtsp://10.0.0.9/\r\n';
    const text =
      `RTSP/1.0 200 OK\nCSeq: 1\nContent-Type: application/sdp\nContent-Length: ${sdp.length}\n\n` +
      `${sdp}$\u0000\u0000\u0003abc$\u0001\u0000\u0001xRTSP/1.0 200 OK\r\nCSeq: 2\r\n\r\n`;
    const whole = answers(text).toPlayer;
    const frames = ['$\u0000\u0000\u0003abc', '$\u0001\u0000\u0001x'];
    expect(whole).toContain(`Content-Length: ${sdp.length}\r\n\r\n${sdp}${frames.join('')}RTSP`);
    expect(framesShown).toEqual(frames);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        dialogue = talk();
        framesShown = [];
        const at = [0, ...[...cuts].sort((a, b) => a - b), text.length];
        const parts = at.slice(1).map((end, n) => answers(text.slice(at[n]!, end)).toPlayer);
        expect(parts.join('')).toBe(whole);
        expect(framesShown).toEqual(frames);
      }),
    );
  });

  it('of any bytes is refused or written anew, and leads nowhere', () => {
    const words = fc.constantFrom(
      ...['RTSP/1.0 302 Moved', 'RTSP/1.0 200 OK', 'Location: rtsp://evil/x', 'CSeq: 1', '$'],
      ...['Content-Length: 9', 'Content-Length: -1', '\r\n', '\n', '\r', '\u0000', ' ', ':', 'x'],
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        dialogue = talk();
        let passed = '';
        try {
          passed = answers(parts.join('')).toPlayer;
        } catch (error) {
          expect(error).toBeInstanceOf(RtspSyntaxError);
        }
        const heads = passed.split('\r\n\r\n').filter((each) => each.startsWith('RTSP/1.0 302'));
        for (const head of heads) expect(head).not.toContain('evil');
      }),
    );
  });

  it.each([
    ['has no end', `RTSP/1.0 200 OK\r\n${'X: y\r\n'.repeat(10_000)}`],
    [
      'has a session description of a megabyte',
      'RTSP/1.0 200 OK\r\nContent-Length: 1000000\r\n\r\n',
    ],
    ['is of another protocol', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('that %s is refused', (_, text) => {
    expect(() => answers(text)).toThrow(RtspSyntaxError);
  });
});

describe('while it plays', () => {
  it('bytes that are no RTSP pass, for FFmpeg to find the beat again', () => {
    asks('PLAY');
    answers('RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n');
    const noise = `garbage\r\n\r\n$\u0000\u0000\u0001x`;
    expect(answers(noise).toPlayer).toBe(noise);
  });

  it('a login that has run out is renewed', () => {
    dialogue = talk({ user: 'admin', password: 'pw' });
    asks('PLAY');
    answers('RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n');
    asks('GET_PARAMETER', 9);
    const challenge = 'Digest realm="x", nonce="new", stale=true';
    const { toServer } = answers(
      `RTSP/1.0 401 No\r\nCSeq: 2\r\nWWW-Authenticate: ${challenge}\r\n\r\n`,
    );
    expect(toServer).toContain('GET_PARAMETER');
    expect(toServer).toContain('nonce="new"');
  });
});

describe('the addresses that a server names for UDP', () => {
  const transportOf = (value: string) =>
    /Transport: (.*)\r\n/.exec(
      answers(`RTSP/1.0 200 OK\r\nTransport: ${value}\r\n\r\n`).toPlayer,
    )?.[1];

  it.each([
    [
      'RTP/AVP;unicast;client_port=5000-5001;server_port=6000-6001',
      'RTP/AVP;unicast;client_port=5000-5001;server_port=6000-6001;source=192.168.1.20',
    ],
    [
      'RTP/AVP/UDP;unicast;source=10.0.0.9;destination=10.0.0.8;server_port=6000-6001',
      'RTP/AVP/UDP;unicast;server_port=6000-6001;source=192.168.1.20',
    ],
    [
      'RTP/AVP;multicast;destination=239.1.2.3;port=5000-5001',
      'RTP/AVP;multicast;destination=239.1.2.3;port=5000-5001;source=192.168.1.20',
    ],
    ['RTP/AVP/TCP;unicast;interleaved=0-1', 'RTP/AVP/TCP;unicast;interleaved=0-1'],
    [
      'RTP/AVP;unicast;server_port=6000-6001,RTP/AVP',
      'RTP/AVP;unicast;server_port=6000-6001;source=192.168.1.20',
    ],
    ['RTP/AVP/TCP;interleaved=0-1,RTP/AVP;source=10.0.0.9', 'RTP/AVP/TCP;interleaved=0-1'],
    [
      'RTP/AVP/UDP;unicast;server_port=6000-6001;x=/TCP',
      'RTP/AVP/UDP;unicast;server_port=6000-6001;x=/TCP;source=192.168.1.20',
    ],
  ])('%s becomes %s', (said, told) => {
    expect(transportOf(said)).toBe(told);
  });
});
