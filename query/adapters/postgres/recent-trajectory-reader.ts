/**
 * Reads trajectories with the newest stretch of every stream held in memory, so that a question
 * over a day of many streams takes milliseconds. It is never stale: each read asks the store which
 * streams have moved on, and fetches what is new of those. A stream is loaded behind the scenes
 * once it is asked for again; until then, and for what lies further back or is asked for by id,
 * the store answers.
 */
import { rangesOverlap, type TimeRange } from '../../../kernel/time.ts';
import type { PathPoint } from '../../../processors/domain/observation.ts';
import type { IdentityLink } from '../../../processors/domain/trajectory.ts';
import type { TrajectoryFilter, TrajectoryHistory, TrajectoryReader } from '../../ports.ts';
import {
  type PostgresTrajectoryReader,
  type StreamRevision,
  wasPresent,
} from './trajectory-reader.ts';

export interface RecentTrajectoryReaderOptions {
  /** Length of the stretch, back from the newest processed instant of a stream. */
  readonly keepMs: number;
  /** Trajectories held of all streams together; when there are more, the stretch is halved. */
  readonly capacity: number;
}

/** A trajectory takes some 4 kB: a day of 20 streams with one or two a minute fits. */
export const recentDefaults: RecentTrajectoryReaderOptions = {
  keepMs: 25 * 3_600_000,
  capacity: 40_000,
};

/** What is held of one stream: everything that was still there after `since`. */
interface Recent {
  since: number;
  revision: number;
  readonly histories: Map<string, TrajectoryHistory>;
}

/** Forgetting is done an hour at a time. */
const forgetEveryMs = 3_600_000;

export class RecentTrajectoryReader implements TrajectoryReader {
  readonly #store: PostgresTrajectoryReader;
  readonly #capacity: number;
  readonly #streams = new Map<string, Recent>();
  /** Streams that were asked for and are not held; true while being loaded. */
  readonly #wanted = new Map<string, boolean>();
  #keepMs: number;
  #lastLoad: Promise<unknown> = Promise.resolve();
  #lastUpdate: Promise<unknown> = Promise.resolve();

  constructor(store: PostgresTrajectoryReader, options = recentDefaults) {
    this.#store = store;
    this.#capacity = options.capacity;
    this.#keepMs = options.keepMs;
  }

  async find(filter: TrajectoryFilter): Promise<TrajectoryHistory[]> {
    if (filter.ids) return this.#store.find(filter);
    const revisions = await this.#store.revisions(filter.streamIds);
    const update = this.#lastUpdate.then(() => this.#findRecent(revisions, filter));
    this.#lastUpdate = update.catch(() => {});
    const { found, missing } = await update;
    const newest = -(filter.limit ?? Infinity);
    if (missing.length === 0) return found.sort(byStart).slice(newest);
    this.#want(missing.filter((stream) => this.#sinceOf(stream) <= filter.range.start));
    const streamIds = missing.map(({ streamId }) => streamId);
    const older = await this.#store.find({ ...filter, streamIds });
    return [...found, ...older].sort(byStart).slice(newest);
  }

  path(trajectoryId: string, range: TimeRange): Promise<PathPoint[]> {
    return this.#store.path(trajectoryId, range);
  }

  links(streamIds: readonly string[], range: TimeRange): Promise<IdentityLink[]> {
    return this.#store.links(streamIds, range);
  }

