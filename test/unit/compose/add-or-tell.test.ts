/** Streams that are watched from the start, and what keeps them from it. */
import { expect, it } from 'vitest';
import { addOrTell } from '../../../compose/add-or-tell.ts';
import { AppError } from '../../../kernel/errors.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { cameraOf, settled } from '../../support/scripted-captures.ts';

const away = new AppError('STORE_UNAVAILABLE', 'away', { retryable: true });
const refused = new AppError('SOURCE_REFUSED', 'refused');
const camera = cameraOf('cam');

/** Adds the camera; each attempt fails with the next of the errors while there are any. */
function startAdding(errors: Error[], named?: string) {
  const clock = new ManualClock();
  const stopping = new AbortController();
  const told: string[] = [];
  let attempts = 0;
  const add = async () => {
    attempts += 1;
    const error = errors.shift();
    if (error) throw error;
  };
  const logger = { ...silentLogger, error: (_: object, said: string) => void told.push(said) };
  const adding = { add, named, clock, logger, signal: stopping.signal };
  const added = addOrTell({ stream: camera, origin: 'operator' }, adding);
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 1) {
      await settled();
      clock.advance(1_000);
    }
    await settled();
  };
  return { added, pass, told, stopping, attempts: () => attempts };
}

it.each([undefined, camera.source.url])(
  'a stream is watched once the store is back (named: %s)',
  async (named) => {
    const { added, pass, told, attempts } = startAdding([away, away, away], named);
    await pass(10);
    await added;
    expect(attempts()).toBe(4);
    expect(new Set(told)).toEqual(new Set(['stream is not watched yet']));
  },
);

it('a store that is away for long is asked once a minute, and floods no log', async () => {
  const { pass, told, stopping, added } = startAdding(Array.from({ length: 99 }, () => away));
  await pass(600);
  expect(told.length).toBeGreaterThanOrEqual(10);
  expect(told.length).toBeLessThanOrEqual(17);
  stopping.abort();
  await added;
});

it('a source that is refused is told of, and others are watched without it', async () => {
  const { added, told, attempts } = startAdding([refused]);
  await added;
  expect(told).toEqual(['stream cannot be watched']);
  expect(attempts()).toBe(1);
});

it('whoever names a source that is refused is told at once', async () => {
  const { added } = startAdding([refused], camera.source.url);
  await expect(added).rejects.toBe(refused);
});
