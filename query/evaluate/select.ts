/** Which things a selection means, and how surely. */
import { centreOf } from '../../kernel/geometry.ts';
import { rangesOverlap } from '../../kernel/time.ts';
import { unnamedKind } from '../../processors/domain/kind.ts';
import type { Condition, DurationLimit, Place, Selection } from '../domain/plan.ts';
import { isOfKind } from '../domain/wider-kinds.ts';
import { type ActionContext, occurrencesOfAction } from './actions.ts';
import { matchColour } from './colours.ts';
import type { Entity } from './entity.ts';
import { combineConfidence, entityConfidence, type Occurrence } from './occurrence.ts';
import { isCovered, type Scene } from './scene.ts';

export interface Match {
  readonly entity: Entity;
  readonly isCertain: boolean;
  readonly confidence: number;
}

/** Whether there is such a thing and what it did is asked one after the other. */
const knownMatches = new WeakMap<Scene, Map<Selection, readonly Match[]>>();

/** In order of first presence. */
export function select(selection: Selection, scene: Scene): readonly Match[] {
  const known = knownMatches.get(scene) ?? new Map<Selection, readonly Match[]>();
  knownMatches.set(scene, known);
  const matches = known.get(selection) ?? selectAnew(selection, scene);
  known.set(selection, matches);
  return matches;
}

function selectAnew(selection: Selection, scene: Scene): Match[] {
  const meant = selection.definite ? scene.meant?.get(descriptionKey(selection)) : undefined;
  return meant === undefined ? selectAll(selection, scene) : selectMeant(selection, meant, scene);
}

/** Two descriptions with one key mean one thing. */
export const descriptionKey = ({ kind, colours, where, unseen, garments }: Selection): string =>
  JSON.stringify([kind, colours, where, unseen, garments]);

/** What is surely seen of a description; which one of several is meant is left open. */
export const visiblePart = ({ kind, colours, where }: Selection): Selection => ({
  kind,
  ...(colours && { colours: colours.map(({ isLong: _, ...colour }) => colour) }),
  ...(where && { where }),
});

function selectMeant(selection: Selection, id: string, scene: Scene): Match[] {
  const candidates = selectAll(visiblePart(selection), scene);
  const isTold = candidates.some(({ isCertain }) => isCertain);
  return candidates
    .filter(({ entity }) => entity.id === id && isInHalf(entity, selection.half))
    .map((match) => ({ ...match, isCertain: isTold }));
}

function selectAll(selection: Selection, scene: Scene): Match[] {
  const candidates = scene.entities.flatMap((entity) => matchOf(entity, selection, scene));
  const others = excluded(selection, scene);
  const kept = candidates.filter(({ entity }) => !others.has(entity.id));
  return pick(kept, selection, scene);
}

export const actionContext = (scene: Scene, wholeStays = false): ActionContext => ({
  scene,
  wholeStays,
  objectsOf: (selection) =>
    new Map(
      select(selection, scene).flatMap(({ entity, isCertain }) =>
        entity.trajectoryIds.map((id) => [id, { isCertain }] as const),
      ),
    ),
});

function excluded({ otherThan }: Selection, scene: Scene): Set<string> {
  return new Set(
    (otherThan ?? []).flatMap((other) => select(other, scene).map(({ entity }) => entity.id)),
  );
}

function matchOf(entity: Entity, selection: Selection, scene: Scene): Match[] {
  const kind = matchKind(entity, selection.kind);
  if (kind === 'no' || !isInHalf(entity, selection.half)) return [];
  const colours = (selection.colours ?? []).map((colour) => matchColour(entity, colour));
  const conditions = (selection.where ?? []).map((one) => matchCondition(entity, one, scene));
  const hidden: readonly Truth[] = selection.unseen ? ['maybe'] : [];
  const answers = [kind, ...colours.map(({ answer }) => answer), ...conditions, ...hidden];
  if (answers.includes('no')) return [];
  return [
    {
      entity,
      isCertain: answers.every((answer) => answer === 'yes'),
      confidence: combineConfidence([
        entityConfidence(entity),
        ...colours.map(({ confidence }) => confidence),
      ]),
    },
  ];
}

type Truth = 'yes' | 'no' | 'maybe';

/** Something unnamed may be of a kind that a detector voted for now and then. */
function matchKind(entity: Entity, word: string): Truth {
  if (isOfKind(entity.kind, word)) return 'yes';
  const isVoted = entity.kindVotes.some(({ kind, weight }) => weight > 0 && isOfKind(kind, word));
  return entity.kind === unnamedKind && isVoted ? 'maybe' : 'no';
}

function isInHalf(entity: Entity, half: Selection['half']): boolean {
  if (!half) return true;
  const { x, y } = centreOf(entity.box);
  return { left: x < 0.5, right: x >= 0.5, top: y < 0.5, bottom: y >= 0.5 }[half];
}

