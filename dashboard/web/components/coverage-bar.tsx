/** What of the asked time was watched; gaps are hatched, and named with their reason. */
import type { Coverage } from '../../../query/domain/coverage.ts';
import { gapParts } from '../coverage-parts.ts';
import { sayGap } from '../say.ts';
import { sayDuration, sayInstant, sayRange } from '../say-time.ts';

const mostGapsNamed = 4;

export function CoverageBar({ coverage, now }: { coverage: Coverage; now: number }) {
  const { asked, watchedShare, gaps, asOf } = coverage;
  const parts = gapParts(asked, gaps);
  const percent = Math.floor(watchedShare * 1000) / 10;
  return (
    <section class="coverage" aria-label="What was watched">
      <header>
        <h2>Watched</h2>
        <b class="number">{percent} %</b>
        <span class="muted">of {sayRange(asked, now)}</span>
      </header>
      <div class="bar" role="img" aria-label={`${percent} percent of the asked time was watched`}>
        {watchedShare > 0 && <i class="bar-watched" />}
        {parts.map((part) => (
          <i
            key={`${part.streamId}-${part.range.start}-${part.reason}`}
            class="bar-gap hatched"
            title={`${sayGap(part.reason)}, ${sayRange(part.range, now)}`}
            style={{ left: `${part.left * 100}%`, width: `max(2px, ${part.width * 100}%)` }}
          />
        ))}
      </div>
      {parts.length > 0 && (
        <ul class="gaps">
          {parts.slice(0, mostGapsNamed).map((part) => (
            <li key={`${part.streamId}-${part.range.start}-${part.reason}`}>
              <i class="swatch hatched" aria-hidden="true" />
              <span>
                {sayGap(part.reason)}
                <span class="muted">
                  {' '}
                  · {part.streamId} · {sayRange(part.range, now)} (
                  {sayDuration(part.range.end - part.range.start)})
                </span>
              </span>
            </li>
          ))}
          {parts.length > mostGapsNamed && (
            <li class="muted">and {parts.length - mostGapsNamed} more gaps</li>
          )}
        </ul>
      )}
      <p class="muted small">
        {asOf === null
          ? 'Nothing was analysed yet.'
          : `Analysed up to ${sayInstant(asOf, now)} when this was asked.`}
      </p>
    </section>
  );
}
