/**
 * What is wrong with a stream's picture although pictures come, and when it shows nothing of the
 * scene. A pure fold over looks at sampled frames; faults begin and end with hysteresis.
 */
import type { Instant, TimeRange } from '../../kernel/time.ts';

/**
 * `frozen`: the same picture again and again. `black`: nothing can be told apart in the dark. `dark`:
 * little light, as in a normal night. `covered`: flat, or far flatter than the stream usually is.
 * `low-rate`: far fewer pictures than announced. `high-loss`: many packets are lost or do not decode.
 */
export type PictureFault = 'frozen' | 'black' | 'dark' | 'covered' | 'low-rate' | 'high-loss';

/** Why a stretch of recorded time shows nothing of the scene. */
export type BlindReason =
  | 'picture-frozen'
  | 'picture-black'
  | 'picture-covered'
  | 'decode-errors'
  | 'no-frames';

/**
 * Recorded time that shows nothing, so that whoever is not seen may have been there. A darkness in
 * which things can be told apart is none: at night that is how a working camera sees.
 */
export interface BlindStretch extends TimeRange {
  readonly reason: BlindReason;
}

/** A sampled frame in numbers; luma is 0..255, measured as means over the blocks of a grid. */
export interface PictureLook {
  readonly mean: number;
  /** Standard deviation of the blocks. */
  readonly spread: number;
  /** Mean difference between neighbouring blocks. */
  readonly detail: number;
  /** How long the picture has been the same; 0 for one that is new. */
  readonly stillMs: number;
  /** How long the blocks have been about the same, whatever their grain. */
  readonly alikeMs: number;
  /** A picture coded on its own was among those that are the same: sensor noise would have shown. */
  readonly isRefreshed: boolean;
}

/** A condition that counts once it has held for a while, until it has not for a while. */
export interface Hold {
  /** Since when it holds, counted or not. */
  readonly heldSince?: Instant | undefined;
  /** It counts, since then. */
  readonly since?: Instant | undefined;
  /** It counts still, but has not held since then. */
  readonly freeSince?: Instant | undefined;
}

interface HoldTimes {
  readonly enterMs: number;
  readonly leaveMs: number;
}

type WatchedFault = 'frozen' | 'black' | 'dark' | 'covered';

export interface PictureHealth {
  readonly holds: Readonly<Record<WatchedFault, Hold>>;
  /** What the detail of an uncovered picture is like, and over how much time that was learned. */
  readonly usualDetail: number;
  readonly learnedMs: number;
  /** Of the newest sampled frame. */
  readonly lastAt?: Instant | undefined;
  /** Between sampled frames. */
  readonly usualIntervalMs?: number | undefined;
  /** Stretches that are over and were not told yet. */
  readonly closed: readonly BlindStretch[];
}

const holdTimes: Readonly<Record<WatchedFault, HoldTimes>> = {
  frozen: { enterMs: 0, leaveMs: 5_000 },
  black: { enterMs: 3_000, leaveMs: 3_000 },
  dark: { enterMs: 10_000, leaveMs: 10_000 },
  covered: { enterMs: 5_000, leaveMs: 3_000 },
};

const blindReasons: Readonly<Partial<Record<WatchedFault, BlindReason>>> = {
  frozen: 'picture-frozen',
  black: 'picture-black',
  covered: 'picture-covered',
};

const watchedFaults: readonly WatchedFault[] = ['frozen', 'black', 'dark', 'covered'];

/** So long the same picture is a frozen one. */
const frozenMs = 30_000;
/** As much without a key frame: then compression alone can keep a live picture the same for long. */
const frozenUnrefreshedMs = 300_000;
/** An encoder refines a frozen picture for so long before it always is the same. */
const refiningMs = 10_000;
const darkMean = 20;
/** Of a picture in which nothing can be told apart. */
const flatSpread = 2;
const coveredShare = 0.2;
/** Less detail is too little to tell a covered lens by its loss. */
const leastUsualDetail = 0.5;
const learnAtLeastMs = 60_000;
const learnOverMs = 300_000;
/** Pictures farther apart than both leave a stretch in which nothing was seen. */
const longestPauseMs = 3_000;
const longestPauseIntervals = 5;

export const newPictureHealth: PictureHealth = {
  holds: { frozen: {}, black: {}, dark: {}, covered: {} },
  usualDetail: 0,
  learnedMs: 0,
  closed: [],
};

/** Takes the next sampled frame in. Instants must increase; others change nothing. */
export function foldLook(health: PictureHealth, at: Instant, look: PictureLook): PictureHealth {
  const { lastAt } = health;
  if (lastAt !== undefined && at <= lastAt) return health;
  const elapsedMs = lastAt === undefined ? 0 : at - lastAt;
  const shown = shows(look, health);
  const paused = foldPause(health, at, elapsedMs);
  const holds = { ...health.holds };
  const closed = [...paused.closed];
  for (const fault of watchedFaults) {
    const since = fault === 'frozen' ? at - frozenForMs(look) : at;
    const next = foldHold(holds[fault], at, shown[fault] ? since : undefined, holdTimes[fault]);
    closed.push(...closedStretch(fault, holds[fault], next));
    holds[fault] = next;
  }
  const isClear = !shown.covered && !shown.black && !shown.dark;
  return { ...paused, ...(isClear && learned(health, look, elapsedMs)), holds, closed, lastAt: at };
}

