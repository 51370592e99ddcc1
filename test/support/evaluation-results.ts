/** Made-up results of benchmarks, as odd as real ones: long words, markup, holes, no intervals. */
import type {
  Calibration,
  Cell,
  Column,
  EvaluationResult,
  Grouping,
  Outcome,
  Table,
  TableRow,
} from '../../eval/domain/result.ts';
import { type Random, randomIndex, seededRandom } from '../../eval/metrics/random.ts';
import { noon } from './query-things.ts';

/** Text that would run or break out, were it markup. */
export const hostileText = `<img src=x onerror="document.title='owned'"></script></style><script>document.title='owned'</script>"' onload='document.title="owned"`;

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwe'.repeat(6);

export const aColumn = (over: Partial<Column> = {}): Column => ({
  key: 'accuracy',
  label: 'Accuracy',
  unit: 'percent',
  isBetter: 'higher',
  ...over,
});

/** Cells are values, or a value with its interval. */
export const aTableRow = (
  name: string,
  role: TableRow['role'],
  cells: Readonly<Record<string, number | null | readonly [number, number, number]>>,
  n: number | null = null,
): TableRow => ({
  name,
  role,
  n,
  cells: Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, cellOf(cell)])),
});

const cellOf = (cell: number | null | readonly [number, number, number]): Cell =>
  cell === null || typeof cell === 'number'
    ? { value: cell }
    : { value: cell[0], low: cell[1], high: cell[2] };

export const anOutcome = (over: Partial<Outcome> = {}): Outcome => ({
  itemId: 'item-1',
  video: 'dock.mp4',
  question: 'Did a person enter through the gate?',
  group: 'action',
  judgement: 'wrong',
  expected: 'Yes',
  said: 'No. Nobody was seen at the gate.',
  reason: null,
  understoodAs: 'Whether a person crossed the line gate',
  confidence: 0.82,
  span: [12.3, 18.9],
  goldSpan: [11, 16.5],
  clipId: 'dock-1',
  ...over,
});

export const aResult = (over: Partial<EvaluationResult> = {}): EvaluationResult => ({
  benchmark: 'strand',
  title: 'STRAND',
  ranAt: noon,
  system: { method: 'symbolic', extractor: 'builtin', preset: 'any', version: '0.1.0' },
  read: { files: 1, rows: 1, skipped: 0, problems: [] },
  tables: [],
  groupings: [],
  calibration: null,
  outcomes: [],
  ...over,
});

/** Five benchmarks, 200 outcomes. */
export function manyResults(): EvaluationResult[] {
  const random = seededRandom(7);
  return [strand(random), deveQa(random), hlv(random), tracking(), ownQuestions(random)];
}

function strand(random: Random): EvaluationResult {
  const columns = [
    aColumn({ key: 'faith', label: 'A_faith' }),
    aColumn({ key: 'target', label: 'A_target' }),
    aColumn({ key: 'sub', label: 'A_sub' }),
    aColumn({ key: 'cons', label: 'A_cons' }),
  ];
  const row = (name: string, role: TableRow['role'], all: readonly (number | null)[], n?: number) =>
    aTableRow(name, role, rowCells(columns, all), n);
  const table: Table = {
    title: 'Faithfulness over targets',
    note: 'Pooled over targets. A target counts when it and all of its sub-questions are right.',
    columns,
    rows: [
      aTableRow(
        'Strandline, symbolic',
        'ours',
        {
          faith: [41.24, 38.1, 44.3],
          target: [58.9, 55.8, 62],
          sub: [66, 64.1, 67.9],
          cons: [80.2, 77, 83.1],
        },
        977,
      ),
      row('"Yes" to everything', 'baseline', [39.8, 63.1, 81.2, 81.9], 977),
      row('"No" to everything', 'baseline', [0, 36.9, 18.8, 12.4], 977),
      row('majority class', 'baseline', [19.1, 52, null, null]),
      row('STRAND with Gemini-3-Flash', 'published', [59.4, 77.1, 76.3, 81.3], 977),
      row('Qwen3-VL-32B-Think', 'published', [46.1, 65, 70.6, 78.1], 977),
      row('Gemini-3.1-Pro', 'published', [38.9, 61.4, 64.9, 69.2], 977),
      row('Video-R1-7B', 'published', [4.3, 24.8, 19.6, 21.9], 977),
      row('reader of the released annotation', 'bound', [98.9, 100, 98.9, 98.8], 977),
    ],
  };
  return aResult({
    title: 'STRAND, released questions',
    read: { files: 88, rows: 977, skipped: 2, problems: problems(6) },
    tables: [table],
    groupings: [
      grouping(
        'type',
        'A_faith',
        ['state change', 'identity tracking', 'action sequencing', 'multi-object'],
        random,
      ),
      grouping(
        'video',
        'A_faith',
        Array.from({ length: 30 }, (_, n) => `video_${n + 1}.mp4`),
        random,
      ),
    ],
    calibration: calibration(),
    outcomes: outcomes('strand', 60, random),
  });
}

