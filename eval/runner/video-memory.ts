/**
 * A memory that videos are taken into and asked of. Taking in is remembered: the same content at
 * the same time with the same profile is taken in once, however often it is asked for.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Instant, TimeRange } from '../../kernel/time.ts';
import type { StreamProfile } from '../../processors/domain/stream-profile.ts';
import type { QueryApi } from '../../query/contract.ts';

export interface Video {
  readonly path: string;
  /** Wall-clock time of its first frame. */
  readonly startAt: Instant;
  /** What may be in the picture; undefined: anything. */
  readonly profile?: StreamProfile;
}

export interface TakenIn {
  readonly streamId: string;
  /** First to last recorded instant. */
  readonly range: TimeRange;
}

export type OnProgress = (doneMs: number, totalMs: number) => void;

export interface VideoMemory extends Pick<QueryApi, 'ask' | 'clip'> {
  /** Throws SOURCE_UNAVAILABLE for a file that holds no video. */
  ingest(video: Video, onProgress?: OnProgress): Promise<TakenIn>;
}

/** Records and understands a file from its first frame to its last, as a stream of that id. */
export type TakeIn = (streamId: string, video: Video, onProgress: OnProgress) => Promise<TakenIn>;

export interface VideoMemoryDependencies {
  readonly takeIn: TakeIn;
  readonly query: Pick<QueryApi, 'ask' | 'clip' | 'streams'>;
  /** Where it is remembered what was taken in to its end. */
  readonly ledgerPath: string;
}

const ledgerSchema = z.record(
  z.string(),
  z.object({
    streamId: z.string(),
    path: z.string().describe('For people: where the content lay'),
    range: z.object({ start: z.int(), end: z.int() }),
  }),
);

export function createVideoMemory(dependencies: VideoMemoryDependencies): VideoMemory {
  const { takeIn, query, ledgerPath } = dependencies;
  return {
    ask: (question) => query.ask(question),
    clip: (id) => query.clip(id),
    ingest: async (video, onProgress = () => {}) => {
      const content = await contentHash(video.path);
      const key = [content, video.startAt, JSON.stringify(video.profile ?? null)].join(' ');
      const known = (await readLedger(ledgerPath))[key];
      if (known) return known;
      const taken = new Set((await query.streams()).map(({ id }) => id));
      // One that was interrupted keeps its id, and what it knows is never asked.
      const streamId = unusedId(`video-${content.slice(0, 12)}`, taken);
      const { range } = await takeIn(streamId, video, onProgress);
      const ledger = await readLedger(ledgerPath);
      await replaceFile(
        ledgerPath,
        JSON.stringify({ ...ledger, [key]: { streamId, path: video.path, range } }, null, 1),
      );
      return { streamId, range };
    },
  };
}

function unusedId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  for (let n = 2; ; n += 1) if (!taken.has(`${id}-${n}`)) return `${id}-${n}`;
}

async function contentHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

async function readLedger(path: string): Promise<z.infer<typeof ledgerSchema>> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  return ledgerSchema.parse(JSON.parse(text));
}

/** Old or new, never half. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
