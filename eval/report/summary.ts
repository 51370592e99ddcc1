/** All benchmarks at a glance: the figure that matters, beside the best it is compared with. */
import type { Column, EvaluationResult } from '../domain/result.ts';
import { type Headline, headlineOf, isWithinInterval, type Standing } from './compare.ts';
import { countText, enDash, figureText, intervalText, unitSign } from './figures.ts';
import { type Html, html } from './html.ts';
import { byMark } from './marks.ts';

export const summaryHtml = (results: readonly EvaluationResult[]): Html =>
  html`<section aria-labelledby="summary"><h2 id="summary">Summary</h2>
<div class="scroll" role="region" tabindex="0" aria-label="Summary"><table class="summary">
<caption class="hidden">The main figure of each benchmark beside the best baseline and the best published one</caption>
<thead><tr><th scope="col">Benchmark</th><th scope="col" class="number">Strandline</th><th class="strip" aria-hidden="true"></th><th scope="col" class="number">Best baseline</th><th scope="col" class="number">Best published</th></tr></thead>
<tbody>${results.map(rowHtml)}</tbody></table></div>
<p class="key"><span><svg viewBox="0 0 26 12" aria-hidden="true"><path class="interval-line" d="M1 6H25"/><circle class="ours" cx="13" cy="6" r="4"/></svg> Strandline with its 95 % interval</span> <span><svg viewBox="0 0 12 12" aria-hidden="true"><path class="baseline" d="M6 0V12"/></svg> best baseline</span> <span><svg viewBox="0 0 12 12" aria-hidden="true"><path class="published" d="M6 1L11 6L6 11L1 6Z"/></svg> best published, on the questions of its paper</span></p></section>`;

function rowHtml(result: EvaluationResult, index: number): Html {
  const headline = headlineOf(result);
  const ours = headline?.ours;
  return html`<tr><th scope="row"><a href="#benchmark-${index + 1}">${result.title}</a><span class="metric">${headline?.column.label}${
    headline && unitSign[headline.column.unit] && `, ${unitSign[headline.column.unit]}`
  }${ours?.n != null && html`, n ${countText(ours.n)}`}</span></th>
<td class="number ours">${headline && standingHtml(ours, headline.column, '')}</td>
<td class="strip" aria-hidden="true">${headline && stripHtml(headline)}</td>
<td class="number">${headline && standingHtml(headline.baseline, headline.column)}</td>
<td class="number">${headline && standingHtml(headline.published, headline.column)}</td></tr>
`;
}

/** Ours is one of several runs, so its name says nothing here; of the others it says all. */
function standingHtml(
  standing: Standing | undefined,
  { unit }: Column,
  name: string | undefined = standing?.name,
): Html {
  if (!standing)
    return html`<span aria-hidden="true">&ndash;</span><span class="hidden">none</span>`;
  const interval = intervalText(standing.cell, unit);
  return html`<b>${figureText(standing.value, unit)}</b>${interval && html`<span class="interval">${interval}</span>`}${
    name && html`<span class="system">${name}</span>`
  }`;
}

const [stripWidth, stripHeight] = [160, 24];

/** From 0 to 100 or 1 where the unit has an end, else to the greatest value with some room. */
function stripHtml({ column, ours, baseline, published }: Headline): Html {
  const values = [ours, baseline, published].flatMap((one) => one?.cell.high ?? one?.value ?? []);
  const end = { percent: 100, ratio: 1 }[column.unit as string] ?? 0;
  const from = Math.min(0, ...values);
  const to = Math.max(end, ...values.map((value) => value * (end ? 1 : 1.1)), from + 1e-9);
  const x = (value: number) => (6 + ((value - from) / (to - from)) * (stripWidth - 12)).toFixed(1);
  const middle = stripHeight / 2;
  return html`<svg viewBox="0 0 ${stripWidth} ${stripHeight}"><path class="grid" d="M${x(from)} ${middle}H${x(to)}M${x(from)} 8V16M${x(to)} 8V16"/>${
    baseline && html`<path class="baseline" d="M${x(baseline.value)} 4V20"/>`
  }${published && html`<path class="published" d="M${x(published.value)} 7l5 5l-5 5l-5 -5Z"/>`}${
    ours?.cell.low !== undefined &&
    ours.cell.high !== undefined &&
    html`<path class="interval-line" d="M${x(ours.cell.low)} ${middle}H${x(ours.cell.high)}"/>`
  }${ours && html`<circle class="ours" cx="${x(ours.value)}" cy="${middle}" r="4.5"/>`}</svg>`;
}

/** The headline as sentences. */
export function headlineText({ column, ours, baseline, published }: Headline): string {
  const figure = (value: number) =>
    `${figureText(value, column.unit)}${unitSign[column.unit] && `\u00a0${unitSign[column.unit]}`}`;
  if (!ours) return `${column.label}: undefined for this run.`;
  const interval = intervalText(ours.cell, column.unit).replace(enDash, ' to ');
  const within = (rival: Standing) =>
    isWithinInterval(ours, rival) ? ', which lies inside the interval' : '';
  return [
    `${column.label}: ${figure(ours.value)}${interval && ` (95 % interval ${interval})`}.`,
    baseline &&
      `The best baseline, ${baseline.name}, has ${figure(baseline.value)}${within(baseline)}.`,
    published &&
      `The best published, ${published.name}, has ${figure(published.value)} on ${questionsOf(published, ours)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Papers report on the released test sets; a run on other questions does not compare with them. */
function questionsOf(published: Standing, ours: Standing): string {
  if (published.n === null) return 'the questions of its paper';
  if (published.n === ours.n) return 'as many questions';
  return `the ${countText(published.n)} questions of its paper, not on these`;
}

const barWidth = 600;

/** One bar of all outcomes, and its parts in words. */
export function markBarHtml({ outcomes }: EvaluationResult, id: string): Html | null {
  if (outcomes.length === 0) return null;
  const parts = byMark(outcomes);
  let x = 0;
  const rects = parts.map(({ mark, outcomes: { length } }) => {
    const width = (barWidth * length) / outcomes.length;
    x += width;
    return (
      length > 0 &&
      html`<rect class="${mark}" x="${(x - width).toFixed(1)}" width="${width.toFixed(1)}" height="14"/>`
    );
  });
  return html`<figure class="marks"><svg viewBox="0 0 ${barWidth} 14" preserveAspectRatio="none" aria-hidden="true">${rects}</svg><ul>${parts.map(
    ({ mark, words, outcomes: { length } }) =>
      length > 0 &&
      html`<li><a href="#${id}-${mark}">${swatchHtml(mark)} ${words} <b>${countText(length)}</b> <span class="n">${figureText((100 * length) / outcomes.length, 'percent')} %</span></a></li>`,
  )}</ul></figure>`;
}

export const swatchHtml = (mark: string): Html =>
  html`<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><rect class="${mark}" x="0.75" y="0.75" width="10.5" height="10.5"/></svg>`;
