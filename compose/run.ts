/** What every command is given. */
import type { Output } from '../cli/output.ts';
import type { Config } from '../config.ts';
import type { CleanupStack } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';

export const version = '0.1.0';

/** One run of one command: what it was told, and what must be stopped at its end. */
export interface Run {
  readonly config: Config;
  readonly logger: Logger;
  readonly cleanup: CleanupStack;
  readonly output: Output;
  /** Aborted when the program is told to stop. */
  readonly signal: AbortSignal;
}
