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
  type MotFile,
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
  const truth = parseNamed(files, 'gt.txt', 'identified', problems);
  const detected = parseNamed(files, 'det.txt', 'detected', problems);
  const rule = brokenRule(truth, detected);
  if (rule !== undefined) {
    report(null, rule, true);
    return [];
  }
  const info = parseSequenceInfo(fileNamed(files, 'seqinfo.ini')?.text ?? '');
  const shape = shapeOf(truth.boxes, detected.boxes, info);
  const given = fileNamed(files, 'test.txt')
    ? parseNamed(files, 'test.txt', 'identified', problems).boxes
    : undefined;
  const name = folder === '.' ? 'sequence' : posix.basename(folder);
  const detections = detectionsOf(detected.boxes, shape, report);
  return [{ name, ...shape, truth: truth.boxes, detections, given }];
}

const fileNamed = (files: readonly SourceFile[], name: Name): SourceFile | undefined =>
  files.find(({ path }) => posix.basename(path) === name);

/** Without boxes when there is no such file. */
function parseNamed(
  files: readonly SourceFile[],
  name: Name,
  content: MotContent,
  problems: Problem[],
): MotFile {
  const parsed = parseMot(fileNamed(files, name) ?? { path: name, text: '' }, content);
  problems.push(...parsed.problems);
  return parsed;
}

function brokenRule(truth: MotFile, detected: MotFile): string | undefined {
  if (truth.boxes.length === 0) return 'has no boxes in gt.txt';
  if (detected.boxes.length === 0) return 'has no boxes in det.txt';
  if (!truth.hasClasses) return undefined;
  return 'has classes in gt.txt (MOT16 and later), which are scored by other rules';
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
