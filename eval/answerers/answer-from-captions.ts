/** Answers an item from captions alone: no video is opened. */
import type { GroundInCaptions, TimedCaption } from '../../query/domain/caption-grounding.ts';
import type { Item } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import { letterOf } from '../parse/options.ts';

/** Throws INPUT_INVALID when the video has no caption. */
export type AnswerFromCaptions = (
  item: Item,
  captions: readonly TimedCaption[],
) => Promise<Prediction>;

/** The confidence is that of the option where there are options, else that of the span. */
export const answerFromCaptions =
  (ground: GroundInCaptions): AnswerFromCaptions =>
  async (item, captions) => {
    const askedAt = performance.now();
    const { text, options } = item;
    const found = await ground(captions, { text, ...(options && { options }) });
    const { span, choice } = found;
    const said = choice ? options![choice.index]! : captionAt((span[0] + span[1]) / 2, captions);
    const letter = choice && letterOf(choice.index);
    return {
      itemId: item.id,
      verdict: 'value',
      reason: null,
      value: letter ? { type: 'option', option: letter, text: said } : { type: 'text', text: said },
      text: said,
      reply: letter ?? said,
      confidence: choice?.confidence ?? found.confidence,
      span,
      evidence: [{ span, streamId: item.video, clipId: null }],
      understoodAs: `when the captions speak of: ${text}`,
      method: 'captions',
      tookMs: performance.now() - askedAt,
    };
  };

/** What is told of that moment; of a hole what was told before. */
function captionAt(seconds: number, captions: readonly TimedCaption[]): string {
  const told = captions.filter(({ start }) => start <= seconds);
  return (told.findLast(({ end }) => end > seconds) ?? told.at(-1) ?? captions[0]!).text;
}
