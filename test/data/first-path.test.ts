/**
 * The first whole path on real clips, as a person walks it: take in a recording by the command
 * line, then ask. Nothing is replaced; models, store and media are the real ones.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpQueryApi } from '../../dashboard/http/client.ts';
import { judgePlain, readPlainQuestions } from '../../eval/datasets/plain-questions.ts';
import type { Answer } from '../../query/domain/answer.ts';
import { probeMedia } from '../support/media.ts';
import { startStrandline, strandline, strandlineJson } from '../support/program.ts';
import { hasSharedData, sharedData } from '../support/shared-data.ts';

const start = Date.parse('2026-01-01T12:00:00Z');
const visitorsClip = 'surveillance/intel_one-by-one-person.mp4';
/** The clip of visitors has ten pictures a second. */
const frameMs = 100;
const bottlesClip = 'objects/intel_bottle-detection.mp4';

/** Seconds from the start of the clip. */
const secondsOf = (at: number): number => (at - start) / 1000;

describe.skipIf(!hasSharedData)('a recording taken in, then asked about', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'strandline-first-path-'));
    await ingest('visitors', visitorsClip, 'indoor');
    await ingest('bottles', bottlesClip, 'table');
  });

  afterAll(() => rm(root, { recursive: true, force: true }));

  async function ingest(name: string, clip: string, preset: string): Promise<void> {
    const file = sharedData('clips', clip);
    const { code, stderr } = await strandline([
      ...['ingest', file, '--fast', '--start', '2026-01-01T12:00:00Z'],
      ...['--preset', preset, '--id', name, '--data', join(root, name)],
    ]);
    expect(stderr, stderr).not.toMatch(/error/i);
    expect(code).toBe(0);
  }

  const ask = (name: string, question: string, ...options: string[]): Promise<Answer> =>
    strandlineJson(['ask', question, '--data', join(root, name), ...options]);

  it('counts the people who came', async () => {
    const answer = await ask('visitors', 'How many people came?');
    expect(answer.value).toEqual({ type: 'count', count: 6 });
  });

  it.each([
    ['When did the third person come?', 50.2],
    ['When did the third person leave?', 70.4],
  ])('%s within two seconds of the truth', async (question, truth) => {
    const { value } = await ask('visitors', question);
    const at = value?.type === 'instant' ? secondsOf(value.at) : undefined;
    expect(Math.abs((at ?? Number.NaN) - truth)).toBeLessThanOrEqual(2);
  });

  it('an empty room that was watched is a no, with full coverage', async () => {
    const answer = await ask('visitors', 'Was anyone there between 12:00:46 and 12:00:50?');
    expect(answer.verdict).toBe('no');
    expect(answer.coverage.watchedShare).toBe(1);
  });

  it('a time that was not recorded is unknown, not no', async () => {
    const answer = await ask('visitors', 'Was anyone there at 12:10?');
    expect(answer).toMatchObject({ verdict: 'unknown', reason: 'not-covered' });
    expect(answer.coverage.gaps).not.toHaveLength(0);
  });

  it('tells how long the second person stayed within a tenth', async () => {
    const { value } = await ask('visitors', 'How long did the second person stay?');
    const seconds = value?.type === 'duration' ? value.ms / 1000 : Number.NaN;
    expect(Math.abs(seconds - 22.4)).toBeLessThanOrEqual(2.24);
  });

  it('tells which was first, and the colour of the first top', async () => {
    const first = await ask('visitors', 'Which came first, the person in grey or in black?');
    expect(first.text).toMatch(/gr[ea]y/i);
    const colour = await ask('visitors', "What colour is the first person's top?");
    expect(colour.text).toMatch(/gr[ea]y/i);
  });

  it('counts the bottles on the table, and how often one was taken', async () => {
    const count = await ask('bottles', 'How many bottles are on the table at the start?');
    expect(count.value).toEqual({ type: 'count', count: 3 });
    const taken = await ask('bottles', 'How often was a bottle taken?');
    expect(taken.value).toEqual({ type: 'count', count: 4 });
  });

  it('every piece of evidence is a clip that plays and covers its interval', async () => {
    const { evidence } = await ask('visitors', 'When did the third person leave?');
    expect(evidence).not.toHaveLength(0);
    for (const { clipId, range } of evidence) {
      const file = join(root, `${clipId}.mp4`);
      const clip = await strandlineJson<{ mediaRange: { start: number; end: number } }>([
        ...['clip', clipId!, '-o', file, '--data', join(root, 'visitors')],
      ]);
      expect(clip.mediaRange.start).toBeLessThanOrEqual(range.start);
      expect(clip.mediaRange.end).toBeGreaterThanOrEqual(range.end - 100);
      const media = await probeMedia(file);
      expect(media.firstIsKey).toBe(true);
      expect(media.frames * frameMs).toBeGreaterThanOrEqual(range.end - range.start - frameMs);
    }
  });

  it('answers four fifths of the everyday questions, and few of them wrong', async () => {
    const text = await readFile(sharedData('ground-truth/plain.jsonl'), 'utf8');
    const questions = readPlainQuestions([{ path: 'plain.jsonl', text }]).rows;
    const judged = await Promise.all(
      (['visitors', 'bottles'] as const).map(async (name) => {
        const clip = name === 'visitors' ? visitorsClip : bottlesClip;
        const { url } = await startStrandline(join(root, name));
        const query = httpQueryApi(url);
        const asked = questions.filter(({ video }) => video === clip);
        return Promise.all(
          asked.map(async (question) => {
            const answer = await query.ask({ text: question.question, options: question.options });
            return { question, answer, judgement: judgePlain(question, answer) };
          }),
        );
      }),
    );
    const all = judged.flat();
    const share = (judgement: string) =>
      all.filter((result) => result.judgement === judgement).length / all.length;
    const missed = all
      .filter((result) => result.judgement !== 'right')
      .map(
        ({ question, answer, judgement }) => `${judgement}: ${question.question} ${answer.text}`,
      );
    console.info(
      `plain questions: ${share('right') * 100} % right, ${share('wrong') * 100} % wrong`,
    );
    if (missed.length > 0) console.info(missed.join('\n'));
    expect(share('right')).toBeGreaterThanOrEqual(0.8);
    expect(share('wrong')).toBeLessThanOrEqual(0.08);
  });
});
