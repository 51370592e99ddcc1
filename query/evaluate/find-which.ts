/** Who, which, what colour, which side, which camera. */
import type { Happening, Query } from '../domain/plan.ts';
import { formatDuration } from '../language/format-time.ts';
import { kindNoun, tellAbsence } from '../language/plan-words.ts';
import { coloursOf } from './colours.ts';
import type { Entity } from './entity.ts';
import { doubtful, lengthOf, noSuchThing } from './find-truth.ts';
import {
  type Finding,
  factOf,
  factsOf,
  gapWords,
  missingReference,
  notCovered,
  unknown,
} from './finding.ts';
import { happen } from './happenings.ts';
import { combineConfidence, type Occurrence } from './occurrence.ts';
import { isCovered } from './scene.ts';
import {
  capitalised,
  labelOf,
  listed,
  type Speaker,
  streamName,
  tellOccurrence,
} from './sentences.ts';

type QueryOf<T extends Query['type']> = Extract<Query, { type: T }>;
type Which = QueryOf<'which'>;

export function findWhich(query: Which, speaker: Speaker): Finding {
  const { happening, by } = query;
  const absent = noSuchThing(happening, speaker);
  if (absent) return absent;
  const wholeStays = by === 'longest' || by === 'shortest';
  const { occurrences, missing } = happen(happening, speaker.scene, { wholeStays });
  if (missing) return missingReference(missing, speaker);
  const certain = occurrences.filter(({ isCertain }) => isCertain);
  if (certain.length === 0) return nothingChosen(query, occurrences, speaker);
  return tellers[query.ask](query, choose(certain, by), speaker);
}

function nothingChosen(
  query: Which,
  occurrences: readonly Occurrence[],
  speaker: Speaker,
): Finding {
  const text = tellAbsence(query.happening);
  if (occurrences.length > 0) return doubtful(query.happening, occurrences, speaker);
  if (!isCovered(speaker.scene)) return notCovered(speaker, text);
  if (query.by !== 'all' || query.ask !== 'label') {
    return unknown('nothing-to-measure', `${capitalised(text)}.`);
  }
  return {
    verdict: 'value',
    reason: null,
    value: { type: 'objects', trajectoryIds: [], labels: [] },
    text: `None: ${text}.`,
    confidence: 0.8,
    occurrences: [],
    facts: [{ statement: capitalised(text), holds: 'yes', confidence: 0.8, occurrences: [] }],
  };
}

function choose(occurrences: readonly Occurrence[], by: Which['by']): readonly Occurrence[] {
  const byLength = () => [...occurrences].sort((a, b) => lengthOf(b) - lengthOf(a));
  switch (by) {
    case 'all':
      return occurrences;
    case 'first':
      return [occurrences[0]!];
    case 'last':
      return [occurrences.at(-1)!];
    case 'longest':
      return [byLength()[0]!];
    case 'shortest':
      return [byLength().at(-1)!];
  }
}

const entitiesIn = (occurrences: readonly Occurrence[]): Entity[] => [
  ...new Set(occurrences.flatMap(({ entities }) => entities)),
];

type Teller = (query: Which, chosen: readonly Occurrence[], speaker: Speaker) => Finding;

function valueFinding(
  happening: Happening,
  chosen: readonly Occurrence[],
  speaker: Speaker,
  said: Pick<Finding, 'value' | 'text'>,
): Finding {
  return {
    verdict: 'value',
    reason: null,
    ...said,
    confidence:
      combineConfidence(chosen.map(({ confidence }) => confidence)) *
      (isCovered(speaker.scene) ? 1 : 0.7),
    occurrences: chosen,
    facts: factsOf(happening, chosen, speaker),
  };
}

/** A list of thousands is told by its beginning. */
const maxListed = 100;

const tellLabels: Teller = (query, chosen, speaker) => {
  const all = entitiesIn(chosen);
  const entities = all.slice(0, maxListed);
  const labels = entities.map((entity) => labelOf(entity, speaker));
  const detail =
    chosen.length === 1
      ? `${capitalised(tellOccurrence(query.happening, chosen[0]!, speaker))}${lengthNote(query, chosen[0]!)}`
      : `${capitalised(listed(labels))}${all.length > maxListed ? ` (${all.length} in all)` : ''}`;
  return valueFinding(query.happening, chosen, speaker, {
    value: {
      type: 'objects',
      trajectoryIds: entities.flatMap(({ trajectoryIds }) => trajectoryIds),
      labels,
    },
    text: `${detail}${gapWords(speaker)}.`,
  });
};

const lengthNote = (query: Which, occurrence: Occurrence): string =>
  query.by === 'longest' || query.by === 'shortest'
    ? `, ${formatDuration(lengthOf(occurrence))}`
    : '';

