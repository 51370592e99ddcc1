/** Answers from captions alone: a video is the list of its captions, and nothing is watched. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import type { TimedCaption } from '../../query/domain/caption-grounding.ts';
import type { AnswerFromCaptions } from '../answerers/answer-from-captions.ts';
import type { Answerer, OpenVideo } from './answerer.ts';

export function captionAnswerer(
  captions: ReadonlyMap<string, readonly TimedCaption[]>,
  answer: AnswerFromCaptions,
): Answerer {
  // Questions may name a video by its path; its captions are named after the file.
  const captionsOf = (video: string) => captions.get(video) ?? captions.get(posix.basename(video));
  return {
    effortOf: async (video) => captionsOf(video)?.length ?? 0,
    open: async (video): Promise<OpenVideo> => {
      const told = captionsOf(video);
      if (!told) throw new AppError('INPUT_INVALID', 'there are no captions of it');
      return {
        id: createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16),
        durationSeconds: told.reduce((most, { end }) => Math.max(most, end), 0),
        answer: (item, untilSeconds = Number.POSITIVE_INFINITY) =>
          answer(
            item,
            told.filter(({ end }) => end <= untilSeconds),
          ),
        clip: async () => null,
      };
    },
  };
}
