/** The question being asked, its scope, and the answers this page has seen. */
import type { Answer } from '../../query/domain/answer.ts';
import { post, sayProblem } from './api.ts';
import { serverNow } from './live.ts';
import { answerHref } from './route.ts';
import { timeZone } from './say-time.ts';
import { questionOf, type Scope, wholeScope } from './scope.ts';
import { createStore } from './store.ts';

export interface AskState {
  readonly text: string;
  readonly scope: Scope;
  readonly isAsking: boolean;
  readonly problem: string | undefined;
  /** Newest first. */
  readonly answers: readonly Answer[];
}

export const asking = createStore<AskState>({
  text: '',
  scope: wholeScope,
  isAsking: false,
  problem: undefined,
  answers: [],
});

const patch = (part: Partial<AskState>): void => asking.update((state) => ({ ...state, ...part }));

export const setText = (text: string): void => patch({ text });

export const setScope = (scope: Scope): void => patch({ scope });

/** Asks what is in the ask bar (or `text`) and opens the answer. */
export async function ask(text = asking.get().text): Promise<void> {
  const { scope, isAsking } = asking.get();
  if (isAsking || text.trim() === '') return;
  patch({ text, isAsking: true, problem: undefined });
  try {
    const question = questionOf(text.trim(), scope, serverNow(), timeZone);
    const answer = await post<Answer>('/api/questions', question);
    patch({ isAsking: false, text: '' });
    keepAnswer(answer);
    location.hash = answerHref(answer.id);
  } catch (error) {
    patch({ isAsking: false, problem: sayProblem(error) });
  }
}

export function keepAnswer(answer: Answer): void {
  asking.update((state) => ({
    ...state,
    answers: [answer, ...state.answers.filter(({ id }) => id !== answer.id)].slice(0, 20),
  }));
}
