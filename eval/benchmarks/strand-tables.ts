/** The tables of STRAND: ours beside constants, blind baselines and what papers report. Pure. */
import type { StrandQuestion, StrandTarget } from '../datasets/strand.ts';
import type { ScoreOptions } from '../domain/benchmark.ts';
import type { Cell, Table, TableRow } from '../domain/result.ts';
import { shareCell } from '../metrics/accuracy.ts';
import {
  type ClosedQuestion,
  majorityFromOtherVideos,
  randomChoice,
} from '../metrics/baselines.ts';
import { ratioInterval } from '../metrics/bootstrap.ts';
import {
  type FaithfulScores,
  faithfulAccuracy,
  faithfulCounts,
  isFaithful,
  type JudgedTarget,
} from '../metrics/faithful-accuracy.ts';
import { percentColumn, publishedRow } from './tables.ts';

export interface AnsweredTarget extends JudgedTarget {
  readonly isAnswered: boolean;
  readonly subsAnswered: readonly boolean[];
}

const metrics = ['aFaith', 'aTarget', 'aSub', 'aCons'] as const satisfies (keyof FaithfulScores)[];

export function faithfulTable(
  targets: readonly StrandTarget[],
  ours: readonly JudgedTarget[],
  options: ScoreOptions,
): Table {
  return {
    title: 'Faithful accuracy',
    note: [
      'Pooled over all targets; what was unknown or missing counts as wrong.',
      'Constants are named by what they say to targets and to sub-questions.',
      'A_cons is for reference: it knows only the targets answered right.',
      'Papers report on 977 targets with 2,516 sub-questions, which are not the released files.',
    ].join(' '),
    primary: 'aFaith',
    columns: [
      percentColumn('aFaith', 'A_faith'),
      percentColumn('aTarget', 'A_target'),
      percentColumn('aSub', 'A_sub'),
      percentColumn('aCons', 'A_cons', 'neither'),
    ],
    rows: [
      rowOf('Strandline', 'ours', ours, options),
      rowOf('Strandline, mean over videos', 'ours', ours, options, macroCells(targets, ours)),
      ...blindAnswers(targets).map(([name, answers]) =>
        rowOf(name, 'baseline', judged(targets, answers), options),
      ),
      rowOf('random, mean of 100 draws', 'baseline', ours, options, randomCells(targets, options)),
      ...publishedRows,
    ],
  };
}

function rowOf(
  name: string,
  role: TableRow['role'],
  targets: readonly JudgedTarget[],
  options: ScoreOptions,
  cells = pooledCells(targets, options),
): TableRow {
  return { name, role, n: targets.length, cells };
}

function pooledCells(targets: readonly JudgedTarget[], options: ScoreOptions) {
  const scores = faithfulAccuracy(targets);
  const cellOf = (metric: keyof FaithfulScores): Cell => {
    const counted = targets.map((target) => faithfulCounts(target)[metric]);
    const parts = counted.map(({ part }) => 100 * part);
    const wholes = counted.map(({ whole }) => whole);
    return { value: scores[metric], ...ratioInterval(parts, wholes, options) };
  };
  return Object.fromEntries(metrics.map((metric) => [metric, cellOf(metric)]));
}

/** As the benchmark's own pipeline averages: each video counts the same, however many targets it has. */
function macroCells(targets: readonly StrandTarget[], judgedTargets: readonly JudgedTarget[]) {
  const byVideo = Map.groupBy(judgedTargets, (_, index) => targets[index]!.video);
  const scores = [...byVideo.values()].map(faithfulAccuracy);
  const meanOf = (metric: keyof FaithfulScores): Cell => {
    const values = scores.map((score) => score[metric]).filter((value) => value !== null);
    return { value: values.length ? values.reduce((a, b) => a + b, 0) / values.length : null };
  };
  return Object.fromEntries(metrics.map((metric) => [metric, meanOf(metric)]));
}

type SaidTo = (question: StrandQuestion, isTarget: boolean, at: number) => string;

function blindAnswers(targets: readonly StrandTarget[]): [string, SaidTo][] {
  const constants = (['Yes', 'No'] as const).flatMap((toTarget) =>
    (['Yes', 'No'] as const).map((toSub): [string, SaidTo] => [
      `always ${toTarget} / ${toSub}`,
      (_, isTarget) => (isTarget ? toTarget : toSub),
    ]),
  );
  const majority = majorityFromOtherVideos(closedQuestions(targets));
  return [
    ...constants,
    ['majority of the other videos', (_question, _isTarget, at) => majority[at]!],
  ];
}

/** One draw over few targets says little, so that the mean of many is shown. */
function randomCells(targets: readonly StrandTarget[], { seed }: ScoreOptions) {
  const questions = closedQuestions(targets);
  const draws = Array.from({ length: 100 }, (_, draw) => randomChoice(questions, seed + draw));
  const scores = faithfulAccuracy(
    draws.flatMap((said) => judged(targets, (_question, _isTarget, at) => said[at]!)),
  );
  return Object.fromEntries(metrics.map((metric) => [metric, { value: scores[metric] }]));
}

