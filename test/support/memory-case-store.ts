/** A case store in memory: the port's promises without a database. */
import type { Case, CaseFilter } from '../../query/domain/judgement.ts';
import type { CaseStore, JudgementTally } from '../../query/ports.ts';

export class MemoryCaseStore implements CaseStore {
  readonly #cases = new Map<string, Case>();

  async save(one: Case): Promise<void> {
    const known = this.#cases.get(one.id);
    if (known && known.judgedAt > one.judgedAt) return;
    this.#cases.set(one.id, JSON.parse(JSON.stringify(one)));
  }

  async remove(id: string): Promise<boolean> {
    return this.#cases.delete(id);
  }

  async find({ ids, type, questionId, isRight, limit }: CaseFilter): Promise<Case[]> {
    return [...this.#cases.values()]
      .filter(
        (one) =>
          (ids?.includes(one.id) ?? true) &&
          (type === undefined || one.subject.type === type) &&
          (questionId === undefined || one.standing?.questionId === questionId) &&
          (isRight === undefined || one.isRight === isRight),
      )
      .sort((a, b) => b.judgedAt - a.judgedAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async tally(): Promise<Map<string, JudgementTally>> {
    const tally = new Map<string, JudgementTally>();
    for (const { standing, isRight } of this.#cases.values()) {
      if (!standing) continue;
      const { right, wrong } = tally.get(standing.questionId) ?? { right: 0, wrong: 0 };
      tally.set(standing.questionId, {
        right: right + (isRight ? 1 : 0),
        wrong: wrong + (isRight ? 0 : 1),
      });
    }
    return tally;
  }
}
