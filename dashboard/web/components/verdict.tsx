/** The answer at a glance. Yes, no and "cannot know" never look alike. */
import type { Answer } from '../../../query/domain/answer.ts';
import { sayBasis, sayReason, sayVerdict } from '../say.ts';
import { CheckIcon, CloseIcon, QuestionIcon } from './icons.tsx';

export function Verdict({ answer }: { answer: Answer }) {
  const { verdict, reason, text } = answer;
  return (
    <section class="verdict" data-verdict={verdict} aria-label="Answer">
      <p class="verdict-word">
        {verdict === 'yes' && <CheckIcon />}
        {verdict === 'no' && <CloseIcon />}
        {verdict === 'unknown' && <QuestionIcon />}
        <span>{sayVerdict(answer)}</span>
      </p>
      <p class="verdict-text">{reason === 'not-understood' ? firstLineOf(text) : text}</p>
      {reason && reason !== 'not-understood' && <p class="muted">{sayReason(reason)}</p>}
    </section>
  );
}

/** The lines after it name other forms of questions; the page offers those as buttons. */
const firstLineOf = (text: string): string => text.split('\n')[0]!;

export function Confidence({ answer }: { answer: Answer }) {
  const { confidence, confidenceBasis } = answer;
  if (confidenceBasis === 'none') return null;
  const percent = Math.round(confidence * 100);
  return (
    <section class="confidence" aria-label="Confidence">
      <header>
        <h2>Confidence</h2>
        <b class="number">{percent} %</b>
        <span class="muted">{sayBasis(confidenceBasis)}</span>
      </header>
      <div class="bar" aria-hidden="true">
        <i class="bar-confidence" style={{ width: `${percent}%` }} />
      </div>
    </section>
  );
}
