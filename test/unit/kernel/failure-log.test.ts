/** What is said of work that fails again and again. */
import { expect, it } from 'vitest';
import { FailureLog } from '../../../kernel/failure-log.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function startLog() {
  const clock = new ManualClock();
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  const stopping = new AbortController();
  const logger = { ...silentLogger, warn: say, info: say };
  const failures = new FailureLog({ name: 'sweep', clock, logger, signal: stopping.signal });
  return { clock, said, failures, stopping };
}

const fail = () => Promise.reject(new Error('the store is away'));
const succeed = () => Promise.resolve();
const failed = 'task failed and is tried again';
const worksAgain = 'task works again';

it('work that fails every second is told of once a minute, and when it works again', async () => {
  const { clock, said, failures } = startLog();
  for (let seconds = 0; seconds < 130; seconds += 1) {
    await failures.watch(fail);
    clock.advance(1_000);
  }
  expect(said).toEqual([failed, failed, failed]);
  await failures.watch(succeed);
  await failures.watch(succeed);
  expect(said.slice(3)).toEqual([worksAgain]);
  await failures.watch(fail);
  expect(said.slice(4)).toEqual([failed]);
});

it('work that ends because it is told to has not failed', async () => {
  const { said, failures, stopping } = startLog();
  stopping.abort();
  await failures.watch(fail);
  expect(said).toEqual([]);
});