/** Each target followed by its sub-questions, as `judged` walks them. */
function closedQuestions(targets: readonly StrandTarget[]): ClosedQuestion[] {
  const closed = (video: string, type: string, { gold }: StrandQuestion): ClosedQuestion => ({
    video,
    type,
    choices: ['Yes', 'No'],
    gold: gold ?? '',
  });
  return targets.flatMap((target) => [
    closed(target.video, `target ${target.type ?? ''}`, target),
    ...target.subs.map((sub) => closed(target.video, 'sub-question', sub)),
  ]);
}

function judged(targets: readonly StrandTarget[], said: SaidTo): JudgedTarget[] {
  let at = 0;
  const isRight = (question: StrandQuestion, isTarget: boolean) =>
    said(question, isTarget, at++) === question.gold;
  return targets.map((target) => ({
    isRight: isRight(target, true),
    subsRight: target.subs.map((sub) => isRight(sub, false)),
  }));
}

/** What an answerer that may say `unknown` is worth on what it did answer. */
export function selectiveTable(targets: readonly AnsweredTarget[]): Table {
  const subs = targets.flatMap(({ subsRight, subsAnswered }) =>
    subsRight.map((isRight, at) => ({ isRight, isAnswered: subsAnswered[at]! })),
  );
  const whole = targets.filter(
    ({ isAnswered, subsAnswered }) => isAnswered && subsAnswered.every(Boolean),
  );
  const answered = <T extends { isAnswered: boolean; isRight: boolean }>(some: readonly T[]) => ({
    share: shareCell(some.map(({ isAnswered }) => isAnswered)),
    right: shareCell(some.filter(({ isAnswered }) => isAnswered).map(({ isRight }) => isRight)),
  });
  const ofTargets = answered(targets);
  const ofSubs = answered(subs);
  const cells = {
    targets: ofTargets.share,
    targetsRight: ofTargets.right,
    subs: ofSubs.share,
    subsRight: ofSubs.right,
    whole: shareCell(targets.map((target) => whole.includes(target))),
    wholeFaithful: shareCell(whole.map(isFaithful)),
  };
  return {
    title: 'Selective: what was answered, and how much of it is right',
    note: 'A target is whole when it and all its sub-questions were answered.',
    columns: [
      percentColumn('targets', 'targets answered'),
      percentColumn('targetsRight', 'right of answered targets'),
      percentColumn('subs', 'sub-questions answered'),
      percentColumn('subsRight', 'right of answered sub-questions'),
      percentColumn('whole', 'whole targets'),
      percentColumn('wholeFaithful', 'faithful of whole targets'),
    ],
    rows: [{ name: 'Strandline', role: 'ours', n: targets.length, cells }],
  };
}

/** A_faith, A_target, A_sub, A_cons as published for 977 targets with 2,516 sub-questions. */
const publishedRows: readonly TableRow[] = (
  [
    ['STRAND with Gemini-3-Flash', 59.4, 77.1, 76.3, 81.3],
    ['STRAND with Qwen3-VL-235B', 54.2, 74.0, 72.6, 78.1],
    ['Qwen3-VL-32B-Think', 46.1, 65.0, 70.6, 78.1],
    ['Qwen3.5-27B', 45.5, 68.4, 66.7, 73.3],
    ['Cosmos-Reason2-8B', 41.5, 54.7, 74.7, 83.7],
    ['Gemini-3.1-Pro', 38.9, 61.4, 64.9, 69.2],
    ['Gemma-4-27B', 35.8, 55.5, 60.0, 72.7],
    ['caption only, blind', 31.2, 59.8, null, null],
    ['Claude-4.6-Sonnet', 30.2, 48.3, 62.9, 73.2],
    ['InternVL3-78B', 29.7, 49.9, 66.1, 71.0],
    ['Gemini-3-Flash', 28.7, 48.7, 61.7, 69.9],
    ['SeViLA', 26.1, 51.4, 59.6, 56.8],
    ['TraveLER', 22.0, 50.6, 41.8, 49.3],
    ['question only, blind', 21.4, 52.6, null, null],
    ['GPT-5', 20.0, 32.5, 43.2, 70.5],
    ['majority class, blind', 19.1, null, null, null],
    ['VideoMind-7B', 18.9, 50.3, 37.9, 43.2],
    ['VideoRFT-7B', 16.4, 38.6, 55.1, 50.8],
    ['Video-R1-7B', 4.3, 24.8, 19.6, 21.9],
  ] as const
).map(([name, aFaith, aTarget, aSub, aCons]) =>
  publishedRow(name, { aFaith, aTarget, aSub, aCons }, { n: 977 }),
);
