/** The report of results as a reader has it: a file opened in a real browser, with clips beside it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reportHtml } from '../../eval/report/report-html.ts';
import { hostileText, manyResults } from '../support/evaluation-results.ts';
import { anOutcome, aResult } from '../support/evaluation-things.ts';
import { makeClip } from '../support/media.ts';
import { noon } from '../support/query-things.ts';
import { waitFor } from '../support/wait-for.ts';

const results = manyResults();
const counts = Map.groupBy(
  results.flatMap(({ outcomes }) => outcomes),
  ({ mark }) => mark,
);

let folder: string;
let browser: Browser;
const opened: { page: Page; complaints: string[]; requests: string[] }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-e2e-'));
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  const closed = opened.splice(0);
  for (const { page } of closed) await page.context().close();
  expect(closed.flatMap(({ complaints }) => complaints)).toEqual([]);
  // The page itself, once.
  for (const { requests } of closed) expect(requests).toHaveLength(1);
});

/** Whatever the page complains of, or asks for beyond itself, makes the test fail. */
async function open(
  options: BrowserContextOptions = {},
  markup = reportHtml(results, {
    title: 'Measured',
    now: noon,
    clipHref: ({ clipId }) => clipId && `clips/${encodeURIComponent(clipId)}.mp4`,
  }),
): Promise<Page> {
  const file = join(folder, `${opened.length}.html`);
  await writeFile(file, markup);
  const page = await (await browser.newContext(options)).newPage();
  const [complaints, requests]: string[][] = [[], []];
  page.on('console', (message) => complaints!.push(message.text()));
  page.on('pageerror', (error) => complaints!.push(error.message));
  page.on('request', (request) => requests!.push(request.url()));
  opened.push({ page, complaints: complaints!, requests: requests! });
  await page.goto(pathToFileURL(file).href);
  return page;
}

const shown = (page: Page, mark: string) =>
  page.locator(`.group[data-mark=${mark}] .outcome`).filter({ visible: true }).count();

describe('the questions', () => {
  test('what was wrong is open; the rest opens', async () => {
    const page = await open();
    expect(await shown(page, 'wrong')).toBe(counts.get('wrong')!.length);
    expect(await shown(page, 'right')).toBe(0);
    await page.locator('#benchmark-1-right summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await shown(page, 'right')).toBeGreaterThan(0);
  });

  test('words find questions of every mark, and leave all as it was', async () => {
    const page = await open();
    await page.getByLabel('Find').fill('SIGN not-covered');
    const found = results
      .flatMap(({ outcomes }) => outcomes)
      .filter(({ question, reason }) => question.includes('sign') && reason === 'not-covered');
    expect(found.length).toBeGreaterThan(0);
    expect(await page.locator('.outcome').filter({ visible: true }).count()).toBe(found.length);
    expect(await page.getByRole('status').textContent()).toBe(`${found.length} of 200 questions`);
    await page.getByLabel('Find').fill('nothing has these words');
    expect(await page.locator('.benchmark-outcomes').filter({ visible: true }).count()).toBe(0);
    await page.getByLabel('Find').fill('');
    expect(await shown(page, 'wrong')).toBe(counts.get('wrong')!.length);
    expect(await shown(page, 'not-answered')).toBe(0);
  });

  test('a mark is left out', async () => {
    const page = await open();
    await page.getByLabel('Wrong').uncheck();
    expect(await shown(page, 'wrong')).toBe(0);
    const rest = 200 - counts.get('wrong')!.length;
    expect(await page.getByRole('status').textContent()).toBe(`${rest} of 200 questions`);
  });

  test('the bar of marks leads to them', async () => {
    const page = await open();
    await page
      .getByRole('link', { name: /^Not answered/ })
      .first()
      .click();
    await waitFor(async () => (await shown(page, 'not-answered')) > 0);
  });

  test('without scripts everything can be read, and nothing is offered that does not work', async () => {
    const page = await open({ javaScriptEnabled: false });
    expect(await page.locator('#filter').isVisible()).toBe(false);
    expect(await shown(page, 'wrong')).toBe(counts.get('wrong')!.length);
    await page.locator('#benchmark-1-right summary').first().click();
    expect(await shown(page, 'right')).toBeGreaterThan(0);
  });
});

describe('the page', () => {
  test('text of the data stays text', async () => {
    const page = await open();
    expect(await page.title()).toBe('Measured');
    expect(await page.locator('h2').filter({ hasText: '<img' }).textContent()).toBe(hostileText);
    expect(await page.locator('img').count()).toBe(0);
    await page.getByLabel('Find').fill('onerror');
    expect(await page.locator('.outcome').filter({ visible: true }).count()).toBe(1);
  });

  test('its own policy stops a script that would get in all the same', async () => {
    const markup = reportHtml([], { title: 'x', now: noon, clipHref: () => null });
    const page = await open({}, markup.replace('</main>', '<script>document.title = 1</script>'));
    expect(await page.title()).toBe('x');
    expect(opened.at(-1)!.complaints.splice(0).join()).toContain('Content Security Policy');
  });

  test.each(['inside', 'beside'])(
    'a clip %s the page plays, and is not read before',
    async (place) => {
      const clip = await readFile(await makeClip({ seconds: 2, width: 160, height: 90 }));
      await writeFile(join(folder, 'clip.mp4'), clip);
      const href =
        place === 'inside' ? `data:video/mp4;base64,${clip.toString('base64')}` : 'clip.mp4';
      const only = [aResult({ outcomes: [anOutcome()] })];
      const page = await open(
        {},
        reportHtml(only, { title: 'x', now: noon, clipHref: () => href }),
      );
      await page.getByText('Watch the evidence').click();
      const video = page.locator('video');
      expect(await video.evaluate((one: HTMLVideoElement) => one.readyState)).toBe(0);
      expect(opened.at(-1)!.requests.splice(1)).toEqual([]);
      await video.evaluate((one: HTMLVideoElement) => one.play());
      await waitFor(() => video.evaluate((one: HTMLVideoElement) => one.currentTime > 0));
      opened.at(-1)!.requests.splice(1);
    },
  );

  test.each([320, 375, 768, 1280])('fits a screen %d pixels wide', async (width) => {
    const page = await open({ viewport: { width, height: 800 } });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });

  test('follows the system from light to dark, and is light on paper', async () => {
    const ground = (page: Page) =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const [dark, light] = [
      await open({ colorScheme: 'dark' }),
      await open({ colorScheme: 'light' }),
    ];
    expect(await ground(dark)).not.toBe(await ground(light));
    await dark.emulateMedia({ media: 'print' });
    expect(await ground(dark)).toBe(await ground(light));
  });
});
