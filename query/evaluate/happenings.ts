/** When a happening of the plan occurs in the scene. */
import { clipRanges, intersectRanges, rangesOverlap, type TimeRange } from '../../kernel/time.ts';
import type { Happening, Relation } from '../domain/plan.ts';
import { occurrencesOfAction } from './actions.ts';
import { combineConfidence, type Occurrence } from './occurrence.ts';
import type { Scene } from './scene.ts';
import { actionContext, lastingOf, type Match, select } from './select.ts';
import { situations } from './situations.ts';

export interface Happened {
  /** In order of time; those that only may be so are among them. */
  readonly occurrences: readonly Occurrence[];
  /** A happening that others are told of by (`before X came`) and that was not seen. */
  readonly missing?: Happening;
}

export interface HappenOptions {
  /** Stays from coming to going, with short occlusions bridged. */
  readonly wholeStays: boolean;
}

/** All occurrences that overlap the scene's range, whole: not cut to it. */
export function happen(
  happening: Happening,
  scene: Scene,
  options: HappenOptions = { wholeStays: false },
): Happened {
  const found = plainOccurrences(happening, scene, options)
    .filter(({ range }) => rangesOverlap(range, scene.range))
    .flatMap((occurrence) => lastingOf(occurrence, happening.lasting))
    .sort(byTime);
  return related(found, happening.relations ?? [], scene);
}

const byTime = (a: Occurrence, b: Occurrence): number => a.range.start - b.range.start;

function plainOccurrences(
  happening: Happening,
  scene: Scene,
  options: HappenOptions,
): Occurrence[] {
  switch (happening.type) {
    case 'object':
      return objectOccurrences(happening, scene, options);
    case 'situation':
      return situations(happening, scene);
    case 'together': {
      const found = together(happening.parts.map((part) => [...happen(part, scene).occurrences]));
      return happening.unseen ? found.map((one) => ({ ...one, isCertain: false })) : found;
    }
  }
}

type ObjectHappening = Extract<Happening, { type: 'object' }>;

function objectOccurrences(
  happening: ObjectHappening,
  scene: Scene,
  { wholeStays }: HappenOptions,
): Occurrence[] {
  const context = actionContext(scene, wholeStays || happening.lasting !== undefined);
  return select(happening.subject, scene).flatMap((match) => {
    const all = occurrencesOfAction(match.entity, happening.action, context).sort(byTime);
    return nthOf(all, happening.nth).map((occurrence) => withMatch(occurrence, match));
  });
}

const nthOf = (occurrences: Occurrence[], nth: number | undefined): Occurrence[] => {
  if (nth === undefined) return occurrences;
  const one = nth > 0 ? occurrences[nth - 1] : occurrences.at(nth);
  return one ? [one] : [];
};

const withMatch = (occurrence: Occurrence, match: Match): Occurrence => ({
  ...occurrence,
  isCertain: occurrence.isCertain && match.isCertain,
  confidence: combineConfidence([occurrence.confidence, match.confidence]),
});

// At the same time.

/** Two instants this near are one moment. */
const sameMomentMs = 2000;

function together(parts: readonly Occurrence[][]): Occurrence[] {
  const [first, ...rest] = parts;
  return rest.reduce<Occurrence[]>(
    (found, next) => found.flatMap((a) => next.flatMap((b) => both(a, b) ?? [])),
    first ?? [],
  );
}

function both(a: Occurrence, b: Occurrence): Occurrence | undefined {
  if (a.streamId !== b.streamId || a.entities.some((entity) => b.entities.includes(entity))) {
    return undefined;
  }
  const range = commonTime(a, b);
  return (
    range && {
      ...a,
      range,
      isInstant: a.isInstant && b.isInstant,
      entities: [...a.entities, ...b.entities],
      isCertain: a.isCertain && b.isCertain,
      confidence: combineConfidence([a.confidence, b.confidence]),
    }
  );
}

function commonTime(a: Occurrence, b: Occurrence): TimeRange | undefined {
  if (!a.isInstant || !b.isInstant) return intersectRanges(a.range, b.range);
  const start = Math.min(a.range.start, b.range.start);
  const end = Math.max(a.range.end, b.range.end);
  return end - start <= sameMomentMs ? { start, end } : undefined;
}

// Before, after, during.

function related(
  occurrences: readonly Occurrence[],
  relations: readonly Relation[],
  scene: Scene,
): Happened {
  let kept = occurrences;
  for (const relation of relations) {
    const reference = happen(relation.to, { ...scene, range: scene.base });
    if (reference.missing) return { occurrences: [], missing: reference.missing };
    const certain = reference.occurrences.filter(({ isCertain }) => isCertain);
    if (certain.length === 0) return { occurrences: [], missing: relation.to };
    kept = kept.flatMap((one) => relate(one, relation.type, certain) ?? []);
  }
  return { occurrences: kept };
}

function relate(
  occurrence: Occurrence,
  type: Relation['type'],
  reference: readonly Occurrence[],
): Occurrence | undefined {
  const first = reference[0]!;
  const { range } = occurrence;
  if (type === 'before') {
    if (range.start >= first.range.start) return undefined;
    return cut(occurrence, { start: range.start, end: Math.min(range.end, first.range.start) });
  }
  if (type === 'after') {
    const from = first.isInstant ? first.range.start : first.range.end;
    const isSelf = occurrence.isInstant && range.start === first.range.start;
    if (range.end <= from || isSelf) return undefined;
    return cut(occurrence, { start: Math.max(range.start, from), end: range.end });
  }
  const during = reference.find((one) => rangesOverlap(slack(one), slack(occurrence)));
  if (!during) return undefined;
  const [common] = clipRanges([range], slack(during));
  return cut(occurrence, common ?? range);
}

const slack = ({ range, isInstant }: Occurrence): TimeRange =>
  isInstant ? { start: range.start - sameMomentMs / 2, end: range.end + sameMomentMs / 2 } : range;

const cut = (occurrence: Occurrence, range: TimeRange): Occurrence | undefined =>
  range.start < range.end ? { ...occurrence, range } : undefined;
