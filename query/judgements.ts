/** Judging answers and alerts, and the cases that come of it. */
import { AppError } from '../kernel/errors.ts';
import type { Clock } from '../kernel/time.ts';
import {
  type Case,
  type CaseFilter,
  judgementIdOf,
  type NewJudgement,
  type StandingQuestionView,
  type Subject,
} from './domain/judgement.ts';
import type { Alert, StandingQuestion } from './domain/standing-question.ts';
import { caseOfAlert, caseOfAnswer, judgementOf, type StreamName } from './make-case.ts';
import type { AnswerStore, CaseStore, StandingQuestionStore, StreamReader } from './ports.ts';

export interface JudgementsOptions {
  readonly cases: CaseStore;
  readonly answers: AnswerStore;
  readonly standing: Pick<StandingQuestionStore, 'all' | 'alerts'>;
  readonly streams: StreamReader;
  readonly clock: Clock;
}

export class Judgements {
  readonly #options: JudgementsOptions;

  constructor(options: JudgementsOptions) {
    this.#options = options;
  }

  /** Replaces an earlier judgement. Throws NOT_FOUND; INVALID_STATE for an alert before it fires. */
  async judge(subject: Subject, words: NewJudgement): Promise<Case> {
    const judgement = judgementOf(subject, words, this.#options.clock.now());
    const made =
      subject.type === 'answer'
        ? caseOfAnswer(judgement, await this.#answer(subject.id))
        : caseOfAlert(judgement, ...(await this.#alert(subject.id)));
    await this.#options.cases.save(made);
    return made;
  }

  /** Throws NOT_FOUND when nothing was judged. */
  async withdraw(subject: Subject): Promise<void> {
    if (await this.#options.cases.remove(judgementIdOf(subject))) return;
    throw new AppError('NOT_FOUND', `the ${subject.type} '${subject.id}' was not judged`);
  }

  cases(filter: CaseFilter): Promise<Case[]> {
    return this.#options.cases.find(filter);
  }

  /** The questions, each with how many of its alerts were judged right and wrong. */
  async withTally(questions: readonly StandingQuestion[]): Promise<StandingQuestionView[]> {
    const tally = await this.#options.cases.tally();
    const none = { right: 0, wrong: 0 };
    return questions.map((one) => ({ ...one, judged: tally.get(one.id) ?? none }));
  }

  async #answer(id: string) {
    const answer = await this.#options.answers.find(id);
    if (!answer) throw new AppError('NOT_FOUND', `there is no answer '${id}'`);
    return answer;
  }

  async #alert(id: string) {
    const { standing } = this.#options;
    const [alert] = await standing.alerts({ id, limit: 1 });
    if (!alert) throw new AppError('NOT_FOUND', `there is no alert '${id}'`);
    if (alert.firedAt === null) {
      throw new AppError('INVALID_STATE', `the alert '${id}' has not fired yet`);
    }
    const question = (await standing.all()).find((one) => one.id === alert.questionId);
    return [alert, question, await this.#streamOf(alert)] as const;
  }

  async #streamOf({ streamId }: Alert): Promise<StreamName> {
    const streams = await this.#options.streams.streams();
    return { id: streamId, name: streams.find(({ id }) => id === streamId)?.name ?? streamId };
  }
}
