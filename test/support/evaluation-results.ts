/** Made-up results of benchmarks, as odd as real ones: long words, markup, holes, no intervals. */
import type {
  Calibration,
  EvaluationResult,
  Grouping,
  Outcome,
  Table,
  TableRow,
} from '../../eval/domain/result.ts';
import { type Random, randomIndex, seededRandom } from '../../eval/metrics/random.ts';
import { aColumn, anOutcome, aResult, aTableRow, type Figure } from './evaluation-things.ts';

/** Text that would run or break out, were it markup. */
export const hostileText = `<img src=x onerror="document.title='owned'"></script></style><script>document.title='owned'</script>"' onload='document.title="owned"`;

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwe'.repeat(6);
const types = ['state change', 'identity tracking', 'action sequencing', 'multi-object'];
const videos = Array.from({ length: 30 }, (_, n) => `video_${n + 1}.mp4`);
const tasks = `object character speed camera-direction spatial attribute-change descriptive-scene
  action time-order plot temporal-relationship object-direction causal scene counting`.split(/\s+/);

/** Five benchmarks, 200 outcomes. */
export function manyResults(): EvaluationResult[] {
  const random = seededRandom(7);
  return [strand(random), deveQa(random), hlv(random), tracking(), ownQuestions(random)];
}

const strand = (random: Random): EvaluationResult =>
  aResult({
    title: 'STRAND, released questions',
    read: { files: 88, rows: 977, skipped: 2, problems: problems(6) },
    tables: [
      percentTable(
        'Faithfulness over targets',
        ['A_faith', 'A_target', 'A_sub', 'A_cons'],
        [
          ['Strandline, symbolic', 'ours', [[41.24, 38.1, 44.3], [58.9, 55.8, 62], 66, 80.2], 977],
          ['"Yes" to everything', 'baseline', [39.8, 63.1, 81.2, 81.9], 977],
          ['"No" to everything', 'baseline', [0, 36.9, 18.8, 12.4], 977],
          ['majority class', 'baseline', [19.1, 52, null, null]],
          ['STRAND with Gemini-3-Flash', 'published', [59.4, 77.1, 76.3, 81.3], 977],
          ['Qwen3-VL-32B-Think', 'published', [46.1, 65, 70.6, 78.1], 977],
          ['Video-R1-7B', 'published', [4.3, 24.8, 19.6, 21.9], 977],
          ['reader of the released annotation', 'bound', [98.9, 100, 98.9, 98.8], 977],
        ],
        { note: 'A target counts when it and all of its sub-questions are right.' },
      ),
    ],
    groupings: [
      grouping('type', 'A_faith', types, random),
      grouping('video', 'A_faith', videos, random),
    ],
    calibration: calibration(),
    outcomes: outcomes('strand', 60, random),
  });

const deveQa = (random: Random): EvaluationResult =>
  aResult({
    benchmark: 'deve-qa',
    title: 'DeVE-QA, test split',
    read: { files: 1, rows: 2400, skipped: 0, problems: [] },
    tables: [
      percentTable(
        'Grounded question answering',
        ['mIoP', 'IoP@0.5', 'mIoU', 'IoU@0.5', 'Acc@QA', 'Acc@GQA'],
        [
          ['Strandline', 'ours', [31.2, 30.4, 18.8, 14.1, 44, [15.9, 14.2, 17.6]], 2400],
          ['Strandline, strict parser', 'ours', [31.2, 30.4, 18.8, 14.1, 41.7, 15.2], 2400],
          ['middle of the video, option A', 'baseline', [26.4, 26.4, 0.1, 0, 21.3, 5.6], 2400],
          ['whole video, option A', 'baseline', [34, 22.1, 34, 22, 21.3, 4.9], 2400],
          ['LLoVi', 'published', [27.5, 27, 17.9, 13, 63.9, 22.9]],
          ['DeVi with Gemini 2.0', 'published', [34.9, 32.8, 21.7, 18.5, 72.1, 27.7]],
          ['people', 'bound', [58.2, 62.3, 43.9, 52.7, 84.7, 62.4]],
        ],
        { primary: 'Acc@GQA' },
      ),
    ],
    groupings: [
      grouping('length', 'Acc@GQA', ['short, under 60 s', 'medium, under 180 s', 'long'], random),
      grouping('density', 'Acc@GQA', ['single', 'dense'], random),
    ],
    outcomes: outcomes('deve', 60, random),
  });

