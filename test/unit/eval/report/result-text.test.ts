import { describe, expect, it } from 'vitest';
import { resultText } from '../../../../eval/report/result-text.ts';
import { aColumn, anOutcome, aResult, aTableRow } from '../../../support/evaluation-things.ts';

describe('a result for the terminal', () => {
  it('has tables with figures below each other, and intervals below ours', () => {
    const table = {
      title: 'Accuracy per level',
      columns: [
        aColumn({ label: 'overall' }),
        aColumn({ key: 'gap', label: 'gap', unit: 'seconds' }),
      ],
      rows: [
        aTableRow('LLaVA-Video', 'published', { accuracy: 78.93 }),
        aTableRow('Strandline', 'ours', { accuracy: [49.4, 48.6, 50.2], gap: 2 }, 14_847),
        aTableRow('A, and Yes', 'baseline', { accuracy: 57, gap: null }, 14_847),
      ],
    };
    expect(resultText(aResult({ tables: [table] }))).toContain(
      [
        'Accuracy per level',
        '',
        '                                n  overall %  gap s',
        '  Strandline  Strandline   14,847       49.4    2.0',
        '                                   48.6-50.2',
        '  Baselines   A, and Yes   14,847       57.0      -',
        '  Published   LLaVA-Video       -       78.9      -',
      ].join('\n'),
    );
  });

  it('breaks a wide table into blocks, each with the names', () => {
    const columns = Array.from({ length: 15 }, (_, n) =>
      aColumn({ key: `k${n}`, label: `task ${n}` }),
    );
    const cells = Object.fromEntries(columns.map(({ key }, n) => [key, n]));
    const rows = [aTableRow('option A', 'baseline', cells)];
    const text = resultText(aResult({ tables: [{ title: 'Tasks', columns, rows }] }));
    expect(text.match(/option A/g)).toHaveLength(2);
    for (const { label } of columns) expect(text.split(`${label} %`)).toHaveLength(2);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(120);
  });

  it('counts every mark, and says why nothing was answered', () => {
    const outcomes = [
      anOutcome({ mark: 'right' }),
      anOutcome({ mark: 'right' }),
      anOutcome({ mark: 'not-answered', reason: 'not-covered' }),
      anOutcome({ mark: 'missing' }),
    ];
    expect(resultText(aResult({ outcomes }))).toContain(
      [
        'of 4 questions',
        '',
        '  right         2  50.0 %',
        '  wrong         0   0.0 %',
        '  not answered  1  25.0 %',
        '  unparsable    0   0.0 %',
        '  missing       1  25.0 %',
        '  not answered: not-covered 1',
      ].join('\n'),
    );
  });

  it('counts open answers that nobody judged apart from wrong ones', () => {
    const outcomes = [anOutcome({ mark: 'wrong' }), anOutcome({ mark: 'not-judged' })];
    expect(resultText(aResult({ outcomes }))).toMatch(/wrong +1 +50\.0 %.*not judged +1 +50\.0 %/s);
  });

  it('shows the groups as bars, and how many it left out', () => {
    const groups = Array.from({ length: 25 }, (_, n) => ({
      name: `video ${n}`,
      n: 4,
      value: 50,
      answered: 75,
    }));
    const text = resultText(aResult({ groupings: [{ by: 'video', metric: 'right', groups }] }));
    expect(text).toContain('  video 0   ##########..........  50.0  4        75.0');
    expect(text).toContain('  and 5 other groups');
    expect(text).not.toContain('video 20');
  });

  it('names the rules that question files broke', () => {
    const problem = { file: 'a.json', index: 1, rule: 'an answer is Yes or No', isSkipped: true };
    const read = { files: 2, rows: 10, skipped: 2, problems: [problem, { ...problem, index: 7 }] };
    const text = resultText(aResult({ read }));
    expect(text).toContain('10 rows of 2 files, 2 skipped');
    expect(text).toContain('2 x an answer is Yes or No');
  });

  it('a name from a question file cannot steer the terminal', () => {
    const name = '\u001b[2J\u001b]0;owned\u0007';
    const hostile = aResult({
      title: name,
      tables: [
        { title: name, columns: [aColumn({ label: name })], rows: [aTableRow(name, 'ours', {})] },
      ],
      groupings: [{ by: name, metric: name, groups: [{ name, n: 1, value: 1, answered: 1 }] }],
      outcomes: [anOutcome({ mark: 'not-answered', reason: name })],
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(resultText(hostile)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
