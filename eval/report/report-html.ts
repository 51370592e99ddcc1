/**
 * Results as one page that needs nothing else: styles, drawings and the one script are inside; only
 * clips may lie beside it. Everything from the data is text, and the page's own policy lets no other
 * script run and nothing load.
 */
import { createHash } from 'node:crypto';
import type { Instant } from '../../kernel/time.ts';
import type { EvaluationResult } from '../domain/result.ts';
import { barPlotHtml } from './bar-plot.ts';
import { headlineOf } from './compare.ts';
import { countOf, instantText } from './figures.ts';
import { filterScript } from './filter-script.ts';
import { type Html, html, trusted } from './html.ts';
import { type ClipHref, outcomesHtml } from './outcome-list.ts';
import { problemsHtml } from './problems.ts';
import { reliabilityHtml } from './reliability-diagram.ts';
import { styles } from './styles.ts';
import { headlineText, markBarHtml, summaryHtml } from './summary.ts';
import { tableHtml } from './table.ts';

export interface ReportOptions {
  readonly title: string;
  /** When the page is made. */
  readonly now: Instant;
  readonly clipHref: ClipHref;
}

export function reportHtml(results: readonly EvaluationResult[], options: ReportOptions): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${options.title}</title>
<style>${trusted(styles)}</style>
</head>
<body>
<header><h1>${options.title}</h1>
<p class="made">${countOf(results.length, 'benchmark')}, page made <time datetime="${new Date(options.now).toISOString()}">${instantText(options.now)}</time></p>
${navigationHtml(results)}</header>
<main>
${summaryHtml(results)}
${results.map(benchmarkHtml)}
${outcomesHtml(results, options.clipHref)}
</main>
<script>${trusted(filterScript)}</script>
</body>
</html>
`.markup;
}

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(filterScript).digest('base64')}'`,
  "media-src 'self' file: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const navigationHtml = (results: readonly EvaluationResult[]): Html =>
  html`<nav aria-label="Contents"><ul><li><a href="#summary">Summary</a></li>${results.map(
    ({ title }, index) => html`<li><a href="#benchmark-${index + 1}">${title}</a></li>`,
  )}<li><a href="#outcomes">Every question</a></li></ul></nav>`;

function benchmarkHtml(result: EvaluationResult, index: number): Html {
  const id = `benchmark-${index + 1}`;
  const headline = headlineOf(result);
  return html`<section class="benchmark" aria-labelledby="${id}"><h2 id="${id}">${result.title}</h2>
${headline && html`<p class="headline">${headlineText(headline)}</p>`}
${runHtml(result)}
${markBarHtml(result, id)}
${result.tables.map(tableHtml)}
${result.groupings.length > 0 && html`<div class="plots">${result.groupings.map(barPlotHtml)}</div>`}
${result.calibration && html`<h3>Calibration</h3>${reliabilityHtml(result.calibration)}`}
${problemsHtml(result.read)}
</section>
`;
}

/** How it was run, so that it can be run again. */
function runHtml({ system, read, ranAt }: EvaluationResult): Html {
  const facts: readonly [string, string | Html][] = [
    ['method', system.method],
    ['extractor', system.extractor],
    ['preset', system.preset],
    ['version', system.version],
    ['run', html`<time datetime="${new Date(ranAt).toISOString()}">${instantText(ranAt)}</time>`],
    [
      'read',
      `${countOf(read.rows, 'row')} of ${countOf(read.files, 'file')}, ${read.skipped} skipped`,
    ],
  ];
  return html`<dl class="run">${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`)}</dl>`;
}
