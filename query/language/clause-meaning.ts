/** What a clause says, as an action and as a happening. */
import type { Action, CountLimit, Happening, Relation, Selection, Side } from '../domain/plan.ts';
import type { Clause } from './clause.ts';
import { isCarriable, type NounPhrase } from './noun-phrase.ts';

/** Undefined when the clause has no meaning the states can tell. */
export function actionOf(clause: Clause): Action | undefined {
  const { verb, side, zone, line } = clause;
  if (clause.given) return clause.given;
  const edge = side === 'middle' || side === 'up' || side === 'down' ? undefined : side;
  switch (verb) {
    case 'arrives':
    case 'departs':
      if (side && !edge) return undefined;
      return { type: verb, ...(edge && { side: edge }), ...(zone && { zone }) };
    case 'taken':
    case 'returned':
    case 'stops':
    case 'stationary':
      return { type: verb };
    case 'away':
      return { type: 'away' };
    case 'moves':
      // `The bottle was moved`: by somebody, and that is not seen.
      if (clause.isPassive) return undefined;
      return line ? { type: 'crosses', line } : movement(clause);
    case 'runs':
      return { ...movement(clause), speed: 'fast' };
    case 'crosses':
      return line ? { type: 'crosses', line } : zone ? { type: 'inside', zone } : undefined;
    case 'wears':
      return wearing(clause);
    case 'carries':
      return carrying(clause);
    case 'near':
    case 'approaches':
    case 'holds':
    case 'rides':
      return clause.object && { type: verb, object: clause.object.selection };
    case 'puts':
      return { type: 'returned' };
    case 'happens':
      return undefined;
    default:
      return zone ? { type: 'inside', zone } : { type: 'present' };
  }
}

function wearing({ colours, unseen }: Clause): Action | undefined {
  const isUnseen = unseen !== undefined && unseen.length > 0;
  return colours && { type: 'wears', colours, ...(isUnseen && { unseen }) };
}

function carrying({ object }: Clause): Action | undefined {
  const selection = object?.selection;
  return selection && isCarriable(selection.kind)
    ? { type: 'carries', object: selection }
    : undefined;
}

const directionOf: Readonly<Record<string, string>> = {
  left: 'left',
  right: 'right',
  top: 'up',
  up: 'up',
  bottom: 'down',
  down: 'down',
};

function movement(clause: Clause): Extract<Action, { type: 'moves' }> {
  const direction = clause.side ? directionOf[clause.side] : undefined;
  const { speed } = clause;
  return { type: 'moves', ...(direction && { direction }), ...(speed && { speed }) };
}

/** The happening a clause tells of; `inherited` is the action of the clause it hangs on. */
export function happeningOf(clause: Clause, inherited?: Action): Happening | undefined {
  const relations = relationsOf(clause, inherited);
  if (!relations) return undefined;
  const tail = {
    ...(clause.lasting && { lasting: clause.lasting }),
    ...(relations.length > 0 && { relations }),
  };
  if (clause.empty || clause.occupied) return { ...sceneSituation(clause), ...tail };
  const action = clause.verb || !inherited ? actionOf(clause) : inherited;
  if (!action || !clause.subject) return undefined;
  if (clause.others.length > 0) return joinedHappening(clause, action, tail);
  return oneHappening(clause, clause.subject, action, tail);
}

type Tail = Pick<Happening, 'lasting' | 'relations'>;

function oneHappening(
  clause: Clause,
  phrase: NounPhrase,
  action: Action,
  tail: Tail,
): Happening | undefined {
  const situation = situationOf(clause, phrase, action);
  if (situation) return { ...situation, ...tail };
  const subject = subjectOf(clause, phrase, action);
  if (!subject) return undefined;
  const nth = clause.nth === undefined ? {} : { nth: clause.nth };
  return { type: 'object', subject, action, ...nth, ...tail };
}

/** `someone on the left`, `the last person left`: the place and the order belong to the subject. */
function subjectOf(clause: Clause, phrase: NounPhrase, action: Action): Selection | undefined {
  const { selection } = phrase;
  if (clause.side && selection.place) return undefined;
  const isDurative = ['present', 'away', 'stationary'].includes(action.type);
  const half = clause.side && isDurative ? sideHalf(clause.side) : undefined;
  const isOrderedByVerb =
    selection.ordinal !== undefined &&
    selection.ordinalBy === undefined &&
    (action.type === 'arrives' || (isEnd(selection.ordinal) && ordersByVerb.has(action.type)));
  return {
    ...selection,
    ...(half && { half }),
    ...(isOrderedByVerb && { ordinalBy: { type: action.type as 'arrives' } }),
  };
}

