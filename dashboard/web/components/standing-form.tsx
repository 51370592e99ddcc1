/** Registers a standing question, and shows how it was understood. */
import { useState } from 'preact/hooks';
import type { StandingQuestion } from '../../../query/domain/standing-question.ts';
import { post, sayProblem } from '../api.ts';
import { readStandingQuestions } from '../live.ts';
import { CheckIcon } from './icons.tsx';

export interface StandingFormProps {
  /** What stands in the field at first. */
  readonly question: string;
  readonly onDone?: () => void;
}

const comparisons = ['>=', '>', '=', '<', '<='] as const;

export function StandingForm({ question, onDone }: StandingFormProps) {
  const [problem, setProblem] = useState<string>();
  const [registered, setRegistered] = useState<StandingQuestion>();
  const [isSending, setSending] = useState(false);
  const register = async (form: HTMLFormElement) => {
    setSending(true);
    try {
      setRegistered(await post('/api/standing-questions', readForm(new FormData(form))));
      setProblem(undefined);
      await readStandingQuestions();
      onDone?.();
    } catch (error) {
      setProblem(sayProblem(error));
    } finally {
      setSending(false);
    }
  };
  if (registered) {
    return (
      <p class="done" role="status">
        <CheckIcon /> Watching: {registered.understoodAs} · {registered.cost}
      </p>
    );
  }
  return (
    <form
      class="standing-form"
      onSubmit={(event) => {
        event.preventDefault();
        void register(event.currentTarget);
      }}
    >
      <label>
        Question
        <input
          name="question"
          required
          maxLength={500}
          defaultValue={question}
          placeholder="Is a person there?"
          // The person has just asked for this form, so the cursor belongs here.
          ref={(input) => input?.focus({ preventScroll: true })}
        />
      </label>
      <div class="fields">
        <label>
          True for at least
          <span class="with-unit">
            <input name="holdFor" type="number" min={0} max={86400} defaultValue="0" /> s
          </span>
        </label>
        <label>
          Keeps firing for
          <span class="with-unit">
            <input name="keepFiringFor" type="number" min={0} max={86400} defaultValue="0" /> s
          </span>
        </label>
      </div>
      <details>
        <summary>For counts, and webhooks</summary>
        <div class="fields">
          <label>
            When the number is
            <select name="comparison">
              {comparisons.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label>
            Value
            <input name="value" type="number" step="any" placeholder="none" />
          </label>
        </div>
        <label>
          Webhook
          <input name="webhook" type="url" placeholder="https://…" />
        </label>
      </details>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="primary" disabled={isSending}>
        Watch for it
      </button>
    </form>
  );
}

function readForm(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return {
    question: text('question'),
    holdForSeconds: Number(text('holdFor')),
    keepFiringForSeconds: Number(text('keepFiringFor')),
    ...(text('value') === ''
      ? {}
      : { threshold: { comparison: text('comparison'), value: Number(text('value')) } }),
    ...(text('webhook') === '' ? {} : { webhookUrl: text('webhook') }),
  };
}
