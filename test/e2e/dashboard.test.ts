/**
 * The page in a real browser: built by vite, served by the dashboard, in front of a scripted
 * QueryApi. The video is a real one, and everything is done as a person would do it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { alertsTopic } from '../../query/contract.ts';
import { clipIdOf } from '../../query/domain/clip.ts';
import { type DashboardServer, startDashboardServer } from '../support/dashboard-server.ts';
import {
  anAlert,
  anAnswer,
  anEvent,
  anEvidence,
  aStandingQuestion,
  aStream,
  aTrajectory,
  noon,
} from '../support/query-things.ts';
import { scriptedQueryApi } from '../support/scripted-query-api.ts';
import { waitFor } from '../support/wait-for.ts';

const mediaStart = noon - 62_000;
const range = { start: noon - 60_000, end: noon - 55_000 };
const clipId = clipIdOf('dock', range);
const objectId = 'dock/0/7#0';
const path = Array.from({ length: 11 }, (_, n) => ({
  at: range.start + n * 500,
  box: { x: 0.2 + n * 0.02, y: 0.3, width: 0.2, height: 0.5 },
}));
const boxes = path.map((point) => ({ trajectoryId: objectId, ...point }));
const evidence = anEvidence({ range, clipId, boxes, trajectoryIds: [objectId] });
const hostile = '<img src=x onerror="document.title=\'owned\'"><script>alert(1)</script>';

let folder: string;
let browser: Browser;
let server: DashboardServer;
const pages: { page: Page; problems: string[] }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-e2e-'));
  const video = join(folder, 'clip.mp4');
  await Promise.all([makeVideo(video), buildPage(join(folder, 'page'))]);
  server = await startServer(video, await stat(video));
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  const closed = pages.splice(0);
  for (const { page } of closed) await page.context().close();
  expect(closed.flatMap(({ problems }) => problems)).toEqual([]);
});

/** Ten seconds of H.264 with a key frame a second. */
async function makeVideo(file: string): Promise<void> {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=10'];
  const codec = ['-c:v', 'libx264', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-g', '25'];
  const output = ['-movflags', '+faststart', file];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, ...codec, ...output]);
}

async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, '../../vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}

function startServer(video: string, { size }: { size: number }): Promise<DashboardServer> {
  const mediaRange = { start: mediaStart, end: mediaStart + 10_000 };
  const around = { start: range.start - 2_000, end: noon - 30_000 + 2_000 };
  const clip = (of: typeof range) => ({
    clip: { id: clipIdOf('dock', of), streamId: 'dock', range: of, mediaRange, bytes: size },
    path: video,
  });
  const query = scriptedQueryApi({
    streams: [
      aStream(),
      aStream({ id: 'gate', name: 'Gate', state: 'reconnecting', reason: 'no route' }),
    ],
    answer: ({ text }) => {
      if (text.includes('nothing')) return unknownAnswer(text);
      if (text.includes('hostile')) {
        return anAnswer({
          id: 'hostile',
          question: hostile,
          text: hostile,
          evidence: [],
          facts: [],
        });
      }
      return anAnswer({ id: text, question: text, evidence: [evidence], facts: [factOf()] });
    },
    trajectories: [aTrajectory({ id: objectId })],
    paths: { [objectId]: path },
    events: [anEvent()],
    clips: [clip(range), clip(around)],
    standingQuestions: [aStandingQuestion()],
    alerts: ['one', 'two'].map((id) =>
      anAlert({ id, question: `judged ${id}`, state: 'noData', evidence: null }),
    ),
  });
  return startDashboardServer(query, {
    options: { port: 0, webRoot: join(folder, 'page') },
    notice: { isSample: true, text: 'A recording plays as if it were live.' },
  });
}

const factOf = () => ({
  statement: 'a person was seen',
  holds: 'yes' as const,
  confidence: 0.9,
  evidence: [evidence],
});

const unknownAnswer = (question: string) =>
  anAnswer({
    id: 'unknown',
    question,
    verdict: 'unknown',
    reason: 'not-covered',
    text: 'That time was not recorded.',
    evidence: [],
    facts: [],
    confidence: 0,
    confidenceBasis: 'none',
  });

/** Opens the page; whatever the browser complains of makes the test fail. */
async function open(address = '', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  pages.push({ page, problems });
  await page.goto(server.url + address);
  await page
    .getByRole('link', { name: 'Open Loading dock' })
    .or(page.locator('h1'))
    .first()
    .waitFor();
  return page;
}