const hlv = (random: Random): EvaluationResult =>
  aResult({
    benchmark: 'hlv-1k',
    title: 'HLV-1K',
    read: { files: 1009, rows: 14_847, skipped: 13, problems: problems(13) },
    tables: [
      percentTable(
        'Accuracy per level',
        ['frame', 'within', 'cross', 'long', 'overall'],
        [
          ['Strandline', 'ours', [52.1, 48.8, 50.9, 47, [49.4, 48.6, 50.2]], 14_847],
          ['A, and Yes', 'baseline', [69.2, 51, 59.6, 61.8, 57], 14_847],
          ['LLaVA-Video-72B', 'published', [84.41, 78.43, 80.1, 75.65, 78.93], 14_847],
          ['GPT-4o', 'published', [null, null, null, null, 55.48], 14_847],
        ],
        { primary: 'overall' },
      ),
    ],
    groupings: [
      grouping('level', 'right', ['frame', 'within event', 'cross event', 'long term'], random),
      grouping('task', 'right', tasks, random),
    ],
    calibration: calibration(),
    outcomes: outcomes('hlv', 60, random),
  });

function tracking(): EvaluationResult {
  const columns = [
    aColumn({ key: 'hota', label: 'HOTA' }),
    aColumn({ key: 'motp', label: 'MOTP', unit: 'ratio' }),
    aColumn({ key: 'idsw', label: 'ID switches', unit: 'count', isBetter: 'lower' }),
    aColumn({ key: 'frag', label: 'mean gap', unit: 'seconds', isBetter: 'lower' }),
    aColumn({ key: 'tracks', label: 'tracks', unit: 'count', isBetter: 'neither' }),
  ];
  return aResult({
    benchmark: 'mot',
    title: 'Tracking, MOT17 half',
    tables: [
      {
        title: 'Trackers',
        columns,
        rows: [
          aTableRow('Strandline', 'ours', {
            hota: [48.2, 44, 52.1],
            motp: 0.81,
            idsw: 1204,
            frag: 2.3,
            tracks: 512,
          }),
          aTableRow('IoU tracker', 'baseline', {
            hota: 39.9,
            motp: 0.8,
            idsw: 3810,
            frag: 1.9,
            tracks: 2100,
          }),
          aTableRow('ByteTrack', 'published', { hota: 63.1, idsw: 2196 }),
        ],
      },
    ],
  });
}

const ownQuestions = (random: Random): EvaluationResult =>
  aResult({
    benchmark: 'cases',
    title: hostileText,
    system: { method: hostileText, extractor: longWord, preset: hostileText, version: hostileText },
    read: {
      files: 1,
      rows: 20,
      skipped: 1,
      problems: [{ file: hostileText, index: 3, rule: hostileText, isSkipped: true }],
    },
    tables: [
      {
        title: hostileText,
        note: hostileText,
        columns: [aColumn({ label: hostileText })],
        rows: [
          aTableRow(hostileText, 'ours', { accuracy: null }, 20),
          aTableRow(longWord, 'baseline', { accuracy: 50 }, 20),
        ],
      },
    ],
    groupings: [grouping(hostileText, hostileText, [hostileText, longWord], random)],
    outcomes: [
      ...outcomes('cases', 18, random),
      anOutcome({
        itemId: hostileText,
        video: hostileText,
        question: hostileText,
        group: hostileText,
        expected: hostileText,
        said: hostileText,
        reason: hostileText,
        understoodAs: hostileText,
        clipId: hostileText,
      }),
      anOutcome({
        itemId: 'long',
        question: longWord,
        said: longWord,
        reason: longWord,
        group: longWord,
      }),
    ],
  });

