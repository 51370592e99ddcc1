/**
 * Reader of captions that lie beside a benchmark, a JSON file for each video: `<video>.json` or
 * `<video>_cap.json`, either `{"0": "A boy ...", "1": ...}` by frame number or a list of
 * `{start, end, text, level?}` in seconds from the first frame. Pure.
 */
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { TimedCaption } from '../../query/domain/caption-grounding.ts';
import type { SourceFile } from '../domain/benchmark.ts';
import type { Problem } from '../domain/result.ts';
import { type Report, readJson, reportOn } from './source.ts';

export interface VideoCaptions {
  /** By the name of the video, in order of time. */
  readonly captions: ReadonlyMap<string, readonly TimedCaption[]>;
  readonly problems: readonly Problem[];
}

const byFrameSchema = z.record(z.string().regex(/^\d+$/, 'is no number of a frame'), z.unknown());

const timedSchema = z
  .object({
    start: z.number().min(0),
    end: z.number(),
    text: z.string().trim().min(1),
    level: z.enum(['short', 'medium', 'long']).optional(),
  })
  .refine(({ start, end }) => end > start, 'must end after it starts');

/**
 * `frameSeconds` is how long a numbered frame lasts: frame 7 is `[7, 8]` times as much. Throws
 * INPUT_INVALID when no file holds a caption.
 */
export function readVideoCaptions(files: readonly SourceFile[], frameSeconds = 1): VideoCaptions {
  const problems: Problem[] = [];
  const captions = new Map<string, TimedCaption[]>();
  for (const file of files) {
    const report = reportOn(file, problems);
    const video = videoOf(file.path);
    const told = captionsOf(readJson(file, report), frameSeconds, report);
    if (captions.has(video)) report(null, `is a second file of captions of ${video}`, true);
    else if (told.length > 0)
      captions.set(
        video,
        told.sort((a, b) => a.start - b.start),
      );
  }
  if (captions.size > 0) return { captions, problems };
  const first = problems[0] ? `: ${problems[0].file} ${problems[0].rule}` : '';
  throw new AppError('INPUT_INVALID', `no file holds captions of a video${first}`);
}

const videoOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/(?:_cap)?\.json$/i, '');

function captionsOf(json: unknown, frameSeconds: number, report: Report): TimedCaption[] {
  if (json === undefined) return [];
  if (Array.isArray(json)) return parsed(json, report);
  const { data, error } = byFrameSchema.safeParse(json);
  if (!data) {
    report(null, `holds no captions: ${z.prettifyError(error)}`, true);
    return [];
  }
  const frames = Object.entries(data).map(([frame, text]) => ({
    start: Number(frame) * frameSeconds,
    end: (Number(frame) + 1) * frameSeconds,
    text,
  }));
  return parsed(frames, report);
}

function parsed(values: readonly unknown[], report: Report): TimedCaption[] {
  return values.flatMap((value, index) => {
    const { data, error } = timedSchema.safeParse(value);
    if (!data) {
      report(index, `is not a caption: ${z.prettifyError(error)}`, true);
      return [];
    }
    const { start, end, text, level } = data;
    return [{ start, end, text, ...(level && { level }) }];
  });
}
