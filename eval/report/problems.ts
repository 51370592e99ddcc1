/** What was wrong with the question files: by rule with counts, then one by one, folded away. */
import type { EvaluationResult, Problem } from '../domain/result.ts';
import { countOf, countText } from './figures.ts';
import { type Html, html } from './html.ts';

const mostListed = 500;

export interface BrokenRule {
  readonly rule: string;
  readonly isSkipped: boolean;
  readonly count: number;
  /** How many files it was found in. */
  readonly files: number;
}

/** Most frequent first. */
export function brokenRules(problems: readonly Problem[]): BrokenRule[] {
  const groups = Map.groupBy(problems, ({ rule, isSkipped }) => JSON.stringify([rule, isSkipped]));
  return [...groups.values()]
    .map((all) => ({
      rule: all[0]!.rule,
      isSkipped: all[0]!.isSkipped,
      count: all.length,
      files: new Set(all.map(({ file }) => file)).size,
    }))
    .sort((a, b) => b.count - a.count);
}

export function problemsHtml({ problems, skipped }: EvaluationResult['read']): Html | null {
  if (problems.length === 0) return null;
  const hidden = problems.length - mostListed;
  return html`<details class="problems"><summary>${countOf(problems.length, 'problem')} in the question files, ${countOf(skipped, 'row')} skipped</summary>
<div class="scroll" role="region" tabindex="0" aria-label="Broken rules"><table><caption>Broken rules</caption><thead><tr><th scope="col">rule</th><th scope="col">then</th><th scope="col" class="number">times</th><th scope="col" class="number">files</th></tr></thead><tbody>${brokenRules(
    problems,
  ).map(
    ({ rule, isSkipped, count, files }) =>
      html`<tr><th scope="row">${rule}</th><td>${fateOf(isSkipped)}</td><td class="number">${countText(count)}</td><td class="number">${countText(files)}</td></tr>`,
  )}</tbody></table></div>
<div class="scroll" role="region" tabindex="0" aria-label="Problems one by one"><table><caption>One by one</caption><thead><tr><th scope="col">file</th><th scope="col" class="number">row, from 0</th><th scope="col">rule</th></tr></thead><tbody>${problems
    .slice(0, mostListed)
    .map(
      ({ file, index, rule }) =>
        html`<tr><th scope="row">${file}</th><td class="number">${index ?? 'whole file'}</td><td>${rule}</td></tr>`,
    )}</tbody></table></div>
${hidden > 0 && html`<p class="note">And ${countText(hidden)} more, in the JSON of the result.</p>`}</details>`;
}

const fateOf = (isSkipped: boolean): string => (isSkipped ? 'skipped' : 'used with this caveat');
