/**
 * When one thing does or is something: an action of the plan, looked up in the stored states and
 * presences of one entity. Nothing is cut to the asked range here.
 */
import type { TimeRange } from '../../kernel/time.ts';
import type { Predicate } from '../../processors/domain/state.ts';
import type { TrajectoryState } from '../../processors/domain/trajectory.ts';
import type { Action, Selection } from '../domain/plan.ts';
import { matchColour } from './colours.ts';
import { type Entity, statesOf } from './entity.ts';
import { combineConfidence, entityConfidence, type Occurrence } from './occurrence.ts';
import { type Scene, watchedOf } from './scene.ts';
import { absencesOf, stateNear, type Visit, visitsOf } from './visits.ts';

export interface ActionContext {
  readonly scene: Scene;
  /** The things a relation may hold with, by trajectory id, and whether each surely is one. */
  readonly objectsOf: (selection: Selection) => ReadonlyMap<string, { isCertain: boolean }>;
  /** Stays count whole (from coming to going) rather than as seen. */
  readonly wholeStays: boolean;
}

export function occurrencesOfAction(
  entity: Entity,
  action: Action,
  context: ActionContext,
): Occurrence[] {
  switch (action.type) {
    case 'arrives':
      return arrivals(entity, action, context);
    case 'returned':
      return returns(entity, context);
    case 'departs':
      return departures(entity, action, context);
    case 'taken':
      return takings(entity, action, context);
    case 'present':
      return presences(entity, context);
    case 'away':
      return absences(entity, context);
    case 'wears':
      return wearing(entity, action, context);
    case 'stationary':
      return fromStates(entity, 'stationary', () => true);
    case 'stops':
      return fromStates(entity, 'stops', () => true).map(asInstant);
    case 'inside':
      return fromStates(entity, 'inside', has(`zone:${action.zone}`));
    case 'crosses':
      return crossings(entity, action);
    case 'moves':
      return movements(entity, action);
    case 'carries':
      return relations(entity, ['carries', 'holds', 'rides'], action.object, context);
    case 'holds':
    case 'rides':
    case 'near':
    case 'approaches':
      return relations(entity, [action.type], action.object, context);
  }
}

const plain = (entity: Entity, range: TimeRange, more: Partial<Occurrence> = {}): Occurrence => ({
  streamId: entity.streamId,
  range,
  isInstant: false,
  isOpen: false,
  entities: [entity],
  isCertain: true,
  confidence: entityConfidence(entity),
  ...more,
});

const asInstant = (occurrence: Occurrence): Occurrence => ({
  ...occurrence,
  range: momentAt(occurrence.range.start),
  isInstant: true,
});

const momentAt = (at: number): TimeRange => ({ start: at, end: at + 1 });

// Coming and going.

type Edge = { readonly side?: string; readonly zone?: string };

function arrivals(entity: Entity, action: Action, { scene }: ActionContext): Occurrence[] {
  const { zone, side } = action as Edge;
  if (zone) return fromStates(entity, 'enters', has(`zone:${zone}`)).map(asInstant);
  return visitsOf(entity, watchedOf(scene, entity.streamId)).flatMap((visit) =>
    atBorder(entity, visit, 'start', side),
  );
}

function departures(entity: Entity, action: Action, { scene }: ActionContext): Occurrence[] {
  const { zone, side } = action as Edge;
  if (zone) return fromStates(entity, 'leaves', has(`zone:${zone}`)).map(asInstant);
  return visitsOf(entity, watchedOf(scene, entity.streamId)).flatMap((visit) =>
    atBorder(entity, visit, 'end', side),
  );
}

/** What was there when the recording began did not come; what is there at its end did not go. */
function atBorder(
  entity: Entity,
  visit: Visit,
  border: 'start' | 'end',
  side: string | undefined,
): Occurrence[] {
  if (visit[border] === 'cut') return [];
  const at = visit.range[border];
  const predicates: Predicate[] =
    border === 'start' ? ['enters', 'appears'] : ['leaves', 'disappears'];
  const state = stateNear(entity, predicates, at);
  const seenSide = sideOf(state);
  if (side !== undefined && seenSide !== undefined && seenSide !== side) return [];
  const isCertain = visit[border] === 'seen' && (side === undefined || seenSide === side);
  const scores = [entityConfidence(entity), state?.confidence ?? entity.confidence];
  return [
    plain(entity, momentAt(at), {
      isInstant: true,
      isCertain,
      confidence: combineConfidence(scores),
      ...(seenSide && { side: seenSide }),
    }),
  ];
}

const sideOf = (state: TrajectoryState | undefined): string | undefined =>
  state?.args.find((arg) => arg.startsWith('side:'))?.slice('side:'.length);

