/**
 * Reader of HLV-1K: one JSON list per video, named after it, of multiple choice with four options
 * (`mcqa`) and of questions answered yes or no (`qa`). Pure.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import type { Dataset, SourceFile } from '../domain/benchmark.ts';
import type { Problem } from '../domain/result.ts';
import { lettersOf } from '../parse/options.ts';
import { lastYesNo } from '../parse/yes-no.ts';
import { readValues, requireRows, rowsOf } from './rows.ts';
import { type Report, reportOn } from './source.ts';

export const hlvLevels = ['frame', 'within_event', 'cross_event', 'long_term'] as const;

export interface HlvRow {
  /** Unique: the video and the row's place in its file. */
  readonly id: string;
  /** Name of the file without its extension. */
  readonly video: string;
  readonly type: 'mcqa' | 'qa';
  readonly level: (typeof hlvLevels)[number];
  /** In one style: `object`, `time-order`, `spatial-relationship`. */
  readonly task: string;
  readonly question: string;
  /** Without their letters; empty for `qa`. */
  readonly options: readonly string[];
  /** `Yes`, `No`, or the letter of an option. */
  readonly gold: string;
}

const commonSchema = z.looseObject({
  qa_idx: z.int(),
  qa_level: z.enum(hlvLevels),
  qa_task: z.string().trim().min(1),
  question: z.string().trim().min(1),
  answer: z.string(),
});

const rowSchema = z.discriminatedUnion('qa_type', [
  commonSchema.extend({ qa_type: z.literal('mcqa'), options: z.array(z.string()).min(2) }),
  commonSchema.extend({ qa_type: z.literal('qa') }),
]);

/** Throws INPUT_INVALID when no file has a question of the benchmark. */
export function readHlv1k(files: readonly SourceFile[]): Dataset<HlvRow> {
  const problems: Problem[] = [];
  const videos = new Set<string>();
  const rows = files.flatMap((file) => {
    const report = reportOn(file, problems);
    const video = basename(file.path).replace(/\.jsonl?$/i, '');
    const own = rowsOf(readValues(file, report) ?? [], rowSchema, report);
    if (own.length > 0 && videos.has(video)) {
      report(null, `is a second file of questions on ${video}`, true);
      return [];
    }
    videos.add(video);
    return own
      .map(({ index, row }) => rowOf(row, video, index, report))
      .filter((row) => row !== null);
  });
  requireRows(rows, 'HLV-1K', problems);
  return { rows, problems };
}

function rowOf(
  raw: z.infer<typeof rowSchema>,
  video: string,
  index: number,
  report: Report,
): HlvRow | null {
  const options = raw.qa_type === 'mcqa' ? withoutLetters(raw.options) : [];
  if (options === null) {
    report(index, "has options that are not lettered 'A.', 'B.', ... in this order", true);
    return null;
  }
  const gold = goldOf(raw.answer, options);
  if (gold === null) {
    report(index, `has the gold answer '${raw.answer}', which is none of its choices`, true);
    return null;
  }
  const { qa_type: type, qa_level: level, question } = raw;
  return {
    id: `${video}#${index}`,
    ...{ video, type, level, question, options, gold },
    task: taskName(raw.qa_task),
  };
}

/** Null when one of them has not the letter of its place. */
function withoutLetters(options: readonly string[]): string[] | null {
  const texts = lettersOf(options).map((letter, index) => {
    const option = options[index]!.trim();
    return option.startsWith(`${letter}.`) ? option.slice(2).trim() : null;
  });
  return texts.every((text) => text !== null) ? texts : null;
}

function goldOf(answer: string, options: readonly string[]): string | null {
  if (options.length === 0) return lastYesNo(answer);
  const letter = answer.trim().toUpperCase();
  return lettersOf(options).includes(letter) ? letter : null;
}

/** The released names mix styles: `object understanding`, `character-understanding`. */
const taskName = (task: string): string =>
  task
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/-understanding$/, '');
