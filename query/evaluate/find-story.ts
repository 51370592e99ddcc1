/** What happened: every coming and going of what was asked about, in order. */
import { rangesOverlap } from '../../kernel/time.ts';
import type { Action, Happening, Query } from '../domain/plan.ts';
import { type Finding, factOf, gapWords, notCovered } from './finding.ts';
import { happen } from './happenings.ts';
import { combineConfidence, type Occurrence } from './occurrence.ts';
import { isCovered, type Scene, sceneIsWatched } from './scene.ts';
import { select } from './select.ts';
import { capitalised, labelOf, listed, type Speaker, tellOccurrence } from './sentences.ts';

type Story = Extract<Query, { type: 'story' }>;

interface Told {
  readonly happening: Happening;
  readonly occurrence: Occurrence;
}

const maxTold = 12;

export function findStory(query: Story, speaker: Speaker): Finding {
  const { scene } = speaker;
  if (!sceneIsWatched(scene)) return notCovered(speaker, 'nothing of it was watched');
  const told = happeningsOf(query)
    .flatMap((happening) =>
      happen(happening, scene).occurrences.map((occurrence) => ({ happening, occurrence })),
    )
    .filter(({ happening, occurrence }) => isFitting(happening, occurrence))
    .sort((a, b) => a.occurrence.range.start - b.occurrence.range.start);
  const text = told.length > 0 ? tell(told, speaker) : tellStillness(query, speaker);
  return {
    verdict: 'value',
    reason: null,
    value: { type: 'text', text },
    text: `${text}${gapWords(speaker)}.`,
    confidence: storyConfidence(told, scene),
    occurrences: told.map(({ occurrence }) => occurrence),
    facts: told.map(({ happening, occurrence }) => factOf(happening, occurrence, speaker)),
  };
}

/** Things that rest are taken and put back; what moves comes and goes. */
const actions: readonly Action['type'][] = ['arrives', 'departs', 'taken', 'returned'];

const happeningsOf = ({ subject }: Story): Happening[] =>
  actions.map((type) => ({ type: 'object', subject, action: { type } as Action }));

function isFitting(happening: Happening, { entities }: Occurrence): boolean {
  const isResting = entities[0]?.isResting ?? false;
  const action = happening.type === 'object' ? happening.action.type : undefined;
  return isResting === (action === 'taken' || action === 'returned');
}

function tell(told: readonly Told[], speaker: Speaker): string {
  const lines = told
    .slice(0, maxTold)
    .map(({ happening, occurrence }) => tellOccurrence(happening, occurrence, speaker));
  const more = told.length > maxTold ? `; and ${told.length - maxTold} more` : '';
  return `${capitalised(lines.join('; '))}${more}`;
}

function tellStillness({ subject }: Story, speaker: Speaker): string {
  const { scene } = speaker;
  const there = select(subject, scene)
    .map(({ entity }) => entity)
    .filter(({ presences }) => presences.some((one) => rangesOverlap(one, scene.range)));
  const names = listed(there.map((entity) => labelOf(entity, speaker)));
  return names ? `Nothing came or went; there all the time: ${names}` : 'Nothing came or went';
}

function storyConfidence(told: readonly Told[], scene: Scene): number {
  const seen = told.map(({ occurrence }) => occurrence.confidence);
  return (seen.length > 0 ? combineConfidence(seen) : 0.8) * (isCovered(scene) ? 1 : 0.7);
}
