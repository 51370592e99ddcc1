/**
 * Reader of STRAND's `sample_*.json`: one file per video, yes-or-no targets with the sub-questions
 * they rest on, as parallel lists. The released files break their own form in places; whatever is
 * wrong is said by file and target, and nothing stops the rest from being read. Pure.
 */
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { Dataset, SourceFile } from '../domain/benchmark.ts';
import type { Span } from '../domain/item.ts';
import type { Problem } from '../domain/result.ts';
import { lastYesNo, type YesNo } from '../parse/yes-no.ts';
import { type Report, readJson, reportOn } from './source.ts';

export interface StrandQuestion {
  readonly text: string;
  /** Null: the released answer is neither, so that nothing can match it. */
  readonly gold: YesNo | null;
}

export interface StrandTarget extends StrandQuestion {
  readonly file: string;
  /** Of the target in its file, from 0. */
  readonly index: number;
  readonly video: string;
  readonly subs: readonly StrandQuestion[];
  /** `x-type`, where the file has it: `state_change`, `identity_tracking`, ... */
  readonly type: string | null;
  /** `x-span`: where the answer can be seen. */
  readonly span: Span | null;
}

const lists = ['questions', 'answers', 'sub-questions', 'sub-answers'] as const;
const listSchema = z.array(z.unknown());

const sampleSchema = z.looseObject({
  video_name: z.string().min(1),
  questions: listSchema,
  answers: listSchema,
  'sub-questions': listSchema,
  'sub-answers': listSchema,
  'x-type': listSchema.optional(),
  'x-span': listSchema.optional(),
});

type Sample = z.infer<typeof sampleSchema>;

const textSchema = z.string().trim().min(1);
const targetSchema = z.object({
  question: textSchema,
  answer: z.string(),
  subQuestions: z.array(textSchema),
  subAnswers: z.array(z.string()),
  type: z.string().optional(),
  span: z.tuple([z.number(), z.number()]).optional(),
});

/** Throws INPUT_INVALID when no file has a target. */
export function readStrand(files: readonly SourceFile[]): Dataset<StrandTarget> {
  const problems: Problem[] = [];
  const rows = files.flatMap((file) => targetsOf(file, reportOn(file, problems)));
  if (rows.length > 0) return { rows, problems: [...problems, ...conflicts(rows)] };
  const first = problems[0] ? `: ${problems[0].file} ${problems[0].rule}` : '';
  throw new AppError('INPUT_INVALID', `no file holds a target of STRAND${first}`);
}

function targetsOf(file: SourceFile, report: Report): StrandTarget[] {
  const json = readJson(file, report);
  if (json === undefined) return [];
  const { data: sample, error } = sampleSchema.safeParse(json);
  if (error) {
    report(null, `is not a STRAND sample: ${z.prettifyError(error)}`, true);
    return [];
  }
  const lengths = lists.map((list) => sample[list].length);
  for (let index = Math.min(...lengths); index < Math.max(...lengths); index++) {
    const uneven = lists.map((list, at) => `${lengths[at]} ${list}`).join(', ');
    report(index, `is not in all of its lists: the file has ${uneven}`, true);
  }
  return Array.from({ length: Math.min(...lengths) }, (_, index) => targetAt(sample, index, report))
    .filter((target) => target !== null)
    .map((target) => ({ ...target, file: file.path, video: sample.video_name }));
}

function targetAt(
  sample: Sample,
  index: number,
  report: Report,
): Omit<StrandTarget, 'file' | 'video'> | null {
  const { data, error } = targetSchema.safeParse({
    question: sample.questions[index],
    answer: sample.answers[index],
    subQuestions: sample['sub-questions'][index],
    subAnswers: sample['sub-answers'][index],
    type: sample['x-type']?.[index],
    span: sample['x-span']?.[index],
  });
  if (error) {
    report(index, `is not a target: ${z.prettifyError(error)}`, true);
    return null;
  }
  const { subQuestions, subAnswers } = data;
  if (subQuestions.length !== subAnswers.length) {
    const counts = `${subQuestions.length} sub-questions and ${subAnswers.length} sub-answers`;
    report(index, `has ${counts}: they are paired up to the shorter list`, false);
  }
  const count = Math.min(subQuestions.length, subAnswers.length);
  if (count === 0) report(index, 'has no sub-question: it is faithful when it is right', false);
  return {
    index,
    text: data.question,
    gold: goldOf(data.answer, index, report),
    subs: Array.from({ length: count }, (_, at) => ({
      text: subQuestions[at]!,
      gold: goldOf(subAnswers[at]!, index, report),
    })),
    type: data.type ?? null,
    span: data.span ?? null,
  };
}

function goldOf(answer: string, index: number, report: Report): YesNo | null {
  const gold = lastYesNo(answer);
  if (gold === null) report(index, `has the gold answer '${answer}': nothing can match it`, false);
  return gold;
}

/** The same words asked of a video again with another gold answer: one of the two must be wrong. */
function conflicts(targets: readonly StrandTarget[]): Problem[] {
  const firstGold = new Map<string, YesNo | null>();
  return targets.flatMap(({ file, index, video, text, gold, subs }) =>
    [{ text, gold }, ...subs].flatMap((question) => {
      const key = `${video}\n${question.text}`;
      if (!firstGold.has(key)) firstGold.set(key, question.gold);
      if (firstGold.get(key) === question.gold) return [];
      const rule = `has another gold answer than before in this video for '${question.text}'`;
      return [{ file, index, rule, isSkipped: false }];
    }),
  );
}
