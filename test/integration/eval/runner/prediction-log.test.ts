/** What was answered survives the end of the program that asked, however it ended. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askingKey, openPredictionLog } from '../../../../eval/runner/prediction-log.ts';
import { failedPrediction } from '../../../../eval/runner/prediction-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const prediction = (id: string, text: string) => ({
  ...failedPrediction({ id, video: 'v', text: '?' }, ''),
  text,
});

const item = { id: 'a', video: 'v.mp4', text: 'Who came?', options: ['Ann', 'Bob'] };

describe('what one asking is', () => {
  it.each([
    ['other words', askingKey({ ...item, text: 'Who went?' }, 'film')],
    ['other options', askingKey({ ...item, options: ['Bob', 'Ann'] }, 'film')],
    ['another memory', askingKey(item, 'film-2')],
    ['another time', askingKey(item, 'film', 15)],
  ])('%s are asked again', (_what, key) => {
    expect(key).not.toBe(askingKey(item, 'film'));
  });
});

describe('the log of predictions', () => {
  it('gives back what was appended, the newest of each asking', async () => {
    const path = join(await temporaryFolder(), 'deep', 'log.jsonl');
    const log = await openPredictionLog(path);
    await log.append('x', prediction('a', 'first'));
    await log.append('x', prediction('a', 'second'));
    await log.append('y', prediction('b', 'third'));
    const again = await openPredictionLog(path);
    expect([again.find('x')?.text, again.find('y')?.text]).toEqual(['second', 'third']);
  });

  it('half a line that a killed program left is dropped, and what follows it is whole', async () => {
    const path = join(await temporaryFolder(), 'log.jsonl');
    await (await openPredictionLog(path)).append('x', prediction('a', 'whole'));
    await appendFile(path, '["y", {"itemId": "b", "te');
    await (await openPredictionLog(path)).append('z', prediction('c', 'later'));
    const log = await openPredictionLog(path);
    expect(['x', 'y', 'z'].map((key) => log.find(key)?.text)).toEqual([
      'whole',
      undefined,
      'later',
    ]);
    expect(await readFile(path, 'utf8')).not.toContain('"te\n');
  });

  it('a broken line is asked again, and words of every kind come back', async () => {
    const path = join(await temporaryFolder(), 'log.jsonl');
    await appendFile(path, 'no JSON\n');
    const log = await openPredictionLog(path);
    await log.append('x', prediction('a', 'one\u2028two \u{1f600}'));
    await appendFile(path, '["y", {"ite');
    await openPredictionLog(path);
    const again = await openPredictionLog(path);
    expect(again.find('x')?.text).toBe('one\u2028two \u{1f600}');
    expect((await readFile(path, 'utf8')).endsWith('\n')).toBe(true);
  });

  it('a log that cannot be read is not taken for an empty one', async () => {
    await expect(openPredictionLog(await temporaryFolder())).rejects.toThrow();
  });
});
