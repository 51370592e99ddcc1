/** What a question says of time. */
import { describe, expect, it } from 'vitest';
import { questionPartsOf } from '../../../../query/captions/question-parts.ts';

describe('the parts of a question', () => {
  it.each([
    ['what did he do after he sat down?', 'what did he do', 'after', 'he sat down'],
    [
      'What was she doing before the boy ran away',
      'what was she doing',
      'before',
      'the boy ran away',
    ],
    [
      'After the dog barked, what did the cat do?',
      'what did the cat do',
      'after',
      'the dog barked',
    ],
  ])('%s: tells the other event apart', (text, about, side, event) => {
    expect(questionPartsOf(text)).toEqual({
      about,
      reference: { side, event },
      place: undefined,
    });
  });

  it.each(['what did he do after that', 'why did she wave after the middle of the video', 'after'])(
    '%s: names no other event',
    (text) => {
      expect(questionPartsOf(text).reference).toBeUndefined();
    },
  );

  it.each([
    ['what did he do at the start', 'start'],
    ['why is she smiling in the beginning of the video', 'start'],
    ['how does the man cut the fish first', 'start'],
    ['what happened near the end of the video', 'end'],
    ['what does she do nearing the end', 'end'],
    ['why did the boy fall eventually', 'end'],
    ['why did he stop in the middle of the clip', 'middle'],
    ['why did she turn halfway through', 'middle'],
    ['why does the baby crawl to the end of the bed', undefined],
    ['why is there a barrier in the middle of the road', undefined],
    ['why did the dogs start barking', undefined],
  ])('%s: is asked of that place in the video', (text, place) => {
    expect(questionPartsOf(text).place).toBe(place);
  });
});
