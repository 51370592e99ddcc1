/**
 * The look of the report: words in a serif, data in a sans with even figures, tables ruled as in
 * print. Colours are of the set of Okabe and Ito, told apart with any colour vision, darkened where
 * they are text; shape or words always say the same. Each names its light and its dark form once.
 */
export const styles = /* css */ `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #15181b);
  --tint: light-dark(#eef5fa, #1a2730);
  --sunken: light-dark(#f5f6f7, #1c2024);
  --line: light-dark(#dcdfe2, #33393f);
  --rule: light-dark(#1b1e21, #c9ced3);
  --text: light-dark(#1b1e21, #e4e7ea);
  --muted: light-dark(#565d64, #a3abb3);
  --ours: light-dark(#0068a3, #5cb6ea);
  --wrong: light-dark(#d55e00, #ee8b45);
  --unparsable: light-dark(#a8487e, #d994bb);
  --unanswered: light-dark(#868e96, #7d868f);
  --pale: light-dark(#cfd5da, #3d454d);
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Cambria, "Noto Serif", "Liberation Serif", serif;
  --sans: "Helvetica Neue", "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); font: 17px/1.55 var(--serif); -webkit-text-size-adjust: 100%; scroll-padding-top: 5rem; }
body { max-width: 66rem; margin: 0 auto; padding: 4rem 2rem 6rem; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; }
ul, ol { list-style: none; }
h1 { font-size: 2.1rem; line-height: 1.2; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 1.5rem; line-height: 1.25; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere; }
h3 { font-size: 1.15rem; line-height: 1.3; font-weight: 600; margin-top: 2.5rem; overflow-wrap: anywhere; }
a { color: var(--ours); text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: 0.15em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--ours); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }

.made, nav, table, .run, .marks, .key, .bar-plot, .calibration details, .problems, .span-bar, #filter, .where, .outcome dl, .clip, .note, summary {
  font-family: var(--sans); font-size: 0.82rem; line-height: 1.45; font-variant-numeric: tabular-nums lining-nums;
}
.made { margin-top: 0.6rem; color: var(--muted); }
nav { margin-top: 1.2rem; padding-top: 0.9rem; border-top: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; }
main > section { margin-top: 4.5rem; }
header + main > section:first-child { margin-top: 2.5rem; }
.headline { max-width: 42rem; margin-top: 0.7rem; text-wrap: pretty; overflow-wrap: anywhere; }
.note { color: var(--muted); }

.run { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin-top: 1.3rem; }
.run dt { color: var(--muted); font-size: 0.74rem; }
.run dd { overflow-wrap: anywhere; }

.scroll { position: relative; overflow-x: auto; margin-top: 2.2rem; }
table { border-collapse: collapse; text-align: left; }
caption { text-align: left; padding-bottom: 0.6rem; color: var(--muted); overflow-wrap: anywhere; }
/* A caption is as wide as its table; its words stay on the screen while that scrolls. */
caption > span { display: block; position: sticky; left: 0; width: fit-content; max-width: min(46rem, calc(100vw - 2rem)); }
caption b { color: var(--text); font-weight: 600; }
th { font-weight: 400; }
th, td { padding: 0.36rem 0.9rem 0.36rem 0; vertical-align: baseline; }
th:last-child, td:last-child { padding-right: 0.5rem; }
thead th { border-bottom: 1px solid var(--rule); vertical-align: bottom; color: var(--muted); overflow-wrap: break-word; max-width: 12rem; }
.unit { white-space: nowrap; }
tbody th { overflow-wrap: anywhere; }
.number { text-align: right; }
td.number { white-space: nowrap; }
.n, .unit, .interval, .system, .metric { color: var(--muted); }
.interval, .system, .metric { display: block; font-size: 0.72rem; line-height: 1.3; font-weight: 400; }

.results, .summary { border-top: 2px solid var(--rule); border-bottom: 2px solid var(--rule); }
.results { width: 100%; }
.results caption, .summary caption { caption-side: top; }
.results th:first-child { padding-left: 0.6rem; min-width: 9rem; }
.results tbody + tbody { border-top: 1px solid var(--line); }
.results .role th { padding: 0.7rem 0.6rem 0.1rem; color: var(--muted); font-size: 0.72rem; letter-spacing: 0.02em; }
.results tbody tr:last-child > * { padding-bottom: 0.7rem; }
.results .ours { background: var(--tint); }
.results .ours th[scope="row"], .results .ours td:not(.n) { color: var(--ours); font-weight: 600; }
.results .ours .interval { color: var(--muted); }
.results .baseline th[scope="row"] { font-style: italic; }
.results .bound tr:not(.role) { color: var(--muted); }
.results strong { font-weight: 700; border-bottom: 2px solid currentColor; }
.results strong + .interval { margin-top: 0.15rem; }
.results th[scope="row"] { position: sticky; left: 0; background: inherit; }
.results tbody { background: var(--ground); }
.results tbody tr { background: inherit; }

.summary { width: 100%; }
.summary tbody tr + tr { border-top: 1px solid var(--line); }
.summary td, .summary tbody th { padding-top: 0.8rem; padding-bottom: 0.8rem; vertical-align: middle; }
.summary tbody th { font-size: 0.92rem; min-width: 8rem; }
.summary b { font-weight: 400; font-size: 1rem; }
.summary .ours b { font-weight: 700; color: var(--ours); font-size: 1.15rem; }
.summary .system { white-space: normal; max-width: 11rem; margin-left: auto; overflow-wrap: anywhere; }
.summary thead .strip { max-width: none; width: 15rem; }
.strip svg { display: block; width: 14rem; }
.key { display: flex; flex-wrap: wrap; gap: 0.3rem 1.6rem; margin-top: 0.7rem; color: var(--muted); }
.key svg { height: 0.75rem; vertical-align: -0.05rem; }
.interval-line { stroke: var(--ours); stroke-width: 2; }
circle.ours { fill: var(--ours); }
path.baseline { stroke: var(--text); stroke-width: 1.5; }
path.published { fill: var(--ground); stroke: var(--text); stroke-width: 1.3; }
.grid { stroke: var(--line); stroke-width: 1; fill: none; vector-effect: non-scaling-stroke; }

.marks { margin-top: 1.8rem; }
.marks > svg { display: block; width: 100%; height: 14px; }
.marks ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.6rem; margin-top: 0.6rem; }
.marks a { color: inherit; text-decoration: none; }
.marks a:hover { text-decoration: underline; }
.swatch { width: 0.7rem; height: 0.7rem; vertical-align: -0.05rem; }
rect.right { fill: var(--ours); }
rect.wrong { fill: var(--wrong); }
rect.not-answered { fill: var(--unanswered); }
rect.unparsable { fill: var(--unparsable); }
rect.not-judged { fill: var(--pale); }
rect.missing { fill: var(--ground); stroke: var(--unanswered); stroke-width: 1; vector-effect: non-scaling-stroke; }

.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 2.5rem 3.5rem; margin-top: 2.8rem; align-items: start; }
.bars { width: 100%; table-layout: fixed; }
.bars th, .bars td { padding: 0.22rem 0; vertical-align: middle; }
.bars thead th { vertical-align: bottom; max-width: none; overflow-wrap: anywhere; }
.bars th:first-child { width: 35%; padding-right: 0.8rem; }
.bars .number { width: 3.2rem; }
.bars .number:last-child { width: 4.4rem; }
.bars td.plot { padding-top: 0; padding-bottom: 0; }
.bars td svg { display: block; width: 100%; height: 1.6rem; }
.bars .answered { fill: var(--pale); }
.bars .share { fill: var(--ours); }
.axis { display: flex; justify-content: space-between; color: var(--muted); font-size: 0.72rem; }

.calibration { display: grid; grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); gap: 1rem 3rem; margin-top: 1rem; align-items: start; }
.calibration figure svg { display: block; width: 100%; max-width: 22rem; }
.calibration > div { display: grid; gap: 0.9rem; max-width: 32rem; padding-top: 0.6rem; }
.calibration b { font-weight: 600; font-variant-numeric: tabular-nums lining-nums; }
.calibration text { fill: var(--muted); font: 11px var(--sans); font-variant-numeric: tabular-nums; }
.ideal { stroke: var(--muted); stroke-dasharray: 4 4; }
.miss { stroke: var(--wrong); stroke-width: 1.5; }
.bin { fill: var(--ours); }
.counts rect { fill: var(--pale); }
.counts .base { stroke: var(--line); }
.bins { margin-top: 0.6rem; }

summary { cursor: pointer; }
summary::marker { color: var(--muted); }
.problems { margin-top: 2.2rem; }
.problems .scroll { margin-top: 1.2rem; }
.problems td, .problems th { overflow-wrap: anywhere; }
.problems tbody tr + tr { border-top: 1px solid var(--line); }

#filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem 1.6rem; margin-top: 1rem; padding: 0.8rem 0; background: var(--ground); border-bottom: 1px solid var(--line); }
#filter .search { display: flex; align-items: center; gap: 0.6rem; flex: 1 1 20rem; }
#filter input[type="search"] { flex: 1; min-width: 0; padding: 0.4rem 0.6rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--unanswered); border-radius: 3px; }
#filter fieldset { display: flex; flex-wrap: wrap; gap: 0.3rem 1.1rem; }
#filter fieldset label { display: flex; align-items: center; gap: 0.35rem; min-height: 1.5rem; }
#filter input[type="checkbox"] { accent-color: var(--ours); margin: 0; }
#filter output { color: var(--muted); }

.group { margin-top: 1rem; }
.group > summary { padding: 0.35rem 0; }
.group h4 { display: inline; font-size: 0.95rem; font-weight: 600; }
.group h4 .n { font-weight: 400; margin-left: 0.2rem; }
.group > .note { margin-bottom: 0.3rem; overflow-wrap: anywhere; }
.outcome { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 0.6rem 3rem; padding: 1.1rem 0; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 9rem; overflow-wrap: anywhere; }
.question { line-height: 1.4; white-space: pre-line; }
.where { display: flex; flex-wrap: wrap; gap: 0 1.2rem; margin-top: 0.15rem; color: var(--muted); font-size: 0.74rem; }
.outcome dl { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.1rem 0.8rem; margin-top: 0.6rem; }
.outcome dt { color: var(--muted); }
.outcome dd { white-space: pre-line; }
.seen { padding-top: 0.3rem; }
.span-bar > svg { display: block; width: 100%; height: 22px; }
rect.gold { fill: none; stroke: var(--text); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
rect.predicted { fill: var(--ours); }
.span-bar figcaption { display: grid; margin-top: 0.2rem; font-size: 0.74rem; }
.span-bar figcaption span::before { content: ""; display: inline-block; width: 0.65rem; height: 0.5rem; margin-right: 0.4rem; }
figcaption .gold::before { border: 1.5px solid var(--text); }
figcaption .predicted::before { background: var(--ours); }
.clip { margin-top: 0.6rem; }
.clip summary { color: var(--ours); }
video { display: block; width: 100%; margin-top: 0.4rem; background: var(--sunken); aspect-ratio: 16 / 9; }

@media (max-width: 46rem) {
  html { font-size: 16px; }
  body { padding: 2rem 1rem 4rem; }
  main > section { margin-top: 3.2rem; }
  h1 { font-size: 1.65rem; }
  .summary .strip { display: none; }
  .summary th, .summary td { padding-right: 0.4rem; }
  .summary tbody th { min-width: 5.5rem; font-size: 0.82rem; }
  .summary .system { min-width: 4.3rem; max-width: 5rem; }
  .bars th:first-child { width: 30%; }
  .bars .number { width: 2.6rem; font-size: 0.74rem; }
  .bars .number:last-child { width: 3.6rem; }
  .calibration, .outcome { grid-template-columns: minmax(0, 1fr); }
  .plots { gap: 2.2rem; }
  #filter { position: static; }
}

@media print {
  :root { color-scheme: light; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  * { print-color-adjust: exact; }
  main > section { margin-top: 2rem; }
  .scroll { overflow: visible; }
  .results { font-size: 7.5pt; }
  nav, #filter, .clip { display: none; }
  /* Of the questions, what the reader opened; of the rest, everything. */
  details:not(.group)::details-content { content-visibility: visible; block-size: auto; }
  tr, figure, .outcome, .calibration { break-inside: avoid; }
  h2, h3, h4, caption { break-after: avoid; }
  .outcome { content-visibility: visible; }
}
`;
