/** What is recorded of a stream, to be played by any HLS player. */
import { z } from 'zod';
import type { SegmentReader } from '../../../ingest/contract.ts';
import type { Segment } from '../../../ingest/domain/segment.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Clock, TimeRange } from '../../../kernel/time.ts';
import type { QueryApi } from '../../../query/contract.ts';
import { readSegmentParts } from '../playback/fragments.ts';
import {
  parseSegmentName,
  playableOf,
  playlistOf,
  unplayableCodecs,
} from '../playback/playlist.ts';
import { sendPart } from '../playback/send-part.ts';
import { defineRoute, idParams, instantParameter, type Route } from '../route.ts';

export interface PlaybackRouteDeps {
  readonly query: QueryApi;
  readonly segments: SegmentReader;
  readonly clock: Clock;
}

const longestMs = 24 * 3_600_000;
const playlistType = 'application/vnd.apple.mpegurl';
/** Nothing is added any more to the record of streams in these states. */
const overStates = ['stopped', 'ended', 'failed'];

const playlistQuery = z
  .object({
    from: instantParameter.describe('First instant; playing begins at the key frame before it'),
    to: instantParameter
      .optional()
      .describe('Without it, or when it is still to come, the playlist grows as time passes'),
  })
  .refine(({ from, to }) => to === undefined || from < to, {
    error: 'must come before to',
    path: ['from'],
  });

const partParams = idParams.extend({
  segment: z.string().max(30).describe('`<epoch>-<start>`, as the playlist names it'),
});

export const playbackRoutes = (deps: PlaybackRouteDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/streams/:id/playlist.m3u8',
    summary: 'An HLS playlist of what is recorded, a day at most; goes on while the stream does',
    params: idParams,
    query: playlistQuery,
    success: { status: 200, description: 'The playlist', content: playlistType },
    handle: async ({ params, query: { from, to } }, { reply }) => {
      const range = { start: from, end: to ?? from + longestMs };
      return reply.type(playlistType).send(await makePlaylist(deps, params.id, range));
    },
  }),
  partRoute(deps, 'init', 'init.mp4', 'How to decode segments; for players'),
  partRoute(deps, 'media', 'media.m4s', 'The pictures of a segment; takes byte ranges'),
];

/** Throws NOT_FOUND for a stream that is not there, or when nothing of the range can be played. */
async function makePlaylist(
  { query, segments, clock }: PlaybackRouteDeps,
  streamId: string,
  { start, end }: TimeRange,
): Promise<string> {
  if (end - start > longestMs) {
    throw new AppError('INPUT_INVALID', 'a playlist holds 24 hours at most');
  }
  const stream = (await query.streams()).find(({ id }) => id === streamId);
  if (!stream) throw new AppError('NOT_FOUND', `there is no stream '${streamId}'`);
  const recorded = await segments.find(streamId, { start, end });
  const playable = playableOf(recorded);
  const isOver = end <= clock.now() || overStates.includes(stream.state);
  if (playable.length === 0) throw nothingPlays(unplayableCodecs(recorded), isOver);
  return playlistOf(playable, isOver);
}

/** Says why, for players show nothing but that it failed. */
function nothingPlays(codecs: readonly string[], isOver: boolean): AppError {
  if (codecs.length === 0) {
    return new AppError('NOT_FOUND', 'nothing of this range is recorded', { retryable: !isOver });
  }
  const what = `HLS cannot carry the recorded codec ${codecs.join(', ')}`;
  return new AppError('NOT_FOUND', `${what}; clips of this range can be played`);
}

const partRoute = (
  { segments }: PlaybackRouteDeps,
  part: 'init' | 'media',
  name: string,
  summary: string,
): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/streams/:id/segments/:segment/${name}`,
    summary,
    params: partParams,
    success: { status: 200, description: 'The bytes, or those asked for', content: 'video/mp4' },
    handle: async ({ params }, { request, reply }) => {
      const segment = await findSegment(segments, params.id, params.segment);
      const path = segments.pathOf(segment);
      const parts = await readSegmentParts(path, segment.start);
      return sendPart(request, reply, { path, part: parts[part], type: 'video/mp4' });
    },
  });

/** The path of the file comes from the row that is found, never from the client. */
async function findSegment(
  segments: SegmentReader,
  streamId: string,
  name: string,
): Promise<Segment> {
  const named = parseSegmentName(name);
  const { start = 0, epoch } = named ?? {};
  const found = named ? await segments.find(streamId, { start, end: start + 1 }) : [];
  const segment = playableOf(found).find((one) => one.start === start && one.epoch === epoch);
  if (segment) return segment;
  throw new AppError('NOT_FOUND', `there is no segment '${name}' of stream '${streamId}'`);
}
