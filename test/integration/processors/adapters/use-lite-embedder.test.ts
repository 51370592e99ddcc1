/** Real: the encoder out of its npm package, in a worker thread. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Started } from '../../../../kernel/lifecycle.ts';
import { useLiteEmbedder } from '../../../../processors/adapters/use-lite-embedder.ts';
import type { Embedder } from '../../../../processors/ports.ts';

let started: Started<Embedder>;
beforeAll(async () => {
  started = await useLiteEmbedder().start();
});
afterAll(() => started.stop());

const likeness = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe('useLiteEmbedder()', () => {
  it('gives one unit vector of 512 numbers per text, in the order of the texts', async () => {
    const texts = ['a red car', 'a person at the door', 'a red car'];
    const vectors = await started.value.embed(texts);
    expect(started.value.dimensions).toBe(512);
    expect(vectors.map((v) => v.length)).toEqual([512, 512, 512]);
    for (const vector of vectors) expect(likeness(vector, vector)).toBeCloseTo(1, 5);
    expect(likeness(vectors[0]!, vectors[2]!)).toBeCloseTo(1, 5);
    expect(likeness(vectors[0]!, vectors[1]!)).toBeLessThan(0.9);
  });

  it.each([
    ['Somebody came through the door.', 'A person entered by the door.', 'The sky is blue today.'],
    ['A car is parked.', 'A vehicle is standing still.', 'A child eats an apple.'],
  ])('holds "%s" nearer to "%s" than to "%s"', async (...texts) => {
    const [text, near, far] = await started.value.embed(texts);
    expect(likeness(text!, near!)).toBeGreaterThan(likeness(text!, far!));
  });

  it('gives the same vector alone and among many', async () => {
    const text = 'a man in a black jacket stands at the table';
    const many = Array.from({ length: 70 }, (_, i) => (i === 41 ? text : `event number ${i}`));
    const [[alone], among] = await Promise.all([
      started.value.embed([text]),
      started.value.embed(many),
    ]);
    expect(among).toHaveLength(70);
    expect(likeness(alone!, among[41]!)).toBeGreaterThan(0.9999);
  });

  it('takes texts without words, without Latin letters, and far too long ones', async () => {
    const texts = ['', ' \n\t', '人が歩く', '🚗', 'x'.repeat(10_000), '\u0000'];
    const vectors = await started.value.embed(texts);
    for (const vector of vectors) expect(likeness(vector, vector)).toBeCloseTo(1, 5);
  });

  it('gives nothing for nothing', async () => {
    await expect(started.value.embed([])).resolves.toEqual([]);
  });

  it('leaves the event loop free', async () => {
    let [turns, isDone] = [0, false];
    const texts = Array.from({ length: 32 }, (_, i) => `a person walks to the left, number ${i}`);
    const work = started.value.embed(texts).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await work;
    expect(turns).toBeGreaterThan(100);
  });

  it('is over once it was stopped', async () => {
    const { value, stop } = await useLiteEmbedder().start();
    await value.embed(['one']);
    await stop();
    await expect(value.embed(['two'])).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('stops without ever having been asked, and twice', async () => {
    const { stop } = await useLiteEmbedder().start();
    await stop();
    await expect(stop()).resolves.toBeUndefined();
  });
});
