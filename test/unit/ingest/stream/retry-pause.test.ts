import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultIngestOptions } from '../../../../ingest/ingest-options.ts';
import { type Attempt, RetryPause } from '../../../../ingest/stream/retry-pause.ts';

const lost: Attempt = { recordedMs: 0, isLoginRefused: false };
const refused: Attempt = { recordedMs: 0, isLoginRefused: true };
const shown = (recordedMs: number): Attempt => ({ recordedMs, isLoginRefused: false });

const usual = (random = () => 0) => new RetryPause(defaultIngestOptions, random);
const pausesAfter = (attempts: readonly Attempt[], pause = usual()) =>
  attempts.map((attempt) => pause.after(attempt));

describe('the pause before a source is tried again', () => {
  it('grows from one second to half a minute', () => {
    const pauses = pausesAfter(Array.from({ length: 8 }, () => lost));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('begins anew once the source has shown video for a while, and not after a glimpse', () => {
    expect(pausesAfter([lost, lost, shown(60_000), lost])).toEqual([1_000, 2_000, 1_000, 2_000]);
    expect(pausesAfter([lost, lost, shown(400)])).toEqual([1_000, 2_000, 4_000]);
  });

  it('is long after a refused login, and grows: six wrong logins in the first half hour', () => {
    const pauses = pausesAfter(Array.from({ length: 7 }, () => refused));
    expect(pauses.slice(0, 5)).toEqual([50_000, 100_000, 200_000, 400_000, 800_000]);
    const times = pauses.map((_, i) => pauses.slice(0, i).reduce((sum, ms) => sum + ms, 0));
    expect(times.filter((at) => at <= 30 * 60_000)).toHaveLength(6);
  });

  it('does not forget refused logins while the camera is away', () => {
    expect(pausesAfter([refused, lost, refused])).toEqual([50_000, 1_000, 100_000]);
    expect(pausesAfter([refused, shown(60_000), refused])).toEqual([50_000, 1_000, 50_000]);
  });

  it('begins anew for a source that is back, which has not forgotten refused logins', () => {
    const pause = usual();
    pausesAfter([refused, lost, lost, lost], pause);
    pause.beginAgain();
    expect(pausesAfter([lost, lost, refused], pause)).toEqual([1_000, 2_000, 100_000]);
  });

  it('never makes a hot loop, whatever happens: at most one attempt a second', () => {
    const attempt = fc.record({ recordedMs: fc.nat(100_000), isLoginRefused: fc.boolean() });
    fc.assert(
      fc.property(fc.array(attempt), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, r) => {
        const pauses = pausesAfter(
          attempts,
          usual(() => r),
        );
        expect(pauses.every((ms) => ms >= 1_000 && ms <= 1.25 * 900_000)).toBe(true);
      }),
    );
  });

  it('differs between cameras that were lost at once', () => {
    expect(
      pausesAfter(
        [lost],
        usual(() => 0.9),
      ),
    ).not.toEqual(
      pausesAfter(
        [lost],
        usual(() => 0.1),
      ),
    );
  });
});
