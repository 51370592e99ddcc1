/** What an evaluation found, before it is grounded in clips and boxes and made an answer. */
import type { TimeRange } from '../../kernel/time.ts';
import type { Answer, AnswerValue } from '../domain/answer.ts';
import type { Happening } from '../domain/plan.ts';
import { formatInstant } from '../language/format-time.ts';
import { tellHappening } from '../language/plan-words.ts';
import type { Occurrence } from './occurrence.ts';
import { blindSpots, type Scene, sceneIsWatched } from './scene.ts';
import { capitalised, type Speaker, tellOccurrence, unnamedThere } from './sentences.ts';

export interface FactDraft {
  readonly statement: string;
  readonly holds: 'yes' | 'no' | 'unknown';
  readonly confidence: number;
  readonly occurrences: readonly Occurrence[];
}

export interface Finding {
  readonly verdict: Answer['verdict'];
  readonly reason: Answer['reason'];
  readonly value: AnswerValue | null;
  readonly text: string;
  readonly confidence: number;
  /** What shows it. */
  readonly occurrences: readonly Occurrence[];
  readonly facts: readonly FactDraft[];
}

/** That nothing was seen is as sure as that it would have been seen. */
const absenceConfidence = 0.8;
const absenceWithUnnamedConfidence = 0.6;

export const confidenceOfAbsence = (scene: Scene): number =>
  unnamedThere(scene).length > 0 ? absenceWithUnnamedConfidence : absenceConfidence;

export const unknown = (
  reason: NonNullable<Answer['reason']>,
  text: string,
  more: Partial<Finding> = {},
): Finding => ({
  verdict: 'unknown',
  reason,
  value: null,
  text,
  confidence: 0,
  occurrences: [],
  facts: [],
  ...more,
});

/** Why it cannot be known, with the blind spots named. */
export function notCovered(speaker: Speaker, soFar: string): Finding {
  const seen = sceneIsWatched(speaker.scene) ? `: in what was watched, ${soFar}` : '';
  return unknown('not-covered', `Cannot know${seen}${gapWords(speaker)}.`);
}

/** `, but 12:10:00 to 12:10:01 was not watched (not-yet-recorded)`. */
export function gapWords({ scene, timeZone, streamNames }: Speaker): string {
  const gaps = blindSpots(scene);
  const said = gaps.slice(0, 4).map((gap) => {
    const where =
      streamNames.size > 1 ? ` on ${streamNames.get(gap.streamId) ?? gap.streamId}` : '';
    const times = `${formatInstant(gap.start, timeZone)} to ${formatInstant(gap.end, timeZone)}`;
    return `${times}${where} (${gap.reason.replaceAll('-', ' ')})`;
  });
  const more = gaps.length > 4 ? ` and ${gaps.length - 4} more` : '';
  return said.length > 0 ? `; not watched: ${said.join(', ')}${more}` : '';
}

export const missingReference = (missing: Happening, speaker: Speaker): Finding => {
  const text = `it was not seen that ${tellHappening(missing)}, so there is nothing to compare with`;
  return blindSpots(speaker.scene).length > 0
    ? notCovered(speaker, text)
    : unknown('nothing-to-measure', `${capitalised(text)}.`);
};

/** An answer with thousands of occurrences tells of the first of them. */
const maxFacts = 100;

export const factsOf = (
  happening: Happening,
  occurrences: readonly Occurrence[],
  speaker: Speaker,
): FactDraft[] =>
  occurrences.slice(0, maxFacts).map((occurrence) => factOf(happening, occurrence, speaker));

export const factOf = (
  happening: Happening,
  occurrence: Occurrence,
  speaker: Speaker,
): FactDraft => ({
  statement: capitalised(tellOccurrence(happening, occurrence, speaker)),
  holds: occurrence.isCertain ? 'yes' : 'unknown',
  confidence: occurrence.confidence,
  occurrences: [occurrence],
});

/** The watched part of the asked range with nothing in it, to show that nothing was there. */
export const emptyOccurrences = (
  scene: Scene,
  confidence: number,
  ranges: (streamId: string) => readonly TimeRange[],
): Occurrence[] =>
  [...scene.coverage.keys()].flatMap((streamId) =>
    ranges(streamId).map((range) => ({
      streamId,
      range,
      isInstant: false,
      isOpen: false,
      entities: [],
      isCertain: true,
      confidence,
    })),
  );
