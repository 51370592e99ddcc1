/**
 * How far stated confidence can be believed: accuracy over confidence per bin (a reliability
 * diagram), with how many answers each bin holds below it.
 */
import type { Calibration } from '../domain/result.ts';
import { countText, figureText } from './figures.ts';
import { type Html, html } from './html.ts';

type Bin = Calibration['bins'][number];

/** The square of the diagram and the strip of counts, in units of the drawing. */
const [left, top, side, stripTop, stripHeight] = [46, 12, 280, 348, 54];
const ticks = [0, 0.25, 0.5, 0.75, 1];

const x = (confidence: number): string => (left + confidence * side).toFixed(1);
const y = (accuracy: number): string => (top + (1 - accuracy) * side).toFixed(1);

export function reliabilityHtml(calibration: Calibration): Html {
  const bins = calibration.bins.filter(({ n }) => n > 0);
  const ratio = (value: number) => figureText(value, 'ratio');
  return html`<div class="calibration"><figure>
<svg viewBox="0 0 346 440" role="img" aria-label="Accuracy over stated confidence, per bin; the table beside it gives the figures.">
${axesHtml()}
<path class="ideal" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>
${bins.map(binHtml)}
${countsHtml(bins)}
</svg></figure>
<div><p>Stated confidence misses the accuracy by <b>${ratio(calibration.ace)}</b> on average over the bins (ACE), and by <b>${ratio(calibration.mce)}</b> in the worst one (MCE). The Brier score is <b>${ratio(calibration.brier)}</b>: 0 is perfect, 0.25 is what always saying 0.5 gets. CC@0.9 is <b>${ratio(calibration.ccAt90)}</b>: the share of answers given with at least 0.9, scaled down by how far they miss.</p>
<p class="note">Points below the diagonal are overconfident. The area of a point grows with the number of answers in its bin.</p>
<details><summary>Bins as a table</summary><table class="bins"><caption class="hidden">Bins of confidence</caption><thead><tr><th scope="col">bin</th><th scope="col" class="number">n</th><th scope="col" class="number">confidence</th><th scope="col" class="number">accuracy</th></tr></thead><tbody>${calibration.bins.map(binRowHtml)}</tbody></table></details></div></div>`;
}

const axesHtml = (): Html =>
  html`<g class="axes">${ticks.map(
    (tick) =>
      html`<path class="grid" d="M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}"/><text x="${x(tick)}" y="${top + side + 16}" text-anchor="middle">${tick}</text><text x="${left - 7}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
  )}<text x="${x(0.5)}" y="${top + side + 34}" text-anchor="middle">stated confidence</text><text transform="translate(11 ${y(0.5)}) rotate(-90)" text-anchor="middle">accuracy</text><text x="${x(0.5)}" y="434" text-anchor="middle">answers per bin</text></g>`;

const binHtml = ({ n, confidence, accuracy }: Bin, _: number, bins: readonly Bin[]): Html => {
  const most = Math.max(...bins.map((bin) => bin.n));
  const radius = 3 + 8 * Math.sqrt(n / most);
  return html`<path class="miss" d="M${x(confidence)} ${y(confidence)}V${y(accuracy)}"/><circle class="bin" cx="${x(confidence)}" cy="${y(accuracy)}" r="${radius.toFixed(1)}"><title>${countText(n)} answers, confidence ${figureText(confidence, 'ratio')}, accuracy ${figureText(accuracy, 'ratio')}</title></circle>`;
};

function countsHtml(bins: readonly Bin[]): Html {
  const most = Math.max(1, ...bins.map(({ n }) => n));
  const bottom = stripTop + 14 + stripHeight;
  return html`<g class="counts"><path class="base" d="M${x(0)} ${bottom}H${x(1)}"/>${bins.map(
    ({ from, to, n }) => {
      const height = (stripHeight * n) / most;
      return html`<rect x="${x(from)}" y="${(bottom - height).toFixed(1)}" width="${Math.max(1, (to - from) * side - 2).toFixed(1)}" height="${height.toFixed(1)}"/><text x="${x((from + to) / 2)}" y="${(bottom - height - 4).toFixed(1)}" text-anchor="middle">${countText(n)}</text>`;
    },
  )}</g>`;
}

const binRowHtml = ({ from, to, n, confidence, accuracy }: Bin): Html =>
  html`<tr><th scope="row">${from.toFixed(2)}&ndash;${to.toFixed(2)}</th><td class="number">${countText(n)}</td><td class="number">${figureText(n > 0 ? confidence : null, 'ratio')}</td><td class="number">${figureText(n > 0 ? accuracy : null, 'ratio')}</td></tr>`;
