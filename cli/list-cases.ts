/** `cases`: what operators judged, as a table, or as JSON Lines in a file. */
import { writeFile } from 'node:fs/promises';
import type { QueryApi } from '../query/contract.ts';
import type { Case } from '../query/domain/judgement.ts';
import type { CasesOptions } from './command-line.ts';
import type { Output } from './output.ts';
import { parseCount } from './parse-arguments.ts';
import { casesText } from './print-answer.ts';

const defaultLimit = 1000;

export async function listCases(query: QueryApi, options: CasesOptions, output: Output) {
  const cases = await query.cases({
    limit: options.limit === undefined ? defaultLimit : parseCount('--limit', options.limit),
    ...(options.wrong && { isRight: false }),
  });
  const { output: file } = options;
  if (file === undefined) return output.show(cases, () => casesText(cases, output.zone));
  await writeFile(file, jsonLines(cases));
  output.show({ file, cases: cases.length }, () => `${file} (${cases.length} cases)`);
}

const jsonLines = (cases: readonly Case[]): string =>
  cases.map((one) => `${JSON.stringify(one)}\n`).join('');
