import { expect, test } from 'vitest';
import type { Exchange } from '../../../../../dashboard/http/route.ts';
import { trajectoryRoutes } from '../../../../../dashboard/http/routes/trajectories.ts';
import { scriptedQueryApi } from '../../../../support/scripted-query-api.ts';

const day = 86_400_000;

/** What query is asked for when the route gets these parameters. */
async function askedOf(path: string, parameters: Record<string, string>): Promise<unknown[]> {
  const asked: unknown[] = [];
  const query = {
    ...scriptedQueryApi(),
    trajectories: async (filter: unknown) => {
      asked.push(filter);
      return [];
    },
    coverage: async (...parts: unknown[]) => {
      asked.push(parts);
      return [];
    },
  };
  const route = trajectoryRoutes(query).find((one) => one.path === path)!;
  await route.run({ request: { query: parameters } } as unknown as Exchange);
  return asked;
}

test.each([
  [{}, 1000],
  [{ limit: '20' }, 20],
])('trajectories of all time are read up to a limit: %j', async (parameters, limit) => {
  const always = { start: '0', end: String(Number.MAX_SAFE_INTEGER) };
  const asked = await askedOf('/api/trajectories', { ...always, ...parameters });
  expect(asked).toEqual([expect.objectContaining({ limit })]);
});

test('coverage is read of a month, and refused of all time', async () => {
  const ask = (end: number) =>
    askedOf('/api/coverage', { stream: 'cam', start: '0', end: String(end) });
  expect(await ask(31 * day)).toHaveLength(1);
  await expect(ask(Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});
