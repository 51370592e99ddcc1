/**
 * Identity across gaps that no assignment may bridge. A link is a claim with its evidence, made only
 * on an equal identifier or on an appearance that stands out from all others; when in doubt there is
 * none. It never merges anything, so it can be undone.
 */
import type { Instant } from '../../kernel/time.ts';
import type { AggregationOptions } from '../aggregation-options.ts';
import type {
  AggregationMemory,
  DepartedTrajectory,
  OpenTrajectory,
} from '../domain/aggregation-memory.ts';
import type { Identifier } from '../domain/observation.ts';
import type { IdentityLink } from '../domain/trajectory.ts';
import { identifiersConflict, kindsCompatible } from './link-vetoes.ts';
import { appearanceCue, colourCue } from './similarity.ts';

/** An identifier may have been misread. */
const identifierScore = 0.99;

/** Colours that are less alike than this speak against a link by appearance. */
const leastColour = 0.75;

const refusedLimit = 256;

interface Rival {
  readonly departed: DepartedTrajectory;
  readonly score: number;
}

const linkId = (from: string, to: string): string => `${from}~${to}`;

/**
 * The one link from an earlier trajectory to this one that the evidence carries, or undefined.
 * `departed` are trajectories that ended before it began, each of which links forward once at most.
 */
export function linkIdentity(
  trajectory: OpenTrajectory,
  departed: readonly DepartedTrajectory[],
  refused: readonly string[],
  madeAt: Instant,
  options: AggregationOptions,
): IdentityLink | undefined {
  const earlier = departed.filter(
    (other) =>
      other.head.lastAt <= trajectory.head.firstAt &&
      kindsCompatible(other.head, trajectory.head) &&
      !identifiersConflict(other.head.identifiers, trajectory.head.identifiers),
  );
  const found = byIdentifier(trajectory, earlier) ?? byAppearance(trajectory, earlier, options);
  if (!found || found.departed.linked) return undefined;
  const from = found.departed.head.id;
  const to = trajectory.head.id;
  if (refused.includes(linkId(from, to))) return undefined;
  const { streamId } = trajectory.head;
  const { score, evidence } = found;
  return { id: linkId(from, to), streamId, from, to, score, evidence, madeAt };
}

/**
 * The memory after an operator has undone a link: the earlier trajectory may be linked to another,
 * and this pair is not linked again. The row itself is the store's to delete.
 */
export function undoLink(
  memory: AggregationMemory,
  link: Pick<IdentityLink, 'id' | 'from'>,
): AggregationMemory {
  if (memory.refusedLinks.includes(link.id)) return memory;
  const departed = memory.departed.map((other) =>
    other.head.id === link.from ? { ...other, linked: false } : other,
  );
  const refusedLinks = [...memory.refusedLinks, link.id].slice(-refusedLimit);
  return { ...memory, departed, refusedLinks };
}

/** The latest trajectory with an equal identifier. */
function byIdentifier(
  trajectory: OpenTrajectory,
  earlier: readonly DepartedTrajectory[],
): (Rival & { evidence: string }) | undefined {
  const matches = earlier.flatMap((departed) => {
    const shared = sharedIdentifier(departed.head.identifiers, trajectory.head.identifiers);
    return shared ? [{ departed, shared }] : [];
  });
  const [latest] = matches.sort((a, b) => b.departed.head.lastAt - a.departed.head.lastAt);
  if (!latest) return undefined;
  const { type, value } = latest.shared;
  return { departed: latest.departed, score: identifierScore, evidence: `${type} ${value}` };
}

/**
 * The best appearance, if it is very like, leads all rivals by the margin, has enough rivals for
 * that to mean something, and the colours do not speak against it. Rivals that look alike (six
 * people in dark clothes) leave no margin, so nobody is linked.
 */
function byAppearance(
  trajectory: OpenTrajectory,
  earlier: readonly DepartedTrajectory[],
  options: AggregationOptions,
): (Rival & { evidence: string }) | undefined {
  if (trajectory.seenMs < options.linkSeenMs) return undefined;
  const rivals = earlier
    .flatMap((departed): Rival[] => {
      const score = appearanceCue(departed.appearance, trajectory.appearance);
      return score === undefined ? [] : [{ departed, score }];
    })
    .sort((a, b) => b.score - a.score);
  const [best, next] = rivals;
  if (!best || !next || rivals.length <= options.linkRivals) return undefined;
  if (best.departed.seenMs < options.linkSeenMs || best.score < options.linkAppearance) {
    return undefined;
  }
  if (best.score - next.score < options.linkMargin) return undefined;
  const colours = colourCue(best.departed.head.attributes, trajectory.head.attributes) ?? 1;
  if (colours < leastColour) return undefined;
  const evidence = `appearance ${best.score.toFixed(2)}, next best ${next.score.toFixed(2)}`;
  return { ...best, evidence };
}

const sharedIdentifier = (
  a: readonly Identifier[],
  b: readonly Identifier[],
): Identifier | undefined =>
  a.find((one) => b.some((other) => other.type === one.type && other.value === one.value));