  /** What memory knows, and the streams that must be read from the store. Runs one at a time. */
  async #findRecent(revisions: readonly StreamRevision[], filter: TrajectoryFilter) {
    await this.#update(revisions);
    for (const stream of revisions) this.#forget(stream);
    const found: TrajectoryHistory[] = [];
    const missing: StreamRevision[] = [];
    for (const stream of revisions) {
      const recent = this.#isUsable(stream) ? this.#streams.get(stream.streamId) : undefined;
      if (recent && recent.since <= filter.range.start) {
        for (const history of select(recent.histories.values(), filter)) found.push(history);
      } else {
        missing.push(stream);
      }
    }
    return { found, missing };
  }

  /** Loads what is wanted for the second time; nobody waits for it, and failing is no harm. */
  #want(streams: readonly StreamRevision[]): void {
    for (const stream of streams) {
      const isLoading = this.#wanted.get(stream.streamId);
      this.#wanted.set(stream.streamId, isLoading !== undefined);
      if (isLoading !== false) continue;
      this.#lastLoad = this.#lastLoad
        .then(() => this.#load(stream))
        .catch(() => {})
        .finally(() => this.#wanted.delete(stream.streamId));
    }
  }

  /** One stream at a time: the store serves others in between. */
  async #load(stream: StreamRevision): Promise<void> {
    const { streamId, revision } = stream;
    const since = this.#sinceOf(stream);
    const histories = await this.#store.changedAfter([{ streamId, revision: 0, since }]);
    const byId = new Map(histories.map((history) => [history.id, history]));
    this.#streams.set(streamId, { since, revision, histories: byId });
    this.#fit();
  }

  /** A removal cannot be told from what changed: after one the stream is loaded anew. */
  #isUsable({ streamId, refoldedRevision }: StreamRevision): boolean {
    const recent = this.#streams.get(streamId);
    return recent !== undefined && recent.revision >= refoldedRevision;
  }

  async #update(streams: readonly StreamRevision[]): Promise<void> {
    const behind = streams.flatMap((stream) => {
      const { streamId, revision } = stream;
      const recent = this.#streams.get(streamId);
      const isBehind = recent && this.#isUsable(stream) && recent.revision < revision;
      return isBehind ? [{ streamId, revision, recent }] : [];
    });
    if (behind.length === 0) return;
    const changed = await this.#store.changedAfter(
      behind.map(({ streamId, recent }) => ({ streamId, ...marksOf(recent) })),
    );
    for (const history of changed) {
      this.#streams.get(history.streamId)?.histories.set(history.id, history);
    }
    for (const { revision, recent } of behind) recent.revision = revision;
    this.#fit();
  }

  /** Halves the stretch until everything held fits; the store answers for the rest. */
  #fit(): void {
    while (this.#count() > this.#capacity && this.#keepMs > 1) {
      this.#keepMs = Math.floor(this.#keepMs / 2);
      for (const recent of this.#streams.values()) {
        const newest = Math.max(...[...recent.histories.values()].map(({ lastAt }) => lastAt));
        forgetBefore(recent, newest - this.#keepMs);
      }
    }
  }

  #forget(stream: StreamRevision): void {
    const recent = this.#streams.get(stream.streamId);
    const since = this.#sinceOf(stream);
    if (recent && recent.since < since - forgetEveryMs) forgetBefore(recent, since);
  }

  #count(): number {
    return [...this.#streams.values()].reduce((sum, { histories }) => sum + histories.size, 0);
  }

  /** The whole stream while it is younger than the stretch. */
  #sinceOf({ processed }: StreamRevision): number {
    const since = processed.end - this.#keepMs;
    return since > processed.start ? since : 0;
  }
}

const marksOf = ({ revision, since }: Recent) => ({ revision, since });

function forgetBefore(recent: Recent, since: number): void {
  if (since <= recent.since) return;
  recent.since = since;
  for (const [id, { lastAt }] of recent.histories) {
    if (lastAt <= since) recent.histories.delete(id);
  }
}

/** The same answer as `PostgresTrajectoryReader.find` gives. */
function select(
  histories: Iterable<TrajectoryHistory>,
  { kinds, range }: TrajectoryFilter,
): TrajectoryHistory[] {
  const wanted = kinds && new Set(kinds);
  const selected: TrajectoryHistory[] = [];
  for (const history of histories) {
    if (history.firstAt >= range.end || history.lastAt <= range.start) continue;
    if (wanted && !wanted.has(history.kind)) continue;
    const inRange = withStatesIn(history, range);
    if (wasPresent(inRange)) selected.push(inRange);
  }
  return selected;
}

function withStatesIn(history: TrajectoryHistory, range: TimeRange): TrajectoryHistory {
  const overlaps = (state: { range: TimeRange }) => rangesOverlap(state.range, range);
  if (history.states.every(overlaps)) return history;
  return { ...history, states: history.states.filter(overlaps) };
}

const byStart = (a: TrajectoryHistory, b: TrajectoryHistory): number =>
  a.firstAt - b.firstAt || (a.id < b.id ? -1 : 1);
