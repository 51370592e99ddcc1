/** Entities, happenings and counts in plain English, past tense, with clock times. */
import { centreOf } from '../../kernel/geometry.ts';
import { rangesOverlap } from '../../kernel/time.ts';
import type { Happening } from '../domain/plan.ts';
import { formatInstant, formatRange } from '../language/format-time.ts';
import { kindNoun, noneOf, ordinalWord, stateWord, verbOf } from '../language/plan-words.ts';
import { coloursOf } from './colours.ts';
import type { Entity } from './entity.ts';
import type { Occurrence } from './occurrence.ts';
import type { Scene } from './scene.ts';

export interface Speaker {
  readonly scene: Scene;
  readonly timeZone: string;
  /** The asked time: `at 12:00:30`, `from 09:00:00 to 09:03:00`. */
  readonly period: string;
  /** Names of streams by id; a stream is named when several were asked. */
  readonly streamNames: ReadonlyMap<string, string>;
}

// Names of things.

/** `the fifth person (grey top)`, `the left bottle`. */
export function labelOf(entity: Entity, speaker: Speaker): string {
  const peers = peersOf(entity, speaker.scene);
  const noun = kindNoun(entity.kind);
  const where = speaker.streamNames.size > 1 ? ` on ${streamName(entity.streamId, speaker)}` : '';
  const place = entity.isResting ? placeName(entity, peers) : undefined;
  if (place) return `the ${place}${where}`;
  const position = peers.get(entity);
  const ordinal = peers.size > 1 && position !== undefined ? `${ordinalWord(position + 1)} ` : '';
  return `the ${ordinal}${noun}${appearance(entity)}${where}`;
}

export const streamName = (streamId: string, speaker: Speaker): string =>
  speaker.streamNames.get(streamId) ?? streamId;

type Peers = ReadonlyMap<Entity, number>;

/** Many labels are made of one scene, and its peers are the same for all of them. */
const knownPeers = new WeakMap<Scene, Map<string, Peers>>();

/** Things of its kind there in the base range, numbered in order of arrival. */
function peersOf(entity: Entity, scene: Scene): Peers {
  const known = knownPeers.get(scene) ?? new Map<string, Peers>();
  knownPeers.set(scene, known);
  const key = entity.isResting ? `${entity.kind}@${entity.streamId}` : entity.kind;
  const peers = known.get(key) ?? numberPeers(entity, scene);
  known.set(key, peers);
  return peers;
}

function numberPeers(entity: Entity, { base, entities }: Scene): Peers {
  const peers = entities.filter(
    (other) =>
      other.kind === entity.kind &&
      (!entity.isResting || other.streamId === entity.streamId) &&
      other.presences.some((presence) => rangesOverlap(presence, base)),
  );
  return new Map(peers.map((peer, index) => [peer, index]));
}

function placeName(entity: Entity, peers: Peers): string | undefined {
  const noun = kindNoun(entity.kind);
  if (peers.size < 2) return undefined;
  const sorted = [...peers.keys()].sort((a, b) => centreOf(a.box).x - centreOf(b.box).x);
  const index = sorted.indexOf(entity);
  if (index === 0) return `left ${noun}`;
  if (index === sorted.length - 1) return `right ${noun}`;
  if (sorted.length === 3) return `middle ${noun}`;
  return `${ordinalWord(index + 1)} ${noun} from the left`;
}

function appearance(entity: Entity): string {
  const isPerson = entity.kind === 'person';
  const seen = coloursOf(entity, isPerson ? 'top' : 'whole')[0];
  const colour = seen ? (isPerson ? `${seen.value} top` : seen.value) : undefined;
  const notes = [colour, entity.kindAssumed ? `taken for a ${entity.kind}` : undefined];
  const said = notes.filter((note) => note !== undefined);
  return said.length > 0 ? ` (${said.join(', ')})` : '';
}

/** `a, b and c`; after ten, how many more. */
export function listed(items: readonly string[]): string {
  const shown = items.length > 12 ? [...items.slice(0, 10), `${items.length - 10} more`] : items;
  if (shown.length <= 1) return shown[0] ?? '';
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

// Sentences.

/** `the second person (black top) was there from 12:00:22 to 12:00:45`. */
export function tellOccurrence(
  happening: Happening,
  occurrence: Occurrence,
  speaker: Speaker,
): string {
  const time = occurrence.isInstant
    ? `at ${formatInstant(occurrence.range.start, speaker.timeZone)}`
    : formatRange(occurrence.range, speaker.timeZone);
  const who = listed(occurrence.entities.map((entity) => labelOf(entity, speaker)));
  switch (happening.type) {
    case 'object':
      return `${who} ${verbOf(happening.action)} ${time}`;
    case 'situation':
      return `${tellSituation(happening, occurrence, who)} ${time}`;
    case 'together':
      return `${who} ${verbsOf(happening.parts)} at the same time, ${time}`;
  }
}

function verbsOf(parts: readonly Happening[]): string {
  const verbs = parts.map((part) =>
    part.type === 'object'
      ? verbOf(part.action, 2)
      : `were ${part.type === 'situation' && part.state === 'away' ? 'away' : 'there'}`,
  );
  return [...new Set(verbs)].join(' and ');
}

function tellSituation(
  happening: Extract<Happening, { type: 'situation' }>,
  occurrence: Occurrence,
  who: string,
): string {
  if (occurrence.entities.length === 0)
    return `${noneOf(happening.subject)} was ${stateWord(happening)}`;
  const isOne = occurrence.entities.length === 1;
  return `${who} ${isOne ? 'was' : 'were'} ${stateWord(happening)}`;
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Unnamed movers that were there, for honesty about kinds. */
export const unnamedThere = (scene: Scene): Entity[] =>
  scene.entities.filter(
    ({ kind, presences }) =>
      kind === 'object' &&
      presences.some(({ start, end }) => start < scene.range.end && end > scene.range.start),
  );