/** What moves by itself and goes out over an edge was not taken. */
function takings(entity: Entity, action: Action, context: ActionContext): Occurrence[] {
  const gone = departures(entity, action, context);
  if (entity.isResting) return gone;
  return gone.filter(({ range }) => stateNear(entity, ['disappears'], range.start) !== undefined);
}

/** A thing that is put down is put back; who comes for the first time does not come back. */
function returns(entity: Entity, context: ActionContext): Occurrence[] {
  const visits = visitsOf(entity, watchedOf(context.scene, entity.streamId));
  const again = entity.isResting ? visits : visits.slice(1);
  return again.flatMap((visit) => atBorder(entity, visit, 'start', undefined));
}

// Being there and not.

function presences(entity: Entity, { scene, wholeStays }: ActionContext): Occurrence[] {
  const visits = visitsOf(entity, watchedOf(scene, entity.streamId));
  if (wholeStays)
    return visits.map((visit) => plain(entity, visit.range, { isOpen: isOpen(visit) }));
  return entity.presences.map((range) => {
    const visit = visits.find((v) => v.range.start <= range.start && range.end <= v.range.end);
    return plain(entity, range, { isOpen: visit !== undefined && isOpen(visit) });
  });
}

const isOpen = (visit: Visit): boolean => visit.start !== 'seen' || visit.end !== 'seen';

function absences(entity: Entity, { scene }: ActionContext): Occurrence[] {
  const window = {
    start: Math.min(scene.base.start, scene.range.start),
    end: Math.max(scene.base.end, scene.range.end),
  };
  return absencesOf(entity, watchedOf(scene, entity.streamId), window).map((range) =>
    plain(entity, range),
  );
}

// Looks.

function wearing(
  entity: Entity,
  { colours, unseen }: Extract<Action, { type: 'wears' }>,
  context: ActionContext,
): Occurrence[] {
  const matches = colours.map((colour) => matchColour(entity, colour));
  if (matches.some(({ answer }) => answer === 'no')) return [];
  const isCertain = !unseen && matches.every(({ answer }) => answer === 'yes');
  return presences(entity, context).map((occurrence) => ({
    ...occurrence,
    isCertain,
    confidence: combineConfidence([occurrence.confidence, ...matches.map((m) => m.confidence)]),
  }));
}

// States as they were stored.

const has =
  (argument: string) =>
  (state: TrajectoryState): boolean =>
    state.args.includes(argument);

function fromStates(
  entity: Entity,
  predicate: Predicate,
  accepts: (state: TrajectoryState) => boolean,
): Occurrence[] {
  return statesOf(entity, predicate)
    .filter(accepts)
    .map((state) =>
      plain(entity, state.range, {
        confidence: combineConfidence([entityConfidence(entity), state.confidence]),
      }),
    );
}

function crossings(entity: Entity, action: Extract<Action, { type: 'crosses' }>): Occurrence[] {
  const line = has(`line:${action.line}`);
  const direction = action.direction && has(`direction:${action.direction}`);
  return fromStates(
    entity,
    'crosses',
    (state) => line(state) && (!direction || direction(state)),
  ).map(asInstant);
}

function movements(entity: Entity, action: Extract<Action, { type: 'moves' }>): Occurrence[] {
  const direction = action.direction && has(`direction:${action.direction}`);
  const speed = action.speed && has(`speed:${action.speed}`);
  return fromStates(
    entity,
    'moves',
    (state) => (!direction || direction(state)) && (!speed || speed(state)),
  );
}

/** A relation is stored with either of its two objects. */
function relations(
  entity: Entity,
  predicates: readonly Predicate[],
  selection: Selection,
  { scene, objectsOf }: ActionContext,
): Occurrence[] {
  const objects = objectsOf(selection);
  const own = predicates.flatMap((predicate) =>
    statesOf(entity, predicate).flatMap((state) => {
      const object = objects.get(state.args[1] ?? '');
      return object ? [relation(entity, state, object.isCertain)] : [];
    }),
  );
  if (!predicates.includes('near')) return own;
  return [...own, ...mirrored(entity, objects, scene)];
}

function mirrored(
  entity: Entity,
  objects: ReadonlyMap<string, { isCertain: boolean }>,
  scene: Scene,
): Occurrence[] {
  const ids = new Set(entity.trajectoryIds);
  return scene.entities
    .filter((other) => other !== entity && objects.has(other.id))
    .flatMap((other) =>
      statesOf(other, 'near')
        .filter((state) => ids.has(state.args[1] ?? ''))
        .map((state) => relation(entity, state, objects.get(other.id)!.isCertain)),
    );
}

const relation = (entity: Entity, state: TrajectoryState, isCertain: boolean): Occurrence =>
  plain(entity, state.range, {
    isCertain,
    confidence: combineConfidence([entityConfidence(entity), state.confidence]),
  });
