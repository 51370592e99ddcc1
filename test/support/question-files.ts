/** Files of questions, and what was said of them. */
import type { SourceFile } from '../../eval/domain/benchmark.ts';
import type { Problem } from '../../eval/domain/result.ts';

export const jsonFile = (path: string, value: unknown): SourceFile => ({
  path,
  text: JSON.stringify(value),
});

/** Each as `file#index rule`. */
export const said = (problems: readonly Problem[]): string[] =>
  problems.map(({ file, index, rule }) => `${file}#${index} ${rule}`);
