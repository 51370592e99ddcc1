/** What the official metric code of STRAND and HLV-1K gave for corner cases and worked examples. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faithfulAccuracy } from '../../../eval/metrics/faithful-accuracy.ts';
import { strictOption } from '../../../eval/parse/hlv1k-reply.ts';
import { lastYesNo, strictYesNo } from '../../../eval/parse/yes-no.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';

interface Group {
  readonly target_gt: string;
  readonly target_pred: string;
  readonly sub_gts: readonly string[];
  readonly sub_preds: readonly string[];
}

const read = (name: string) => JSON.parse(readFileSync(sharedData('golden', name), 'utf8'));

describe.skipIf(!hasSharedData)('official values of STRAND', () => {
  it('the worked example gives the published scores', () => {
    const { groups, expected } = read('strand_cases.json');
    const isSame = (gold: string, said: string) =>
      lastYesNo(gold) !== null && lastYesNo(gold) === lastYesNo(said);
    const scores = faithfulAccuracy(
      (groups as Group[]).map((group) => ({
        isRight: isSame(group.target_gt, group.target_pred),
        subsRight: group.sub_gts.map((gold, at) => isSame(gold, group.sub_preds[at]!)),
      })),
    );
    expect(scores.aFaith).toBeCloseTo(100 * expected.A_faith, 6);
    expect(scores.aTarget).toBeCloseTo(100 * expected.A_target, 6);
    expect(scores.aSub).toBeCloseTo(100 * expected.A_sub, 6);
    expect(scores.aCons).toBeCloseTo(100 * expected.A_cons, 6);
  });

  it('replies are read as the official evaluator reads them', () => {
    const cases: { raw: string; token: string }[] = read('metric_cases.json').strand_yes_no;
    for (const { raw, token } of cases) {
      expect(lastYesNo(raw)?.toLowerCase() ?? 'unknown', raw).toBe(token);
    }
  });
});

describe.skipIf(!hasSharedData)('official values of HLV-1K', () => {
  it('replies are read as the official evaluator reads them; where it fails, as no answer', () => {
    const cases: { qa_type: string; raw: string; pred: string }[] =
      read('metric_cases.json').hlv_process_response;
    for (const { qa_type, raw, pred } of cases) {
      const said = qa_type === 'qa' ? strictYesNo(raw) : strictOption(raw);
      expect(said ?? '', raw).toBe(pred.startsWith('EXC') ? '' : pred);
    }
  });
});
