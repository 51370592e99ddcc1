/** One answer: how it was understood, what it says, what it rests on, and the clip that shows it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Evidence } from '../../../query/domain/answer.ts';
import { get, sayProblem } from '../api.ts';
import { ask, asking, keepAnswer } from '../ask.ts';
import { CoverageBar } from '../components/coverage-bar.tsx';
import { EvidencePlayer } from '../components/evidence-player.tsx';
import { evidenceKey, Facts } from '../components/facts.tsx';
import { BellIcon, CheckIcon, LinkIcon } from '../components/icons.tsx';
import { Judge } from '../components/judge.tsx';
import { StandingForm } from '../components/standing-form.tsx';
import { Confidence, Verdict } from '../components/verdict.tsx';
import { examples } from '../examples.ts';
import { readJudgements } from '../judgements.ts';
import { live, serverNow } from '../live.ts';
import { streamHref } from '../route.ts';
import { sayDuration, sayInstant, sayRange } from '../say-time.ts';
import { useStore } from '../store.ts';
import { useKeys } from '../use-keys.ts';
import { useObjectNames } from '../use-object-names.ts';

export function AnswerPage({ id }: { id: string }) {
  const [answer, problem] = useAnswer(id);
  if (problem) {
    return (
      <main class="page narrow">
        <div class="panel">
          <h1>This answer cannot be shown</h1>
          <p class="problem" role="alert">
            {problem}
          </p>
          <p>
            <a href="#/">Back to the streams</a>
          </p>
        </div>
      </main>
    );
  }
  return answer ? <AnswerView key={answer.id} answer={answer} /> : <main class="page" aria-busy />;
}

function useAnswer(id: string): [Answer | undefined, string | undefined] {
  const known = useStore(asking, ({ answers }) => answers.find((one) => one.id === id));
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    setProblem(undefined);
    if (asking.get().answers.some((one) => one.id === id)) return;
    get<Answer>(`/api/answers/${encodeURIComponent(id)}`).then(keepAnswer, (error: unknown) =>
      setProblem(sayProblem(error)),
    );
  }, [id]);
  return [known?.id === id ? known : undefined, problem];
}

function AnswerView({ answer }: { answer: Answer }) {
  const moments = momentsOf(answer);
  const [selected, setSelected] = useState<Evidence | undefined>(moments[0]);
  const nameOf = useObjectNames(moments);
  const now = serverNow();
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers begin to read here, and the keys of the player work at once.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const move = (by: number) => {
    const index = moments.findIndex(
      (one) => selected && evidenceKey(one) === evidenceKey(selected),
    );
    setSelected(moments[Math.min(moments.length - 1, Math.max(0, index + by))]);
  };
  useKeys({
    '[': () => move(-1),
    ']': () => move(1),
    k: () => move(-1),
    j: () => move(1),
  });
  return (
    <main class="page answer" data-clip={selected !== undefined}>
      <div class="answer-head">
        <p class="muted small">Asked {sayInstant(answer.askedAt, now)}</p>
        <h1 ref={heading} tabIndex={-1}>
          {answer.question}
        </h1>
        {answer.reason !== 'not-understood' && (
          <p class="understood">
            <span class="eyebrow">How I understood this</span>
            <span class="sentence">{answer.plan.understoodAs}</span>
          </p>
        )}
        <Verdict answer={answer} />
        <AnswerJudge answer={answer} />
        {answer.reason === 'not-understood' && <OtherQuestions questions={nearestOf(answer)} />}
      </div>
      {selected && (
        <div class="answer-side">
          <EvidencePlayer evidence={selected} nameOf={nameOf} />
          <Moments moments={moments} selected={selected} onSelect={setSelected} now={now} />
        </div>
      )}
      <div class="answer-rest">
        <Confidence answer={answer} />
        {answer.reason !== 'not-understood' && (
          <>
            <CoverageBar coverage={answer.coverage} now={now} />
            <Facts facts={answer.facts} selected={selected} onSelect={setSelected} now={now} />
            <Actions answer={answer} />
          </>
        )}
        <p class="muted small">
          {answer.method} · {answer.models.join(', ') || 'no model'} · {answer.cost.modelCalls}{' '}
          model calls · {Math.round(answer.cost.ms)} ms
          {answer.version > 1 && ` · version ${answer.version}`}
        </p>
      </div>
    </main>
  );
}

function AnswerJudge({ answer }: { answer: Answer }) {
  const subject = { type: 'answer', id: answer.id } as const;
  useEffect(() => void readJudgements([subject]), [answer.id]);
  return <Judge subject={subject} name={answer.question} answer={answer} />;
}

/** The evidence of the answer, or else that of its facts. */
function momentsOf({ evidence, facts }: Answer): Evidence[] {
  const all = evidence.length > 0 ? evidence : facts.flatMap((fact) => fact.evidence);
  return [...new Map(all.map((one) => [evidenceKey(one), one])).values()];
}

interface MomentsProps {
  readonly moments: readonly Evidence[];
  readonly selected: Evidence;
  readonly onSelect: (evidence: Evidence) => void;
  readonly now: number;
}

function Moments({ moments, selected, onSelect, now }: MomentsProps) {
  const streams = useStore(live, (state) => state.streams);
  const nameOfStream = (id: string) => streams?.find((one) => one.id === id)?.name ?? id;
  return (
    <section aria-label="Evidence">
      <p class="moment">
        <span>
          <b>{nameOfStream(selected.streamId)}</b>{' '}
          <span class="number">{sayRange(selected.range, now)}</span>{' '}
          <span class="muted">({sayDuration(selected.range.end - selected.range.start)})</span>
        </span>
        <a href={streamHref(selected.streamId, selected.range.start)}>Recording around it</a>
      </p>
      {moments.length > 1 && (
        <ol class="moments">
          {moments.map((one, index) => (
            <li key={evidenceKey(one)}>
              <button
                type="button"
                class="moment-button"
                aria-current={evidenceKey(one) === evidenceKey(selected)}
                onClick={() => onSelect(one)}
              >
                <b class="number">{index + 1}</b>
                <span class="number">{sayInstant(one.range.start, now)}</span>
                <span class="muted small">{sayDuration(one.range.end - one.range.start)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Actions({ answer }: { answer: Answer }) {
  const [isWatching, setWatching] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <section class="answer-actions" aria-label="Go on">
      <div class="actions">
        <button
          type="button"
          class="secondary"
          aria-expanded={isWatching}
          onClick={() => setWatching(!isWatching)}
        >
          <BellIcon /> Make this a standing question
        </button>
        <button type="button" class="secondary" onClick={() => void copy()}>
          {isCopied ? <CheckIcon /> : <LinkIcon />} {isCopied ? 'Copied' : 'Copy the link'}
        </button>
      </div>
      {isWatching && <StandingForm question={answer.question} />}
    </section>
  );
}

/** Forms near to the question that can be answered, where the plan names them. */
function nearestOf({ plan }: Answer): readonly string[] {
  const named = openPlanOf(plan.query)?.nearest;
  return Array.isArray(named) ? named.map(String) : examples;
}

/** The plan is untyped on the wire; a plan that could not be made is `{ query: { nearest } }`. */
function openPlanOf(plan: unknown): { nearest?: unknown } | undefined {
  const query = (plan as { query?: unknown } | null)?.query;
  return typeof query === 'object' && query !== null ? query : undefined;
}

function OtherQuestions({ questions }: { questions: readonly string[] }) {
  return (
    <div class="examples">
      {questions.map((text) => (
        <button key={text} type="button" class="chip" onClick={() => void ask(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}
