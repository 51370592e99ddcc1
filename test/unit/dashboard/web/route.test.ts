import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerHref, parseRoute, streamHref } from '../../../../dashboard/web/route.ts';

test.each(['', '#', '#/', '#/nowhere', '#/answers', '#/streams/'])(
  '%j is the home page',
  (hash) => {
    expect(parseRoute(hash)).toEqual({ page: 'now' });
  },
);

test('every page has an address that leads back to it', () => {
  const id = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(id, fc.nat(), (some, at) => {
      expect(parseRoute(answerHref(some))).toEqual({ page: 'answer', id: some });
      expect(parseRoute(streamHref(some))).toEqual({ page: 'stream', id: some, at: undefined });
      expect(parseRoute(streamHref(some, at))).toEqual({ page: 'stream', id: some, at });
    }),
  );
});

test('an address that cannot be decoded is taken as it is', () => {
  expect(parseRoute('#/answers/%E0%A4%A')).toEqual({ page: 'answer', id: '%E0%A4%A' });
});
