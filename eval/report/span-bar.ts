/** The span that was given as evidence beside the annotated one, on one axis of time. */
import type { Span } from '../domain/item.ts';
import { momentText, spanText } from './figures.ts';
import { type Html, html } from './html.ts';

const [width, height] = [240, 22];

/** Nothing when neither span is known. The axis shows both spans with room around them. */
export function spanBarHtml(predicted: Span | null, gold: Span | null): Html | null {
  const spans = [predicted, gold].flatMap((span) => (span ? [sorted(span)] : []));
  if (spans.length === 0) return null;
  const [from, to] = axisOf(spans);
  const bar = (span: Span | null, name: string, y: number) => {
    if (!span) return null;
    const [start, end] = sorted(span).map((at) => ((at - from) / (to - from)) * width);
    // A moment would be invisible.
    const length = Math.max(2, end! - start!);
    return html`<rect class="${name}" x="${start!.toFixed(1)}" y="${y}" width="${length.toFixed(1)}" height="8"/>`;
  };
  return html`<figure class="span-bar"><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path class="grid" d="M0 11H${width}"/>${bar(gold, 'gold', 1)}${bar(predicted, 'predicted', 13)}</svg><div class="axis" aria-hidden="true"><span>${momentText(from)}</span><span>${momentText(to)}</span></div><figcaption>${gold && html`<span class="gold">gold ${spanText(gold)}</span>`}<span class="predicted">predicted ${predicted ? spanText(predicted) : 'none'}</span></figcaption></figure>`;
}

function axisOf(spans: readonly Span[]): Span {
  const start = Math.min(...spans.map((span) => span[0]));
  const end = Math.max(...spans.map((span) => span[1]));
  const room = Math.max(1, (end - start) * 0.2);
  return [Math.max(Math.min(0, start), start - room), end + room];
}

const sorted = ([start, end]: Span): Span => (start <= end ? [start, end] : [end, start]);
