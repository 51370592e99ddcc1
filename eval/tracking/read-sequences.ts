/**
 * Sequences of the MOT Challenge out of their files: a folder each, with `gt.txt`, `det.txt`, and
 * where there are any a tracker's `test.txt` and `seqinfo.ini`; `gt/gt.txt` and `det/det.txt` too.
 */
import { posix } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import type { Detection } from '../../processors/domain/detection.ts';
import {
  type MotBox,
  type MotContent,
  parseMot,
  parseSequenceInfo,
  type SequenceInfo,
} from '../datasets/mot.ts';
import { type Report, reportOn } from '../datasets/source.ts';
import type { SourceFile } from '../domain/benchmark.ts';
import type { Problem } from '../domain/result.ts';

export interface MotSequence {
  readonly name: string;
  /** Number of frames. */
  readonly frames: number;
  readonly fps: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly truth: readonly MotBox[];
  /** Of each frame, boxes in shares of the picture. */
  readonly detections: readonly (readonly Detection[])[];
  /** A published tracker's boxes; undefined: there is no `test.txt`. */
  readonly given: readonly MotBox[] | undefined;
}

export interface MotSequences {
  readonly sequences: readonly MotSequence[];
  readonly problems: readonly Problem[];
}

const names = ['gt.txt', 'det.txt', 'test.txt', 'seqinfo.ini'] as const;
type Name = (typeof names)[number];

const usualFps = 25;

/** Throws INPUT_INVALID when no folder holds a sequence. */
export function readSequences(files: readonly SourceFile[]): MotSequences {
  const problems: Problem[] = [];
  const own = files.filter(({ path }) => names.includes(posix.basename(path) as Name));
  const folders = [...Map.groupBy(own, ({ path }) => folderOf(path))];
  const sequences = folders.flatMap(([folder, inside]) => readSequence(folder, inside, problems));
  if (sequences.length > 0) return { sequences, problems };
  const first = problems[0] ? `: ${problems[0].file} ${problems[0].rule}` : '';
  throw new AppError('INPUT_INVALID', `no folder holds a gt.txt and a det.txt${first}`);
}

const folderOf = (path: string): string =>
  posix.dirname(path).replace(/(^|\/)(gt|det)$/, '') || '.';

function readSequence(
  folder: string,
  files: readonly SourceFile[],
  problems: Problem[],
): MotSequence[] {
  const report = reportOn({ path: folder, text: '' }, problems);
  const fileOf = (name: Name) => files.find(({ path }) => posix.basename(path) === name);
  const parse = (name: Name, content: MotContent) => {
    const file = fileOf(name);
    if (!file) return undefined;
    const parsed = parseMot(file, content);
    problems.push(...parsed.problems);
    return parsed;
  };
  const truth = parse('gt.txt', 'identified');
  const detected = parse('det.txt', 'detected');
  if (!truth?.boxes.length || !detected?.boxes.length) {
    report(null, `has no boxes in ${truth?.boxes.length ? 'det.txt' : 'gt.txt'}`, true);
    return [];
  }
  if (truth.hasClasses) {
    report(null, 'has classes in gt.txt (MOT16 and later), which are scored by other rules', true);
    return [];
  }
  const info = parseSequenceInfo(fileOf('seqinfo.ini')?.text ?? '');
  const shape = shapeOf(truth.boxes, detected.boxes, info);
  return [
    {
      name: folder === '.' ? 'sequence' : posix.basename(folder),
      ...shape,
      truth: truth.boxes,
      detections: detectionsOf(detected.boxes, shape, report),
      given: parse('test.txt', 'identified')?.boxes,
    },
  ];
}

type Shape = Pick<MotSequence, 'frames' | 'fps' | 'width' | 'height'>;

/** What `seqinfo.ini` says, or as far as there are boxes. */
function shapeOf(truth: readonly MotBox[], detected: readonly MotBox[], info: SequenceInfo): Shape {
  const furthest = (of: (box: MotBox) => number, boxes: readonly MotBox[]) =>
    boxes.reduce((most, box) => Math.max(most, of(box)), 1);
  return {
    frames: info.frames ?? furthest(({ frame }) => frame, [...truth, ...detected]),
    fps: info.fps ?? usualFps,
    width: info.width ?? furthest(({ x, width }) => x + width, detected),
    height: info.height ?? furthest(({ y, height }) => y + height, detected),
  };
}

/** People, all of them. Some detectors' confidences are no shares: then every box counts as sure. */
function detectionsOf(
  boxes: readonly MotBox[],
  { frames, width, height }: Shape,
  report: Report,
): Detection[][] {
  const areShares = boxes.every(({ confidence }) => confidence >= 0 && confidence <= 1);
  if (!areShares) report(null, 'has confidences outside 0..1: every box counts as sure', false);
  const detections: Detection[][] = Array.from({ length: frames }, () => []);
  for (const { frame, confidence, ...box } of boxes) {
    detections[frame - 1]?.push({
      kind: 'person',
      score: areShares ? confidence : 1,
      box: {
        x: box.x / width,
        y: box.y / height,
        width: box.width / width,
        height: box.height / height,
      },
    });
  }
  return detections;
}
