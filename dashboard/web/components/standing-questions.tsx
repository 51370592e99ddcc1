/** Questions evaluated on every new chunk: the list, and the form that adds one. */
import { useState } from 'preact/hooks';
import type { StandingQuestionView } from '../../../query/domain/judgement.ts';
import { remove, sayProblem } from '../api.ts';
import { live, readStandingQuestions } from '../live.ts';
import { sayDuration } from '../say-time.ts';
import { useStore } from '../store.ts';
import { CloseIcon, PlusIcon, QuestionIcon } from './icons.tsx';
import { StandingForm } from './standing-form.tsx';

export function StandingQuestions() {
  const questions = useStore(live, (state) => state.standingQuestions);
  const [isAdding, setAdding] = useState(false);
  const [problem, setProblem] = useState<string>();
  const forget = async (id: string) => {
    try {
      await remove(`/api/standing-questions/${encodeURIComponent(id)}`);
      setProblem(undefined);
    } catch (error) {
      setProblem(sayProblem(error));
    }
    await readStandingQuestions();
  };
  return (
    <section class="panel" aria-labelledby="standing-title">
      <header>
        <h2 id="standing-title">
          <QuestionIcon /> Standing questions
        </h2>
        <button
          type="button"
          class="round"
          aria-label="Add a standing question"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          {isAdding ? <CloseIcon /> : <PlusIcon />}
        </button>
      </header>
      {isAdding && <StandingForm question="" onDone={() => setAdding(false)} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <ul class="standing">
        {questions?.map((one) => (
          <StandingItem key={one.id} question={one} onForget={() => void forget(one.id)} />
        ))}
      </ul>
      {questions?.length === 0 && !isAdding && (
        <p class="empty">
          None yet. Ask once, be told every time.{' '}
          <button type="button" class="link" onClick={() => setAdding(true)}>
            Add “Is a person there?”
          </button>
        </p>
      )}
    </section>
  );
}

interface StandingItemProps {
  readonly question: StandingQuestionView;
  readonly onForget: () => void;
}

function StandingItem({ question, onForget }: StandingItemProps) {
  const state = useStore(live, ({ alerts }) => stateOf(question.id, alerts));
  return (
    <li class="standing-item" data-state={state}>
      <i class="dot" aria-hidden="true" />
      <div>
        <p>{question.question}</p>
        <p class="muted small">
          {question.understoodAs}
          {question.holdForSeconds > 0 && ` · for ${sayDuration(question.holdForSeconds * 1000)}`}
        </p>
        <p class="muted small">{question.cost}</p>
        <Precision judged={question.judged} />
      </div>
      <button
        type="button"
        class="round quiet"
        aria-label={`Remove the standing question: ${question.question}`}
        onClick={onForget}
      >
        <CloseIcon />
      </button>
    </li>
  );
}

/** How far its alerts can be trusted, once somebody has said so of any. */
function Precision({ judged: { right, wrong } }: Pick<StandingQuestionView, 'judged'>) {
  const total = right + wrong;
  if (total === 0) return null;
  const percent = Math.round((100 * right) / total);
  return (
    <p class="small precision">
      <b class="number">{percent} %</b> right{' '}
      <span class="muted">
        ({right} of {total} judged)
      </span>
    </p>
  );
}

function stateOf(
  questionId: string,
  alerts: readonly { questionId: string; state: string }[],
): string {
  const states = alerts.filter((one) => one.questionId === questionId).map(({ state }) => state);
  return ['firing', 'pending', 'noData'].find((state) => states.includes(state)) ?? 'inactive';
}
