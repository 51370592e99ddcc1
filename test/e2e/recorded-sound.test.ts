/** What is recorded of sources with sound, played by a real browser from the files as they lie. */
import { readFile } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recorded, seconds, segmentsOf, tonesClip } from '../support/recorded-sound.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
});
afterAll(() => browser?.close());

interface Played {
  readonly error: string | undefined;
  readonly seconds: number;
  readonly pictures: number;
  readonly soundBytes: number;
}

/** Feeds the file to a media source, as players of HLS do, and plays it to its end. */
async function play(path: string): Promise<Played> {
  const page = await browser.newPage();
  try {
    await page.setContent('<video muted></video>');
    return await page.evaluate(playHere, (await readFile(path)).toString('base64'));
  } finally {
    await page.close();
  }
}

/** Runs in the page. */
async function playHere(file: string): Promise<Played> {
  const video = document.querySelector('video')!;
  const source = new MediaSource();
  const over = new Promise((resolve) => {
    for (const event of ['ended', 'error']) video.addEventListener(event, resolve);
  });
  source.addEventListener('sourceopen', async () => {
    const buffer = source.addSourceBuffer('video/mp4; codecs="avc1.42C01E, mp4a.40.2"');
    const appended = new Promise((resolve) => buffer.addEventListener('updateend', resolve));
    buffer.appendBuffer(Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)));
    await appended;
    if (source.readyState === 'open') source.endOfStream();
    await video.play().catch(() => {});
  });
  video.src = URL.createObjectURL(source);
  await over;
  const counts = video as unknown as { readonly webkitAudioDecodedByteCount: number };
  return {
    error: video.error?.message,
    seconds: video.currentTime,
    pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    soundBytes: counts.webkitAudioDecodedByteCount,
  };
}

it.each([
  ['AAC in a transport stream', 'ts', ['-c:a', 'aac', '-ar', '48000', '-ac', '2']],
  ['AC-3 in a transport stream', 'ts', ['-c:a', 'ac3', '-ar', '48000']],
  ['G.711', 'mkv', ['-c:a', 'pcm_mulaw']],
])('a recording of %s plays, with its sound', async (_, extension, sound) => {
  const segments = segmentsOf(await recorded(await tonesClip(extension, sound)));
  expect(segments.at(-1)!.to).toBe(seconds);
  const { path, from, to } = segments[1]!;
  const played = await play(path);
  expect(played.error).toBeUndefined();
  expect(played.seconds).toBeCloseTo(to - from, 0);
  expect(played.pictures).toBeGreaterThan(0);
  expect(played.soundBytes).toBeGreaterThan(0);
});
