/** Who answers the items of a benchmark: from videos taken into memory, or from captions alone. */
import { stat } from 'node:fs/promises';
import { AppError } from '../../kernel/errors.ts';
import type { Instant } from '../../kernel/time.ts';
import { profileFrom } from '../../processors/domain/stream-profile.ts';
import type { Question } from '../../query/domain/question.ts';
import type { Item, Span } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { FindVideo } from './find-videos.ts';
import { predictionOf } from './prediction-of.ts';
import type { PresetOf } from './read-presets.ts';
import type { OnProgress, VideoMemory } from './video-memory.ts';

/** A video that can be asked about. */
export interface OpenVideo {
  /** Names what is known of it: another content, another extraction, another id. */
  readonly id: string;
  readonly durationSeconds: number;
  /** `untilSeconds`: with only the past of that moment; undefined: with all of it. */
  answer(item: Item, untilSeconds?: number): Promise<Prediction>;
  /** Path of a playable file of that part; null where nothing of it is recorded. */
  clip(span: Span): Promise<string | null>;
}

export interface Answerer {
  /** Work of opening the video, in any unit that is the same for all; 0: it cannot be had. */
  effortOf(video: string): Promise<number>;
  /** Throws INPUT_INVALID or SOURCE_UNAVAILABLE when the video cannot be had. */
  open(video: string, startAt: number | undefined, onProgress: OnProgress): Promise<OpenVideo>;
}

/** Videos whose questions name no time of day begin here: times are counted from their start. */
const anyStartAt = Date.UTC(2026, 0, 1, 12);

export function memoryAnswerer(options: {
  readonly memory: VideoMemory;
  readonly find: FindVideo;
  readonly presetOf: PresetOf;
}): Answerer {
  const { memory, find, presetOf } = options;
  return {
    effortOf: async (video) => {
      const path = find(video);
      return path === undefined ? 0 : (await stat(path)).size;
    },
    open: async (name, startAt = anyStartAt, onProgress) => {
      const path = find(name);
      if (path === undefined) throw new AppError('INPUT_INVALID', 'there is no file of that name');
      const preset = presetOf(name, path);
      const video = { path, startAt, profile: profileFrom({ ...(preset && { preset }) }) };
      const taken = await memory.ingest(video, onProgress);
      return openVideo(memory, taken, startAt);
    },
  };
}

/** As of a recording that is long over: watched live, `is there` would mean its last second. */
const longOverMs = 86_400_000;

/** `The last minute` is told from then, and what was seen later is not known. */
const askedAt = (start: Instant, end: Instant): Pick<Question, 'to' | 'standpoint'> => ({
  to: end,
  standpoint: { now: end + longOverMs, recorded: { start, end }, streams: [], asOf: end },
});

function openVideo(
  memory: VideoMemory,
  { streamId, range }: Awaited<ReturnType<VideoMemory['ingest']>>,
  startAt: number,
): OpenVideo {
  const durationMs = range.end - startAt;
  return {
    id: streamId,
    durationSeconds: durationMs / 1000,
    answer: async (item, untilSeconds) => {
      const answer = await memory.ask({
        text: item.text,
        streamIds: [streamId],
        ...(item.options && { options: [...item.options] }),
        ...(untilSeconds !== undefined &&
          askedAt(startAt, startAt + Math.round(untilSeconds * 1000))),
      });
      return predictionOf(item, answer, { startAt, durationMs });
    },
    clip: async ([start, end]) => {
      const [from, to] = [startAt + Math.round(start * 1000), startAt + Math.round(end * 1000)];
      const found = await memory.clip(`${streamId}_${from}_${to}`).catch(() => null);
      return found?.path ?? null;
    },
  };
}