const tellColours: Teller = (query, chosen, speaker) => {
  const part = query.part ?? 'whole';
  const seen = entitiesIn(chosen).map((entity) => ({ entity, colour: coloursOf(entity, part)[0] }));
  const known = seen.filter(({ colour }) => colour !== undefined);
  if (known.length === 0) {
    return unknown('not-seen-clearly', 'Cannot know: the colour was not seen.');
  }
  const colours = [...new Set(known.map(({ colour }) => colour!.value))];
  const lines = known.map(
    ({ entity, colour }) => `${colour!.value} for ${labelOf(entity, speaker)}`,
  );
  const text =
    known.length === 1 ? singleColour(known[0]!.entity, colours[0]!, part, speaker) : listed(lines);
  const finding = valueFinding(query.happening, chosen, speaker, {
    value: { type: 'text', text: colours.join(', ') },
    text: `${capitalised(text)}${gapWords(speaker)}.`,
  });
  const scores = known.map(({ colour }) => colour!.confidence);
  return { ...finding, confidence: combineConfidence([finding.confidence, ...scores]) };
};

function singleColour(entity: Entity, colour: string, part: string, speaker: Speaker): string {
  const garment = part === 'whole' ? '' : ` (the ${part === 'top' ? 'top' : 'lower half'})`;
  return `${colour}${garment}: ${labelOf(entity, speaker)}`;
}

const tellKinds: Teller = (query, chosen, speaker) => {
  const groups = Map.groupBy(entitiesIn(chosen), ({ kind }) => kind);
  const lines = [...groups].map(([kind, some]) => `${some.length} ${kindNoun(kind, some.length)}`);
  return valueFinding(query.happening, chosen, speaker, {
    value: { type: 'text', text: [...groups.keys()].join(', ') },
    text: `${capitalised(listed(lines))}${gapWords(speaker)}.`,
  });
};

/** The side most of them came or went over, with how often each was seen. */
const tellSides: Teller = (query, chosen, speaker) => {
  const sides = chosen.flatMap((one) => sideOf(query.happening, one) ?? []);
  const counts = [...Map.groupBy(sides, (side) => side)]
    .map(([side, some]) => ({ side, count: some.length }))
    .sort((a, b) => b.count - a.count);
  const most = counts[0];
  if (!most) return unknown('not-seen-clearly', 'Cannot know: no side was seen clearly.');
  const shown = chosen.filter((one) => sideOf(query.happening, one) !== undefined);
  const share = counts.map(({ side, count }) => `${side} ${count} of ${sides.length}`);
  return valueFinding(query.happening, shown, speaker, {
    value: { type: 'text', text: most.side },
    text: `${capitalised(most.side)} (${share.join(', ')})${gapWords(speaker)}.`,
  });
};

function sideOf(happening: Happening, { side, entities, range }: Occurrence): string | undefined {
  if (happening.type !== 'object' || happening.action.type !== 'moves') return side;
  const state = entities[0]?.states.find(
    (one) => one.predicate === 'moves' && one.range.start === range.start,
  );
  return state?.args.find((arg) => arg.startsWith('direction:'))?.slice('direction:'.length);
}

const tellStreams: Teller = (query, chosen, speaker) => {
  const names = [...new Set(chosen.map(({ streamId }) => streamName(streamId, speaker)))];
  return valueFinding(query.happening, chosen, speaker, {
    value: { type: 'text', text: names.join(', ') },
    text: `${capitalised(listed(names))}${gapWords(speaker)}.`,
  });
};

const tellers: Readonly<Record<Which['ask'], Teller>> = {
  label: tellLabels,
  colour: tellColours,
  kind: tellKinds,
  side: tellSides,
  stream: tellStreams,
};

/** `Which came first, the person in grey or the person in black?` */
export function findWhichOf(query: QueryOf<'which-of'>, speaker: Speaker): Finding {
  const compares = query.by === 'longest' || query.by === 'shortest';
  const found = query.candidates.map((happening) => {
    const { occurrences } = happen(happening, speaker.scene, { wholeStays: compares });
    const certain = occurrences.filter(({ isCertain }) => isCertain);
    return { happening, occurrence: choose(certain, query.by)[0] };
  });
  const missing = found.find(({ occurrence }) => occurrence === undefined);
  if (missing) return missingReference(missing.happening, speaker);
  const ranked = found.map((one) => ({ ...one, occurrence: one.occurrence! }));
  const best = ranked.reduce((a, b) => (isBetter(b.occurrence, a.occurrence, query.by) ? b : a));
  const label = labelOf(best.occurrence.entities[0]!, speaker);
  const told = tellOccurrence(best.happening, best.occurrence, speaker);
  const finding = valueFinding(best.happening, [best.occurrence], speaker, {
    value: {
      type: 'objects',
      trajectoryIds: best.occurrence.entities.flatMap(({ trajectoryIds }) => trajectoryIds),
      labels: [label],
    },
    text: `${capitalised(told)}${compares ? `, ${formatDuration(lengthOf(best.occurrence))}` : ''}${gapWords(speaker)}.`,
  });
  return {
    ...finding,
    facts: ranked.map(({ happening, occurrence }) => factOf(happening, occurrence, speaker)),
  };
}

function isBetter(a: Occurrence, b: Occurrence, by: QueryOf<'which-of'>['by']): boolean {
  if (by === 'longest') return lengthOf(a) > lengthOf(b);
  if (by === 'shortest') return lengthOf(a) < lengthOf(b);
  return by === 'first' ? a.range.start < b.range.start : a.range.start > b.range.start;
}
