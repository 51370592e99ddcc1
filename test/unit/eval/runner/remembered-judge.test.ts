/** A run asks a judge once for the same words, however often it scores. */
import { expect, it } from 'vitest';
import { rememberedJudge } from '../../../../eval/runner/remembered-judge.ts';

const request = { question: 'Who came?', answer: 'Ann', prediction: 'a woman' };

it('gives the first reply to the same words again, and asks about others', async () => {
  let asked = 0;
  const judge = rememberedJudge(async () => {
    asked += 1;
    return `reply ${asked}`;
  });
  expect([await judge(request), await judge({ ...request })]).toEqual(['reply 1', 'reply 1']);
  expect(await judge({ ...request, prediction: 'Ann' })).toBe('reply 2');
});

it('asks again after a failure', async () => {
  let asked = 0;
  const judge = rememberedJudge(async () => {
    asked += 1;
    if (asked === 1) throw new Error('busy');
    return 'yes';
  });
  await expect(judge(request)).rejects.toThrow('busy');
  expect(await judge(request)).toBe('yes');
});
