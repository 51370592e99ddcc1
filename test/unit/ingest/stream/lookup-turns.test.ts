import { expect, it } from 'vitest';
import { LookupTurns } from '../../../../ingest/stream/lookup-turns.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

/** A name server that answers when the test says so. */
function startLookups() {
  const clock = new ManualClock();
  const pending = new Map<string, (error: Error | null) => void>();
  const asked: string[] = [];
  const answered: string[] = [];
  const turns = new LookupTurns((name, _options, done) => {
    asked.push(name);
    pending.set(name, (error) => done(error, [{ address: '192.0.2.1', family: 4 }]));
  }, clock);
  const ask = (...names: readonly string[]) => {
    for (const name of names) {
      turns.resolve(name, { all: true }, (error, found) =>
        answered.push(`${name} ${error?.message ?? found[0]?.address}`),
      );
    }
  };
  const answer = (name: string, error: Error | null = null) => {
    const done = pending.get(name)!;
    pending.delete(name);
    done(error);
  };
  return { clock, asked, answered, ask, answer, running: () => [...pending.keys()] };
}

it('a name that is never answered is looked up once, however often it is asked for, and others are answered', () => {
  const lookups = startLookups();
  for (let probe = 0; probe < 10; probe += 1) lookups.ask('a');
  expect(lookups.asked).toEqual(['a']);
  lookups.ask('b');
  lookups.answer('b');
  expect(lookups.answered).toEqual(['b 192.0.2.1']);
  expect(lookups.running()).toEqual(['a']);
});

it('all who ask for a name get its answer, or what the name server complains of', () => {
  const lookups = startLookups();
  lookups.ask('a', 'a', 'b', 'b');
  lookups.answer('a');
  lookups.answer('b', new Error('ENOTFOUND'));
  expect(lookups.answered).toEqual([
    ...['a 192.0.2.1', 'a 192.0.2.1'],
    ...['b ENOTFOUND', 'b ENOTFOUND'],
  ]);
});

it('a name is looked up anew once it was answered: cameras move', () => {
  const lookups = startLookups();
  lookups.ask('a');
  lookups.answer('a');
  lookups.ask('a');
  expect(lookups.asked).toEqual(['a', 'a']);
});

it('two names are looked up at a time, first come, first served', () => {
  const lookups = startLookups();
  lookups.ask('a', 'b', 'c', 'd');
  expect(lookups.running()).toEqual(['a', 'b']);
  lookups.answer('b');
  expect(lookups.running()).toEqual(['a', 'c']);
  lookups.answer('a');
  expect(lookups.running()).toEqual(['c', 'd']);
});

it('names that were slow wait for each other, and no other name waits for them', () => {
  const lookups = startLookups();
  const { ask, answer, running, clock } = lookups;
  ask('slow', 'slower');
  clock.advance(5_000);
  answer('slow');
  answer('slower');
  ask('slow', 'slower', 'a', 'b');
  expect(running()).toEqual(['slow', 'a']);
  answer('a');
  expect(running()).toEqual(['slow', 'b']);
  answer('slow');
  expect(running()).toEqual(['b', 'slower']);
});

it('a name that is quick again has its turn like any other', () => {
  const { ask, answer, running, clock } = startLookups();
  ask('a', 'b');
  clock.advance(5_000);
  answer('a');
  answer('b');
  ask('a');
  answer('a');
  ask('a', 'b');
  expect(running()).toEqual(['a', 'b']);
});
