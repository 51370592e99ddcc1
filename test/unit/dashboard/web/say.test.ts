import { describe, expect, test } from 'vitest';
import { sayFault, sayGap, sayObject, sayVerdict } from '../../../../dashboard/web/say.ts';
import { sayDuration, sayInstant, sayRange } from '../../../../dashboard/web/say-time.ts';
import type { Answer } from '../../../../query/domain/answer.ts';
import { anAnswer, noon } from '../../../support/query-things.ts';

describe('the verdict in a word', () => {
  test.each<[string, Partial<Answer>]>([
    ['Yes', { verdict: 'yes' }],
    ['No', { verdict: 'no' }],
    ['Cannot know', { verdict: 'unknown', reason: 'not-covered' }],
    ['Not understood', { verdict: 'unknown', reason: 'not-understood' }],
    ['6', { verdict: 'value', value: { type: 'count', count: 6 } }],
    ['12:00:00', { verdict: 'value', value: { type: 'instant', at: noon } }],
    ['2 times', { verdict: 'value', value: { type: 'instants', at: [noon, noon + 1] } }],
    ['1 min 5 s', { verdict: 'value', value: { type: 'duration', ms: 65_000 } }],
    ['B. two', { verdict: 'value', value: { type: 'option', option: 'B', text: 'two' } }],
    ['Nothing', { verdict: 'value', value: { type: 'objects', trajectoryIds: [], labels: [] } }],
  ])('%s', (wanted, over) => {
    expect(sayVerdict(anAnswer(over))).toBe(wanted);
  });
});

test.each([
  [0, '0.0 s'],
  [400, '0.4 s'],
  [12_000, '12 s'],
  [200_000, '3 min 20 s'],
  [120_000, '2 min'],
  [7_500_000, '2 h 5 min'],
  [273_600_000, '3 d 4 h'],
])('%i ms is said as %s', (ms, wanted) => {
  expect(sayDuration(ms)).toBe(wanted);
});

test('a fault of the picture is said with the time since when', () => {
  const frozen = { fault: 'frozen', since: noon } as const;
  expect(sayFault(frozen, noon + 60_000)).toBe('Picture frozen since 12:00:00');
});

test('the day is said only when it is another one', () => {
  expect(sayInstant(noon, noon + 60_000)).toBe('12:00:00');
  expect(sayInstant(noon, noon + 86_400_000)).toContain('30');
});

test('a range within a second is said as one instant', () => {
  expect(sayRange({ start: noon, end: noon + 500 }, noon)).toBe('12:00:00');
  expect(sayRange({ start: noon, end: noon + 9_000 }, noon)).toBe('12:00:00 – 12:00:09');
});

test('a gap whose reason has no words keeps its reason', () => {
  expect(sayGap('connection-lost')).toBe('The connection was lost');
  expect(sayGap('solar-flare')).toBe('solar-flare');
});

const plain = { kind: 'person', kindAssumed: false, attributes: [], identifiers: [] };

test.each([
  ['person', plain],
  ['person (assumed)', { ...plain, kindAssumed: true }],
  ['person in red', { ...plain, attributes: [{ part: 'top', value: 'red' }] }],
  ['white car', { ...plain, kind: 'car', attributes: [{ part: 'whole', value: 'white' }] }],
  ['person 24', { ...plain, identifiers: [{ value: '24' }] }],
])('an object is called %s', (wanted, object) => {
  expect(sayObject(object)).toBe(wanted);
});
