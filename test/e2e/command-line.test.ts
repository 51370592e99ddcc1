/**
 * The command line as people use it, mistakes first: each row of what bad input gets, as far as the
 * command line can meet it. The real program, the real store, real media.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../query/domain/answer.ts';
import { makeClip } from '../support/media.ts';
import { dataFolder, startStrandline, strandline, strandlineJson } from '../support/program.ts';

const secret = 'S3cr3t-canary';

describe('what cannot be right is refused at once, with the rule and exit code 2', () => {
  it.each([
    ['an unknown scheme', ['ingest', `ftp://user:${secret}@host/video`], /scheme|rtsp/i],
    [
      'a protocol of FFmpeg that reads files',
      ['ingest', 'concat:/etc/passwd|/etc/group'],
      /file|scheme/i,
    ],
    ['a malformed URL', ['ingest', `rtsp://user:${secret}@[bad/live`], /URL|malformed/i],
    ['a metadata address', ['ingest', 'http://169.254.169.254/latest/video.mp4'], /address/i],
    ['a file that is not there', ['ingest', '/nowhere/video.mp4', '--fast'], /exist|no such file/i],
    ['an unknown preset', ['ingest', 'video.mp4', '--preset', 'moon'], /preset/],
    ['a start that is no time', ['ingest', 'video.mp4', '--start', 'noonish'], /--start/],
    ['a choice of one', ['ask', 'Did a car come?', '--options', 'yes'], /--options/],
    ['a negative holding time', ['watch', 'Is a person there?', '--for', '-3'], /--for/],
    [
      'a webhook that is no URL',
      ['watch', 'Is a person there?', '--webhook', 'nowhere'],
      /webhook/i,
    ],
    ['a question that cannot be watched', ['watch', 'Why is the sky blue?'], /watch|question/i],
    ['a clip that is none', ['clip', '../../etc/passwd', '-o', '/tmp/x.mp4'], /clip/],
    ['an unknown command', ['dance'], /dance|argument|exist|file/i],
    ['an unknown option', ['streams', '--colour'], /--colour/],
    ['a question longer than any', ['ask', 'who '.repeat(400)], /500|question/i],
  ])('%s', async (_, args, rule) => {
    const data = await dataFolder();
    const { code, stderr, stdout } = await strandline([...args, '--data', data]);
    expect(stderr).toMatch(rule);
    expect(stderr + stdout).not.toContain(secret);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(code).toBe(2);
  });

  it('a configuration with errors: all of them, each with file, line, key and rule', async () => {
    const data = await dataFolder();
    const file = join(data, 'strandline.yaml');
    await writeFile(file, 'server: { prot: 1 }\ningest:\n  chunkSeconds: 2\n');
    const { code, stderr } = await strandline(['config', 'check', '--config', file]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${file}:1: server.prot: no such key; did you mean port?`);
    expect(stderr).toContain(`${file}:3: ingest.chunkSeconds`);
  });
});

describe('what is not video', () => {
  it.each([
    ['an empty file', ''],
    ['text with the name of a video', 'this is not a video\n'.repeat(50)],
    ['zeros', '\0'.repeat(65_536)],
  ])('%s ends with the reason and exit code 1', async (_, content) => {
    const data = await dataFolder();
    await mkdir(join(data, 'in'));
    const file = join(data, 'in', 'video.mp4');
    await writeFile(file, content);
    const { code, stderr } = await strandline(['ingest', file, '--fast', '--data', data]);
    expect(stderr).toMatch(/cannot be read/);
    expect(code).toBe(1);
  });
});

it('pictures larger than allowed are refused, and nothing else notices', async () => {
  const data = await dataFolder();
  const clip = await makeClip({ seconds: 1, width: 4096, height: 2304, framesPerSecond: 2 });
  const { code, stderr } = await strandline(['ingest', clip, '--fast', '--data', data]);
  expect(stderr).toMatch(/cannot be read/);
  expect(code).toBe(1);
});

describe('a recording', () => {
  it('is taken in, asked about, looked up and cut, all as JSON for machines', async () => {
    const data = await dataFolder();
    const clip = await makeClip({ seconds: 20, width: 640, height: 360, framesPerSecond: 25 });
    const start = '2026-03-01T10:00:05Z';
    const args = ['--fast', '--start', start, '--id', 'test', '--preset', 'yard', '--data', data];
    const view = await strandlineJson<{ recorded: { start: number; end: number } }>([
      ...['ingest', clip, ...args],
    ]);
    expect(view.recorded.start).toBe(Date.parse(start));
    expect(view.recorded.end - view.recorded.start).toBeGreaterThan(19_500);

    const again = await strandline(['ingest', clip, ...args]);
    expect(again.code).toBe(0);

    const answer = await strandlineJson<Answer>(['ask', 'Was there a horse?', '--data', data]);
    expect(answer.verdict).toBe('no');
    expect(answer.coverage.watchedShare).toBe(1);
    const later = await strandlineJson<Answer>([
      ...['ask', 'Was there a horse at 10:30?', '--data', data],
    ]);
    expect(later).toMatchObject({ verdict: 'unknown', reason: 'not-covered' });

    const events = await strandlineJson<unknown[]>(['events', '--data', data]);
    expect(events.length).toBeGreaterThan(0);
    const file = join(data, 'clip.mp4');
    const id = `test_${Date.parse(start) + 5_000}_${Date.parse(start) + 9_000}`;
    const cut = await strandlineJson<{ bytes: number }>(['clip', id, '-o', file, '--data', data]);
    expect(cut.bytes).toBeGreaterThan(1_000);
  });

  it('that is not understood is not guessed at, and the nearest forms are shown', async () => {
    const data = await dataFolder();
    const answer = await strandlineJson<Answer>([
      ...['ask', 'Did the woman in the cardigan smile?', '--data', data],
    ]);
    expect(answer.verdict).toBe('unknown');
    expect(answer.reason).toMatch(/not-understood|not-seen-clearly/);
    expect(answer.text.length).toBeGreaterThan(20);
  });
});

describe('a data folder', () => {
  it('has one owner; other commands ask that one', async () => {
    const data = await dataFolder();
    const clip = await makeClip({ seconds: 30, width: 640, height: 360, framesPerSecond: 25 });
    const running = await startStrandline(data, [clip, '--id', 'live', '--preset', 'yard']);
    const second = await strandline(['up', clip, '--data', data, '--port', '0']);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(String(running.pid));
    const streams = await strandlineJson<{ id: string }[]>(['streams', '--data', data]);
    expect(streams.map(({ id }) => id)).toEqual(['live']);
    expect(await running.stop()).toBe(0);
    const after = await strandlineJson<{ state: string }[]>(['streams', '--data', data]);
    expect(after[0]?.state).toBe('stopped');
  });
});