async function askByKeyboard(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const currentTime = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

const boxCount = (page: Page): Promise<number> =>
  page.locator('.player canvas').evaluate((canvas) => Number(canvas.dataset.boxes));

describe('asking', () => {
  test('by keyboard alone: answer, plan, and the clip at its moment with boxes', async () => {
    const page = await open();
    await askByKeyboard(page, 'did a person come in?');
    await page.getByRole('heading', { name: 'did a person come in?' }).waitFor();
    expect(await page.locator('.verdict-word').textContent()).toBe('Yes');
    expect(await page.locator('.understood').textContent()).toContain('Whether a person was');
    await waitFor(async () => (await currentTime(page)) >= 2);
    await waitFor(async () => (await boxCount(page)) === 1);
    await page.keyboard.press('Space');
    await waitFor(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused));
    const paused = await currentTime(page);
    expect(paused).toBeLessThan(7.6);
    await page.keyboard.press('.');
    await waitFor(async () => (await currentTime(page)) > paused);
  });

  test('the box is drawn where the object is', async () => {
    const page = await open();
    await askByKeyboard(page, 'did a person come in?');
    await waitFor(async () => (await boxCount(page)) === 1);
    const drawn = await page.locator('.player canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data, width, height } = canvas
        .getContext('2d')!
        .getImageData(0, 0, canvas.width, canvas.height);
      const xs: number[] = [];
      for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) xs.push(((i - 3) / 4) % width);
      return { left: Math.min(...xs) / width, right: Math.max(...xs) / width, height };
    });
    expect(drawn.left).toBeGreaterThan(0.15);
    expect(drawn.left).toBeLessThan(0.42);
    expect(drawn.right).toBeGreaterThan(0.38);
    expect(drawn.right).toBeLessThan(0.65);
  });

  test('an answer has an address that can be passed on', async () => {
    const page = await open();
    await askByKeyboard(page, 'who was it?');
    await page.getByRole('heading', { name: 'who was it?' }).waitFor();
    const other = await open(new URL(page.url()).hash.replace(/^/, '/'));
    await other.getByRole('heading', { name: 'who was it?' }).waitFor();
    expect(await other.locator('.verdict-word').textContent()).toBe('Yes');
  });

  test('"cannot know" does not look like "no", and shows what was not seen', async () => {
    const page = await open();
    await askByKeyboard(page, 'nothing recorded?');
    const verdict = page.locator('.verdict');
    await verdict.waitFor();
    expect(await verdict.getAttribute('data-verdict')).toBe('unknown');
    expect(await verdict.textContent()).toContain('Cannot know');
    expect(await verdict.evaluate((element) => getComputedStyle(element).borderStyle)).toBe(
      'dashed',
    );
    expect(await page.locator('.coverage').textContent()).toContain('The connection was lost');
  });

  test('words of an answer are never markup', async () => {
    const page = await open();
    await askByKeyboard(page, 'hostile');
    await page.locator('.verdict-text').waitFor();
    expect(await page.locator('.verdict-text').textContent()).toBe(hostile);
    expect(await page.title()).toBe('Strandline');
  });

  test('times are shown in the time zone of the browser, and it is named', async () => {
    const page = await open();
    expect(await page.locator('.zone').textContent()).toBe('Europe/Berlin');
    await askByKeyboard(page, 'when?');
    await page.getByText('12:59:00').first().waitFor();
  });
});

