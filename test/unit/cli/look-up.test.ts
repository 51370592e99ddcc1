import { expect, test } from 'vitest';
import { listEvents, listTrajectories } from '../../../cli/look-up.ts';
import { scriptedQueryApi } from '../../support/scripted-query-api.ts';

const output = { zone: 'UTC', show: () => {} };

test.each([
  ['a hundred when nothing is said', {}, 100],
  ['as many as were asked for', { limit: '7' }, 7],
])('no more is read than is shown: %s', async (_name, options, limit) => {
  const asked: unknown[] = [];
  const note = async (filter: unknown) => {
    asked.push(filter);
    return [];
  };
  const query = { ...scriptedQueryApi(), trajectories: note, events: note };
  await listTrajectories(query, options, output);
  await listEvents(query, options, output);
  expect(asked).toEqual([expect.objectContaining({ limit }), expect.objectContaining({ limit })]);
});
