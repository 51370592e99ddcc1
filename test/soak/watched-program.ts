/** The program under soak: `strandline up` with a configuration, killed and started again. */
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type RunningProgram, startProgram } from '../bench/harness/program.ts';
import {
  connectedTo,
  descendantsOf,
  isRunning,
  openFilesOf,
  residentMegabytes,
} from '../support/process-tree.ts';
import { waitFor } from '../support/wait-for.ts';
import type { YardCamera } from './camera-yard.ts';
import type { Load } from './observed.ts';

export interface ProgramOptions {
  readonly folder: string;
  readonly cameras: readonly YardCamera[];
  readonly chunkSeconds: number;
}

/** Children of a killed program see that it is gone, and end. */
const orphanMs = 15_000;

export class WatchedProgram {
  /** How often it was started. */
  lives = 0;
  /** Processes that outlived their program. */
  leftBehind = 0;
  readonly #dataDir: string;
  readonly #configFile: string;
  readonly #errors: number;
  #running: RunningProgram | undefined;

  private constructor(folder: string) {
    this.#dataDir = join(folder, 'data');
    this.#configFile = join(folder, 'strandline.yaml');
    this.#errors = openSync(join(folder, 'stderr.txt'), 'a');
  }

  /**
   * Sampled pictures are few and small: the detector must keep up with all cameras on a small
   * machine, and what is soaked is ingest.
   */
  static async create(options: ProgramOptions): Promise<WatchedProgram> {
    const program = new WatchedProgram(options.folder);
    const config = {
      ingest: { chunkSeconds: options.chunkSeconds, framesPerSecond: 1, longSide: 160 },
      streams: options.cameras.map(({ streamId, url }) => ({ id: streamId, url })),
    };
    await writeFile(program.#configFile, stringify(config));
    return program;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  /** Undefined while it is down. */
  get url(): string | undefined {
    return this.#running?.url;
  }

  /** Resolves when its page answers. */
  async start(): Promise<void> {
    const args = ['--config', this.#configFile, '--log', 'warn'];
    this.#running = await startProgram(this.#dataDir, args, this.#errors);
    this.lives += 1;
  }

  /** As a power cut. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Kill -9 of the capture child of the camera; false when it has none that is connected. */
  async killCapture({ port }: YardCamera): Promise<boolean> {
    if (!this.#running) return false;
    const [pid] = await connectedTo(await descendantsOf(this.#running.pid), port);
    if (pid === undefined) return false;
    process.kill(pid, 'SIGKILL');
    return true;
  }

  async load(): Promise<Load | undefined> {
    if (!this.#running) return undefined;
    const { pid } = this.#running;
    const database = join(this.#dataDir, 'postgres');
    const children = await descendantsOf(pid);
    const held = await Promise.all(children.map(residentMegabytes));
    return {
      at: Date.now(),
      life: this.lives,
      residentMb: await residentMegabytes(pid),
      childrenMb: held.reduce((sum, mb) => sum + mb, 0),
      openFiles: (await openFilesOf(pid)).filter((path) => !path.startsWith(database)).length,
      captures: children.length,
    };
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    const children = await descendantsOf(running.pid);
    await running.end(signal);
    this.#countOrphans(children);
    if (signal === 'SIGTERM') await this.#orphans;
  }

  /** Not waited for: a killed program is started again at once. */
  #countOrphans(pids: readonly number[]): void {
    const alive = async () => {
      const running = await Promise.all(pids.map(isRunning));
      return running.filter(Boolean).length;
    };
    const gone = waitFor(async () => (await alive()) === 0, { timeoutMs: orphanMs, everyMs: 200 });
    const counted = gone.catch(async () => {
      this.leftBehind += await alive();
    });
    this.#orphans = Promise.all([this.#orphans, counted]);
  }

  #orphans: Promise<unknown> = Promise.resolve();
}
