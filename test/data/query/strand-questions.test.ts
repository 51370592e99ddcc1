/**
 * The annotated clips' targets and sub-questions on perfect trajectories: what the planner and the
 * answerer determine when nothing was missed in the picture. They name people by words that are
 * never seen, so not everything can be determined; but nothing may be wrong.
 */
import { describe, expect, it } from 'vitest';
import {
  readStrand,
  type StrandQuestion,
  type StrandTarget,
} from '../../../eval/datasets/strand.ts';
import { loadFiles } from '../../../eval/runner/load-files.ts';
import { answerQuestion } from '../../../query/answer-question.ts';
import { type Answer, answerSchema } from '../../../query/domain/answer.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';
import { trueClip } from '../../support/true-clips.ts';

const targets: readonly StrandTarget[] = hasSharedData
  ? readStrand(await loadFiles(sharedData('ground-truth/strand_format'))).rows
  : [];

const ask = (target: StrandTarget, text: string): Promise<Answer> =>
  answerQuestion({ text }, trueClip(target.video));

const isRight = ({ verdict }: Answer, { gold }: StrandQuestion): boolean =>
  verdict === gold?.toLowerCase();

describe.skipIf(!hasSharedData)('the annotated targets on perfect trajectories', () => {
  const questions = targets.flatMap((target) =>
    [target, ...target.subs].map((question) => [question.text, question, target] as const),
  );

  it.each(questions)('%s: not answered wrongly', async (text, question, target) => {
    const answer = await ask(target, text);
    expect(answerSchema.parse(answer)).toEqual(answer);
    const allowed = [question.gold?.toLowerCase(), 'unknown'];
    expect(allowed, answer.text).toContain(answer.verdict);
    expect(answer.verdict === 'unknown').toBe(answer.reason !== null);
  });

  it.each([
    { clip: /bottle/, leastTargets: 8, leastFaithful: 7, leastAnswered: 28 },
    { clip: /one-by-one/, leastTargets: 11, leastFaithful: 8, leastAnswered: 47 },
  ])('determines most of $clip', async ({ clip, leastTargets, leastFaithful, leastAnswered }) => {
    const judged = await Promise.all(
      targets
        .filter(({ video }) => clip.test(video))
        .map(async (target) =>
          Promise.all(
            [target, ...target.subs].map(async (one) => isRight(await ask(target, one.text), one)),
          ),
        ),
    );
    const right = judged.filter(([target]) => target).length;
    const faithful = judged.filter((all) => all.every((one) => one)).length;
    expect(right).toBeGreaterThanOrEqual(leastTargets);
    expect(faithful).toBeGreaterThanOrEqual(leastFaithful);
    expect(judged.flat().filter((one) => one).length).toBeGreaterThanOrEqual(leastAnswered);
  });
});
