import { describe, expect, it } from 'vitest';
import {
  credentialsAt,
  credentialsFrom,
  RtspLogin,
} from '../../../../../ingest/child/gate/rtsp-login.ts';
import { splitRtspUrl } from '../../../../../ingest/child/gate/rtsp-url.ts';

const fieldsOf = (header: string) =>
  Object.fromEntries([...header.matchAll(/(\w+)="?([^",]+)"?/g)].map((m) => [m[1]!, m[2]!]));

describe('a login', () => {
  it('answers Digest as in the example of RFC 2617, section 3.5', () => {
    const challenge =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", ' +
      'nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const login = RtspLogin.answering([challenge], {
      user: 'Mufasa',
      password: 'Circle Of Life',
    })!;
    const answer = login.authorization('GET', '/dir/index.html', '0a4f113b');
    expect(fieldsOf(answer)).toMatchObject({
      username: 'Mufasa',
      response: '6629fae49393a05397450978507c4ef1',
      opaque: '5ccc069c403ebaf9f0171e9517f40e41',
      nc: '00000001',
      qop: 'auth',
    });
  });

  it('answers Digest with SHA-256 as in RFC 7616, section 3.9.1, rather than with MD5', () => {
    const parameters =
      'realm="http-auth@example.org", qop="auth, auth-int", ' +
      'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ' +
      'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
    const challenges = ['MD5', 'SHA-256'].map((name) => `Digest ${parameters}, algorithm=${name}`);
    const login = RtspLogin.answering(challenges, { user: 'Mufasa', password: 'Circle of Life' })!;
    const nonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
    const answer = login.authorization('GET', '/dir/index.html', nonce);
    expect(fieldsOf(answer).response).toBe(
      '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
    );
  });

  it('counts its requests, as a nonce may be used only once with each count', () => {
    const login = RtspLogin.answering(['Digest realm="x", nonce="y", qop="auth"'], {
      user: 'a',
      password: 'b',
    })!;
    const counts = [1, 2, 3].map(() => fieldsOf(login.authorization('PLAY', 'rtsp://c/1', 'z')).nc);
    expect(counts).toEqual(['00000001', '00000002', '00000003']);
  });

  it('is Basic where a camera knows nothing better', () => {
    const challenges = ['Digest realm="x", nonce="y", algorithm=MD5-sess', 'Basic realm="x"'];
    const login = RtspLogin.answering(challenges, { user: 'admin', password: 'p:w' })!;
    const answer = login.authorization('DESCRIBE', 'rtsp://c/1', 'z');
    expect(answer).toBe(`Basic ${Buffer.from('admin:p:w').toString('base64')}`);
  });

  it('is none where only the password itself would do, and it is secret', () => {
    const secret = { user: 'admin', password: 'pw', isSecret: true };
    expect(RtspLogin.answering(['Basic realm="x"'], secret)).toBeUndefined();
    const login = RtspLogin.answering(['Basic realm="x"', 'Digest realm="x", nonce="y"'], secret)!;
    expect(login.authorization('DESCRIBE', 'rtsp://c/1', 'z')).toMatch(/^Digest /);
  });

  it('is none where a camera asks for what is not known', () => {
    expect(RtspLogin.answering(['Negotiate'], { user: 'a', password: 'b' })).toBeUndefined();
    expect(RtspLogin.answering([], { user: 'a', password: 'b' })).toBeUndefined();
  });
});

it.each([
  ['admin:hunter2@', { user: 'admin', password: 'hunter2' }],
  ['admin@', { user: 'admin', password: '' }],
  ['a%40b:p%3Aw%2F@', { user: 'a@b', password: 'p:w/' }],
  ['admin:a:b%@', { user: 'admin', password: 'a:b%' }],
  ['', undefined],
])('the user info %j says %j', (text, credentials) => {
  expect(credentialsFrom(text)).toEqual(credentials);
});

describe('the password of a camera', () => {
  const shownAt = (there: string, camera: string) =>
    credentialsAt(splitRtspUrl(there)!, splitRtspUrl(camera)!);
  const known = { user: 'admin', password: 'pw' };

  it.each([
    ['rtsp://cam/2', 'rtsp://admin:pw@cam/1'],
    ['rtsp://cam:554/2', 'rtsp://admin:pw@cam/1'],
    ['rtsps://cam/2', 'rtsps://admin:pw@cam/1'],
    ['rtsps://cam:554/2', 'rtsp://admin:pw@cam/1'],
  ])('is shown at %s, where %s led', (there, camera) => {
    expect(shownAt(there, camera)).toEqual({ ...known, isSecret: false });
  });

  it.each([
    ['rtsp://cam:8554/2', 'rtsp://admin:pw@cam/1'],
    ['rtsps://cam/2', 'rtsp://admin:pw@cam/1'],
    ['rtsps://cam:8322/2', 'rtsps://admin:pw@cam/1'],
  ])('is proved, not shown, at %s, where %s led', (there, camera) => {
    expect(shownAt(there, camera)).toEqual({ ...known, isSecret: true });
  });

  it.each([
    ['rtsp://other/2', 'rtsp://admin:pw@cam/1'],
    ['rtsp://cam/2', 'rtsps://admin:pw@cam/1'],
    ['rtsp://cam:322/2', 'rtsps://admin:pw@cam/1'],
    ['rtsp://cam:8554/2', 'rtsps://admin:pw@cam/1'],
  ])('stays unknown at %s, where %s led', (there, camera) => {
    expect(shownAt(there, camera)).toBeUndefined();
  });

  it('is another where the camera says so', () => {
    const credentials = shownAt('rtsp://guest:g@other/2', 'rtsps://admin:pw@cam/1');
    expect(credentials).toEqual({ user: 'guest', password: 'g' });
  });
});
