/** Answerers of FALCON-Bench that see no video. */
import type { FalconRow } from '../datasets/falcon-bench.ts';
import type { Span } from '../domain/item.ts';
import type { GroundedQuestion } from './grounded.ts';
import { groundedBaselines } from './grounded-baselines.ts';

export interface FalconBaseline {
  readonly name: string;
  readonly answers: readonly {
    readonly source: string;
    /** Null: it does not answer. */
    readonly isRight: boolean | null;
    readonly span: Span | null;
    readonly truth: Span;
  }[];
}

/** As of the other grounded benchmarks. */
export function falconBaselines(
  rows: readonly FalconRow[],
  durationOf: (video: string) => number | undefined,
  seed: number,
): FalconBaseline[] {
  const questions = rows.map(
    (row): GroundedQuestion => ({ ...row, truths: [row.span], duration: durationOf(row.video) }),
  );
  return groundedBaselines(questions, () => 'mcq', seed).map(({ name, answers }) => ({
    name,
    answers: rows.map(({ source, gold, span: truth }, index) => ({
      source,
      isRight: answers[index]!.letter === gold,
      span: answers[index]!.span,
      truth,
    })),
  }));
}
