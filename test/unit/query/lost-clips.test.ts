import { expect, it } from 'vitest';
import { rangesOverlap, type TimeRange } from '../../../kernel/time.ts';
import type { Evidence } from '../../../query/domain/answer.ts';
import { clipIdOf } from '../../../query/domain/clip.ts';
import { withoutLostClips } from '../../../query/lost-clips.ts';
import { anAnswer, anEvidence } from '../../support/query-things.ts';
import { aSegment } from '../../support/recordings.ts';

const evidenceAt = (start: number): Evidence => {
  const range = { start, end: start + 1_000 };
  return anEvidence({ streamId: 'cam', range, clipId: clipIdOf('cam', range) });
};

const answer = anAnswer({
  evidence: [evidenceAt(0), evidenceAt(10_000)],
  facts: [
    { statement: 'x', holds: 'yes', confidence: 1, evidence: [evidenceAt(0), evidenceAt(10_000)] },
  ],
});

const reader = (...recorded: TimeRange[]) => ({
  find: async (_: string, range: TimeRange) =>
    recorded.filter((one) => rangesOverlap(one, range)).map((one) => aSegment({ ...one })),
});

it('an answer names no clip of which no recording is left', async () => {
  const told = await withoutLostClips(answer, reader({ start: 9_000, end: 20_000 }));
  const clips = [null, evidenceAt(10_000).clipId];
  expect(told.evidence.map(({ clipId }) => clipId)).toEqual(clips);
  expect(told.facts[0]!.evidence.map(({ clipId }) => clipId)).toEqual(clips);
});

it('all else is told as it was', async () => {
  expect(await withoutLostClips(answer, reader({ start: 0, end: 20_000 }))).toEqual(answer);
  const told = await withoutLostClips(answer, reader());
  expect({ ...told, evidence: [], facts: [] }).toEqual({ ...answer, evidence: [], facts: [] });
});
