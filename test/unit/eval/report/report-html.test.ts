import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../eval/domain/result.ts';
import { reportHtml } from '../../../../eval/report/report-html.ts';
import { hostileText, manyResults } from '../../../support/evaluation-results.ts';
import { aColumn, anOutcome, aResult, aTableRow } from '../../../support/evaluation-things.ts';
import { noon } from '../../../support/query-things.ts';

const clipHref = ({ clipId }: Outcome) => clipId && `clips/${encodeURIComponent(clipId)}.mp4`;
const options = { title: 'Report', now: noon, clipHref };
const reportOf = (outcomes: readonly Outcome[]) =>
  reportHtml([aResult({ outcomes: [...outcomes] })], options);

describe('the report', () => {
  const results = manyResults();
  const page = reportHtml(results, options);

  it('is the same page for the same results', () => {
    expect(reportHtml(manyResults(), options)).toBe(page);
  });

  it('shows every outcome once', () => {
    const ids = results.flatMap(({ outcomes }) => outcomes.map(({ itemId }) => itemId));
    const shown = page.match(/<li class="outcome">/g);
    expect(shown).toHaveLength(ids.length);
    for (const id of ids.filter((one) => one !== hostileText)) {
      expect(page.split(`<span>${id}</span>`), id).toHaveLength(2);
    }
  });

  it('has no markup of the data: no tag, handler or script but its own', () => {
    expect(page.includes('<img')).toBe(false);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(/\son\w+=["']/.test(page)).toBe(false);
  });

  it('lets no other script run, and nothing load but clips', () => {
    const script = /<script>(.*?)<\/script>/s.exec(page)![1]!;
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
    expect(policy).toContain('default-src &#39;none&#39;');
    expect(policy).toContain(`script-src &#39;sha256-${hash}&#39;`);
  });

  it('refers to nothing outside', () => {
    const addresses = [...page.matchAll(/(?:href|src|action|poster)="([^"]*)"/g)];
    expect(addresses.length).toBeGreaterThan(0);
    for (const [, address] of addresses) expect(address).toMatch(/^(#|clips\/)/);
    expect(page).not.toMatch(/@import|url\(/);
  });

  it('every link within the page leads somewhere', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(id);
  });

  it('is whole without results', () => {
    expect(reportHtml([], options)).toContain('0 benchmarks');
  });
});

describe('the summary', () => {
  const table = {
    title: 'T',
    columns: [aColumn({ label: 'A_faith' })],
    rows: [
      aTableRow('Strandline', 'ours', { accuracy: [41.24, 38.1, 44.3] }, 977),
      aTableRow('all yes', 'baseline', { accuracy: [39.8, 36, 43] }, 977),
      aTableRow('a paper', 'published', { accuracy: 59.4 }),
    ],
  };
  const page = reportHtml([aResult({ tables: [table] })], options);

  it('sets our figure beside the best to compare with, each by its name', () => {
    expect(page).toContain('<b>41.2</b><span class="interval">38.1\u201344.3</span></td>');
    expect(page).toContain('<span class="system">all yes</span>');
    expect(page).toContain('<b>59.4</b><span class="system">a paper</span>');
  });

  it('says in words what cannot be told apart', () => {
    expect(page).toContain(
      'A_faith: 41.2\u00a0% (95 % interval 38.1 to 44.3). The best baseline, all yes, has 39.8\u00a0%, which lies inside the interval. The best published, a paper, has 59.4\u00a0% on the questions of its paper.',
    );
  });

  it('says that our figure is undefined, and does not call it zero', () => {
    const rows = [aTableRow('Strandline', 'ours', { accuracy: null })];
    const undefinedPage = reportHtml([aResult({ tables: [{ ...table, rows }] })], options);
    expect(undefinedPage).toContain('A_faith: undefined for this run.');
  });
});

describe('the questions of a benchmark', () => {
  const places = (page: string, ...words: readonly string[]) =>
    words.map((word) => page.indexOf(word));

  it('what was wrong stands apart from what was not answered, the most confident first', () => {
    const page = reportOf([
      anOutcome({ itemId: 'unsure', confidence: 0.4 }),
      anOutcome({ itemId: 'unknown', mark: 'not-answered', reason: 'not-covered' }),
      anOutcome({ itemId: 'sure', confidence: 0.9 }),
    ]);
    const found = places(
      page,
      '<span>sure<',
      '<span>unsure<',
      'Reasons: not-covered 1',
      '<span>unknown<',
    );
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBeGreaterThan(0);
  });

  it('a clip is offered where there is one', () => {
    const with1 = reportOf([anOutcome({ clipId: 'a b' })]);
    expect(with1).toContain('<video preload="none" controls src="clips/a%20b.mp4"></video>');
    expect(reportOf([anOutcome({ clipId: null })])).not.toContain('<video');
  });

  it('no confidence is stated for what was not answered', () => {
    expect(reportOf([anOutcome()])).toContain('<dt>confidence</dt><dd>0.82</dd>');
    for (const mark of ['not-answered', 'missing'] as const) {
      expect(reportOf([anOutcome({ mark })])).not.toContain('<dt>confidence</dt>');
    }
  });
});

describe('the parts of a benchmark', () => {
  it('problems are counted by rule, and listed with file and row', () => {
    const problem = { file: 'q.json', index: 41, rule: 'an answer is given', isSkipped: true };
    const problems = [problem, { ...problem, file: 'r.json', index: null }];
    const read = { files: 2, rows: 5, skipped: 1, problems };
    const page = reportHtml([aResult({ read })], options);
    expect(page).toContain('2 problems in the question files, 1 row skipped');
    expect(page).toContain(
      '<th scope="row">an answer is given</th><td>skipped</td><td class="number">2</td><td class="number">2</td>',
    );
    expect(page).toContain('<th scope="row">q.json</th><td class="number">41</td>');
    expect(page).toContain('<th scope="row">r.json</th><td class="number">whole file</td>');
  });

  it('bars are as long as the shares, and hold within the axis', () => {
    const groups = [
      { name: 'identity', n: 12, value: 25, answered: 60 },
      { name: 'odd', n: 1, value: 130, answered: -3 },
    ];
    const page = reportHtml(
      [aResult({ groupings: [{ by: 'type', metric: 'right', groups }] })],
      options,
    );
    const widths = [...page.matchAll(/<rect class="(?:answered|share)"[^>]* width="([\d.-]+)"/g)];
    expect(widths.map(([, width]) => Number(width))).toEqual([60, 25, 0, 100]);
  });

  it('calibration leaves empty bins out of the drawing, and dashes them in the table', () => {
    const bin = { from: 0.8, to: 0.9, n: 40, confidence: 0.85, accuracy: 0.7 };
    const empty = { from: 0, to: 0.1, n: 0, confidence: 0, accuracy: 0 };
    const calibration = { ace: 0.15, mce: 0.15, brier: 0.2, ccAt90: 0, bins: [empty, bin] };
    const page = reportHtml([aResult({ calibration })], options);
    expect(page.match(/<circle class="bin"/g)).toHaveLength(1);
    expect(page).toContain('<b>0.150</b> on average');
    expect(page).toContain('<td class="number">0</td><td class="number">\u2013</td>');
  });
});
