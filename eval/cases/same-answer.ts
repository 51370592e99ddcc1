/** Whether two answers to one question say the same. Pure. */
import { type Instant, rangesOverlap, type TimeRange } from '../../kernel/time.ts';
import type { Answer, AnswerValue } from '../../query/domain/answer.ts';

export interface Saying extends Pick<Answer, 'verdict' | 'value'> {
  /** Undefined: where it can be seen was not said. Streams are those of the recording. */
  readonly evidence?: readonly { readonly streamId: string; readonly range: TimeRange }[];
}

export interface Tolerance {
  /** Instants this near to each other are the same. */
  readonly instantMs: number;
}

/** Durations also differ by this share without being different: parts of a total add up. */
const durationShare = 0.1;

/** Verdict and value alike, and for a yes something in common to see. */
export function saysTheSame(a: Saying, b: Saying, tolerance: Tolerance): boolean {
  if (a.verdict !== b.verdict) return false;
  if (a.verdict === 'yes') return sharesEvidence(a, b, tolerance);
  if (a.verdict !== 'value') return true;
  return a.value !== null && b.value !== null && isSameValue(a.value, b.value, tolerance);
}

/** That nobody was there cannot be pointed at: a yes without evidence agrees with any. */
function sharesEvidence(a: Saying, b: Saying, { instantMs }: Tolerance): boolean {
  const [here, there] = [a.evidence ?? [], b.evidence ?? []];
  if (here.length === 0 || there.length === 0) return true;
  return here.some((one) =>
    there.some(
      (other) =>
        one.streamId === other.streamId &&
        rangesOverlap(one.range, widened(other.range, instantMs)),
    ),
  );
}

const widened = ({ start, end }: TimeRange, by: number): TimeRange => ({
  start: start - by,
  end: end + by,
});

function isSameValue(a: AnswerValue, b: AnswerValue, { instantMs }: Tolerance): boolean {
  const near = (one: Instant, other: Instant) => Math.abs(one - other) <= instantMs;
  if (a.type === 'count' && b.type === 'count') return a.count === b.count;
  if (a.type === 'duration' && b.type === 'duration') {
    const slack = Math.max(2 * instantMs, durationShare * Math.max(a.ms, b.ms));
    return Math.abs(a.ms - b.ms) <= slack;
  }
  if (a.type === 'text' && b.type === 'text') return plain(a.text) === plain(b.text);
  if (a.type === 'option' && b.type === 'option') return plain(a.text) === plain(b.text);
  if (a.type === 'objects' && b.type === 'objects') return isSameSet(a.labels, b.labels);
  const [times, others] = [timesOf(a), timesOf(b)];
  if (!times || !others || times.length !== others.length) return false;
  return times.every((at, index) => near(at, others[index]!));
}

/** A list of one instant is that instant. */
function timesOf(value: AnswerValue): number[] | undefined {
  if (value.type === 'instant') return [value.at];
  return value.type === 'instants' ? value.at.toSorted((a, b) => a - b) : undefined;
}

/** Objects have other ids in another memory; how many of each description there are is the same. */
function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const sorted = (labels: readonly string[]) => JSON.stringify(labels.map(plain).toSorted());
  return sorted(a) === sorted(b);
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
