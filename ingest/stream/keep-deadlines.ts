/**
 * Judges a capture child until it is gone or has said its last word, and sees to it that it goes: it
 * is told to stop, killed when it does not, and left to itself when not even that ends it.
 */
import type { Logger } from '../../kernel/logger.ts';
import type { Clock } from '../../kernel/time.ts';
import type { StreamId } from '../domain/stream.ts';
import type { Capture } from '../ports.ts';
import type { CaptureWatch } from './watch-capture.ts';

/** Why a child was ended from here; empty when it was not. */
export interface Judgement {
  /** The deadline that it missed, in words for people. */
  readonly verdict?: string;
  /** For want of space on the disk, or to be replaced by a smaller one. */
  readonly endedFor?: 'space' | 'growth';
}

export interface JudgedChild {
  readonly streamId: StreamId;
  readonly capture: Pick<Capture, 'send' | 'kill' | 'abandon'>;
  readonly watch: CaptureWatch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lacksSpace: () => boolean;
  /** How long it may take to finish when told to stop. */
  readonly stopTimeoutMs: number;
}

/** How often deadlines are looked at. */
const tickMs = 500;
/** A process that is killed may wait in the kernel, for a device or a file server. */
const killTimeoutMs = 5_000;

/** Resolves when the child is gone or left to itself. */
export async function keepDeadlines(
  child: JudgedChild,
  stop: AbortSignal,
  gone: AbortSignal,
): Promise<Judgement> {
  const judgement = await judge(child, AbortSignal.any([stop, gone]));
  const mayFinish = judgement.verdict === undefined && !child.watch.isStarting;
  if (mayFinish && !gone.aborted) {
    child.capture.send({ type: 'stop' });
    await child.clock.sleep(child.stopTimeoutMs, gone).catch(() => {});
  }
  if (!gone.aborted) await kill(child, gone);
  return judgement;
}

async function judge(child: JudgedChild, over: AbortSignal): Promise<Judgement> {
  const { watch, clock, lacksSpace } = child;
  while (!watch.isOver) {
    const verdict = watch.verdict(clock.monotonic());
    if (verdict) return { verdict };
    const due = clock.monotonic() + tickMs;
    await clock.sleep(tickMs, over).catch(() => {});
    if (over.aborted || watch.isOver) return {};
    watch.noteTick(due, clock.monotonic());
    if (lacksSpace()) return { endedFor: 'space' };
    if (watch.isOutgrown(clock.monotonic())) return { endedFor: 'growth' };
  }
  return {};
}

async function kill(child: JudgedChild, gone: AbortSignal): Promise<void> {
  const { streamId, capture, clock, logger } = child;
  capture.kill();
  await clock.sleep(killTimeoutMs, gone).catch(() => {});
  if (gone.aborted) return;
  logger.error({ stream: streamId }, 'the capture child does not end when killed, and is left');
  capture.abandon();
}
