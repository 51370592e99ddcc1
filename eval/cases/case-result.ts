/** A report on cases in the form of every evaluation, so that it is shown like one. Pure. */
import type { TimeRange } from '../../kernel/time.ts';
import type { Case, Expected } from '../../query/domain/judgement.ts';
import type { Cell, EvaluationResult, Grouping, Mark, Outcome, Table } from '../domain/result.ts';
import {
  type CaseChange,
  type CaseReport,
  type ComparedCase,
  expectedOf,
  isRightNow,
  type Share,
} from './compare-cases.ts';

const changes: readonly { change: CaseChange; label: string }[] = [
  { change: 'kept', label: 'kept' },
  { change: 'broken', label: 'broken' },
  { change: 'fixed', label: 'fixed' },
  { change: 'changed', label: 'changed' },
  { change: 'still-wrong', label: 'still wrong' },
  { change: 'now-unanswered', label: 'now unanswered' },
  { change: 'cannot-be-rerun', label: 'cannot be run again' },
];

/** `about`: when it ran, and what the candidate is. */
export function caseResult(
  report: CaseReport,
  about: Pick<EvaluationResult, 'ranAt' | 'system'>,
): EvaluationResult {
  const { compared, totals } = report;
  return {
    benchmark: 'cases',
    title: 'Cases that operators judged',
    ...about,
    read: { files: 0, rows: compared.length, skipped: totals['cannot-be-rerun'], problems: [] },
    tables: [precisionTable(report), changeTable(report)],
    groupings: [grouping(compared)],
    calibration: null,
    outcomes: compared.map(outcomeOf),
  };
}

function precisionTable({ compared, totals, precision, refusal }: CaseReport): Table {
  const n = compared.length - totals['cannot-be-rerun'];
  return {
    title: refusal === null ? 'Accepted' : 'Refused',
    note: refusal ?? 'No case that was right is lost beyond what is allowed.',
    columns: [{ key: 'precision', label: 'precision', unit: 'percent', isBetter: 'higher' }],
    rows: [
      { name: 'candidate', role: 'ours', n, cells: { precision: cellOf(precision.after) } },
      { name: 'as judged', role: 'baseline', n, cells: { precision: cellOf(precision.before) } },
    ],
  };
}

const cellOf = ({ value, interval }: Share): Cell => ({
  value: value === null ? null : value * 100,
  ...(interval && { low: interval.low * 100, high: interval.high * 100 }),
});

const better: Partial<Record<CaseChange, 'higher' | 'lower'>> = {
  kept: 'higher',
  fixed: 'higher',
  broken: 'lower',
  'now-unanswered': 'lower',
};

const changeTable = ({ compared, totals }: CaseReport): Table => ({
  title: 'What becomes of the cases',
  columns: changes.map(({ change, label }) => ({
    key: change,
    label,
    unit: 'count',
    isBetter: better[change] ?? 'neither',
  })),
  rows: [
    {
      name: 'candidate',
      role: 'ours',
      n: compared.length,
      cells: Object.fromEntries(changes.map(({ change }) => [change, { value: totals[change] }])),
    },
  ],
});

function grouping(compared: readonly ComparedCase[]): Grouping {
  const groups = Map.groupBy(compared, ({ case: one }) => one.question.text);
  return {
    by: 'question',
    metric: 'right',
    groups: [...groups].map(([name, members]) => {
      const known = members.map(({ change }) => isRightNow(change)).filter((one) => one !== null);
      return {
        name,
        n: members.length,
        value: percent(known.filter(Boolean).length, known.length),
        answered: percent(known.length, members.length),
      };
    }),
  };
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

const marks: Readonly<Record<CaseChange, Mark>> = {
  kept: 'right',
  fixed: 'right',
  broken: 'wrong',
  'still-wrong': 'wrong',
  changed: 'not-judged',
  'now-unanswered': 'not-answered',
  'cannot-be-rerun': 'missing',
};

function outcomeOf({ case: one, shadow, change }: ComparedCase): Outcome {
  const { answer } = shadow;
  const [seen] = answer?.evidence ?? [];
  const [shown] = one.said.evidence;
  const spanOf = (range: TimeRange | undefined): Outcome['span'] =>
    range ? [(range.start - one.range.start) / 1000, (range.end - one.range.start) / 1000] : null;
  return {
    itemId: one.id,
    video: streamOf(one),
    question: one.question.text,
    group: changes.find((known) => known.change === change)!.label,
    mark: marks[change],
    expected: one.isRight ? one.said.text : sayExpected(expectedOf(one), one.said.text),
    said: answer?.text ?? '',
    reason: answer ? answer.reason : shadow.failure,
    understoodAs: answer?.understoodAs ?? '',
    confidence: answer?.confidence ?? 0,
    span: spanOf(seen?.range),
    goldSpan: one.isRight ? spanOf(shown?.range) : null,
    clipId: null,
  };
}

const streamOf = ({ said, question }: Case): string =>
  said.evidence[0]?.streamId ?? question.streamIds?.join(', ') ?? '';

function sayExpected(expected: Expected | null, wrong: string): string {
  if (!expected) return `not: ${wrong}`;
  const { verdict, value } = expected;
  if (value === null) return verdict === 'unknown' ? 'cannot know' : verdict;
  switch (value.type) {
    case 'count':
      return String(value.count);
    case 'instant':
      return new Date(value.at).toISOString();
    case 'instants':
      return value.at.map((at) => new Date(at).toISOString()).join(', ');
    case 'duration':
      return `${value.ms / 1000} s`;
    case 'objects':
      return value.labels.join(', ');
    case 'text':
    case 'option':
      return value.text;
  }
}
