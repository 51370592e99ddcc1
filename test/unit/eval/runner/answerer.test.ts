/** What a memory is asked for an item, and captions for one. */
import { expect, it } from 'vitest';
import { memoryAnswerer } from '../../../../eval/runner/answerer.ts';
import { captionAnswerer } from '../../../../eval/runner/caption-answerer.ts';
import { failedPrediction } from '../../../../eval/runner/prediction-of.ts';
import type { Question } from '../../../../query/domain/question.ts';
import { anAnswer, noon } from '../../../support/query-things.ts';

const item = { id: 'a', video: 'door.mp4', text: 'Who came in the last minute?' };

async function questionsAt(...moments: (number | undefined)[]): Promise<Question[]> {
  const asked: Question[] = [];
  const { open } = memoryAnswerer({
    find: (name) => name,
    presetOf: () => undefined,
    memory: {
      ingest: async () => ({ streamId: 'door', range: { start: noon, end: noon + 60_000 } }),
      ask: async (question) => {
        asked.push(question);
        return anAnswer();
      },
      clip: async () => ({ clip: {} as never, path: '' }),
    },
  });
  const video = await open(item.video, noon, () => {});
  for (const until of moments) await video.answer(item, until);
  return asked;
}

it('a question of all of a video has no scope but the video', async () => {
  expect(await questionsAt(undefined)).toEqual([{ text: item.text, streamIds: ['door'] }]);
});

it('a question as time passes is told from its moment, not from the end of the video', async () => {
  const [question] = await questionsAt(15);
  const end = noon + 15_000;
  expect(question).toMatchObject({
    to: end,
    standpoint: { recorded: { start: noon, end }, asOf: end },
  });
});

it('captions are found by the name of the file when questions name a path', async () => {
  const told = [
    { start: 0, end: 60, text: 'a long walk' },
    { start: 5, end: 10, text: 'a dog' },
  ];
  const heard: number[] = [];
  const { open, effortOf } = captionAnswerer(new Map([['77', told]]), async (asked, captions) => {
    heard.push(captions.length);
    return failedPrediction(asked, '');
  });
  expect(await effortOf('1164/77')).toBe(2);
  const video = await open('1164/77', undefined, () => {});
  expect(video.durationSeconds).toBe(60);
  await video.answer(item, 15);
  expect(heard).toEqual([1]);
});
