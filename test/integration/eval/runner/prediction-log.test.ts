/** What was answered survives the end of the program that asked, however it ended. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPredictionLog } from '../../../../eval/runner/prediction-log.ts';
import { failedPrediction } from '../../../../eval/runner/prediction-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const prediction = (id: string, text: string) => ({
  ...failedPrediction({ id, video: 'v', text: '?' }, ''),
  text,
});

describe('the log of predictions', () => {
  it('gives back what was appended, the newest of an item', async () => {
    const path = join(await temporaryFolder(), 'deep', 'log.jsonl');
    const log = await openPredictionLog(path);
    await log.append(prediction('a', 'first'));
    await log.append(prediction('a', 'second'));
    await log.append(prediction('b', 'third'));
    const again = (await openPredictionLog(path)).all();
    expect([...again.values()].map(({ text }) => text)).toEqual(['second', 'third']);
  });

  it('half a line that a killed program left is dropped, and what follows it is whole', async () => {
    const path = join(await temporaryFolder(), 'log.jsonl');
    await (await openPredictionLog(path)).append(prediction('a', 'whole'));
    await appendFile(path, '{"itemId": "b", "te');
    await (await openPredictionLog(path)).append(prediction('c', 'later'));
    expect([...(await openPredictionLog(path)).all().keys()]).toEqual(['a', 'c']);
    expect(await readFile(path, 'utf8')).not.toContain('"te\n');
  });
});
