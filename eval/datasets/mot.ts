/**
 * Files of the MOT Challenge: one box a line, `frame, id, x, y, width, height, confidence, ...`, in
 * pixels, frames from 1; and `seqinfo.ini` with frame rate and picture size. A reader; pure.
 */
import type { SourceFile } from '../domain/benchmark.ts';
import type { Problem } from '../domain/result.ts';

/** One box of one frame, in pixels; `x`, `y` is the top left corner. */
export interface MotBox {
  /** From 1. */
  readonly frame: number;
  /** -1 in files of detections. */
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** In files of ground truth, 0 is a box that is not scored. */
  readonly confidence: number;
}

/** `identified`: boxes with an identity, which a frame has once; `detected`: without. */
export type MotContent = 'identified' | 'detected';

export interface MotFile {
  readonly boxes: readonly MotBox[];
  /** Nine columns, the eighth a class: ground truth of MOT16 and later. */
  readonly hasClasses: boolean;
  readonly problems: readonly Problem[];
}

export interface SequenceInfo {
  readonly fps?: number;
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
}

const fewestColumns = 6;
const columnsWithClass = 9;
/** Eleven hours of 25 pictures a second; what says more is no sequence. */
const mostFrames = 1_000_000;

/** A line that is no box is skipped and told. Commas and spaces both separate. */
export function parseMot(file: SourceFile, content: MotContent): MotFile {
  const boxes: MotBox[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let hasClasses = false;
  file.text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const columns = line.trim().split(/[\s,]+/);
    const box = boxOf(columns);
    const rule = typeof box === 'string' ? box : ruleOfIdentity(box, content, seen);
    hasClasses ||= columns.length === columnsWithClass;
    if (typeof box !== 'string' && rule === undefined) boxes.push(box);
    else problems.push({ file: file.path, index, rule: rule!, isSkipped: true });
  });
  return { boxes, hasClasses, problems };
}

function ruleOfIdentity(box: MotBox, content: MotContent, seen: Set<string>): string | undefined {
  if (content === 'detected') return undefined;
  if (!Number.isInteger(box.id) || box.id < 0) return `an id is a whole number, got ${box.id}`;
  const key = `${box.frame} ${box.id}`;
  if (seen.has(key)) return `id ${box.id} is in frame ${box.frame} once, got it again`;
  seen.add(key);
  return undefined;
}

/** The box, or the rule that the line breaks. */
function boxOf(columns: readonly string[]): MotBox | string {
  if (columns.length < fewestColumns) {
    return `a line has at least ${fewestColumns} columns, got ${columns.length}`;
  }
  const [frame, id, x, y, width, height, confidence = 1] = columns.map(Number) as number[];
  const box = { frame, id, x, y, width, height, confidence } as MotBox;
  const odd = Object.entries(box).find(([, value]) => !Number.isFinite(value));
  if (odd) return `${odd[0]} is a number`;
  if (!Number.isInteger(box.frame) || box.frame < 1 || box.frame > mostFrames) {
    return `frames count from 1 to ${mostFrames}, got ${box.frame}`;
  }
  if (box.width <= 0 || box.height <= 0) {
    return `width and height are positive, got ${box.width} and ${box.height}`;
  }
  return box;
}

/** The keys of `[Sequence]` that matter here; what is missing or no positive number is left out. */
export function parseSequenceInfo(text: string): SequenceInfo {
  const values = new Map(
    text.split('\n').flatMap((line): [string, number][] => {
      const [key, value] = line.split('=');
      const number = Number(value);
      return value !== undefined && number > 0 && Number.isFinite(number)
        ? [[key!.trim().toLowerCase(), number]]
        : [];
    }),
  );
  const field = <Key extends string>(name: Key, key: string) =>
    values.has(key) ? ({ [name]: values.get(key) } as Record<Key, number>) : {};
  const frames = values.get('seqlength');
  return {
    ...field('fps', 'framerate'),
    ...field('width', 'imwidth'),
    ...field('height', 'imheight'),
    ...(frames !== undefined && { frames: Math.min(mostFrames, Math.ceil(frames)) }),
  };
}
