/** What a benchmark asks: one item per distinct question of a video. Plain data. */

/** Seconds from the first frame of the video, `[start, end]`. */
export type Span = readonly [start: number, end: number];

export interface Item {
  /** Unique within the benchmark. */
  readonly id: string;
  /** As the question file names it: the file is looked for under the folder of videos. */
  readonly video: string;
  readonly text: string;
  /** Multiple choice, without letters. */
  readonly options?: readonly string[];
  /** Wall-clock time of the first frame, ms since the epoch; undefined: any will do. */
  readonly startAt?: number;
  /** Where the answer can be seen; streaming runs ask from its end on. */
  readonly evidence?: Span;
}
