/**
 * Streaming: each question is asked at the end of every chunk from the end of its evidence on, with
 * only the past of that moment. How soon is the answer right, and does it stay so?
 */
import { streamingTable } from '../benchmarks/streaming-table.ts';
import type { Benchmark, ScoreOptions } from '../domain/benchmark.ts';
import type { Item, Span } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Table } from '../domain/result.ts';
import type { AskedOften, TimedReply } from '../metrics/streaming.ts';

const chunkSeconds = 15;

export interface Streaming<Row> {
  readonly benchmark: Benchmark<Row>;
  readonly rows: readonly Row[];
  readonly items: readonly Item[];
  /** Undefined: the video could not be had. */
  readonly durationOf: ScoreOptions['durationOf'];
  readonly ask: (item: Item, untilSeconds: number) => Promise<Prediction>;
  readonly onAsked: (done: number, total: number) => void;
  readonly options: ScoreOptions;
}

/** A table of how timely the answers are; items whose evidence is not known are left out. */
export async function askAsTimePasses<Row>(streaming: Streaming<Row>): Promise<Table> {
  const { items, durationOf, ask, onAsked } = streaming;
  const timed = items.filter(hasEvidence).map((item) => ({
    item,
    moments: momentsFor(item.evidence[1], durationOf(item.video)),
  }));
  const replies = new Map<string, TimedReply[]>(timed.map(({ item }) => [item.id, []]));
  const rounds = timed.reduce((most, { moments }) => Math.max(most, moments.length), 0);
  const total = timed.reduce((sum, { moments }) => sum + moments.length, 0);
  let done = 0;
  for (let round = 0; round < rounds; round += 1) {
    const predictions = new Map<string, Prediction>();
    const asked = timed.filter(({ moments }) => round < moments.length);
    for (const { item, moments } of asked) {
      predictions.set(item.id, await ask(item, moments[round]!));
      onAsked(++done, total);
    }
    const right = await rightOf(predictions, streaming);
    for (const { item, moments } of asked) {
      replies.get(item.id)!.push({ askedAt: moments[round]!, isRight: right.has(item.id) });
    }
  }
  const often = timed.map(
    ({ item }): AskedOften => ({ evidenceEnd: item.evidence[1], replies: replies.get(item.id)! }),
  );
  return streamingTable(often, chunkSeconds, streaming.options);
}

const hasEvidence = (item: Item): item is Item & { evidence: Span } => item.evidence !== undefined;

/** Ends of chunks from the evidence's end on, and the end of the video. */
function momentsFor(evidenceEnd: number, duration: number | undefined): number[] {
  if (duration === undefined) return [];
  const moments: number[] = [];
  const first = Math.ceil(evidenceEnd / chunkSeconds) * chunkSeconds;
  for (let at = first; at < duration; at += chunkSeconds) moments.push(at);
  return duration >= evidenceEnd ? [...moments, duration] : moments;
}

async function rightOf<Row>(
  predictions: ReadonlyMap<string, Prediction>,
  { benchmark, rows, options }: Streaming<Row>,
): Promise<Set<string>> {
  const { outcomes } = await benchmark.score(rows, predictions, options);
  return new Set(outcomes.flatMap((one) => (one.mark === 'right' ? one.itemId : [])));
}