describe('judging', () => {
  const right = (page: Page) => page.getByRole('button', { name: /^Right: / });
  const wrong = (page: Page) => page.getByRole('button', { name: /^Wrong: / });

  test('an answer is wrong, with what would have been right, also after a reload', async () => {
    const page = await open();
    await askByKeyboard(page, 'was it a cat?');
    await page.getByRole('heading', { name: 'was it a cat?' }).waitFor();
    await page.keyboard.press('w');
    await page.getByRole('radio', { name: 'No', exact: true }).check();
    await page.getByLabel('Note, for whoever looks into it').fill('a <dog>');
    await page.keyboard.press('Enter');
    await page.getByText('Noted as wrong; right: no.').waitFor();
    await page.reload();
    await page.getByText('Noted as wrong; right: no.').waitFor();
    expect(await wrong(page).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Change' }).click();
    expect(await page.getByRole('radio', { name: 'No', exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel('Note, for whoever looks into it').inputValue()).toBe('a <dog>');
  });

  test('a second press takes it back', async () => {
    const page = await open();
    await askByKeyboard(page, 'was it a goat?');
    await page.getByRole('heading', { name: 'was it a goat?' }).waitFor();
    await right(page).click();
    await page.getByText('Noted as right.').waitFor();
    await page.keyboard.press('r');
    await waitFor(async () => (await right(page).getAttribute('aria-pressed')) === 'false');
    const cases = await fetch(`${server.url}/api/cases?id=answer:${'was it a goat?'}`);
    expect(await cases.json()).toEqual([]);
  });

  test('judged alerts are the precision of their standing question', async () => {
    const page = await open();
    const question = page.locator('.standing-item', { hasText: 'is a person at the dock?' });
    await page.locator('.alert', { hasText: 'judged one' }).waitFor();
    await page.getByRole('button', { name: 'Right: judged one' }).click();
    await question.getByText('100 % right').waitFor();
    await page.getByRole('button', { name: 'Wrong: judged two' }).click();
    await question.getByText('50 % right').waitFor();
    await page.reload();
    await question.getByText('(1 of 2 judged)').waitFor();
    const two = page.getByRole('button', { name: 'Wrong: judged two' });
    await waitFor(async () => (await two.getAttribute('aria-pressed')) === 'true');
    await two.click();
    await question.getByText('100 % right').waitFor();
  });
});

describe('watching', () => {
  test('an alert appears the moment it fires, and its evidence plays', async () => {
    const page = await open();
    await page.getByText('Connected').waitFor();
    const alert = anAlert({ id: 'fresh', question: 'is a person at the dock?', evidence });
    await server.log.publish(alertsTopic, 'q1', { alert, transition: 'firing' });
    await page.getByRole('button', { name: '1 firing' }).waitFor();
    await page.getByRole('button', { name: /Show the evidence/ }).click();
    await waitFor(async () => (await currentTime(page)) >= 2);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await server.log.publish(alertsTopic, 'q1', {
      alert: { ...alert, state: 'resolved', endsAt: noon },
      transition: 'resolved',
    });
    await page.locator('.alert[data-state=resolved]').waitFor();
    await page.getByRole('button', { name: '1 firing' }).waitFor({ state: 'detached' });
  });

  test('a standing question is added and removed', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add a standing question' }).click();
    await page.getByLabel('Question', { exact: true }).first().fill('is a car there?');
    await page.keyboard.press('Enter');
    await page.getByText('Watch for: is a car there?').waitFor();
    const forget = page.getByRole('button', { name: /Remove the standing question: is a car/ });
    await forget.click();
    await forget.waitFor({ state: 'detached' });
  });

  test('a camera is added; a wrong address is answered with the rule', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Add a camera' }).first().click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Address of the video').fill('/etc/passwd');
    await dialog.getByRole('button', { name: 'Add the camera' }).click();
    expect(await dialog.getByRole('alert').textContent()).toContain('must start with rtsp(s)://');
    // The browser reports the refusal; it is what this test asked for.
    pages.at(-1)!.problems.splice(0);
    await dialog.getByLabel('Address of the video').fill('rtsp://u:p@camera/1');
    expect(await dialog.locator('code').textContent()).not.toContain(':p@');
    await dialog.getByLabel('Name', { exact: true }).fill('New');
    await dialog.getByRole('button', { name: 'Add the camera' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(server.added).toEqual([{ url: 'rtsp://u:p@camera/1', name: 'New', preset: 'any' }]);
  });

  test('a moment of the timeline plays with its boxes', async () => {
    const page = await open('/#/streams/dock');
    await page.getByRole('button', { name: /Play person in red/ }).click();
    await waitFor(async () => (await boxCount(page)) === 1);
    expect(await page.locator('.playhead').count()).toBe(1);
  });

  test('the timeline moves and zooms by keyboard', async () => {
    const page = await open('/#/streams/dock');
    const shown = page.locator('.time-buttons h2');
    const first = await shown.textContent();
    await page.locator('.timeline').focus();
    await page.keyboard.press('ArrowLeft');
    await waitFor(async () => (await shown.textContent()) !== first);
    const moved = await shown.textContent();
    await page.keyboard.press('+');
    await waitFor(async () => (await shown.textContent()) !== moved);
  });
});

describe('the look', () => {
  const ground = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  test('follows the system, until somebody chooses', async () => {
    const [dark, light] = [
      await open('', { colorScheme: 'dark' }),
      await open('', { colorScheme: 'light' }),
    ];
    const darkGround = await ground(dark);
    expect(darkGround).not.toBe(await ground(light));
    await light.getByRole('button', { name: 'Use the dark theme' }).click();
    expect(await ground(light)).toBe(darkGround);
    await light.reload();
    await light.getByRole('button', { name: 'Use the light theme' }).waitFor();
    expect(await ground(light)).toBe(darkGround);
  });

  test.each(['', '/#/streams/dock', '/#/streams/nobody'])(
    '%s fits a phone 390 pixels wide',
    async (address) => {
      const page = await open(address, { viewport: { width: 390, height: 844 } });
      await page.locator('.page').waitFor();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await askByKeyboard(page, 'did a person come in?');
      await waitFor(async () => (await boxCount(page)) === 1);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    },
  );

  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  test('every control has a name', async () => {
    for (const address of ['', '/#/streams/dock']) {
      const page = await open(address);
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll('button, a, input, select, summary')]
          .filter((element) => {
            const control = element as HTMLInputElement;
            const words = [
              control.ariaLabel,
              control.textContent,
              control.labels?.[0]?.textContent,
            ];
            return !words.some((one) => one?.trim());
          })
          .map((element) => element.outerHTML),
      );
      expect(nameless).toEqual([]);
    }
  });
});
