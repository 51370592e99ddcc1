/** Stored answers may outlive their recording: they are told as what can still be seen. */
import type { SegmentReader } from '../ingest/contract.ts';
import type { Answer, Evidence } from './domain/answer.ts';

/** The answer with `clipId: null` wherever no recording is left of the evidence. */
export async function withoutLostClips(
  answer: Answer,
  segments: Pick<SegmentReader, 'find'>,
): Promise<Answer> {
  const lost = new Map<string, Promise<boolean>>();
  const isLost = ({ streamId, range, clipId }: Evidence): boolean | Promise<boolean> => {
    if (clipId === null) return true;
    const known = lost.get(clipId);
    if (known) return known;
    const looked = segments.find(streamId, range).then((found) => found.length === 0);
    lost.set(clipId, looked);
    return looked;
  };
  const seen = (all: readonly Evidence[]): Promise<Evidence[]> =>
    Promise.all(all.map(async (one) => ((await isLost(one)) ? { ...one, clipId: null } : one)));
  const facts = answer.facts.map(async (fact) => ({
    ...fact,
    evidence: await seen(fact.evidence),
  }));
  return { ...answer, evidence: await seen(answer.evidence), facts: await Promise.all(facts) };
}
