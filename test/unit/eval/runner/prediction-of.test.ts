/** What an answer says, as scores are computed from it. */
import { describe, expect, it } from 'vitest';
import { predictionOf } from '../../../../eval/runner/prediction-of.ts';
import { anAnswer, anEvidence, noon } from '../../../support/query-things.ts';

const item = { id: 'q1', video: 'dock.mp4', text: 'Did anyone come?' };
const video = { startAt: noon, durationMs: 60_000 };
const seen = (start: number, end: number) =>
  anEvidence({ range: { start: noon + start * 1000, end: noon + end * 1000 } });

describe('a prediction', () => {
  it('spans all of the evidence, in seconds of the video', () => {
    const answer = anAnswer({ evidence: [seen(20, 25), seen(4, 9)] });
    expect(predictionOf(item, answer, video).span).toEqual([4, 25]);
  });

  it('stays inside the video, however wide the evidence is', () => {
    const answer = anAnswer({ evidence: [seen(-3, 75)] });
    expect(predictionOf(item, answer, video).span).toEqual([0, 60]);
  });

  it('has no span without evidence', () => {
    expect(predictionOf(item, anAnswer({ evidence: [] }), video).span).toBeNull();
  });

  it.each([
    ['yes', anAnswer({ verdict: 'yes' }), 'Yes'],
    ['no', anAnswer({ verdict: 'no' }), 'No'],
    ['unknown', anAnswer({ verdict: 'unknown', text: 'It cannot be seen.' }), ''],
    [
      'a choice',
      anAnswer({ verdict: 'value', value: { type: 'option', option: 'C', text: 'C. Three' } }),
      'C',
    ],
    [
      'a count',
      anAnswer({ verdict: 'value', value: { type: 'count', count: 3 }, text: '3 people came.' }),
      '3 people came.',
    ],
  ])('%s is put into the words that official parsers read', (_name, answer, reply) => {
    expect(predictionOf(item, answer, video).reply).toBe(reply);
  });
});
