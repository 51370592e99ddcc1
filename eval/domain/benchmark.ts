/** What every benchmark is to the runner: question files in, items to ask, scores out. Pure. */
import type { Item } from './item.ts';
import type { Prediction } from './prediction.ts';
import type { EvaluationResult, Problem } from './result.ts';

/** A file of questions, read. Zipped files come unpacked, each under its own path. */
export interface SourceFile {
  /** Relative to what was given as questions. */
  readonly path: string;
  readonly text: string;
}

export interface Dataset<Row> {
  readonly rows: readonly Row[];
  /** Everything that was not as it should be; a malformed row never stops the others. */
  readonly problems: readonly Problem[];
}

export type Scores = Pick<EvaluationResult, 'tables' | 'groupings' | 'calibration' | 'outcomes'>;

export interface Benchmark<Row> {
  /** The word of the command line. */
  readonly name: string;
  readonly title: string;
  /** Throws INPUT_INVALID when no file is of this benchmark at all. */
  read(files: readonly SourceFile[]): Dataset<Row>;
  /** A question that several rows share is one item. */
  items(rows: readonly Row[]): Item[];
  /** Items without a prediction are `missing`, and never dropped from a denominator unsaid. */
  score(
    rows: readonly Row[],
    predictions: ReadonlyMap<string, Prediction>,
    options: ScoreOptions,
  ): Scores | Promise<Scores>;
}

export interface ScoreOptions {
  /** Seed of everything drawn: bootstrap, shuffled options, random baselines. */
  readonly seed: number;
  /** Length of a video in seconds, by the name items use; for baselines over the whole video. */
  readonly durationOf: (video: string) => number | undefined;
  /** Judges open answers; undefined: no language model is configured. */
  readonly judge?: (request: JudgeRequest) => Promise<string>;
}

export interface JudgeRequest {
  readonly question: string;
  readonly answer: string;
  readonly prediction: string;
}
