/** Whether something has a colour, part by part, and what can be told of clothes from colours. */
import type { ColourCondition } from '../domain/plan.ts';
import type { Entity } from './entity.ts';

/** An alternative colour at least this likely leaves the question open. */
const doubtfulColour = 0.35;

type Truth = 'yes' | 'no' | 'maybe';

export interface ColourMatch {
  readonly answer: Truth;
  readonly confidence: number;
}

export function matchColour(entity: Entity, condition: ColourCondition): ColourMatch {
  const seen = coloursOf(entity, condition.part);
  const best = seen[0];
  if (!best) return { answer: 'maybe', confidence: 0.3 };
  const wanted = seen.find(({ value }) => sameColour(value, condition.value));
  const hue =
    wanted === best ? 'yes' : wanted && wanted.confidence >= doubtfulColour ? 'maybe' : 'no';
  const is = condition.isLong && hue === 'yes' && !isLong(entity) ? 'maybe' : hue;
  if (!condition.negated || is === 'maybe') return { answer: is, confidence: best.confidence };
  return { answer: is === 'yes' ? 'no' : 'yes', confidence: best.confidence };
}

/** Colours of a part, likeliest first; the whole stands in for a part that was not told apart. */
export function coloursOf(entity: Entity, part: ColourCondition['part']) {
  const ofPart = entity.attributes.filter((attribute) => attribute.part === part);
  const whole = entity.attributes.filter((attribute) => attribute.part === 'whole');
  const chosen = ofPart.length > 0 ? ofPart : part === 'whole' ? entity.attributes : whole;
  return [...chosen].sort((a, b) => b.confidence - a.confidence);
}

const plainName = (colour: string): string =>
  colour.replace(/^(?:light|dark|bright)[ -]/, '').replace('gray', 'grey');

const sameColour = (a: string, b: string): boolean => plainName(a) === plainName(b);

/**
 * A coat, dress or cardigan is long when its colour is seen on the lower half too, above another
 * one. Otherwise nobody can tell: not in one colour from head to foot, nor when it ends higher.
 */
function isLong(entity: Entity): boolean {
  const top = coloursOf(entity, 'top')[0];
  const lower = entity.attributes.filter(({ part }) => part === 'bottom');
  const reaching = top && lower.find(({ value }) => sameColour(value, top.value));
  return reaching !== undefined && reaching.confidence >= doubtfulColour && lower.length > 1;
}
