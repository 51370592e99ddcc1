import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AlertJournal } from '../../../dashboard/alert-journal.ts';
import type { AlertChanged } from '../../../query/contract.ts';
import { anAlert } from '../../support/query-things.ts';

const change = (id: string, state: 'firing' | 'resolved' = 'firing'): AlertChanged => ({
  alert: anAlert({ id, state }),
  transition: state,
});

test('a client that comes back gets what changed since, each alert once and as it is now', () => {
  const journal = new AlertJournal({ epoch: 'a', capacity: 10 });
  journal.record(change('seen'));
  const cursor = journal.cursor;
  journal.record(change('missed'));
  journal.record(change('seen', 'resolved'));
  journal.record(change('missed', 'resolved'));
  const missed = journal.since(cursor);
  expect(missed?.map(({ id, state }) => [id, state])).toEqual([
    ['missed', 'resolved'],
    ['seen', 'resolved'],
  ]);
});

test.each([
  ['of an earlier process', 'b-0'],
  ['that is too old', 'a-0'],
  ['of the future', 'a-99'],
  ['that is not one', 'rubbish'],
])('a cursor %s says nothing about what was missed', (_name, cursor) => {
  const journal = new AlertJournal({ epoch: 'a', capacity: 2 });
  for (const id of ['x', 'y', 'z']) journal.record(change(id));
  expect(journal.since(cursor)).toBeUndefined();
});

test('since never leaves out an alert that changed after the cursor', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5 })), fc.array(fc.nat({ max: 5 })), (before, after) => {
      const journal = new AlertJournal({ epoch: 'a', capacity: 8 });
      for (const n of before) journal.record(change(`${n}`));
      const { cursor } = journal;
      for (const n of after) journal.record(change(`${n}`));
      const missed = journal.since(cursor);
      if (after.length > 8) expect(missed).toBeUndefined();
      else expect(new Set(missed?.map(({ id }) => id))).toEqual(new Set(after.map(String)));
    }),
  );
});