/** `the third person left` is the third that came, `the last bottle was taken` the last taken. */
const ordersByVerb = new Set<Action['type']>(['departs', 'taken', 'returned']);
const isEnd = (ordinal: number): boolean => ordinal === 1 || ordinal === -1;

const sideHalf = (side: NonNullable<Clause['side']>): Side | undefined =>
  side === 'up' ? 'top' : side === 'down' ? 'bottom' : side === 'middle' ? undefined : side;

function situationOf(
  clause: Clause,
  phrase: NounPhrase,
  action: Action,
): Extract<Happening, { type: 'situation' }> | undefined {
  const { amount } = phrase;
  const state = stateOf(action, clause);
  if (phrase.det === 'no' && clause.ever && state) {
    return atOnce(phrase.selection, state, { comparison: '=', value: 0 }, action);
  }
  if (clause.alone && state) {
    return atOnce({ kind: phrase.selection.kind }, state, exactlyOne, action);
  }
  if (!amount || !state) return undefined;
  const isLoose = amount.comparison === '=' && !phrase.isExact;
  return atOnce(
    phrase.selection,
    state,
    isLoose ? { ...amount, comparison: '>=' } : amount,
    action,
  );
}

const exactlyOne: CountLimit = { comparison: '=', value: 1 };

/** Which state so many things share: `two people were there`, `after both were taken`. */
function stateOf(action: Action, clause: Clause): 'present' | 'away' | undefined {
  if (action.type === 'present' || action.type === 'inside') return 'present';
  if (action.type === 'away') return 'away';
  // `Taken at the same time` is two takings at one moment; `after both were taken` is a state.
  if (clause.together || clause.subject?.amount?.comparison !== '>=') return undefined;
  if (action.type === 'taken') return 'away';
  return action.type === 'returned' ? 'present' : undefined;
}

const atOnce = (
  subject: Selection,
  state: 'present' | 'away',
  count: CountLimit,
  action: Action,
) => ({
  type: 'situation' as const,
  subject,
  state,
  ...(action.type === 'inside' && { zone: action.zone }),
  count,
});

const surfaces = new Set(['table', 'desk', 'surface', 'tabletop', 'floor', 'spot', 'place']);

const momentary = new Set<Action['type']>([
  'arrives',
  'departs',
  'taken',
  'returned',
  'stops',
  'crosses',
]);

/** An empty room has nobody in it, an empty table has nothing on it. */
function sceneSituation(clause: Clause): Extract<Happening, { type: 'situation' }> {
  const isSurface = clause.scenes.some((scene) => surfaces.has(scene));
  const named = clause.subject?.selection;
  const kind = named && named.kind !== 'object' ? named.kind : isSurface ? 'object' : 'person';
  const count: CountLimit = clause.empty
    ? { comparison: '=', value: 0 }
    : { comparison: '>=', value: 1 };
  const zone = clause.zone ? { zone: clause.zone } : {};
  const half = clause.side ? sideHalf(clause.side) : undefined;
  const subject = { kind, ...(half && { half }) };
  return { type: 'situation', subject, state: 'present', ...zone, count };
}

/** `A and B came` says nothing of one moment; `A and B were there` does. */
function joinedHappening(clause: Clause, action: Action, tail: Tail): Happening | undefined {
  if (momentary.has(action.type) && !clause.together) return undefined;
  const phrases = [clause.subject!, ...clause.others];
  const parts = phrases.flatMap((phrase) => oneHappening(clause, phrase, action, {}) ?? []);
  // Of people nobody could miss it; a hand that comes from outside the picture is no person yet.
  const isBetweenTwo = phrases.length === 2 && phrases.every(isPlainPerson);
  if (clause.verb === 'interacts' && !isBetweenTwo) return undefined;
  const unseen = clause.verb === 'interacts' ? { unseen: clause.unseen ?? [] } : {};
  return parts.length === phrases.length
    ? { type: 'together', parts, ...unseen, ...tail }
    : undefined;
}

const isPlainPerson = ({ selection }: NounPhrase): boolean =>
  selection.kind === 'person' && !selection.otherThan;

function relationsOf(clause: Clause, inherited?: Action): Relation[] | undefined {
  const own = clause.verb ? actionOf(clause) : inherited;
  const relations = clause.relations.map(({ type: said, clause: inner }) => {
    const type = said === 'during' && clause.isPerfect ? 'before' : said;
    const subject = inner.subject ?? (inner.verb && !inner.empty ? clause.subject : undefined);
    const to = happeningOf({ ...inner, ...(subject && { subject }) }, ownAction(inner, own));
    return to && { type, to };
  });
  return relations.every((relation) => relation !== undefined) ? relations : undefined;
}

/** `before the middle one`: the verb is the one of the clause it hangs on. */
const ownAction = (inner: Clause, action: Action | undefined): Action | undefined =>
  inner.verb || inner.isCopula ? undefined : action;
