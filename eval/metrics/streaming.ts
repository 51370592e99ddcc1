/**
 * How soon an answer is right while a video runs: an item is asked again and again from the end of
 * its evidence on, and every answer knows only the past of its moment. Pure.
 */
import type { Cell } from '../domain/result.ts';
import { shareCell } from './accuracy.ts';
import { type BootstrapOptions, bootstrapInterval, meanInterval } from './bootstrap.ts';

export interface TimedReply {
  /** Seconds from the first frame. */
  readonly askedAt: number;
  readonly isRight: boolean;
}

export interface AskedOften {
  /** Seconds from the first frame: from here on the answer could be known. */
  readonly evidenceEnd: number;
  /** In any order; what was asked before the end of the evidence is left out. */
  readonly replies: readonly TimedReply[];
}

/** Delays are known no finer than the pauses between asking. */
export interface Timeliness {
  /** Seconds from the end of the evidence to the first right answer; null: there was none. */
  readonly firstRightAfter: number | null;
  /** To the first of the right answers that no other followed; null: the last one was not right. */
  readonly rightForGoodAfter: number | null;
  /** Whether the first answer was right; null: never asked. */
  readonly isRightAtFirst: boolean | null;
  /** How often right turned to not right, or back. */
  readonly flips: number;
}

export function timelinessOf({ evidenceEnd, replies }: AskedOften): Timeliness {
  const asked = replies
    .filter(({ askedAt }) => askedAt >= evidenceEnd)
    .toSorted((a, b) => a.askedAt - b.askedAt);
  const delayOf = (reply: TimedReply | undefined) => (reply ? reply.askedAt - evidenceEnd : null);
  const lastNotRight = asked.findLastIndex(({ isRight }) => !isRight);
  return {
    firstRightAfter: delayOf(asked.find(({ isRight }) => isRight)),
    rightForGoodAfter: delayOf(asked[lastNotRight + 1]),
    isRightAtFirst: asked[0]?.isRight ?? null,
    flips: asked.filter(({ isRight }, at) => at > 0 && isRight !== asked[at - 1]!.isRight).length,
  };
}

/**
 * Over items that were asked at all: shares in percent; medians of the delays in seconds over the
 * items that became right, which only mean something beside how many did; mean of flips.
 */
export function timelinessCells(
  items: readonly AskedOften[],
  options: BootstrapOptions,
): Record<
  'atFirst' | 'ever' | 'forGood' | 'firstRightAfter' | 'rightForGoodAfter' | 'flips',
  Cell
> {
  const asked = items.map(timelinessOf).filter(({ isRightAtFirst }) => isRightAtFirst !== null);
  const flips = asked.map((one) => one.flips);
  return {
    atFirst: shareCell(asked.map(({ isRightAtFirst }) => isRightAtFirst!)),
    ever: shareCell(asked.map(({ firstRightAfter }) => firstRightAfter !== null)),
    forGood: shareCell(asked.map(({ rightForGoodAfter }) => rightForGoodAfter !== null)),
    firstRightAfter: medianCell(
      asked.map(({ firstRightAfter }) => firstRightAfter),
      options,
    ),
    rightForGoodAfter: medianCell(
      asked.map(({ rightForGoodAfter }) => rightForGoodAfter),
      options,
    ),
    flips: {
      value: flips.length === 0 ? null : flips.reduce((a, b) => a + b, 0) / flips.length,
      ...meanInterval(flips, options),
    },
  };
}

function medianCell(delays: readonly (number | null)[], options: BootstrapOptions): Cell {
  const median = (indices: Iterable<number>): number | null => {
    const some = Array.from(indices, (index) => delays[index]!).filter((delay) => delay !== null);
    some.sort((a, b) => a - b);
    const middle = (some.length - 1) / 2;
    return some.length === 0 ? null : (some[Math.floor(middle)]! + some[Math.ceil(middle)]!) / 2;
  };
  return { value: median(delays.keys()), ...bootstrapInterval(delays.length, median, options) };
}
