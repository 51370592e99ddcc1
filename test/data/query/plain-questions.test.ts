/**
 * The everyday questions on perfect trajectories, made from the annotations: what the planner and
 * the answerer do when nothing was missed in the picture.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  judgePlain,
  type PlainQuestion,
  readPlainQuestions,
} from '../../../eval/datasets/plain-questions.ts';
import { rangesOverlap } from '../../../kernel/time.ts';
import { answerQuestion } from '../../../query/answer-question.ts';
import { answerSchema } from '../../../query/domain/answer.ts';
import { memoryReaders } from '../../support/memory-readers.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';
import { type ScriptedThing, trajectoriesOf } from '../../support/truth-trajectories.ts';

interface TrueVideo {
  readonly file: string;
  readonly duration: number;
  readonly entities: readonly {
    readonly id: string;
    readonly kind: string;
    readonly attrs: { readonly top?: string; readonly position?: string };
    readonly intervals?: readonly [number, number][];
    readonly on_table?: readonly [number, number][];
  }[];
}

const placeX: Readonly<Record<string, number>> = { left: 0.25, middle: 0.5, right: 0.75 };

function thingsOf(video: TrueVideo): ScriptedThing[] {
  return video.entities.map(({ id, kind, attrs, intervals, on_table }) =>
    kind === 'person'
      ? {
          id,
          kind,
          there: intervals!,
          top: /black/.test(attrs.top!) ? 'black' : 'grey',
          from: 'bottom',
          to: 'right',
        }
      : { id, kind: 'bottle', there: on_table!, x: placeX[attrs.position!] },
  );
}

function worldOf(question: PlainQuestion, videos: readonly TrueVideo[]) {
  const video = videos.find(({ file }) => file === question.video)!;
  const startAt = Date.parse(question.start);
  const recording = { streamId: 'clip', startAt, duration: video.duration };
  const watched = [{ start: startAt, end: startAt + video.duration * 1000 }];
  return memoryReaders({
    streams: [{ id: 'clip', name: 'Clip', watched }],
    trajectories: trajectoriesOf(thingsOf(video), recording),
  });
}

describe.skipIf(!hasSharedData)('plain questions on perfect trajectories', () => {
  const text = hasSharedData ? readFileSync(sharedData('ground-truth/plain.jsonl'), 'utf8') : '';
  const questions = hasSharedData ? readPlainQuestions([{ path: 'plain.jsonl', text }]).rows : [];
  const videos: TrueVideo[] = hasSharedData
    ? Object.values(JSON.parse(readFileSync(sharedData('ground-truth/videos.json'), 'utf8')))
    : [];

  it.each(questions.map((question) => [question.id, question.question, question] as const))(
    '%s: %s',
    async (_id, text, question) => {
      const { options } = question;
      const answer = await answerQuestion(
        { text, ...(options && { options: [...options] }) },
        worldOf(question, videos),
      );
      expect(answerSchema.parse(answer)).toEqual(answer);
      expect(judgePlain(question, answer), JSON.stringify(answer, null, 1)).toBe('right');
      if (!question.evidence) return;
      const [start, end] = question.evidence.map((at) => Date.parse(question.start) + at * 1000);
      const shown = answer.evidence.some(({ range }) =>
        rangesOverlap(range, { start: start!, end: end! }),
      );
      expect(shown, 'evidence lies elsewhere').toBe(true);
    },
  );
});
