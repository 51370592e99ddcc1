/** What query says must be kept of what is recorded; run over each implementation. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { PinReader } from '../../ingest/ports.ts';
import type { CaseStore, StandingQuestionStore } from '../../query/ports.ts';
import { aCase, anAlert, anEvidence, aStandingQuestion, noon } from '../support/query-things.ts';

export interface PinReaderSubject {
  readonly reader: PinReader;
  readonly cases: CaseStore;
  readonly standing: StandingQuestionStore;
}

const range = { start: noon - 5_000, end: noon + 5_000 };
const around = { start: noon - 60_000, end: noon + 60_000 };

/** `create` gives empty stores. */
export function pinReaderContract(name: string, create: () => Promise<PinReaderSubject>): void {
  let subject: PinReaderSubject;
  const raise = (alert: Partial<ReturnType<typeof anAlert>>) =>
    subject.standing.commitStep(
      { questionId: aStandingQuestion().id, streamId: 'dock', at: noon, state: {} },
      [anAlert({ startsAt: noon, firedAt: noon, ...alert })],
      [],
    );

  describe(`pins: ${name}`, () => {
    beforeEach(async () => {
      subject = await create();
      await subject.standing.save(aStandingQuestion());
    });

    it('hold the evidence of an alert that fired, where it overlaps what is asked for', async () => {
      await raise({ evidence: anEvidence({ streamId: 'dock', range }) });
      const { reader } = subject;
      expect(await reader.pins(around)).toEqual([{ streamId: 'dock', ...range, reason: 'alert' }]);
      expect(await reader.pins({ start: 0, end: range.start })).toEqual([]);
      expect(await reader.pins({ start: range.end, end: range.end + 1 })).toEqual([]);
    });

    it('hold of long evidence what a clip shows', async () => {
      const { start } = range;
      await raise({ startsAt: start, evidence: anEvidence({ range: { start, end: noon + 9e7 } }) });
      const [pin] = await subject.reader.pins({ start: start + 599_000, end: start + 599_001 });
      expect(pin).toMatchObject({ start, end: start + 600_000 });
      expect(await subject.reader.pins({ start: start + 600_000, end: noon + 9e7 })).toEqual([]);
    });

    it('hold nothing of an alert that has not fired, or has no evidence', async () => {
      await raise({ firedAt: null, evidence: anEvidence({ range }) });
      expect(await subject.reader.pins(around)).toEqual([]);
      await subject.cases.save(aCase({ said: { ...aCase().said, evidence: [] } }));
      expect(await subject.reader.pins(around)).toEqual([]);
    });

    it('hold every piece of evidence of what was judged, until the judgement is withdrawn', async () => {
      const evidence = [
        { streamId: 'dock', range },
        { streamId: 'door', range },
      ];
      const judged = aCase({ said: { ...aCase().said, evidence } });
      await subject.cases.save(judged);
      const pins = await subject.reader.pins(around);
      expect(pins).toEqual(
        evidence.map(({ streamId }) => ({ streamId, ...range, reason: 'judged answer' })),
      );
      await subject.cases.remove(judged.id);
      expect(await subject.reader.pins(around)).toEqual([]);
    });
  });
}
