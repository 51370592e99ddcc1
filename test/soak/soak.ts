/** Watches a program and its cameras for a while in which one thing after another goes wrong. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamId } from '../../ingest/domain/stream.ts';
import type { Instant } from '../../kernel/time.ts';
import { inWorkFolder } from '../bench/harness/work-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  type CameraYard,
  framesPerSecond,
  openCameraYard,
  type YardCamera,
} from './camera-yard.ts';
import type { Fault, Load, Observed, SeenFrame } from './observed.ts';
import { type PlannedFault, type PlanOptions, planFaults, scheduleOf } from './plan-faults.ts';
import { readRecord } from './read-record.ts';
import { watchFrames } from './watch-frames.ts';
import { WatchedProgram } from './watched-program.ts';

export interface SoakOptions extends PlanOptions {
  readonly cameras: number;
  readonly chunkSeconds: number;
  readonly onProgress: (doneSeconds: number, note: string) => void;
}

const loadEveryMs = 5_000;
const firstPicturesMs = 120_000;
/** A camera whose login was refused is tried again after a minute. */
const lastReturnsMs = 90_000;
const mostChunksLookedAt = 150;

/** Takes the seconds asked for, and as long as starting, the last returns and reading take. */
export const runSoak = (options: SoakOptions): Promise<Observed> =>
  inWorkFolder(async (folder) => {
    const yard = await openCameraYard(options.cameras);
    const program = await WatchedProgram.create({ ...options, folder, cameras: yard.cameras });
    try {
      return await new Soak(options, yard, program).run();
    } finally {
      await program.kill();
      await yard.close();
    }
  });

class Soak {
  readonly #options: SoakOptions;
  readonly #yard: CameraYard;
  readonly #program: WatchedProgram;
  readonly #faults: Fault[] = [];
  /** Faults of cameras that are not back. */
  readonly #open = new Map<StreamId, Fault>();
  readonly #frames: SeenFrame[] = [];
  readonly #loads: Load[] = [];
  /** Cameras that have shown a picture in this life of the program. */
  readonly #seen = new Set<StreamId>();
  /** Held when the cameras were seen for the first time in this life of the program. */
  #settled: Load | undefined;
  #holds: Promise<void>[] = [];

  constructor(options: SoakOptions, yard: CameraYard, program: WatchedProgram) {
    this.#options = options;
    this.#yard = yard;
    this.#program = program;
  }

  async run(): Promise<Observed> {
    const { cameras, beganAt } = this.#yard;
    const watching = new AbortController();
    await this.#program.start();
    const ids = cameras.map(({ streamId }) => streamId);
    const tasks = [
      watchFrames(() => this.#program.url, ids, this.#takeFrame, watching.signal),
      this.#watchLoad(watching.signal),
    ];
    await waitFor(() => this.#seen.size === ids.length, { timeoutMs: firstPicturesMs });
    this.#settled = await this.#program.load();
    await this.#carryOut(planFaults(this.#options));
    await Promise.all(this.#holds);
    const isBack = () => this.#open.size === 0 && this.#seen.size === ids.length;
    await waitFor(isBack, { timeoutMs: lastReturnsMs }).catch(() => {});
    const last = await this.#program.load();
    watching.abort();
    await Promise.all(tasks);
    const stoppedAt = Date.now();
    await this.#program.stop();
    const { dataDir, leftBehind } = this.#program;
    const { seed, chunkSeconds } = this.#options;
    const first = this.#settled;
    return {
      ...{ chunkMs: 1000 * chunkSeconds, frameMs: 1000 / framesPerSecond, cameras: ids.length },
      ...{ faults: this.#faults, frames: this.#frames, loads: this.#loads, stoppedAt, leftBehind },
      settled: first && last && { first, last },
      ...(await readRecord({
        ...{ dataDir, beganAt, faults: this.#faults, seed, mostChunks: mostChunksLookedAt },
      })),
    };
  }

  /** Until it is time to settle; what comes late, since starting takes time, is not made up for. */
  async #carryOut(plan: readonly PlannedFault[]): Promise<void> {
    const { seconds, onProgress } = this.#options;
    const startedAt = Date.now();
    const until = async (atMs: number) => sleep(Math.max(0, startedAt + atMs - Date.now()));
    for (const planned of plan) {
      await until(planned.atMs);
      await this.#inflict(planned);
      onProgress(planned.atMs / 1000, `${this.#faults.length} faults, the last ${planned.kind}`);
    }
    await until(scheduleOf(seconds).settleFromMs);
  }

  async #inflict(planned: PlannedFault): Promise<void> {
    if (planned.kind === 'program-killed') return this.#killProgram();
    await waitFor(() => this.#well.length > 0, { timeoutMs: firstPicturesMs }).catch(() => {});
    const camera = this.#well[Math.floor(planned.choice * this.#well.length)];
    if (!camera) return;
    const from = Date.now();
    if (planned.kind !== 'capture-killed') camera.begin(planned.kind);
    else if (!(await this.#program.killCapture(camera))) return;
    const fault = this.#note({ kind: planned.kind, streamId: camera.streamId, from });
    if (planned.holdMs === 0) fault.answersAt = from;
    else this.#holds.push(this.#endLater(fault, camera, planned.holdMs));
  }

  get #well(): YardCamera[] {
    return this.#yard.cameras.filter(
      ({ streamId }) => !this.#open.has(streamId) && this.#seen.has(streamId),
    );
  }

  async #endLater(fault: Fault, camera: YardCamera, holdMs: number): Promise<void> {
    await sleep(holdMs);
    camera.end(fault.kind);
    fault.answersAt = Date.now();
  }

  /** Cameras that are well are away with it, and back when a picture is seen after its start. */
  async #killProgram(): Promise<void> {
    const from = Date.now();
    const program = this.#note({ kind: 'program-killed', from });
    for (const { streamId } of this.#yard.cameras) {
      if (!this.#open.has(streamId)) this.#note({ kind: 'program-killed', streamId, from });
    }
    this.#seen.clear();
    await this.#program.kill();
    program.answersAt = Date.now();
    await this.#program.start();
    program.backAt = Date.now();
    for (const fault of this.#open.values()) {
      if (fault.kind === 'program-killed' || fault.answersAt) fault.answersAt = program.backAt;
    }
    const areBack = () => [...this.#open.values()].every(({ kind }) => kind !== 'program-killed');
    await waitFor(areBack, { timeoutMs: firstPicturesMs }).catch(() => {});
    this.#settled = await this.#program.load();
  }

  #note(fault: Fault): Fault {
    this.#faults.push(fault);
    if (fault.streamId) this.#open.set(fault.streamId, fault);
    return fault;
  }

  readonly #takeFrame = (streamId: StreamId, at: Instant): void => {
    const seenAt = Date.now();
    this.#seen.add(streamId);
    const fault = this.#open.get(streamId);
    if (!fault) {
      const isBesideFault = this.#open.size > 0;
      this.#frames.push({ streamId, seenAt, delayMs: seenAt - at, isBesideFault });
      return;
    }
    if (fault.answersAt === undefined || at < fault.answersAt) return;
    fault.backAt = seenAt;
    this.#open.delete(streamId);
  };

  async #watchLoad(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const load = await this.#program.load();
      if (load) this.#loads.push(load);
      await sleep(loadEveryMs, undefined, { signal }).catch(() => {});
    }
  }
}
