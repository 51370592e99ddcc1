/** A table of systems by metrics: ours first, then what it is to be compared with. */
import type { Cell, Column, Table, TableRow } from '../domain/result.ts';
import { bestText, roles } from './compare.ts';
import { countText, figureText, intervalText, unitSign } from './figures.ts';
import { type Html, html } from './html.ts';

export function tableHtml(table: Table): Html {
  const best = new Map(table.columns.map((column) => [column.key, bestText(table, column)]));
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${table.title}"><table class="results">
<caption><span><b>${table.title}.</b> ${table.note}</span></caption>
<thead><tr><th scope="col">System</th><th scope="col" class="number">n</th>${table.columns.map(headHtml)}</tr></thead>
${roles.map(({ role, title }) => {
  const rows = table.rows.filter((row) => row.role === role);
  return (
    rows.length > 0 &&
    html`<tbody class="${role}"><tr class="role"><th scope="rowgroup" colspan="${table.columns.length + 2}">${title}</th></tr>
${rows.map((row) => rowHtml(row, table.columns, best))}</tbody>`
  );
})}
</table></div>`;
}

const headHtml = ({ label, unit, isBetter }: Column): Html =>
  html`<th scope="col" class="number">${label}<span class="unit">${unitSign[unit] && html` <span>${unitSign[unit]}</span>`}${
    isBetter !== 'neither' &&
    html` <span aria-hidden="true">${isBetter === 'higher' ? '\u2191' : '\u2193'}</span><span class="hidden">${isBetter} is better</span>`
  }</span></th>`;

const rowHtml = (
  row: TableRow,
  columns: readonly Column[],
  best: ReadonlyMap<string, string | undefined>,
): Html =>
  html`<tr><th scope="row">${row.name}</th><td class="number n">${row.n === null ? undefinedHtml : countText(row.n)}</td>${columns.map(
    (column) =>
      cellHtml(
        row.cells[column.key],
        column,
        row.role === 'bound' ? undefined : best.get(column.key),
      ),
  )}</tr>
`;

const undefinedHtml = html`<span aria-hidden="true">&ndash;</span><span class="hidden">undefined</span>`;

function cellHtml(cell: Cell | undefined, { unit }: Column, best: string | undefined): Html {
  if (cell?.value == null) return html`<td class="number">${undefinedHtml}</td>`;
  const text = figureText(cell.value, unit);
  const interval = intervalText(cell, unit);
  return html`<td class="number">${text === best ? html`<strong>${text}<span class="hidden"> (best)</span></strong>` : text}${
    interval && html`<span class="interval">${interval}</span>`
  }</td>`;
}