function deveQa(random: Random): EvaluationResult {
  const names = ['mIoP', 'IoP@0.5', 'mIoU', 'IoU@0.5', 'Acc@QA', 'Acc@GQA'];
  const columns = names.map((label) => aColumn({ key: label, label }));
  const row = (name: string, role: TableRow['role'], all: readonly (number | null)[], n?: number) =>
    aTableRow(name, role, rowCells(columns, all), n);
  const ours = row('Strandline, symbolic', 'ours', [31.2, 30.4, 18.8, 14.1, 44, 15.9], 2400);
  const strict = row(
    'Strandline, strict parser',
    'ours',
    [31.2, 30.4, 18.8, 14.1, 41.7, 15.2],
    2400,
  );
  return aResult({
    benchmark: 'deve-qa',
    title: 'DeVE-QA, test split',
    read: { files: 1, rows: 2400, skipped: 0, problems: [] },
    tables: [
      {
        title: 'Grounded question answering',
        primary: 'Acc@GQA',
        columns,
        rows: [
          { ...ours, cells: { ...ours.cells, 'Acc@GQA': { value: 15.9, low: 14.2, high: 17.6 } } },
          strict,
          row('midpoint of the video, option A', 'baseline', [26.4, 26.4, 0.1, 0, 21.3, 5.6], 2400),
          row('whole video, option A', 'baseline', [34, 22.1, 34, 22, 21.3, 4.9], 2400),
          row('LLoVi', 'published', [27.5, 27, 17.9, 13, 63.9, 22.9]),
          row('DeVi with Gemini 2.0', 'published', [34.9, 32.8, 21.7, 18.5, 72.1, 27.7]),
          row('people', 'bound', [58.2, 62.3, 43.9, 52.7, 84.7, 62.4]),
        ],
      },
    ],
    groupings: [
      grouping('length', 'Acc@GQA', ['short, under 60 s', 'medium, under 180 s', 'long'], random),
      grouping('density', 'Acc@GQA', ['single', 'dense'], random),
    ],
    calibration: null,
    outcomes: outcomes('deve', 60, random),
  });
}

function hlv(random: Random): EvaluationResult {
  const columns = ['frame', 'within', 'cross', 'long', 'overall'].map((label) =>
    aColumn({ key: label, label }),
  );
  const row = (name: string, role: TableRow['role'], all: readonly (number | null)[], n?: number) =>
    aTableRow(name, role, rowCells(columns, all), n);
  const tasks = `object character speed camera-direction spatial attribute-change descriptive-scene
    action time-order plot temporal-relationship object-direction causal scene counting`.split(
    /\s+/,
  );
  const rows = [
    row('Strandline, symbolic', 'ours', [52.1, 48.8, 50.9, 47, 49.4], 14_847),
    row('A, and Yes', 'baseline', [69.2, 51, 59.6, 61.8, 57], 14_847),
    row('LLaVA-Video-72B', 'published', [84.41, 78.43, 80.1, 75.65, 78.93], 14_847),
    row('GPT-4o', 'published', [null, null, null, null, 55.48], 14_847),
  ];
  const [ours] = rows;
  ours!.cells.overall = { value: 49.4, low: 48.6, high: 50.2 };
  return aResult({
    benchmark: 'hlv-1k',
    title: 'HLV-1K',
    read: { files: 1009, rows: 14_847, skipped: 13, problems: problems(13) },
    tables: [{ title: 'Accuracy per level', primary: 'overall', columns, rows }],
    groupings: [
      grouping('level', 'right', ['frame', 'within event', 'cross event', 'long term'], random),
      grouping('task', 'right', tasks, random),
    ],
    calibration: calibration(),
    outcomes: outcomes('hlv', 60, random),
  });
}

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

const rowCells = (columns: readonly Column[], values: readonly (number | null)[]) =>
  Object.fromEntries(columns.map(({ key }, n) => [key, values[n] ?? null]));

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

const judgements = [
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
    const judgement = judgements[randomIndex(random, judgements.length)]!;
    const start = 200 * random();
    const isAsked = judgement !== 'missing';
    const isAnswered = isAsked && judgement !== 'not-answered';
    return anOutcome({
      itemId: `${prefix}-${n}`,
      video: `video_${randomIndex(random, 30)}.mp4`,
      group: ['state change', 'identity tracking', 'action sequencing'][n % 3]!,
      question,
      judgement,
      expected,
      said: isAsked ? said : '',
      understoodAs: isAsked ? understoodAs : '',
      reason: judgement === 'not-answered' ? reasons[randomIndex(random, 4)]! : null,
      confidence: isAnswered ? 0.3 + 0.7 * random() : 0,
      span: isAnswered ? [start, start + 20 * random()] : null,
      goldSpan: n % 3 ? [start + 10 * random(), start + 12 + 20 * random()] : null,
      clipId: isAnswered ? `${prefix}-${n}` : null,
    });
  });
