/**
 * Descriptions of which only a part is seen. `The man in the black jacket` means one of those in
 * black, and which one is not known; so the query is evaluated for each of them, two descriptions
 * never meaning one thing, and what is the same in every reading is the answer (supervaluation:
 * K. Fine, Vagueness, truth and logic, Synthese 30, 1975). Where readings differ it is unknown.
 */
import { rangesOverlap } from '../../kernel/time.ts';
import type { AnswerValue } from '../domain/answer.ts';
import type { ClosedQuery, Selection } from '../domain/plan.ts';
import { formatDuration } from '../language/format-time.ts';
import { nounOf, quoted } from '../language/plan-words.ts';
import { stayOf } from './find-sameness.ts';
import { timeText } from './find-truth.ts';
import { type FactDraft, type Finding, notCovered, unknown } from './finding.ts';
import type { Occurrence } from './occurrence.ts';
import { isCovered, type Scene } from './scene.ts';
import { descriptionKey, type Match, select, visiblePart } from './select.ts';
import { capitalised, labelOf, type Speaker } from './sentences.ts';

type Evaluate = (query: ClosedQuery, speaker: Speaker) => Finding;

interface Description {
  readonly key: string;
  readonly selection: Selection;
  /** What its visible part allows. */
  readonly candidates: readonly Match[];
}

type Reading = ReadonlyMap<string, string>;

/** More readings than this are not gone through. */
const maxReadings = 400;

/** That the words that are not seen are true is taken on trust. */
const trust = 0.85;
/** Somebody else may have been there while nobody watched. */
const trustWithGaps = 0.7;

export function overReadings(query: ClosedQuery, speaker: Speaker, evaluate: Evaluate): Finding {
  const described = descriptionsIn(query, speaker.scene);
  const nobody = described.find(({ candidates }) => candidates.length === 0);
  if (described.length === 0 || isDeniable(query, nobody)) return evaluate(query, speaker);
  if (nobody) return meansNobody(nobody, speaker);
  const choices = described.reduce((product, { candidates }) => product * candidates.length, 1);
  if (choices > maxReadings) return undecided('those are too many', described, speaker);
  const readings = readingsOf(described, query.type !== 'same');
  if (readings.length === 0) return undecided('they cannot all be that one', described, speaker);
  return agreed(query, evaluateAll(query, readings, speaker, evaluate), described, speaker);
}

/**
 * `Is the woman in red there?` takes nobody for granted: it is denied when nobody is in red, and
 * nobody answers it of whom no more is seen than that it is somebody.
 */
function isDeniable(query: ClosedQuery, nobody: Description | undefined): boolean {
  if (query.type !== 'exists' || query.happening.type !== 'object') return false;
  const { subject, action, relations } = query.happening;
  const tellsNothing = !subject.colours && !subject.where;
  const asksPresence = !relations && ['present', 'arrives'].includes(action.type);
  return asksPresence && (tellsNothing || nobody !== undefined);
}

function meansNobody({ selection }: Description, speaker: Speaker): Finding {
  const text = `no ${nounOf(visiblePart(selection))} was seen`;
  return isCovered(speaker.scene)
    ? unknown('nothing-to-measure', `Cannot know: ${text}.`)
    : notCovered(speaker, text);
}

// Descriptions and what they may mean.

function descriptionsIn(query: ClosedQuery, scene: Scene): Description[] {
  const found = new Map<string, Selection>();
  collect(query, found);
  return [...found].map(([key, selection]) => ({
    key,
    selection,
    candidates: candidatesFor(selection, scene),
  }));
}

/** That a coat is long is seen or in doubt: where it is seen, that one is meant. */
function candidatesFor(selection: Selection, scene: Scene): Match[] {
  const visible = visiblePart(selection);
  const { colours } = selection;
  const isLong = colours?.some((colour) => colour.isLong);
  const long = isLong ? select({ ...visible, colours }, scene).filter((one) => one.isCertain) : [];
  const isThere = ({ entity }: Match): boolean =>
    entity.presences.some((presence) => rangesOverlap(presence, scene.base));
  const found = long.filter(isThere);
  return found.length > 0 ? found : select(visible, scene).filter(isThere);
}

/** Selections sit at every depth of a query. */
function collect(node: unknown, found: Map<string, Selection>): void {
  if (typeof node !== 'object' || node === null) return;
  if ('kind' in node && 'definite' in node && node.definite === true) {
    const selection = node as Selection;
    found.set(descriptionKey(selection), selection);
  }
  for (const value of Object.values(node)) collect(value, found);
}