type Row = readonly [name: string, role: TableRow['role'], figures: readonly Figure[], n?: number];

const percentTable = (
  title: string,
  labels: readonly string[],
  rows: readonly Row[],
  over: Partial<Table> = {},
): Table => ({
  title,
  columns: labels.map((label) => aColumn({ key: label, label })),
  rows: rows.map(([name, role, figures, n]) =>
    aTableRow(
      name,
      role,
      Object.fromEntries(labels.map((key, at) => [key, figures[at] ?? null])),
      n,
    ),
  ),
  ...over,
});

const grouping = (
  by: string,
  metric: string,
  names: readonly string[],
  random: Random,
): Grouping => ({
  by,
  metric,
  groups: names.map((name) => {
    const answered = 45 + 55 * random();
    return { name, n: 2 + randomIndex(random, 2400), value: answered * random(), answered };
  }),
});

const calibration = (): Calibration => ({
  ace: 0.117,
  mce: 0.31,
  brier: 0.214,
  ccAt90: 0.28,
  bins: Array.from({ length: 10 }, (_, n) => ({
    from: n / 10,
    to: (n + 1) / 10,
    n: [0, 0, 3, 9, 31, 88, 120, 204, 310, 191][n]!,
    confidence: (n + 0.55) / 10,
    accuracy: [0, 0, 0.33, 0.22, 0.41, 0.47, 0.58, 0.61, 0.7, 0.86][n]!,
  })),
});

const problems = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    file: `questions/video_${n % 4}.json`,
    index: n % 5 === 4 ? null : n * 7,
    rule:
      n % 2 ? 'the list of answers is as long as the list of questions' : 'an answer is Yes or No',
    isSkipped: n % 2 === 1,
  }));

const questions: readonly (readonly [string, string, string, string])[] = [
  [
    'Did a person enter through the gate before the white van left?',
    'Yes',
    'No. The white van left at 0:41; a person came in at 0:52.',
    'Whether a person came in before a white van left',
  ],
  [
    'How many cups were moved while the ball was hidden, counting each cup only once even if it was moved again later by another person?',
    '3',
    '2',
    'How many cups moved, while a ball was covered',
  ],
  [
    'What did the man in the red jacket do after he put the box down?\nA. waved\nB. sat down\nC. left the room\nD. opened the window',
    'C. left the room',
    'B. sat down',
    'What a person in red did after putting a box down',
  ],
  [
    'Is the person at the till at the end the same as the one who opened the shop?',
    'No',
    'Yes',
    'Whether two persons are the same',
  ],
  [
    'Which text is on the sign?',
    'Ausfahrt freihalten',
    'Not known: no words were read in this video.',
    'Not understood: "text"',
  ],
];

const marks = [
  'right',
  'right',
  'wrong',
  'not-answered',
  'right',
  'unparsable',
  'missing',
  'wrong',
] as const;
const reasons = ['not-understood', 'not-covered', 'not-seen-clearly', 'nothing-to-measure'];

const outcomes = (prefix: string, count: number, random: Random): Outcome[] =>
  Array.from({ length: count }, (_, n) => {
    const [question, expected, said, understoodAs] =
      questions[randomIndex(random, questions.length)]!;
    const mark = marks[randomIndex(random, marks.length)]!;
    const start = 200 * random();
    const isAsked = mark !== 'missing';
    const isAnswered = isAsked && mark !== 'not-answered';
    return anOutcome({
      itemId: `${prefix}-${n}`,
      video: videos[randomIndex(random, videos.length)]!,
      group: types[n % types.length]!,
      question,
      mark,
      expected,
      said: isAsked ? said : '',
      understoodAs: isAsked ? understoodAs : '',
      reason: mark === 'not-answered' ? reasons[randomIndex(random, 4)]! : null,
      confidence: isAnswered ? 0.3 + 0.7 * random() : 0,
      span: isAnswered ? [start, start + 20 * random()] : null,
      goldSpan: n % 3 ? [start + 10 * random(), start + 12 + 20 * random()] : null,
      clipId: isAnswered ? `${prefix}-${n}` : null,
    });
  });
