/** Clips of what was not right: what teaches most first, and never more than a disk bears. */
import { expect, it } from 'vitest';
import { withClips } from '../../../../eval/runner/keep-clips.ts';
import { anOutcome } from '../../../support/evaluation-things.ts';

const video = (path: string) => ({
  id: path,
  durationSeconds: 60,
  answer: async () => {
    throw new Error('is not asked');
  },
  clip: async () => path,
});

const keeping = {
  openedFor: ({ itemId }: { itemId: string }) => video(itemId),
  keep: async (path: string) => `${path}.mp4`,
  signal: new AbortController().signal,
};

it('keeps what was wrong before what was only not answered, as far as there is room', async () => {
  const unanswered = Array.from({ length: 400 }, (_, n) =>
    anOutcome({ itemId: `silent-${n}`, mark: 'not-answered' }),
  );
  const wrong = anOutcome({ itemId: 'wrong', mark: 'wrong' });
  const kept = await withClips([...unanswered, wrong, anOutcome({ mark: 'right' })], keeping);
  expect(kept).toHaveLength(402);
  expect(kept[400]!.clipId).toBe('wrong.mp4');
  expect(kept[401]!.clipId).toBeNull();
  expect(kept.filter(({ clipId }) => clipId !== null)).toHaveLength(300);
});

it('keeps none of an instant, of a long time, and of what is nowhere', async () => {
  const spans = [[5, 5], [0, 500], null] as const;
  const outcomes = spans.map((span) =>
    anOutcome({ span: span && [span[0], span[1]], goldSpan: null }),
  );
  const kept = await withClips(outcomes, keeping);
  expect(kept.map(({ clipId }) => clipId)).toEqual([null, null, null]);
});

it('ends when the run is stopped', async () => {
  const signal = AbortSignal.abort();
  await expect(withClips([anOutcome()], { ...keeping, signal })).rejects.toThrow('aborted');
});