/** Every choice of candidates. */
function readingsOf(described: readonly Description[], areDistinct: boolean): Reading[] {
  let readings: Reading[] = [new Map()];
  for (const { key, candidates } of described) {
    readings = readings.flatMap((reading) =>
      candidates.flatMap(({ entity }) => {
        const isTaken = areDistinct && [...reading.values()].includes(entity.id);
        return isTaken ? [] : [new Map([...reading, [key, entity.id]])];
      }),
    );
  }
  return readings;
}

/** Ends when two readings differ: then there is no more to learn. */
function evaluateAll(
  query: ClosedQuery,
  readings: readonly Reading[],
  speaker: Speaker,
  evaluate: Evaluate,
): Finding[] {
  const findings: Finding[] = [];
  for (const meant of readings) {
    const scene: Scene = { ...speaker.scene, meant };
    findings.push(evaluate(query, { ...speaker, scene }));
    if (!isSame(told(query, findings))) break;
  }
  return findings;
}

/**
 * `To which side did the man in black leave?` takes for granted that he left, so of those who did
 * not, none is meant.
 */
function told(query: ClosedQuery, findings: readonly Finding[]): readonly Finding[] {
  if (!['which', 'which-of', 'when', 'how-long'].includes(query.type)) return findings;
  const measured = findings.filter(({ reason }) => reason !== 'nothing-to-measure');
  return measured.length > 0 ? measured : findings;
}

const isSame = (findings: readonly Finding[]): boolean =>
  new Set(findings.map(({ verdict, reason, value }) => JSON.stringify([verdict, reason, value])))
    .size <= 1;

// What the readings have in common.

function agreed(
  query: ClosedQuery,
  findings: readonly Finding[],
  described: readonly Description[],
  speaker: Speaker,
): Finding {
  const kept = told(query, findings);
  const first = kept[0]!;
  if (!isSame(kept)) return undecided('the answer depends on which is meant', described, speaker);
  const facts = [
    ...described.map((one) => descriptionFact(one, speaker)),
    ...unique(
      kept.flatMap((finding) => finding.facts),
      ({ statement }) => statement,
    ),
  ];
  const hints = described.map((one) => hint(one, speaker)).join('; ');
  return {
    ...first,
    text:
      kept.length === 1 ? `${first.text} ${capitalised(hints)}.` : common(first, hints, speaker),
    confidence:
      Math.min(...kept.map(({ confidence }) => confidence)) *
      trust ** described.length *
      (isCovered(speaker.scene) ? 1 : trustWithGaps),
    occurrences: unique(
      kept.flatMap(({ occurrences }) => occurrences),
      occurrenceKey,
    ),
    facts,
  };
}

function common({ verdict, text, value }: Finding, hints: string, speaker: Speaker): string {
  if (verdict === 'unknown') return `${text} ${capitalised(hints)}.`;
  const said = verdict === 'value' ? valueText(value, speaker) : verdict;
  return said
    ? `${capitalised(said)}, whichever is meant: ${hints}.`
    : `${text} It is the same whichever is meant: ${hints}.`;
}

function valueText(value: AnswerValue | null, speaker: Speaker): string | undefined {
  switch (value?.type) {
    case 'text':
      return value.text;
    case 'count':
      return String(value.count);
    case 'duration':
      return formatDuration(value.ms);
    case 'instant':
      return timeText(value.at, speaker);
    default:
      return undefined;
  }
}

function undecided(why: string, described: readonly Description[], speaker: Speaker): Finding {
  const hints = described.map((one) => hint(one, speaker)).join('; ');
  return unknown('not-seen-clearly', `Cannot know: ${hints}, and ${why}.`, {
    facts: described.map((one) => descriptionFact(one, speaker)),
  });
}

/** `'man' and 'jacket' cannot be seen, and it may be any of 3 people with a black top`. */
function hint({ selection, candidates }: Description, speaker: Speaker): string {
  const words = quoted([...(selection.unseen ?? []), ...(selection.garments ?? [])]);
  const only = candidates.length === 1 ? candidates[0] : undefined;
  const who = only
    ? `only ${labelOf(only.entity, speaker)} fits the rest`
    : `it may be any of ${candidates.length} ${nounOf(visiblePart(selection), candidates.length)}`;
  return `${words} cannot be seen, and ${who}`;
}

const descriptionFact = (described: Description, speaker: Speaker): FactDraft => ({
  statement: capitalised(hint(described, speaker)),
  holds: 'unknown',
  confidence: 1 / described.candidates.length,
  occurrences: described.candidates.map(stayOf),
});

const occurrenceKey = ({ streamId, range, entities }: Occurrence): string =>
  JSON.stringify([streamId, range.start, range.end, entities.map(({ id }) => id)]);

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map<string, T>();
  for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
  return [...byKey.values()];
}
