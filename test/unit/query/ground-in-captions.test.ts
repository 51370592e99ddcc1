/** Where captions speak of a question, and which option they speak of. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimedCaption } from '../../../query/domain/caption-grounding.ts';
import { captionGrounder, minSpanLength } from '../../../query/ground-in-captions.ts';
import { wordEmbedder } from '../../support/word-embedder.ts';

const ground = captionGrounder(wordEmbedder([['woman', 'lady']]));

/** `[text, seconds]` one after the other, a caption each second. */
const told = (...parts: readonly (readonly [text: string, seconds: number])[]): TimedCaption[] =>
  parts
    .flatMap(([text, seconds]) => new Array<string>(seconds).fill(text))
    .map((text, start) => ({ text, start, end: start + 1 }));

const middleOf = async (captions: readonly TimedCaption[], text: string): Promise<number> => {
  const { span } = await ground(captions, { text });
  return (span[0] + span[1]) / 2;
};

const park = 'A boy stands in a park.';

describe('grounding in captions', () => {
  it('finds the seconds that speak of what is asked', async () => {
    const captions = told([park, 20], ['A boy kicks a ball in a park.', 5], [park, 15]);
    const { span } = await ground(captions, { text: 'why did the boy kick the ball' });
    expect(span[0]).toBeGreaterThanOrEqual(19);
    expect(span[1]).toBeLessThanOrEqual(26);
  });

  it('finds words by their meaning', async () => {
    const captions = told([park, 30], ['A woman in a park.', 4], [park, 6]);
    const middle = await middleOf(captions, 'what did the lady hold');
    expect(middle).toBeGreaterThan(29);
    expect(middle).toBeLessThan(35);
  });

  it('is not led by what is told all the time', async () => {
    const captions = told(
      ['The boy and a dog.', 25],
      ['A dog jumps beside the boy.', 4],
      [park, 11],
    );
    const middle = await middleOf(captions, 'why did the dog jump near the boy');
    expect(middle).toBeGreaterThan(24);
    expect(middle).toBeLessThan(30);
  });

  it.each([
    ['what did the boy do after he dropped the cup', 24, 40],
    ['after he dropped the cup, what did the boy do', 24, 40],
    ['what did the boy do before he dropped the cup', 0, 20],
  ])('%s: looks on that side of the event', async (text, from, to) => {
    const captions = told([park, 20], ['A boy drops a cup.', 4], [park, 16]);
    const middle = await middleOf(captions, text);
    expect(middle).toBeGreaterThanOrEqual(from);
    expect(middle).toBeLessThanOrEqual(to);
  });

  it('goes by the place in the video that the question names', async () => {
    const captions = told([park, 60]);
    const start = await middleOf(captions, 'what did he do at the start');
    const middle = await middleOf(captions, 'what did he do in the middle of the video');
    const end = await middleOf(captions, 'what did he do near the end of the video');
    expect(start).toBeLessThan(10);
    expect(Math.abs(middle - 30)).toBeLessThan(5);
    expect(end).toBeGreaterThan(50);
  });

  it('points shortly at the middle, with less confidence, when nothing matches', async () => {
    const lost = await ground(told([park, 40]), { text: 'why did the plane land' });
    expect(lost.span[1] - lost.span[0]).toBe(minSpanLength);
    expect(Math.abs((lost.span[0] + lost.span[1]) / 2 - 20)).toBeLessThan(4);
    const captions = told([park, 18], ['A plane lands.', 4], [park, 18]);
    const found = await ground(captions, { text: 'why did the plane land' });
    expect(found.confidence).toBeGreaterThan(lost.confidence);
  });

  it('looks where the options are spoken of when the question is not', async () => {
    const captions = told([park, 28], ['A boy swims.', 4], [park, 8]);
    const { span } = await ground(captions, { text: 'what did he do', options: ['swim', 'fly'] });
    expect((span[0] + span[1]) / 2).toBeGreaterThan(26);
  });

  it('chooses the option that is spoken of', async () => {
    const captions = told([park, 10], ['A boy kicks a ball.', 5], [park, 10]);
    const options = ['read a book', 'kick the ball', 'eat cake'];
    const { choice } = await ground(captions, { text: 'what did the boy do', options });
    expect(choice?.index).toBe(1);
    expect(choice?.confidence).toBeGreaterThan(1 / options.length);
  });

  it('is as sure of each option as of the others when none is spoken of', async () => {
    const options = ['read', 'to be', 'eat cake', 'fly'];
    const { choice } = await ground(told([park, 10]), { text: 'what did he do', options });
    expect(choice?.confidence).toBeCloseTo(1 / options.length);
  });

  it('claims nothing of a time that nothing tells of', async () => {
    const captions = told([park, 10], ['A boy kicks a ball.', 6], [park, 24]).filter(
      ({ start }) => start < 16 || start >= 26,
    );
    const { span } = await ground(captions, { text: 'why did he kick the ball' });
    expect(span[1]).toBeLessThanOrEqual(16);
  });

  it('takes windows of several lengths that overlap', async () => {
    const windows: TimedCaption[] = [0, 15, 30, 45].map((start) => ({
      start,
      end: start + 15,
      text: start === 30 ? 'A forklift arrives.' : 'Nothing moves.',
      level: 'short',
    }));
    const whole: TimedCaption = { start: 0, end: 60, text: 'A forklift arrives.', level: 'long' };
    const { span } = await ground([whole, ...windows], { text: 'when did the forklift arrive' });
    expect(span[0]).toBeGreaterThanOrEqual(28);
    expect(span[1]).toBeLessThanOrEqual(47);
  });

  it.each([
    ['none', []],
    ['one that lasts no time', [{ start: 2, end: 2, text: park }]],
    ['one without an end', [{ start: 2, end: Number.NaN, text: park }]],
  ])('refuses captions of which there is %s', async (_name, captions) => {
    await expect(ground(captions, { text: 'why' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });
});

const sentence = fc
  .array(fc.constantFrom('boy', 'dog', 'ball', 'kicks', 'holds', 'red', 'lady', 'runs'), {
    maxLength: 5,
  })
  .map((words) => words.join(' '));

const captionsOfVideo = fc
  .array(fc.record({ text: sentence, seconds: fc.integer({ min: 1, max: 6 }), gap: fc.nat(3) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => {
    let at = 0;
    return parts.map(({ text, seconds, gap }): TimedCaption => {
      const start = at + gap;
      at = start + seconds;
      return { text, start, end: at };
    });
  });

const asked = fc.record({
  text: fc
    .tuple(
      sentence,
      fc.constantFrom('', ' after ', ' before '),
      sentence,
      fc.constantFrom('', ' at the end'),
    )
    .map((parts) => parts.join('')),
  options: fc.array(sentence, { maxLength: 5 }),
});

describe('whatever is asked of whatever captions', () => {
  it('the span is inside the captions, and as long as promised', () =>
    fc.assert(
      fc.asyncProperty(captionsOfVideo, asked, async (captions, question) => {
        const { span, confidence, choice } = await ground(captions, question);
        const [first, last] = [captions[0]!.start, captions.at(-1)!.end];
        expect(span[0]).toBeGreaterThanOrEqual(first);
        expect(span[1]).toBeLessThanOrEqual(last);
        expect(span[1] - span[0]).toBeGreaterThanOrEqual(Math.min(minSpanLength, last - first));
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(choice === undefined).toBe(question.options.length === 0);
      }),
    ));

  it('captions told later by some seconds move the span by as much', () =>
    fc.assert(
      fc.asyncProperty(captionsOfVideo, asked, fc.nat(10_000), async (captions, question, by) => {
        const moved = captions.map((one) => ({ ...one, start: one.start + by, end: one.end + by }));
        const [here, there] = [await ground(captions, question), await ground(moved, question)];
        expect(there).toEqual({ ...here, span: here.span.map((at) => at + by) });
      }),
    ));

  it('the order of the captions and what else was asked change nothing', () =>
    fc.assert(
      fc.asyncProperty(
        captionsOfVideo,
        captionsOfVideo,
        asked,
        async (captions, ofAnotherVideo, question) => {
          const alone = await captionGrounder(wordEmbedder())(captions, question);
          const shared = captionGrounder(wordEmbedder());
          await shared(ofAnotherVideo, question);
          expect(await shared(captions.toReversed(), question)).toEqual(alone);
        },
      ),
    ));
});
