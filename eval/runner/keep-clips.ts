/** What was not right can be watched: what was shown as evidence, else where the answer is. */
import type { Mark, Outcome } from '../domain/result.ts';
import type { OpenVideo } from './answerer.ts';

export interface ClipKeeping {
  readonly openedFor: (outcome: Outcome) => OpenVideo | undefined;
  /** Keeps a clip and gives it a name. */
  readonly keep: (path: string) => Promise<string>;
  readonly signal: AbortSignal;
}

const longestSeconds = 120;
/** More than a page can hold, and far less than a disk. */
const mostClips = 300;

/** What teaches most comes first. */
const order: readonly Mark[] = ['wrong', 'unparsable', 'not-judged', 'not-answered', 'missing'];

/** The outcomes, each with the name of its clip; null where none is kept. Throws on abort. */
export async function withClips(
  outcomes: readonly Outcome[],
  { openedFor, keep, signal }: ClipKeeping,
): Promise<Outcome[]> {
  const names = new Map<Outcome, string>();
  for (const outcome of worthWatching(outcomes)) {
    if (names.size >= mostClips) break;
    signal.throwIfAborted();
    const path = await openedFor(outcome)?.clip(spanOf(outcome)!);
    if (path) names.set(outcome, await keep(path));
  }
  return outcomes.map((outcome) => ({ ...outcome, clipId: names.get(outcome) ?? null }));
}

const spanOf = ({ span, goldSpan }: Outcome): Outcome['span'] => span ?? goldSpan;

function worthWatching(outcomes: readonly Outcome[]): Outcome[] {
  const isShort = (outcome: Outcome): boolean => {
    const span = spanOf(outcome);
    return span !== null && span[1] > span[0] && span[1] - span[0] <= longestSeconds;
  };
  return outcomes
    .filter((outcome) => outcome.mark !== 'right' && isShort(outcome))
    .sort((a, b) => order.indexOf(a.mark) - order.indexOf(b.mark) || b.confidence - a.confidence);
}
