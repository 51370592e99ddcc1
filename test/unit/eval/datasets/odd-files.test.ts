/** Whatever a file of questions holds, reading it ends in rows and problems, or says it is none. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHlv1k } from '../../../../eval/datasets/hlv1k.ts';
import { readPlainQuestions } from '../../../../eval/datasets/plain-questions.ts';
import { readStrand } from '../../../../eval/datasets/strand.ts';
import type { Dataset, SourceFile } from '../../../../eval/domain/benchmark.ts';
import { AppError } from '../../../../kernel/errors.ts';

const sample = {
  video_name: 'yard.mp4',
  questions: ['Does the van leave?'],
  answers: ['Yes'],
  'sub-questions': [['Is there a van?']],
  'sub-answers': [['Yes']],
};

const choice = {
  qa_idx: 0,
  qa_type: 'mcqa',
  qa_level: 'frame',
  qa_task: 'counting',
  question: 'How many?',
  options: ['A. 1', 'B. 2', 'C. 3', 'D. 4'],
  answer: 'A',
};

const plain = {
  id: 'q',
  video: 'yard.mp4',
  start: '2026-01-01T12:00:00Z',
  question: 'How many?',
  expect: { value: 2 },
};

const readers: [string, (files: readonly SourceFile[]) => Dataset<unknown>, object, boolean][] = [
  ['STRAND', readStrand, sample, false],
  ['HLV-1K', readHlv1k, choice, true],
  ['plain questions', readPlainQuestions, plain, true],
];

describe.each(readers)('the reader of %s', (_, read, valid, isList) => {
  const textOf = (content: object) => JSON.stringify(isList ? [content] : content);

  function expectReadOrRefused(files: readonly SourceFile[]): void {
    try {
      const { rows } = read(files);
      expect(rows).not.toHaveLength(0);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe('INPUT_INVALID');
    }
  }

  it('takes a valid file, with a byte order mark too', () => {
    expect(read([{ path: 'a.json', text: textOf(valid) }])).toMatchObject({ problems: [] });
    expect(read([{ path: 'a.json', text: `\uFEFF${textOf(valid)}` }]).rows).toHaveLength(1);
  });

  it('ends in rows, or in a refusal, with any value in the place of any other', () => {
    const anyField = fc.constantFrom(...Object.keys(valid));
    fc.assert(
      fc.property(anyField, fc.jsonValue(), (field, value) => {
        expectReadOrRefused([{ path: 'a.json', text: textOf({ ...valid, [field]: value }) }]);
      }),
    );
  });

  it('ends in rows, or in a refusal, wherever the file was cut off', () => {
    const text = textOf(valid);
    fc.assert(
      fc.property(fc.nat(text.length), fc.constantFrom('a.json', 'a.jsonl'), (end, path) => {
        expectReadOrRefused([{ path, text: text.slice(0, end) }]);
      }),
    );
  });

  it('reads the file beside a broken one as if it were alone', () => {
    const whole = { path: 'b.json', text: textOf(valid) };
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { rows, problems } = read([{ path: 'a.json', text: `${text}{` }, whole]);
        expect(rows).toEqual(read([whole]).rows);
        expect(problems).toMatchObject([{ file: 'a.json', index: null, isSkipped: true }]);
      }),
    );
  });
});
