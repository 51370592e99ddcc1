/**
 * Watches the free space of the disk that is recorded to. Recording stops while less is free than
 * its floor, so that what is left serves answers and alerts; it goes on by itself.
 */
import { abortable } from '../../kernel/lifecycle.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Clock } from '../../kernel/time.ts';

export interface DiskLimits {
  /** Below this it is said that the disk is nearly full. */
  readonly lowBytes: number;
  /** Below this nothing is recorded. */
  readonly floorBytes: number;
}

export type DiskState = 'ample' | 'low' | 'full';

export interface DiskStatus {
  readonly state: DiskState;
  readonly freeBytes: number;
  /** In words for people; undefined while all is well. */
  readonly text: string | undefined;
}

export interface DiskSpaceOptions extends DiskLimits {
  readonly freeBytes: () => Promise<number>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a worker asks before it records. */
export interface RecordingSpace {
  /** Why nothing can be recorded now, in words for people; undefined while there is space. */
  readonly lack: string | undefined;
  /** Resolves when there is space, or when aborted. */
  available(signal: AbortSignal): Promise<void>;
}

export const unlimitedSpace: RecordingSpace = { lack: undefined, available: async () => {} };

const checkEveryMs = 1_000;

export class DiskSpace implements RecordingSpace {
  readonly #options: DiskSpaceOptions;
  #state: DiskState = 'ample';
  #freeBytes = Number.POSITIVE_INFINITY;
  #available = Promise.withResolvers<void>();

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
    this.#available.resolve();
  }

  get status(): DiskStatus {
    const text = describe(this.#state, this.#freeBytes, this.#options);
    return { state: this.#state, freeBytes: this.#freeBytes, text };
  }

  get lack(): string | undefined {
    return this.#state === 'full' ? this.status.text : undefined;
  }

  available(signal: AbortSignal): Promise<void> {
    return abortable(this.#available.promise, signal).catch(() => {});
  }

  /** Checks again and again until aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.check();
      await this.#options.clock.sleep(checkEveryMs, signal).catch(() => {});
    }
  }

  async check(): Promise<void> {
    this.#freeBytes = await this.#options.freeBytes();
    const before = this.#state;
    this.#state = diskStateAfter(before, this.#freeBytes, this.#options);
    if (this.#state === before) return;
    if (this.#state === 'full') this.#available = Promise.withResolvers();
    else this.#available.resolve();
    this.#tell();
  }

  #tell(): void {
    const { logger } = this.#options;
    const { state, freeBytes, text } = this.status;
    if (text) logger.warn({ disk: state, freeBytes }, text);
    else logger.info({ disk: state, freeBytes }, 'the disk has space again');
  }
}

/** A state is left a little later than it is entered, so that it does not flicker. */
export function diskStateAfter(
  before: DiskState,
  freeBytes: number,
  { lowBytes, floorBytes }: DiskLimits,
): DiskState {
  const factor = (state: DiskState) => (before === state ? hysteresis : 1);
  if (freeBytes < floorBytes * factor('full')) return 'full';
  return freeBytes < lowBytes * factor('low') ? 'low' : 'ample';
}

const hysteresis = 1.1;

function describe(state: DiskState, freeBytes: number, limits: DiskLimits): string | undefined {
  if (state === 'ample') return undefined;
  const free = `${gigabytes(freeBytes)} free`;
  if (state === 'low') {
    const stop = `recording stops below ${gigabytes(limits.floorBytes)}`;
    return `the disk is nearly full, ${free}: ${stop}`;
  }
  const again = `recording goes on above ${gigabytes(limits.floorBytes * hysteresis)}`;
  return `the disk is full, ${free}: ${again}`;
}

const gigabytes = (bytes: number): string =>
  bytes >= 1e8 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
