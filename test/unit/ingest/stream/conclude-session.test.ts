import { describe, expect, it } from 'vitest';
import {
  finalStateOf,
  lossOf,
  type SessionEnd,
  waitingStateOf,
} from '../../../../ingest/stream/conclude-session.ts';

const end = (more: Partial<SessionEnd> = {}): SessionEnd => ({
  pace: 'live',
  outcome: undefined,
  verdict: undefined,
  hadPicture: false,
  fruitlessSessions: 0,
  ...more,
});

type Kind = 'unreadable' | 'unauthorized' | 'no-video' | 'lost' | 'overrun';
const failed = (kind: Kind) => ({ type: 'failed', kind, reason: 'a reason' }) as const;

describe('the end of a session', () => {
  it.each([
    ['a login that is refused', 'unauthorized', 'auth-failed'],
    ['a source without video', 'no-video', 'no-video'],
    ['a source that cannot be read', 'unreadable', 'connecting'],
  ] as const)('of %s is told as what it is', (_, kind, state) => {
    expect(waitingStateOf(end({ outcome: failed(kind) }), 'connecting')).toBe(state);
  });

  it.each([
    ['killed by us: it stood still', { verdict: 'no new frame' }, 'stalled'],
    ['with a last word: the connection was lost', { outcome: failed('lost') }, 'connection-lost'],
    ['without a last word: the worker died', {}, 'worker-died'],
    [
      'with more to say than we took: it is renewed',
      { outcome: failed('overrun') },
      'worker-recycled',
    ],
  ] as const)('that had shown pictures, %s', (_, more, reason) => {
    expect(lossOf(end({ hadPicture: true, ...more }), 'not-connected')).toBe(reason);
  });

  it('that showed nothing does not change why the hole began, but for what the source tells', () => {
    expect(lossOf(end({ outcome: failed('unreadable') }), 'stalled')).toBe('stalled');
    expect(lossOf(end({ verdict: 'not opened' }), 'connection-lost')).toBe('connection-lost');
    expect(lossOf(end({ outcome: failed('unauthorized') }), 'stalled')).toBe('auth-failed');
    expect(lossOf(end({ outcome: failed('unreadable') }), 'auth-failed')).toBe('not-connected');
  });

  it.each(['process-down', 'disk-full', 'worker-recycled', 'worker-died'] as const)(
    'that showed nothing, but turned to the source, tells that %s is over',
    (before) => {
      expect(lossOf(end({ outcome: failed('unreadable') }), before)).toBe('not-connected');
      expect(lossOf(end({ verdict: 'not opened' }), before)).toBe('not-connected');
      expect(lossOf(end({ outcome: failed('unauthorized') }), before)).toBe('auth-failed');
      expect(lossOf(end(), before)).toBe(before);
    },
  );

  it('of a file does not change why its hole began: that hole lies in the time of the file', () => {
    const lost = end({ pace: 'fast', outcome: failed('lost') });
    expect(lossOf(lost, 'process-down')).toBe('process-down');
  });

  it('is never the end of a live source', () => {
    const all: Kind[] = ['unreadable', 'unauthorized', 'no-video', 'lost', 'overrun'];
    const kinds = [undefined, ...all.map(failed)];
    for (const outcome of kinds) {
      expect(finalStateOf(end({ outcome, fruitlessSessions: 99 }))).toBeUndefined();
    }
  });

  it('ends a file that was read, or is of no use', () => {
    const file = (more: Partial<SessionEnd>) => finalStateOf(end({ pace: 'fast', ...more }));
    expect(file({ outcome: { type: 'ended' } })).toBe('ended');
    expect(file({ outcome: failed('no-video') })).toBe('failed');
    expect(file({ outcome: failed('overrun') })).toBeUndefined();
    expect(file({ fruitlessSessions: 2 })).toBeUndefined();
    expect(file({ fruitlessSessions: 3 })).toBe('failed');
  });
});
