/** `eval tracking`: trackers on published detections of MOT sequences, scored like TrackEval. Pure. */
import type { Box } from '../../kernel/geometry.ts';
import type { Detection } from '../../processors/domain/detection.ts';
import { percentColumn } from '../benchmarks/tables.ts';
import type { MotBox } from '../datasets/mot.ts';
import type { SourceFile } from '../domain/benchmark.ts';
import type { Cell, Column, EvaluationResult, Table, TableRow } from '../domain/result.ts';
import { compareBoxes } from './compare-boxes.ts';
import { meanOverAlpha } from './hota.ts';
import { type MotSequence, readSequences } from './read-sequences.ts';
import {
  addTracking,
  countTracking,
  scoreTracking,
  type TrackingCounts,
  type TrackingScores,
} from './score-tracking.ts';

/** Gives the boxes of each frame an identity. All boxes are in shares of the picture. */
export type DetectionTracker = (
  frames: readonly (readonly Detection[])[],
  video: { readonly fps: number; readonly width: number; readonly height: number },
) => readonly (readonly { readonly trajectoryId: string; readonly box: Box }[])[];

export interface TrackingSystem {
  readonly name: string;
  readonly role: TableRow['role'];
  readonly track: DetectionTracker;
}

const givenName = 'given tracker (test.txt)';
const note =
  'Tracked from the detections in det.txt of every frame, by motion alone; a box between two sightings is taken to lie between them, which is known only later. MOT15 rules: 2D boxes, IoU, true boxes of confidence 0 left out.';

const meansOverAlpha = ['HOTA', 'DetA', 'AssA', 'LocA'] as const;
const shares = ['MOTA', 'IDF1', 'IDP', 'IDR'] as const;
const errors = { IDSW: 'IDSW', Frag: 'Frag', CLR_FP: 'FP', CLR_FN: 'FN', ML: 'ML' } as const;

const countColumn = (key: string, label: string, isBetter: Column['isBetter']): Column => ({
  key,
  label,
  unit: 'count',
  isBetter,
});

const columns: Column[] = [
  ...[...meansOverAlpha, ...shares].map((key) => percentColumn(key, key)),
  countColumn('MT', 'MT', 'higher'),
  ...Object.entries(errors).map(([key, label]) => countColumn(key, label, 'lower')),
];

/**
 * All but when and by whom it was run. `systems`: the first is the one that groupings are of.
 * Throws INPUT_INVALID when no folder holds a sequence.
 */
export function evaluateTracking(
  files: readonly SourceFile[],
  systems: readonly TrackingSystem[],
): Omit<EvaluationResult, 'ranAt' | 'system'> {
  const { sequences, problems } = readSequences(files);
  const measured = sequences.map((sequence) => ({
    name: sequence.name,
    results: measureAll(sequence, systems),
  }));
  return {
    benchmark: 'tracking',
    title: 'Multiple object tracking (MOT15)',
    read: {
      files: files.length,
      rows: sequences.reduce((sum, { truth }) => sum + truth.length, 0),
      skipped: problems.filter(({ isSkipped }) => isSkipped).length,
      problems: [...problems],
    },
    tables: [
      ...(measured.length > 1 ? [togetherTable(measured.map(({ results }) => results))] : []),
      ...measured.map(({ name, results }) => tableOf(name, results)),
    ],
    groupings: [
      {
        by: 'sequence',
        metric: 'HOTA',
        groups: measured.map(({ name, results }) => ({ name, ...groupOf(results[0]!) })),
      },
    ],
    calibration: null,
    outcomes: [],
  };
}

/** What a system did on a sequence. */
interface Measured {
  readonly name: string;
  readonly role: TableRow['role'];
  readonly counts: TrackingCounts;
}

function measureAll(sequence: MotSequence, systems: readonly TrackingSystem[]): Measured[] {
  const measure = (boxes: readonly MotBox[]) =>
    countTracking(compareBoxes(sequence.truth, boxes, sequence.frames));
  const ours = systems.map(({ name, role, track }) => ({
    name,
    role,
    counts: measure(toPixels(track(sequence.detections, sequence), sequence)),
  }));
  if (!sequence.given) return ours;
  return [...ours, { name: givenName, role: 'published', counts: measure(sequence.given) }];
}

/** Identities are numbered as they first appear. */
function toPixels(
  frames: ReturnType<DetectionTracker>,
  { width, height }: Pick<MotSequence, 'width' | 'height'>,
): MotBox[] {
  const numbers = new Map<string, number>();
  const numberOf = (id: string) => numbers.get(id) ?? numbers.set(id, numbers.size).size - 1;
  return frames.flatMap((boxes, index) =>
    boxes.map(({ trajectoryId, box }) => ({
      frame: index + 1,
      id: numberOf(trajectoryId),
      x: box.x * width,
      y: box.y * height,
      width: box.width * width,
      height: box.height * height,
      confidence: 1,
    })),
  );
}

/** Systems that have a result on every sequence. */
function togetherTable(sequences: readonly (readonly Measured[])[]): Table {
  const everywhere = sequences[0]!.flatMap(({ name, role }) => {
    const counts = sequences.flatMap((results) => {
      const own = results.find((result) => result.name === name);
      return own ? [own.counts] : [];
    });
    return counts.length === sequences.length ? [{ name, role, counts: addTracking(counts) }] : [];
  });
  return tableOf('All sequences together', everywhere);
}

const tableOf = (title: string, results: readonly Measured[]): Table => ({
  title,
  note,
  columns,
  rows: results.map(({ name, role, counts }) => {
    const scores = scoreTracking(counts);
    return { name, role, n: objectsOf(scores), cells: cellsOf(scores) };
  }),
});

function cellsOf(scores: TrackingScores): Record<string, Cell> {
  const values: [string, number][] = [
    ...meansOverAlpha.map((key): [string, number] => [key, 100 * meanOverAlpha(scores[key])]),
    ...shares.map((key): [string, number] => [key, 100 * scores[key]]),
    ...(['MT', ...Object.keys(errors)] as ('MT' | keyof typeof errors)[]).map(
      (key): [string, number] => [key, scores[key]],
    ),
  ];
  return Object.fromEntries(values.map(([key, value]) => [key, { value }]));
}

/** True objects; `answered` are those that were tracked for a part of their time at least. */
function groupOf({ counts }: Measured) {
  const scores = scoreTracking(counts);
  const n = objectsOf(scores);
  const answered = n > 0 ? (100 * (n - scores.ML)) / n : 0;
  return { n, value: 100 * meanOverAlpha(scores.HOTA), answered };
}

const objectsOf = ({ MT, PT, ML }: TrackingScores): number => MT + PT + ML;