function matchCondition(entity: Entity, condition: Condition, scene: Scene): Truth {
  const found = occurrencesOfAction(entity, condition.action, actionContext(scene, true))
    .filter(({ range }) => rangesOverlap(range, scene.range))
    .flatMap((occurrence) => lastingOf(occurrence, condition.lasting));
  const is: Truth = found.some((one) => one.isCertain) ? 'yes' : found.length > 0 ? 'maybe' : 'no';
  if (!condition.negated || is === 'maybe') return is;
  if (is === 'yes') return 'no';
  return isCovered(scene) ? 'yes' : 'maybe';
}

/** The occurrence if it lasts so long; in doubt when its end was not seen. */
export function lastingOf(occurrence: Occurrence, limit: DurationLimit | undefined): Occurrence[] {
  if (!limit) return [occurrence];
  const ms = occurrence.range.end - occurrence.range.start;
  const holds = compare(ms, limit.comparison, limit.ms);
  const isSettled = !occurrence.isOpen || (holds && ['>', '>='].includes(limit.comparison));
  if (isSettled) return holds ? [occurrence] : [];
  const mayGrow = holds || ms < limit.ms;
  return mayGrow ? [{ ...occurrence, isCertain: false }] : [];
}

export function compare(value: number, comparison: DurationLimit['comparison'], limit: number) {
  switch (comparison) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '=':
      return value === limit;
  }
}

// Picking one of several.

function pick(matches: readonly Match[], selection: Selection, scene: Scene): Match[] {
  let picked = [...matches];
  if (selection.place) picked = atPlace(picked, selection.place, scene);
  if (selection.ordinal !== undefined) picked = byOrder(picked, selection, scene);
  if (selection.extreme) picked = byStay(picked, selection.extreme, scene);
  return picked;
}

/** Peers of things that move are those there in the asked range; places of others are for good. */
function atPlace(matches: readonly Match[], place: Place, scene: Scene): Match[] {
  const peers = matches.filter(({ entity }) => {
    const range = entity.isResting ? scene.base : scene.range;
    return entity.presences.some((presence) => rangesOverlap(presence, range));
  });
  return [...Map.groupBy(peers, ({ entity }) => entity.streamId).values()].flatMap((group) =>
    placed(group, place),
  );
}

const axisOf = (place: Place): 'x' | 'y' => (place === 'top' || place === 'bottom' ? 'y' : 'x');

function placed(peers: readonly Match[], place: Place): Match[] {
  const axis = axisOf(place);
  const sorted = [...peers].sort(
    (a, b) => centreOf(a.entity.box)[axis] - centreOf(b.entity.box)[axis],
  );
  if (place === 'middle') {
    const isOdd = sorted.length % 2 === 1 && sorted.length > 1;
    return isOdd ? [sorted[(sorted.length - 1) / 2]!] : [];
  }
  const chosen = place === 'left' || place === 'top' ? sorted[0] : sorted.at(-1);
  return chosen ? [chosen] : [];
}

function byOrder(matches: readonly Match[], selection: Selection, scene: Scene): Match[] {
  const { ordinal, ordinalBy = { type: 'present' } } = selection;
  // The last bottle to be taken is the one with the last taking, whenever it was taken first.
  const isByLast = ordinal! < 0 && selection.ordinalBy !== undefined;
  const ordered = orderedBy(matches, ordinalBy, isByLast, scene);
  const chosen = ordinal! > 0 ? ordered[ordinal! - 1] : ordered.at(ordinal!);
  return chosen ? [chosen] : [];
}

function orderedBy(
  matches: readonly Match[],
  action: NonNullable<Selection['ordinalBy']>,
  isByLast: boolean,
  scene: Scene,
): Match[] {
  const context = actionContext(scene);
  return matches
    .flatMap((match) => {
      const times = occurrencesOfAction(match.entity, action, context).filter(({ range }) =>
        rangesOverlap(range, scene.base),
      );
      const time = isByLast ? times.at(-1) : times[0];
      return time ? [{ match, at: time.range.start }] : [];
    })
    .sort((a, b) => a.at - b.at || a.match.entity.id.localeCompare(b.match.entity.id))
    .map(({ match }) => match);
}

function byStay(matches: readonly Match[], extreme: 'longest' | 'shortest', scene: Scene): Match[] {
  const context = actionContext(scene, true);
  const sorted = matches
    .map((match) => {
      const stays = occurrencesOfAction(match.entity, { type: 'present' }, context)
        .filter(({ range }) => rangesOverlap(range, scene.range))
        .map(({ range }) => range.end - range.start);
      return { match, ms: Math.max(0, ...stays) };
    })
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms);
  const chosen = extreme === 'longest' ? sorted[0] : sorted.at(-1);
  return chosen ? [chosen.match] : [];
}
