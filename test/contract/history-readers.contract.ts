/** What the readers of the history promise: trajectories, events, coverage, streams. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordingStore } from '../../ingest/ports.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { Trajectory } from '../../processors/domain/trajectory.ts';
import type { ProcessingStore } from '../../processors/ports.ts';
import type {
  CoverageReader,
  EventReader,
  StreamReader,
  TrajectoryReader,
} from '../../query/ports.ts';
import { aChunkResult, aHole, anEmbeddedEvent, noChanges } from '../support/chunk-results.ts';
import { aTrajectory, aTrajectoryState } from '../support/observations.ts';
import { aChunk, aGap, aSource } from '../support/recordings.ts';

export interface HistoryReadersSubject {
  readonly recordings: RecordingStore;
  readonly processing: ProcessingStore;
  readonly trajectories: TrajectoryReader;
  readonly events: EventReader;
  readonly coverage: CoverageReader;
  readonly streams: StreamReader;
}

const always = { start: 0, end: 1_000_000_000 };

/** `create` gives an empty history. */
export function historyReadersContract(
  name: string,
  create: () => Promise<HistoryReadersSubject>,
): void {
  let history: HistoryReadersSubject;
  beforeEach(async () => {
    history = await create();
  });

  /** Processes chunk `seq` and writes the trajectories, each present from `firstAt` to `lastAt`. */
  const process = async (
    seq: number,
    trajectories: readonly Trajectory[] = [],
    result: Partial<Parameters<ProcessingStore['commitChunk']>[0]> = {},
  ): Promise<void> => {
    const chunk = result.chunk ?? aChunk({ seq });
    await history.recordings.recordChunk(chunk);
    const states = trajectories.map(({ id, firstAt, lastAt }) =>
      aTrajectoryState(id, 'present', [], { start: firstAt, end: lastAt }),
    );
    const changes = { ...noChanges, trajectories, states };
    const made = { observations: [], changes, ...result, chunk };
    await history.processing.commitChunk(aChunkResult(made));
  };

  const idsOf = async (filter: Parameters<TrajectoryReader['find']>[0]): Promise<string[]> =>
    (await history.trajectories.find(filter)).map(({ id }) => id);

  describe(`trajectory reader: ${name}`, () => {
    it('finds trajectories by stream, kind, id and time, in order of their start', async () => {
      await process(0, [
        aTrajectory({ id: 'late', firstAt: 9_000, lastAt: 12_000 }),
        aTrajectory({ id: 'early', firstAt: 1_000, lastAt: 3_000 }),
        aTrajectory({ id: 'car', kind: 'car', firstAt: 2_000, lastAt: 10_000 }),
      ]);
      const visitor = aTrajectory({ id: 'door', streamId: 'door', firstAt: 2_500, lastAt: 4_000 });
      await process(0, [visitor], { chunk: aChunk({ streamId: 'door' }) });
      expect(await idsOf({ range: always })).toEqual(['early', 'car', 'door', 'late']);
      expect(await idsOf({ range: always, streamIds: ['door'] })).toEqual(['door']);
      expect(await idsOf({ range: always, kinds: ['car', 'bus'] })).toEqual(['car']);
      expect(await idsOf({ range: always, ids: ['late', 'nobody'] })).toEqual(['late']);
      expect(await idsOf({ range: { start: 3_000, end: 9_000 } })).toEqual(['car', 'door']);
      expect(await idsOf({ range: always, streamIds: [] })).toEqual([]);
    });

    it('a limit keeps those that came last, and counts none that was away', async () => {
      const at = (id: string, firstAt: number) => aTrajectory({ id, firstAt, lastAt: 15_000 });
      const all = [at('first', 1_000), at('second', 2_000), at('third', 3_000), at('away', 4_000)];
      const states = all.map(({ id, firstAt, lastAt }) =>
        aTrajectoryState(id, id === 'away' ? 'moves' : 'present', [], span(firstAt, lastAt)),
      );
      await process(0, [], { changes: { ...noChanges, trajectories: all, states } });
      expect(await idsOf({ range: always, limit: 2 })).toEqual(['second', 'third']);
      expect(await idsOf({ range: always, limit: 9 })).toEqual(['first', 'second', 'third']);
    });

    it('gives the states that overlap the range, in order of their start', async () => {
      const walker = aTrajectory({ firstAt: 0, lastAt: 15_000 });
      const states = [
        aTrajectoryState(
          walker.id,
          'moves',
          ['direction:left', 'speed:fast'],
          span(8_000, 9_000),
          2,
        ),
        aTrajectoryState(walker.id, 'present', [], span(0, 15_000), 0),
        aTrajectoryState(walker.id, 'enters', ['side:right'], span(0, 1_000), 1),
      ];
      await process(0, [], { changes: { ...noChanges, trajectories: [walker], states } });
      const [found] = await history.trajectories.find({ range: span(1_000, 12_000) });
      expect(found).toEqual({ ...walker, states: [states[1], states[0]] });
    });

    it('leaves out who was away during the whole range', async () => {
      const visitor = aTrajectory({ firstAt: 0, lastAt: 15_000 });
      const states = [
        aTrajectoryState(visitor.id, 'present', [], span(0, 2_000), 0),
        aTrajectoryState(visitor.id, 'present', [], span(12_000, 15_000), 1),
      ];
      await process(0, [], { changes: { ...noChanges, trajectories: [visitor], states } });
      expect(await idsOf({ range: span(4_000, 8_000) })).toEqual([]);
      expect(await idsOf({ range: span(4_000, 12_001) })).toEqual([visitor.id]);
    });
  });

  describe(`event reader: ${name}`, () => {
    const events = [0, 1, 2].map((n) =>
      anEmbeddedEvent({ id: `cam/short/${n}`, range: span(n * 15_000, (n + 1) * 15_000) }, n),
    );

    it('finds events by time, stream and level; a limit keeps the newest', async () => {
      const long = anEmbeddedEvent({ id: 'cam/long/0', level: 'long', range: span(0, 45_000) });
      await process(0, [], { events: [...events, long] });
      const find = async (filter: Partial<Parameters<EventReader['find']>[0]>) =>
        (await history.events.find({ range: always, limit: 10, ...filter })).map(({ id }) => id);
      expect(await find({})).toEqual(['cam/long/0', ...events.map(({ id }) => id)]);
      expect(await find({ levels: ['short'], limit: 2 })).toEqual(['cam/short/1', 'cam/short/2']);
      expect(await find({ range: span(15_000, 30_000) })).toEqual(['cam/long/0', 'cam/short/1']);
      expect(await find({ streamIds: ['door'] })).toEqual([]);
    });

    it('finds the events nearest to a vector, best first', async () => {
      await process(0, [], { events });
      const wanted = new Float32Array(512);
      wanted[1] = 0.8;
      wanted[2] = 0.6;
      const nearest = await history.events.nearest(wanted, { range: always, limit: 2 });
      expect(nearest.map(({ event }) => event.id)).toEqual(['cam/short/1', 'cam/short/2']);
      expect(nearest.map(({ similarity }) => similarity)).toEqual([
        expect.closeTo(0.8, 5),
        expect.closeTo(0.6, 5),
      ]);
      const ofLevel = { range: always, levels: ['long' as const], limit: 2 };
      expect(await history.events.nearest(wanted, ofLevel)).toEqual([]);
      const { embedding, ...event } = events[1]!;
      expect(embedding).toHaveLength(512);
      expect(nearest[0]?.event).toEqual(event);
    });

    it('compares only vectors of equal length', async () => {
      await process(0, [], { events });
      const short = new Float32Array([1, 0, 0]);
      expect(await history.events.nearest(short, { range: always, limit: 2 })).toEqual([]);
    });
  });

  describe(`coverage reader: ${name}`, () => {
    const coverageOf = async (range: TimeRange) =>
      (await history.coverage.coverage(['cam'], range))[0]!;

    it('tiles the asked range with what was watched and gaps with their reasons', async () => {
      await process(1);
      await process(2);
      await history.recordings.recordGap(aGap({ start: 45_000, end: 60_000, reason: 'stalled' }));
      await history.recordings.recordChunk(aChunk({ seq: 4 }));
      await history.recordings.recordChunk(aChunk({ seq: 5 }));
      await history.processing.giveUp(aChunk({ seq: 5 }), 'the model fails', aHole);
      const gap = (start: number, end: number, reason: string) => ({
        streamId: 'cam',
        start,
        end,
        reason,
      });
      expect(await coverageOf(span(0, 120_000))).toEqual({
        streamId: 'cam',
        watched: [span(15_000, 45_000)],
        gaps: [
          gap(0, 15_000, 'before-first-recording'),
          gap(45_000, 60_000, 'stalled'),
          gap(60_000, 75_000, 'not-yet-analysed'),
          gap(75_000, 90_000, 'extraction-failed'),
          gap(90_000, 120_000, 'not-yet-recorded'),
        ],
        asOf: 45_000,
      });
    });

    it('what shows nothing was not watched, from where it began, also before its chunk', async () => {
      const frozen = (start: number, end: number) => [
        { start, end, reason: 'picture-frozen' as const },
      ];
      for (const seq of [0, 1]) await process(seq);
      await process(2, [], { chunk: aChunk({ seq: 2, blind: frozen(10_000, 45_000) }) });
      await process(3, [], { chunk: aChunk({ seq: 3, blind: frozen(10_000, 52_000) }) });
      expect(await coverageOf(span(0, 60_000))).toMatchObject({
        watched: [span(0, 10_000), span(52_000, 60_000)],
        gaps: [{ ...span(10_000, 52_000), reason: 'picture-frozen' }],
        asOf: 60_000,
      });
    });

    it('what was not recorded is told as such, also amid what shows nothing', async () => {
      const blind = [{ ...span(0, 60_000), reason: 'picture-frozen' as const }];
      await process(0);
      await history.recordings.recordGap(aGap({ start: 15_000, end: 30_000, reason: 'stalled' }));
      await process(2, [], { chunk: aChunk({ seq: 2, blind }) });
      const { gaps } = await coverageOf(span(0, 45_000));
      expect(gaps.map(({ start, end, reason }) => [start, end, reason])).toEqual([
        [0, 15_000, 'picture-frozen'],
        [15_000, 30_000, 'stalled'],
        [30_000, 45_000, 'picture-frozen'],
      ]);
    });

    it('a range that was watched without a hole has no gaps, in whatever order it was processed', async () => {
      for (const seq of [3, 1, 2, 0]) await process(seq);
      expect(await coverageOf(span(1_000, 59_000))).toEqual({
        streamId: 'cam',
        watched: [span(1_000, 59_000)],
        gaps: [],
        asOf: 60_000,
      });
    });

    it('the pace of the frames between two chunks is no gap', async () => {
      await process(0, [], { chunk: aChunk({ seq: 0, range: span(0, 14_600) }) });
      await process(1);
      expect((await coverageOf(span(0, 30_000))).gaps).toEqual([]);
    });

    it('a stream that was never recorded was not watched', async () => {
      expect(await coverageOf(span(0, 1_000))).toEqual({
        streamId: 'cam',
        watched: [],
        gaps: [{ streamId: 'cam', ...span(0, 1_000), reason: 'not-yet-recorded' }],
        asOf: undefined,
      });
    });

    it('tells of every asked stream, in the order asked', async () => {
      await process(0);
      const coverage = await history.coverage.coverage(['door', 'cam'], span(0, 15_000));
      expect(coverage.map(({ streamId }) => streamId)).toEqual(['door', 'cam']);
      expect(coverage.map(({ gaps }) => gaps.length)).toEqual([1, 0]);
    });

    it('the extent of streams is from the first to the last processed instant', async () => {
      expect(await history.coverage.extent(['cam', 'door'])).toBeUndefined();
      await process(2);
      await process(5);
      expect(await history.coverage.extent(['cam', 'door'])).toEqual(span(30_000, 90_000));
    });
  });

  describe(`stream reader: ${name}`, () => {
    it('lists the streams without their credentials', async () => {
      const source = { url: 'rtsp://admin:S3cr3t@camera.test/live', pace: 'live' as const };
      await history.recordings.saveStream(aSource({ source }), 5_000);
      const streams = await history.streams.streams();
      expect(streams).toMatchObject([{ id: 'cam', name: 'Loading dock', enabledAt: 5_000 }]);
      expect(JSON.stringify(streams)).not.toContain('S3cr3t');
    });
  });
}

const span = (start: number, end: number): TimeRange => ({ start, end });
