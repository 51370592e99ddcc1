/** Right or wrong on answers and alerts, as far as this page has read it or said it. */
import type { Case, NewJudgement, Subject } from '../../query/domain/judgement.ts';
import { get, post, remove } from './api.ts';
import { readStandingQuestions } from './live.ts';
import { createStore, useStore } from './store.ts';

/** Null: not judged. */
type Known = Readonly<Record<string, Case | null>>;

const known = createStore<Known>({});

const keep = (cases: Known): void => known.update((state) => ({ ...state, ...cases }));

/** As in query; the page does not load its schemas. */
const keyOf = ({ type, id }: Subject): string => `${type}:${id}`;

/** What was said of the subject; undefined until it is known whether anything was. */
export const useJudgement = (subject: Subject): Case | null | undefined =>
  useStore(known, (state) => state[keyOf(subject)]);

/** Quiet when it fails: the buttons still work, and say so themselves when they do not. */
export async function readJudgements(subjects: readonly Subject[]): Promise<void> {
  const ids = subjects.map(keyOf);
  if (ids.length === 0) return;
  try {
    const cases = await get<Case[]>('/api/cases', { id: ids, limit: 1000 });
    const found = new Map(cases.map((one) => [one.id, one]));
    keep(Object.fromEntries(ids.map((id) => [id, found.get(id) ?? null])));
  } catch {}
}

export async function judge(subject: Subject, judgement: NewJudgement): Promise<void> {
  keep({ [keyOf(subject)]: await post<Case>(pathOf(subject), judgement) });
  if (subject.type === 'alert') await readStandingQuestions();
}

export async function withdraw(subject: Subject): Promise<void> {
  await remove(pathOf(subject));
  keep({ [keyOf(subject)]: null });
  if (subject.type === 'alert') await readStandingQuestions();
}

const pathOf = ({ type, id }: Subject): string =>
  `/api/${type}s/${encodeURIComponent(id)}/judgement`;
