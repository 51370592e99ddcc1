/** Right or wrong: two buttons, a way back, and for what is wrong what would have been right. */
import { useId, useState } from 'preact/hooks';
import type { Answer } from '../../../query/domain/answer.ts';
import type { Case, NewJudgement, Subject } from '../../../query/domain/judgement.ts';
import { sayProblem } from '../api.ts';
import {
  type ExpectedField,
  expectedFieldFor,
  expectedFrom,
  initialTextFor,
  textOf,
} from '../expected.ts';
import { judge, useJudgement, withdraw } from '../judgements.ts';
import { useKeys } from '../use-keys.ts';
import { CheckIcon, CloseIcon } from './icons.tsx';

export interface JudgeProps {
  readonly subject: Subject;
  /** For screen readers: what is judged. */
  readonly name: string;
  /** Of an answer, so that what would have been right can be said in its form. */
  readonly answer?: Answer;
}

export function Judge({ subject, name, answer }: JudgeProps) {
  const said = useJudgement(subject);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const attempt = async (work: Promise<void>): Promise<boolean> => {
    try {
      await work;
      setProblem(undefined);
      return true;
    } catch (error) {
      setProblem(sayProblem(error));
      return false;
    }
  };
  /** A second press takes it back. */
  const press = async (isRight: boolean) => {
    if (said === undefined) return;
    const isUndo = said?.isRight === isRight;
    const done = await attempt(isUndo ? withdraw(subject) : judge(subject, { isRight }));
    if (done) setOpen(!isUndo && !isRight && answer !== undefined);
  };
  const save = async (judgement: NewJudgement) => {
    if (await attempt(judge(subject, judgement))) setOpen(false);
  };
  return (
    <section class="judge" aria-label={`Right or wrong: ${name}`}>
      {answer && <JudgeKeys onPress={(isRight) => void press(isRight)} />}
      <div class="judge-buttons">
        <JudgeButton isRight said={said} name={name} onPress={() => void press(true)} />
        <JudgeButton isRight={false} said={said} name={name} onPress={() => void press(false)} />
        <span class={answer ? 'muted small' : 'hidden'} role="status">
          {said && (said.isRight ? 'Noted as right.' : sayWrong(said))}
        </span>
        {said && !isOpen && (
          <button type="button" class="link small" onClick={() => setOpen(true)}>
            {said.note || said.expected ? 'Change' : said.isRight ? 'Add a note' : 'Say more'}
          </button>
        )}
      </div>
      {said && isOpen && (
        <JudgeForm
          said={said}
          field={answer && !said.isRight ? expectedFieldFor(answer) : undefined}
          answer={answer}
          onSave={(judgement) => void save(judgement)}
          onCancel={() => setOpen(false)}
        />
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/** Only on the page of an answer: there is one thing to judge. */
function JudgeKeys({ onPress }: { onPress: (isRight: boolean) => void }) {
  useKeys({ r: () => onPress(true), w: () => onPress(false) });
  return null;
}

const sayWrong = ({ expected }: Case): string => {
  const right = textOf(expected);
  return right ? `Noted as wrong; right: ${right}.` : 'Noted as wrong.';
};

interface JudgeButtonProps {
  readonly isRight: boolean;
  readonly said: Case | null | undefined;
  readonly name: string;
  readonly onPress: () => void;
}

function JudgeButton({ isRight, said, name, onPress }: JudgeButtonProps) {
  const word = isRight ? 'Right' : 'Wrong';
  const isPressed = said?.isRight === isRight;
  return (
    <button
      type="button"
      class="chip judge-button"
      data-right={isRight}
      aria-pressed={isPressed}
      aria-label={`${word}: ${name}`}
      title={isPressed ? 'Press again to take it back' : undefined}
      disabled={said === undefined}
      onClick={onPress}
    >
      {isRight ? <CheckIcon /> : <CloseIcon />} {word}
    </button>
  );
}

interface JudgeFormProps {
  readonly said: Case;
  readonly field: ExpectedField | undefined;
  readonly answer: Answer | undefined;
  readonly onSave: (judgement: NewJudgement) => void;
  readonly onCancel: () => void;
}

function JudgeForm({ said, field, answer, onSave, onCancel }: JudgeFormProps) {
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const expected = answer && field ? expectedFrom(answer, text('expected')) : undefined;
    const note = text('note');
    onSave({ isRight: said.isRight, ...(note && { note }), ...(expected && { expected }) });
  };
  return (
    <form
      class="judge-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      {field && answer && (
        <ExpectedInput field={field} initial={textOf(said.expected) || initialTextFor(answer)} />
      )}
      <label>
        Note, for whoever looks into it
        <input name="note" maxLength={1000} defaultValue={said.note ?? ''} />
      </label>
      <div class="actions">
        <button type="submit" class="primary small">
          Save
        </button>
        <button type="button" class="link quiet" onClick={onCancel}>
          Close
        </button>
      </div>
    </form>
  );
}

function ExpectedInput({ field, initial }: { field: ExpectedField; initial: string }) {
  const id = useId();
  const label = 'What would have been right?';
  if (field.type === 'choice') {
    return (
      <fieldset>
        <legend>{label}</legend>
        <div class="choices">
          {field.choices.map(({ value, label: words }) => (
            <label key={value} class="choice">
              <input
                type="radio"
                name="expected"
                value={value}
                defaultChecked={value === initial}
              />{' '}
              {words}
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  return (
    <label for={id}>
      {label}
      <span class="with-unit">
        {field.type === 'number' && (
          <input id={id} name="expected" type="number" min={0} step="any" defaultValue={initial} />
        )}
        {field.type === 'time' && (
          <input id={id} name="expected" type="datetime-local" step={1} defaultValue={initial} />
        )}
        {field.type === 'names' && (
          <input id={id} name="expected" placeholder="a dog, a red car" defaultValue={initial} />
        )}
        {field.type === 'number' && field.unit}
      </span>
    </label>
  );
}
