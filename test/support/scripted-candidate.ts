/**
 * A candidate configuration over a scripted world: it takes in pieces of the world's recordings,
 * sees what `sees` lets it see, and answers by the real rules.
 */
import type { Video, VideoMemory } from '../../eval/runner/video-memory.ts';
import { AppError } from '../../kernel/errors.ts';
import { clipRanges, rangesOverlap, type TimeRange } from '../../kernel/time.ts';
import { answerQuestion } from '../../query/answer-question.ts';
import type { TrajectoryHistory } from '../../query/ports.ts';
import { type MemoryStream, type MemoryWorld, memoryReaders } from './memory-readers.ts';

export interface ScriptedCandidate {
  readonly cut: (streamId: string, range: TimeRange) => Promise<Video>;
  readonly memory: Pick<VideoMemory, 'ingest' | 'ask'>;
  /** What was taken in. */
  readonly taken: MemoryStream[];
}

export function scriptedCandidate(
  world: MemoryWorld,
  sees: (trajectory: TrajectoryHistory) => boolean = () => true,
): ScriptedCandidate {
  const taken: MemoryStream[] = [];
  const seen: TrajectoryHistory[] = [];
  return {
    taken,
    cut: async (streamId, range) => {
      const stream = world.streams.find(({ id }) => id === streamId);
      const [part] = clipRanges(stream?.watched ?? [], range);
      if (!part) throw new AppError('NOT_FOUND', 'nothing of it is recorded');
      return { path: JSON.stringify({ streamId, part }), startAt: part.start };
    },
    memory: {
      ingest: async ({ path }) => {
        const { streamId, part } = JSON.parse(path) as { streamId: string; part: TimeRange };
        const id = `video-${taken.length + 1}`;
        taken.push({ id, name: id, watched: [part] });
        seen.push(
          ...world.trajectories
            .filter((one) => one.streamId === streamId && sees(one) && isIn(one, part))
            .map((one) => ({ ...one, streamId: id })),
        );
        return { streamId: id, range: part };
      },
      ask: (question) =>
        answerQuestion(question, memoryReaders({ ...world, streams: taken, trajectories: seen })),
    },
  };
}

const isIn = ({ firstAt, lastAt }: TrajectoryHistory, range: TimeRange): boolean =>
  rangesOverlap({ start: firstAt, end: lastAt + 1 }, range);
