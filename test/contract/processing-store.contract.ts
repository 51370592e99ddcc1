/** What every processing store promises; run over each implementation. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordingStore } from '../../ingest/ports.ts';
import type { MemoryAdvanced } from '../../processors/contract.ts';
import type { ChunkResult, ProcessingStore } from '../../processors/ports.ts';
import type { EventReader, TrajectoryReader } from '../../query/ports.ts';
import {
  aChunkResult,
  aHole,
  aMemory,
  anEmbeddedEvent,
  noChanges,
} from '../support/chunk-results.ts';
import { anObservation, aTrajectory, aTrajectoryState } from '../support/observations.ts';
import { aChunk, aGap } from '../support/recordings.ts';

export interface ProcessingStoreSubject {
  readonly store: ProcessingStore;
  readonly recordings: RecordingStore;
  readonly trajectories: TrajectoryReader;
  readonly events: EventReader;
  /** What has been put out on the topic `memory` so far, in order. */
  told(): Promise<MemoryAdvanced[]>;
  commits(): number;
}

const always = { start: 0, end: 1_000_000_000 };

/** `create` gives an empty store. */
export function processingStoreContract(
  name: string,
  create: () => Promise<ProcessingStoreSubject>,
): void {
  let subject: ProcessingStoreSubject;
  let store: ProcessingStore;
  beforeEach(async () => {
    subject = await create();
    store = subject.store;
  });

  const record = async (seqs: readonly number[]): Promise<void> => {
    for (const seq of seqs) await subject.recordings.recordChunk(aChunk({ seq }));
  };

  const commit = async (result: ChunkResult): Promise<boolean> => {
    await subject.recordings.recordChunk(result.chunk);
    return store.commitChunk(result);
  };

  describe(`processing store: ${name}`, () => {
    it('has no memory of a stream that was never processed', async () => {
      expect(await store.loadMemory('cam')).toBeUndefined();
    });

    it('gives the memory back as it was written, bytes and all', async () => {
      const memory = aMemory(1, new Uint8Array([0, 1, 255, 0]));
      await commit(aChunkResult({ memory }));
      expect(await store.loadMemory('cam')).toEqual(memory);
    });

    it('replaces the memory with each chunk', async () => {
      await commit(aChunkResult({ memory: aMemory(1) }));
      const later = aMemory(2);
      await commit(aChunkResult({ chunk: aChunk({ seq: 1 }), memory: later }));
      expect(await store.loadMemory('cam')).toEqual(later);
    });

    it('writes all results of a chunk and one message, once', async () => {
      const result = aChunkResult({
        events: [anEmbeddedEvent({ id: 'cam/short/0' })],
        synopsis: { streamId: 'cam', range: { start: 0, end: 15_000 }, text: 'One person.' },
      });
      expect(await commit(result)).toBe(true);
      expect(await store.commitChunk(result)).toBe(false);
      expect(await subject.trajectories.find({ range: always })).toHaveLength(1);
      expect(await store.observationsSince('cam', 0)).toEqual(result.observations);
      const { embedding, ...event } = result.events[0]!;
      expect(embedding).toHaveLength(512);
      expect(await subject.events.find({ range: always, limit: 10 })).toEqual([event]);
      expect(await subject.events.synopsis('cam')).toEqual(result.synopsis);
      expect(await subject.told()).toEqual([
        {
          type: 'chunk',
          streamId: 'cam',
          epoch: 1,
          seq: 0,
          range: { start: 0, end: 15_000 },
          trajectoryIds: [result.changes.trajectories[0]!.id],
          eventIds: ['cam/short/0'],
        },
      ]);
      expect(subject.commits()).toBe(1);
    });

    it('a chunk that is processed by two at once is committed by one', async () => {
      await record([0]);
      const memories = [aMemory(1), aMemory(2)];
      const results = await Promise.all(
        memories.map((memory) => store.commitChunk(aChunkResult({ memory }))),
      );
      expect([...results].sort()).toEqual([false, true]);
      expect(await store.loadMemory('cam')).toEqual(memories[results.indexOf(true)]);
      expect(await subject.told()).toHaveLength(1);
    });

    it('writes nothing at all when a part cannot be written', async () => {
      await record([0]);
      const broken = anEmbeddedEvent({ range: { start: Number.NaN, end: 1 } });
      await expect(store.commitChunk(aChunkResult({ events: [broken] }))).rejects.toMatchObject({
        name: 'AppError',
      });
      expect(await store.loadMemory('cam')).toBeUndefined();
      expect(await store.observationsSince('cam', 0)).toEqual([]);
      expect(await subject.told()).toEqual([]);
      expect(await store.commitChunk(aChunkResult())).toBe(true);
    });

    it('refuses results of a chunk that was never recorded', async () => {
      await expect(store.commitChunk(aChunkResult())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('a trajectory and its states grow in place', async () => {
      const grown = aTrajectory({ lastAt: 30_000, observationCount: 2 });
      const present = (end: number) =>
        aTrajectoryState('cam/1/0#0', 'present', [], { start: 0, end });
      await commit(aChunkResult());
      const changes = { ...noChanges, trajectories: [grown], states: [present(30_000)] };
      await commit(aChunkResult({ chunk: aChunk({ seq: 1 }), observations: [], changes }));
      expect(await subject.trajectories.find({ range: always })).toEqual([
        { ...grown, states: [present(30_000)] },
      ]);
    });

    it('reads the path of a trajectory over the chunks it went through', async () => {
      const first = anObservation();
      const second = anObservation({ chunk: { seq: 1 } });
      const assigned = (observationId: string) => ({
        ...noChanges,
        assignments: [{ observationId, trajectoryId: first.id }],
      });
      await commit(aChunkResult());
      await commit(
        aChunkResult({
          chunk: aChunk({ seq: 1 }),
          observations: [second],
          changes: assigned(second.id),
        }),
      );
      expect(await subject.trajectories.path(first.id, always)).toEqual([
        ...first.path,
        ...second.path,
      ]);
      const later = { start: 15_000, end: 30_000 };
      expect(await subject.trajectories.path(first.id, later)).toEqual(second.path);
    });

    it('a trajectory that no longer holds goes with its states and links', async () => {
      await commit(aChunkResult());
      const link = {
        id: 'link',
        streamId: 'cam',
        from: 'cam/1/0#0',
        to: 'cam/1/1#0',
        score: 0.9,
        evidence: 'plate AB 123',
        madeAt: 30_000,
      };
      const next = aTrajectory({ id: 'cam/1/1#0', firstAt: 15_000, lastAt: 30_000 });
      const state = aTrajectoryState(next.id, 'present', [], { start: 15_000, end: 30_000 });
      await commit(
        aChunkResult({
          chunk: aChunk({ seq: 1 }),
          observations: [],
          changes: { ...noChanges, trajectories: [next], states: [state], links: [link] },
        }),
      );
      expect(await subject.trajectories.links(['cam'], always)).toEqual([link]);
      await commit(
        aChunkResult({
          chunk: aChunk({ seq: 2 }),
          observations: [],
          changes: { ...noChanges, removedTrajectoryIds: ['cam/1/0#0'] },
        }),
      );
      expect(await subject.trajectories.find({ range: always })).toEqual([
        { ...next, states: [state] },
      ]);
      expect(await subject.trajectories.path('cam/1/0#0', always)).toEqual([]);
      expect(await subject.trajectories.links(['cam'], always)).toEqual([]);
    });

    it('a trajectory may be removed and written again in one step, without its old states', async () => {
      const present = aTrajectoryState('cam/1/0#0', 'present', [], { start: 0, end: 9_000 }, 1);
      await commit(aChunkResult());
      const changes = {
        ...noChanges,
        removedTrajectoryIds: ['cam/1/0#0'],
        trajectories: [aTrajectory()],
        states: [present],
      };
      await commit(aChunkResult({ chunk: aChunk({ seq: 1 }), observations: [], changes }));
      expect(await subject.trajectories.find({ range: always })).toEqual([
        { ...aTrajectory(), states: [present] },
      ]);
    });

    it('lists what waits to be processed, chunks and gaps, in order of time', async () => {
      await record([0, 3]);
      const gap = aGap({ start: 15_000, end: 30_000 });
      await subject.recordings.recordGap(gap);
      const blind = [{ start: 32_000, end: 45_000, reason: 'picture-black' as const }];
      await subject.recordings.recordChunk(aChunk({ seq: 2, blind }));
      await store.commitChunk(aChunkResult());
      await store.giveUp(aChunk({ seq: 3 }), 'the picture cannot be decoded', aHole);
      const waiting = [
        { type: 'gap', gap },
        { type: 'chunk', chunk: aChunk({ seq: 2, blind }) },
      ];
      expect(await store.unprocessed('cam', 10)).toEqual(waiting);
      expect(await store.unprocessed('cam', 1)).toEqual(waiting.slice(0, 1));
    });

    it('knows what waits behind a chunk, and of which streams something waits', async () => {
      await record([0, 1, 2, 3]);
      await subject.recordings.recordGap(aGap({ streamId: 'door' }));
      await subject.recordings.recordChunk(aChunk({ streamId: 'yard' }));
      await store.commitChunk(aChunkResult({ chunk: aChunk({ streamId: 'yard' }) }));
      await store.giveUp(aChunk({ seq: 2 }), 'too many tries', aHole);
      const behind = [0, 15_000, 45_000].map((at) => store.waitingBehind('cam', at));
      expect(await Promise.all(behind)).toEqual([30_000, 15_000, 0]);
      expect(await store.streamsWaiting()).toEqual(['cam', 'door']);
    });

    it('keeps no list of frames of what is settled', async () => {
      const framesOfLast = async () => (await subject.recordings.lastChunk('cam'))?.frames;
      await record([0]);
      expect(await framesOfLast()).toHaveLength(2);
      await store.commitChunk(aChunkResult());
      expect(await framesOfLast()).toEqual([]);
      await record([1]);
      await store.giveUp(aChunk({ seq: 1 }), 'too many tries', aHole);
      expect(await framesOfLast()).toEqual([]);
    });

    it('a chunk is settled once it was processed or given up', async () => {
      await record([0, 1, 2]);
      await store.commitChunk(aChunkResult());
      await store.giveUp(aChunk({ seq: 1 }), 'too many tries', aHole);
      const settled = [0, 1, 2, 3].map((seq) => store.isSettled(aChunk({ seq })));
      expect(await Promise.all(settled)).toEqual([true, true, false, false]);
      expect(await subject.recordings.backlog('cam')).toEqual([
        { streamId: 'cam', epoch: 1, seq: 2 },
      ]);
    });

    it('gives a chunk up once, and tells of the hole it leaves', async () => {
      await record([0]);
      const memory = aMemory(15_000);
      expect(await store.giveUp(aChunk(), 'the model fails', { ...aHole, memory })).toBe(true);
      expect(await store.giveUp(aChunk(), 'the model fails', aHole)).toBe(false);
      const gap = { streamId: 'cam', start: 0, end: 15_000, reason: 'extraction-failed' };
      expect(await subject.told()).toEqual([{ type: 'gap', gap }]);
      expect(await store.loadMemory('cam')).toEqual(memory);
      expect(await store.commitChunk(aChunkResult())).toBe(true);
    });

    it('passes a gap on with what its closing windows made, once', async () => {
      const gap = aGap();
      await subject.recordings.recordGap(gap);
      const memory = aMemory(15_000);
      const { embedding, ...event } = anEmbeddedEvent({ id: 'cam/short/0' });
      const result = {
        changes: noChanges,
        events: [{ ...event, embedding }],
        synopsis: undefined,
        memory,
      };
      expect(await store.commitGap(gap, result)).toBe(true);
      expect(await store.commitGap(gap, result)).toBe(false);
      expect(await subject.told()).toEqual([{ type: 'gap', gap }]);
      expect(await subject.events.find({ range: always, limit: 10 })).toEqual([event]);
      expect(await store.loadMemory('cam')).toEqual(memory);
      expect(await store.unprocessed('cam', 10)).toEqual([]);
    });

    it('gives the observations from an instant on, in order', async () => {
      const later = anObservation({ chunk: { seq: 1 } });
      await commit(aChunkResult());
      await commit(
        aChunkResult({
          chunk: aChunk({ seq: 1 }),
          observations: [later],
          changes: noChanges,
        }),
      );
      expect(await store.observationsSince('cam', 0)).toEqual([anObservation(), later]);
      expect(await store.observationsSince('cam', 15_000)).toEqual([later]);
      expect(await store.observationsSince('door', 0)).toEqual([]);
    });
  });
}
