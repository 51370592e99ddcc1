import { describe, expect, it } from 'vitest';
import { playedPosition, resumedPosition } from '../../../../ingest/stream/file-position.ts';

describe('a fast file', () => {
  it('begins at its beginning when nothing is recorded', () => {
    expect(resumedPosition(1_000, undefined, undefined)).toEqual({ startAt: 1_000 });
  });

  it('goes on where its record ends, reading from where its segments end', () => {
    expect(resumedPosition(1_000, 46_000, 41_000)).toEqual({
      startAt: 1_000,
      skipUntil: 46_000,
      readFrom: 41_000,
    });
  });
});

describe('a paced file', () => {
  it('begins at the start given when nothing later is recorded', () => {
    expect(playedPosition(90_000, undefined, undefined)).toEqual({ startAt: 90_000 });
    expect(playedPosition(90_000, 60_000, undefined)).toEqual({ startAt: 90_000 });
  });

  it('begins at the present time when it was played before', () => {
    expect(playedPosition(90_000, 120_000, undefined)).toEqual({});
  });

  it('goes on while it is being played', () => {
    const playback = { startAt: 90_000, shownAt: 500 };
    expect(playedPosition(90_000, 95_000, playback)).toEqual(playback);
  });
});
