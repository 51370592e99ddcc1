/**
 * A share per type, level or task: a table whose rows carry a bar, so that the figures are text. The
 * dark bar is the share, on the pale bar of what was answered at all.
 */
import type { Grouping } from '../domain/result.ts';
import { countText, figureText } from './figures.ts';
import { type Html, html } from './html.ts';

/** More groups than this fold away. */
const mostOpen = 24;

export function barPlotHtml(grouping: Grouping): Html {
  const title = `${grouping.metric} by ${grouping.by}`;
  const plot = html`<table class="bars">
<caption${grouping.groups.length > mostOpen && html` class="hidden"`}><span><b>${title}.</b></span></caption>
<thead><tr><th scope="col">${grouping.by}</th><th aria-hidden="true" class="plot"><span class="axis"><span>0</span><span>50</span><span>100</span></span></th><th scope="col" class="number">%</th><th scope="col" class="number">n</th><th scope="col" class="number">answered %</th></tr></thead>
<tbody>${grouping.groups.map(groupHtml)}</tbody>
</table>`;
  if (grouping.groups.length <= mostOpen) return html`<figure class="bar-plot">${plot}</figure>`;
  return html`<details class="bar-plot"><summary>${title}: ${countText(grouping.groups.length)} groups</summary>${plot}</details>`;
}

const groupHtml = ({ name, n, value, answered }: Grouping['groups'][number]): Html =>
  html`<tr><th scope="row">${name}</th><td class="plot" aria-hidden="true"><svg viewBox="0 0 100 16" preserveAspectRatio="none"><path class="grid" d="M0 0V16M25 0V16M50 0V16M75 0V16M100 0V16"/><rect class="answered" y="2" width="${clamped(answered)}" height="12"/><rect class="share" y="5" width="${clamped(value)}" height="6"/></svg></td><td class="number">${figureText(value, 'percent')}</td><td class="number n">${countText(n)}</td><td class="number n">${figureText(answered, 'percent')}</td></tr>
`;

const clamped = (percent: number): string => Math.min(100, Math.max(0, percent)).toFixed(1);
