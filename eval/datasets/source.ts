/** What readers of question files share: saying what is wrong, and JSON that may not be any. */
import type { SourceFile } from '../domain/benchmark.ts';
import type { Problem } from '../domain/result.ts';

/** `index` is the row's in its file, null: the file itself. */
export type Report = (index: number | null, rule: string, isSkipped: boolean) => void;

/** Reports on one file go to `problems`. */
export const reportOn =
  ({ path }: SourceFile, problems: Problem[]): Report =>
  (index, rule, isSkipped) => {
    problems.push({ file: path, index, rule, isSkipped });
  };

/** Undefined, and reported, when the text is not JSON; a byte order mark before it is none of it. */
export function readJson({ text }: SourceFile, report: Report): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    report(null, `is not JSON: ${(error as Error).message}`, true);
    return undefined;
  }
}
