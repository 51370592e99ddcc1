/** A prediction from captions: a letter where there are options, and always a span. */
import { describe, expect, it } from 'vitest';
import { answerFromCaptions } from '../../../../eval/answerers/answer-from-captions.ts';
import { captionGrounder } from '../../../../query/ground-in-captions.ts';
import { wordEmbedder } from '../../../support/word-embedder.ts';

const answer = answerFromCaptions(captionGrounder(wordEmbedder()));
const captions = Array.from({ length: 20 }, (_, start) => ({
  start,
  end: start + 1,
  text: start > 11 && start < 16 ? 'A boy kicks a ball.' : 'A park.',
}));
const item = { id: 'v_1', video: 'v', text: 'what does the boy do' };

describe('an answer from captions', () => {
  it('is the letter of an option, with where it can be seen', async () => {
    const options = ['sleeps', 'kicks the ball', 'reads'];
    const prediction = await answer({ ...item, options }, captions);
    expect(prediction).toMatchObject({
      itemId: 'v_1',
      verdict: 'value',
      value: { type: 'option', option: 'B', text: 'kicks the ball' },
      reply: 'B',
      method: 'captions',
    });
    expect(prediction.evidence).toEqual([{ span: prediction.span, streamId: 'v', clipId: null }]);
  });

  it('is what is told at that time where there are no options', async () => {
    const prediction = await answer(item, captions);
    expect(prediction.reply).toBe('A boy kicks a ball.');
    expect(prediction.value).toEqual({ type: 'text', text: 'A boy kicks a ball.' });
  });

  it('is refused without captions', async () => {
    await expect(answer(item, [])).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});
