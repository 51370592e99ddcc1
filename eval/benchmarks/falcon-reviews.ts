/** Has open answers judged: what the judge said of each, and of how many it said nothing. */

import { classify, isAbort } from '../../kernel/errors.ts';
import type { JudgeRequest, ScoreOptions } from '../domain/benchmark.ts';
import { officialReview, type Review, tolerantReview } from '../parse/falcon-reply.ts';

export type OpenReview =
  | { readonly kind: 'judged'; readonly official: Review; readonly tolerant: Review }
  /** There was nothing to judge. */
  | { readonly kind: 'not-answered' }
  | { readonly kind: 'not-judged'; readonly reason: string; readonly official: Review };

/** What the official code makes of no reply. */
export const noReview: Review = { verdict: 'no', score: 0 };

const notJudged = (reason: string, official = noReview): OpenReview => ({
  kind: 'not-judged',
  reason,
  official,
});

const inFlight = 4;
/** So many failures in a row mean that there is no judge: the rest is not tried. */
const enoughFailures = 5;

/** In the order of the requests; a request is null where nothing was answered. Throws on abort. */
export async function reviewAll(
  requests: readonly (JudgeRequest | null)[],
  judge: ScoreOptions['judge'],
): Promise<OpenReview[]> {
  const reviews: OpenReview[] = [];
  let failures = 0;
  let lastReason = '';
  const review = async (request: JudgeRequest | null): Promise<OpenReview> => {
    if (!request) return { kind: 'not-answered' };
    if (!judge) return notJudged('no language model is configured to judge');
    if (failures >= enoughFailures) return notJudged(lastReason);
    try {
      const reply = await judge(request);
      failures = 0;
      return read(reply);
    } catch (error) {
      if (isAbort(error)) throw error;
      failures += 1;
      lastReason = classify(error).message;
      return notJudged(lastReason);
    }
  };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests.length) {
      const at = next++;
      reviews[at] = await review(requests[at]!);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return reviews;
}

function read(reply: string): OpenReview {
  const official = officialReview(reply);
  const tolerant = tolerantReview(reply);
  if (tolerant) return { kind: 'judged', official, tolerant };
  return notJudged(`the judge said neither yes nor no: ${reply.slice(0, 80)}`, official);
}