/** Between two epochs nothing is known: a pause there is told as a gap. */
export const passEpoch = (health: PictureHealth): PictureHealth => ({
  ...health,
  lastAt: undefined,
});

/** What counts now, the oldest first. */
export function watchedFaultsOf(health: PictureHealth): { fault: PictureFault; since: Instant }[] {
  return watchedFaults
    .flatMap((fault) => {
      const { since } = health.holds[fault];
      return since === undefined ? [] : [{ fault, since }];
    })
    .sort((a, b) => a.since - b.since);
}

/**
 * What was blind up to the instant, and the health without what is over of it. A stretch that goes
 * on is told again each time, with the same start and a later end. What is only suspected counts
 * when the picture shows nothing meanwhile.
 */
export function takeBlind(
  health: PictureHealth,
  until: Instant,
): { blind: BlindStretch[]; health: PictureHealth } {
  const open = watchedFaults.flatMap((fault): BlindStretch[] => {
    const { since, heldSince, freeSince } = health.holds[fault];
    const start = since ?? heldSince;
    const reason = blindReasons[fault];
    const end = freeSince ?? until;
    return reason && start !== undefined && start < end ? [{ start, end, reason }] : [];
  });
  return { blind: [...health.closed, ...open], health: { ...health, closed: [] } };
}

/** Since when it holds, if it does; the start may lie before `at`. */
export function foldHold(
  hold: Hold,
  at: Instant,
  heldFrom: Instant | undefined,
  { enterMs, leaveMs }: HoldTimes,
): Hold {
  if (hold.since !== undefined) {
    if (heldFrom !== undefined) return { heldSince: hold.heldSince ?? heldFrom, since: hold.since };
    const freeSince = hold.freeSince ?? at;
    return at - freeSince >= leaveMs ? {} : { since: hold.since, freeSince };
  }
  if (heldFrom === undefined) return {};
  const heldSince = hold.heldSince ?? heldFrom;
  return at - heldSince >= enterMs ? { heldSince, since: heldSince } : { heldSince };
}

function shows(look: PictureLook, health: PictureHealth): Record<WatchedFault, boolean> {
  const { mean, spread, stillMs, isRefreshed } = look;
  const isDark = mean < darkMean;
  const isFlat = spread < flatSpread;
  return {
    frozen: stillMs >= (isRefreshed ? frozenMs : frozenUnrefreshedMs),
    black: isDark && isFlat,
    dark: isDark && !isFlat,
    covered: !isDark && (isFlat || hasLostDetail(look, health)),
  };
}

const frozenForMs = ({ stillMs, alikeMs }: PictureLook): number =>
  Math.max(stillMs, Math.min(alikeMs, stillMs + refiningMs));

const hasLostDetail = ({ detail }: PictureLook, { usualDetail, learnedMs }: PictureHealth) =>
  learnedMs >= learnAtLeastMs &&
  usualDetail >= leastUsualDetail &&
  detail < coveredShare * usualDetail;

/** A mean that forgets; over the first minutes it is the plain mean. */
function learned({ usualDetail, learnedMs }: PictureHealth, look: PictureLook, elapsedMs: number) {
  const weightMs = Math.min(learnOverMs, learnedMs + elapsedMs);
  const share = learnedMs === 0 ? 1 : elapsedMs / weightMs;
  return {
    usualDetail: usualDetail + (look.detail - usualDetail) * Math.min(1, share),
    learnedMs: weightMs,
  };
}

function foldPause(health: PictureHealth, at: Instant, elapsedMs: number): PictureHealth {
  if (elapsedMs === 0) return health;
  const usual = health.usualIntervalMs ?? elapsedMs;
  if (elapsedMs <= Math.max(longestPauseMs, longestPauseIntervals * usual)) {
    return { ...health, usualIntervalMs: usual + (elapsedMs - usual) / 16 };
  }
  const pause = {
    start: at - elapsedMs + Math.round(usual),
    end: at,
    reason: 'no-frames',
  } as const;
  return { ...health, closed: [...health.closed, pause] };
}

/** A stretch is over when it no longer counts; one that never counted was not told. */
function closedStretch(fault: WatchedFault, before: Hold, after: Hold): BlindStretch[] {
  const reason = blindReasons[fault];
  const { since: start } = before;
  if (!reason || start === undefined || after.since !== undefined) return [];
  const end = before.freeSince ?? start;
  return end > start ? [{ start, end, reason }] : [];
}
