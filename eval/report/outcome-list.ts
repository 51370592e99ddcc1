/** Every question with what was expected, said and seen: failures open, the rest folded away. */
import type { EvaluationResult, Mark, Outcome } from '../domain/result.ts';
import { countOf, countText } from './figures.ts';
import { type Html, html } from './html.ts';
import { byMark, type Marked, marks, reasonsText } from './marks.ts';
import { spanBarHtml } from './span-bar.ts';
import { swatchHtml } from './summary.ts';

/** Relative address of the clip that shows an outcome's evidence; null when there is none. */
export type ClipHref = (outcome: Outcome) => string | null;

/** Right answers are listed last: failures are what is read. */
const listed: readonly Mark[] = [
  'wrong',
  'not-answered',
  'unparsable',
  'not-judged',
  'missing',
  'right',
];

export const outcomesHtml = (results: readonly EvaluationResult[], clipHref: ClipHref): Html =>
  html`<section aria-labelledby="outcomes"><h2 id="outcomes">Every question</h2>
${filterHtml(results)}
${results.map(
  (result, index) =>
    result.outcomes.length > 0 && benchmarkHtml(result, `benchmark-${index + 1}`, clipHref),
)}</section>`;

/** Hidden until the script that serves it runs. */
function filterHtml(results: readonly EvaluationResult[]): Html {
  const all = results.flatMap(({ outcomes }) => outcomes);
  const present = new Set(all.map(({ mark }) => mark));
  return html`<form id="filter" role="search" hidden>
<label class="search"><span>Find</span> <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="words of a question, answer, video or reason"></label>
<fieldset><legend class="hidden">Mark</legend>${marks.map(
    ({ mark, words }) =>
      present.has(mark) &&
      html`<label><input type="checkbox" name="mark" value="${mark}" checked> ${words}</label>`,
  )}</fieldset>
<output aria-live="polite">${countOf(all.length, 'question')}</output>
</form>`;
}

const benchmarkHtml = (
  { title, outcomes }: EvaluationResult,
  id: string,
  clipHref: ClipHref,
): Html =>
  html`<section class="benchmark-outcomes" aria-labelledby="${id}-outcomes"><h3 id="${id}-outcomes">${title}</h3>
${listed.map((mark) => {
  const group = byMark(outcomes).find((one) => one.mark === mark)!;
  return group.outcomes.length > 0 && groupHtml(group, id, clipHref);
})}</section>`;

function groupHtml({ mark, words, outcomes }: Marked, id: string, clipHref: ClipHref): Html {
  const reasons = reasonsText(outcomes);
  const isWrong = mark === 'wrong';
  // What was wrong in spite of high confidence teaches most.
  const ordered = isWrong ? outcomes.toSorted((a, b) => b.confidence - a.confidence) : outcomes;
  return html`<details class="group" id="${id}-${mark}" data-mark="${mark}"${isWrong && html` open`}><summary><h4>${swatchHtml(mark)} ${words} <span class="n" data-count>${countText(outcomes.length)}</span></h4></summary>
${reasons && html`<p class="note">Reasons: ${reasons}.</p>`}${isWrong && html`<p class="note">Most confident first.</p>`}
<ol>${ordered.map((outcome) => outcomeHtml(outcome, clipHref))}</ol></details>`;
}

function outcomeHtml(outcome: Outcome, clipHref: ClipHref): Html {
  const spans = spanBarHtml(outcome.span, outcome.goldSpan);
  const clip = clipHref(outcome);
  const isAnswered = outcome.mark !== 'missing' && outcome.mark !== 'not-answered';
  return html`<li class="outcome"><div class="words"><p class="question">${outcome.question}</p>
<p class="where">${outcome.group && html`<span>${outcome.group}</span>`}<span>${outcome.video}</span><span>${outcome.itemId}</span></p>
<dl>${rowHtml('expected', outcome.expected)}${rowHtml('said', outcome.said)}${rowHtml('reason', outcome.reason)}${rowHtml('understood as', outcome.understoodAs)}${
    isAnswered && rowHtml('confidence', outcome.confidence.toFixed(2))
  }</dl></div>${
    (spans || clip) &&
    html`<div class="seen">${spans}${clip && html`<details class="clip"><summary>${outcome.span ? 'Watch the evidence' : 'Watch where it can be seen'}</summary><video preload="none" controls src="${clip}"></video></details>`}</div>`
  }</li>
`;
}

const rowHtml = (name: string, text: string | null): Html | null =>
  text ? html`<dt>${name}</dt><dd>${text}</dd>` : null;
