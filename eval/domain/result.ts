/**
 * The result of scoring one benchmark: what the command prints, `--json` writes and the report
 * shows. It knows no benchmark: tables of systems by metrics, groups, and one outcome per item.
 */
import { z } from 'zod';

const spanSchema = z.tuple([z.number(), z.number()]).describe('Seconds from the first frame');

export const columnSchema = z.object({
  key: z.string(),
  label: z.string().describe('As the benchmark calls it: `A_faith`, `IoP@0.5`, `HOTA`'),
  unit: z.enum(['percent', 'ratio', 'count', 'seconds']),
  isBetter: z.enum(['higher', 'lower', 'neither']),
});

export const cellSchema = z.object({
  value: z.number().nullable().describe('Null: undefined for this system. Percent: 0..100'),
  low: z.number().optional().describe('Lower end of the 95 % confidence interval'),
  high: z.number().optional(),
});

export const tableRowSchema = z.object({
  name: z.string(),
  role: z
    .enum(['ours', 'baseline', 'published', 'bound'])
    .describe('`bound`: people, or a reader of the ground truth'),
  n: z.int().nullable().describe('Items behind the row'),
  cells: z.record(z.string(), cellSchema).describe('By the key of the column'),
});

export const tableSchema = z.object({
  title: z.string(),
  note: z.string().optional(),
  primary: z
    .string()
    .optional()
    .describe('Key of the column that sums the table up; absent: the first column'),
  columns: z.array(columnSchema),
  rows: z.array(tableRowSchema),
});

export const groupingSchema = z.object({
  by: z.string().describe('`type`, `level`, `task`, `category`, `kind`, `video`'),
  metric: z.string().describe('What the shares are of: `right`, `A_faith`, `mIoP`'),
  groups: z.array(
    z.object({
      name: z.string(),
      n: z.int(),
      value: z.number().describe('Percent'),
      answered: z.number().describe('Percent of the n items that were answered'),
    }),
  ),
});

export const calibrationSchema = z.object({
  ace: z.number(),
  mce: z.number(),
  brier: z.number(),
  ccAt90: z.number(),
  bins: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      n: z.int(),
      confidence: z.number(),
      accuracy: z.number(),
    }),
  ),
});

export const outcomeSchema = z.object({
  itemId: z.string(),
  video: z.string(),
  question: z.string(),
  group: z.string(),
  mark: z
    .enum(['right', 'wrong', 'not-answered', 'unparsable', 'missing', 'not-judged'])
    .describe('`not-judged`: an open answer for which no judge is configured, or the judge failed'),
  expected: z.string(),
  said: z.string().describe('The answer in words'),
  reason: z.string().nullable().describe('Why it was not answered, or what failed'),
  understoodAs: z.string(),
  confidence: z.number(),
  span: spanSchema.nullable(),
  goldSpan: spanSchema.nullable(),
  clipId: z.string().nullable(),
});

export const problemSchema = z.object({
  file: z.string(),
  index: z.int().nullable().describe('From 0: of the row in its file; null: the file itself'),
  rule: z.string().describe('What is wrong with it'),
  isSkipped: z.boolean().describe('False: it is used, with this caveat'),
});

export const resultSchema = z.object({
  benchmark: z.string(),
  title: z.string(),
  ranAt: z.int(),
  system: z.object({
    method: z.string(),
    extractor: z.string(),
    preset: z.string(),
    version: z.string(),
  }),
  read: z.object({
    files: z.int(),
    rows: z.int(),
    skipped: z.int(),
    problems: z.array(problemSchema),
  }),
  tables: z.array(tableSchema),
  groupings: z.array(groupingSchema),
  calibration: calibrationSchema.nullable(),
  outcomes: z.array(outcomeSchema),
});

export type Column = z.infer<typeof columnSchema>;
export type Cell = z.infer<typeof cellSchema>;
export type TableRow = z.infer<typeof tableRowSchema>;
export type Table = z.infer<typeof tableSchema>;
export type Grouping = z.infer<typeof groupingSchema>;
export type Calibration = z.infer<typeof calibrationSchema>;
export type Outcome = z.infer<typeof outcomeSchema>;
export type Mark = Outcome['mark'];
export type Problem = z.infer<typeof problemSchema>;
export type EvaluationResult = z.infer<typeof resultSchema>;
