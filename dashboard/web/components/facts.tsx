/** The facts an answer rests on; each with buttons that play its own evidence. */
import { useState } from 'preact/hooks';
import type { Evidence, Fact } from '../../../query/domain/answer.ts';
import { sayInstant } from '../say-time.ts';
import { CheckIcon, CloseIcon, PlayIcon, QuestionIcon } from './icons.tsx';

export interface FactsProps {
  readonly facts: readonly Fact[];
  readonly selected: Evidence | undefined;
  readonly onSelect: (evidence: Evidence) => void;
  readonly now: number;
}

/** More facts than this wait behind a button. */
const mostFacts = 6;

export function Facts({ facts, selected, onSelect, now }: FactsProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (facts.length === 0) return null;
  const shown = showsAll ? facts : facts.slice(0, mostFacts);
  return (
    <section class="facts" aria-labelledby="facts-title">
      <h2 id="facts-title">What it rests on</h2>
      <ul>
        {shown.map((fact) => (
          <li key={fact.statement} class="fact" data-holds={fact.holds}>
            <span class="fact-mark" role="img" aria-label={factWords[fact.holds]}>
              {fact.holds === 'yes' && <CheckIcon />}
              {fact.holds === 'no' && <CloseIcon />}
              {fact.holds === 'unknown' && <QuestionIcon />}
            </span>
            <div>
              <p>
                {fact.statement}{' '}
                {fact.holds !== 'unknown' && (
                  <span class="muted number small">{Math.round(fact.confidence * 100)} %</span>
                )}
              </p>
              {fact.evidence.length > 0 && (
                <EvidenceButtons
                  evidence={fact.evidence}
                  selected={selected}
                  onSelect={onSelect}
                  now={now}
                  label={fact.statement}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {shown.length < facts.length && (
        <button type="button" class="link" onClick={() => setShowsAll(true)}>
          Show all {facts.length}
        </button>
      )}
    </section>
  );
}

const factWords = { yes: 'Holds', no: 'Does not hold', unknown: 'Cannot know' } as const;

/** More buttons than this are not shown. */
const mostButtons = 8;

export interface EvidenceButtonsProps {
  readonly evidence: readonly Evidence[];
  readonly selected: Evidence | undefined;
  readonly onSelect: (evidence: Evidence) => void;
  readonly now: number;
  /** What the evidence is for. */
  readonly label: string;
}

function EvidenceButtons({ evidence, selected, onSelect, now, label }: EvidenceButtonsProps) {
  return (
    <div class="evidence-buttons">
      {evidence.slice(0, mostButtons).map((one) => (
        <button
          key={evidenceKey(one)}
          type="button"
          class="chip"
          aria-pressed={selected !== undefined && evidenceKey(one) === evidenceKey(selected)}
          aria-label={`Play ${sayInstant(one.range.start, now)}: ${label}`}
          onClick={() => onSelect(one)}
        >
          <PlayIcon />
          <span class="number">{sayInstant(one.range.start, now)}</span>
        </button>
      ))}
      {evidence.length > mostButtons && (
        <span class="muted small">and {evidence.length - mostButtons} more</span>
      )}
    </div>
  );
}

export const evidenceKey = ({ streamId, range, trajectoryIds }: Evidence): string =>
  [streamId, range.start, range.end, ...trajectoryIds].join(' ');
