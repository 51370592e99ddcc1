/** What processors need from outside. */
import type { StreamRecorded } from '../ingest/contract.ts';
import type { Chunk, ChunkKey } from '../ingest/domain/chunk.ts';
import type { FrameRef, Picture } from '../ingest/domain/frame.ts';
import type { Gap } from '../ingest/domain/gap.ts';
import type { Instant } from '../kernel/time.ts';
import type { AggregationMemory } from './domain/aggregation-memory.ts';
import type { Detection } from './domain/detection.ts';
import type { Event, Synopsis } from './domain/event.ts';
import type { EventMemory } from './domain/event-memory.ts';
import type { Observation } from './domain/observation.ts';
import type { StreamProfile } from './domain/stream-profile.ts';
import type { TrajectoryChanges } from './domain/trajectory.ts';

export type DetectorEngine = 'onnxruntime' | 'tfjs-node-gpu' | 'tfjs-wasm';
export type DetectorModel = 'ssdlite-mobilenet-v2' | 'nanodet-g';

export interface ObjectDetector {
  readonly model: DetectorModel;
  readonly engine: DetectorEngine;
  /** All detections of at least `minimumScore`, after non-maximum suppression, best first. */
  detect(picture: Picture, minimumScore: number): Promise<Detection[]>;
  close(): Promise<void>;
}

export interface ExtractionInput {
  readonly chunk: ChunkKey;
  /** In order; may still be arriving while the chunk is open. */
  readonly frames: AsyncIterable<FrameRef>;
  readonly profile: StreamProfile;
  /** What the extractor knew of the scene at the end of the chunk before; undefined at first. */
  readonly scene: Uint8Array | undefined;
}

export interface Extraction {
  readonly observations: readonly Observation[];
  readonly scene: Uint8Array;
  readonly framesExamined: number;
  /** Frames in which nothing changed, so that no detector ran. */
  readonly framesSkipped: number;
}

export interface Extractor {
  /** Name and version, stored with everything it makes. */
  readonly procedure: string;
  extract(input: ExtractionInput, signal: AbortSignal): Promise<Extraction>;
}

export interface Embedder {
  readonly model: string;
  readonly dimensions: number;
  /** One unit vector per text. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** What a stream's folds carry from chunk to chunk; plain JSON except the scene. Bounded in size. */
export interface StreamMemory {
  readonly scene: Uint8Array | undefined;
  readonly aggregation: AggregationMemory | undefined;
  readonly events: EventMemory | undefined;
}

export interface ChunkResult {
  readonly chunk: Chunk;
  readonly observations: readonly Observation[];
  readonly changes: TrajectoryChanges;
  readonly events: readonly (Event & { readonly embedding: Float32Array })[];
  readonly synopsis: Synopsis | undefined;
  readonly memory: StreamMemory;
}

/** Durable results of processing. Every write is idempotent by key. */
export interface ProcessingStore {
  loadMemory(streamId: string): Promise<StreamMemory | undefined>;
  /**
   * All of the chunk's results, the new memory, the mark that it was processed and the outbox
   * entry, in one transaction; false (and nothing written) when it had been processed before.
   */
  commitChunk(result: ChunkResult): Promise<boolean>;
  /** Marks a gap as passed on, with what its closing windows made; one transaction. */
  commitGap(
    gap: Gap,
    result: Pick<ChunkResult, 'changes' | 'events' | 'synopsis' | 'memory'>,
  ): Promise<boolean>;
  /** True when the chunk was processed or given up. */
  isSettled(chunk: ChunkKey): Promise<boolean>;
  /** Streams of which something was recorded but neither processed nor given up. */
  streamsWaiting(): Promise<string[]>;
  /** The first chunks and gaps of the stream that wait so, in order of time. */
  unprocessed(streamId: string, limit: number): Promise<StreamRecorded[]>;
  /** How much of the stream waits so that was recorded after the instant, in milliseconds. */
  waitingBehind(streamId: string, at: Instant): Promise<number>;
  /**
   * Marks a chunk that cannot be processed, so that coverage tells of it, with what the folds made
   * of the hole, in one transaction; false when the chunk was settled before.
   */
  giveUp(
    chunk: Chunk,
    reason: string,
    result: Pick<ChunkResult, 'changes' | 'events' | 'synopsis' | 'memory'>,
  ): Promise<boolean>;
  /** Observations of the stream's chunks whose range starts at or after the instant, in order. */
  observationsSince(streamId: string, at: number): Promise<Observation[]>;
}
