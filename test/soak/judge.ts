/** Whether the promises were kept, from what was observed. Pure. */

import type { GapReason } from '../../ingest/domain/gap.ts';
import { durationOf, mergeRanges } from '../../kernel/time.ts';
import { slopeOf } from '../bench/harness/linear-fit.ts';
import { percentileOf } from '../bench/harness/measure.ts';
import { formatNumber } from '../bench/harness/report.ts';
import type { Fault, Load, Observed, Offset, Recorded, StreamRecord } from './observed.ts';

export interface Verdict {
  readonly promise: 'P1' | 'P2' | 'P8' | 'P10' | 'P11' | 'P12';
  /** What was measured, in words. */
  readonly what: string;
  readonly unit: string;
  /** Undefined when nothing of the kind was seen. */
  readonly value: number | undefined;
  readonly limit: number;
  /** Undefined: not judged, as too little was seen. */
  readonly isKept: boolean | undefined;
  /** What the figure is made of, for people who look for the cause. */
  readonly details?: readonly string[];
}

/** A chunk's row is written after its window has ended; on a busy machine later. */
const recordingMs = 5_000;
/** A gap begins with the last picture, which was decoded before the fault was felt. */
const reactionMs = 5_000;
const minuteMs = 60_000;
/** Pools of memory fill at first. */
const fillingMinutes = 3;
const leastFollowedMinutes = 15;
const loginPauseSeconds = 60;
/** Of a verdict that only a long soak gives. */
export const memoryGrowth = 'growth of resident memory per minute';

export const judge = (observed: Observed): Verdict[] => [
  ...judgeCoverage(observed),
  ...judgeCrashes(observed),
  ...judgeNeighbours(observed),
  ...judgeReturns(observed),
  ...judgeGrowth(observed),
];

function judgeCoverage({ records, frameMs, stoppedAt, evidence, cameras }: Observed): Verdict[] {
  const seams = records.flatMap((record) => seamsOf(record));
  const worst = (side: (seam: number) => number) => Math.max(0, ...seams.map(side)) - frameMs;
  const tails = records.map(({ items }) => stoppedAt - (items.at(-1)?.end ?? 0));
  const { offsets, unseen, claimedMs } = evidence;
  const unseenMs = unseen.reduce((sum, hole) => sum + durationOf(hole), 0);
  const seconds = (ms: number) => Math.max(0, ms) / 1000;
  const late = p99Of(offsets.map(({ ms }) => Math.abs(ms)));
  return [
    atMost('P1', 'streams without a record', '', cameras - records.length, 0),
    atMost('P1', 'longest time in no chunk and no gap', 's', seconds(worst((ms) => ms)), 0),
    atMost('P1', 'longest overlap beyond a frame', 's', seconds(worst((ms) => -ms)), 0),
    atMost('P1', 'end of the record before the stop', 's', Math.max(0, ...tails) / 1000, 15),
    {
      ...atMost(
        'P8',
        'of the time of chunks, unseen in segments',
        '%',
        share(unseenMs, claimedMs),
        1,
      ),
      details: unseen.map((hole) => JSON.stringify(hole)),
    },
    {
      ...atMost('P8', 'pictures from where they were sent, p99', 's', late && late / 1000, 2),
      details: farthest(offsets).map((offset) => JSON.stringify(offset)),
    },
  ];
}

/** The worst of each camera, where that is more than a session's clock may be wrong. */
function farthest(offsets: readonly Offset[]): Offset[] {
  const byStream = Map.groupBy(offsets, ({ streamId }) => streamId);
  return [...byStream.values()]
    .map((own) => own.reduce((a, b) => (Math.abs(b.ms) > Math.abs(a.ms) ? b : a)))
    .filter(({ ms }) => Math.abs(ms) > 2_000);
}

/** From the end of one item to the start of the next; negative where they overlap. */
function seamsOf({ enabledAt, items }: StreamRecord): number[] {
  let until = enabledAt;
  return items.map(({ start, end }) => {
    const seam = start - until;
    until = Math.max(until, end);
    return seam;
  });
}

function judgeCrashes({ faults, records, chunkMs }: Observed): Verdict[] {
  const killed = faults.filter(({ kind, streamId }) => streamId && kind.endsWith('-killed'));
  const gaps = killed.map((fault) => gapOf(fault, records, chunkMs));
  const lost = killed.flatMap((fault, i) => (gaps[i] ? [fault.from - gaps[i].start] : []));
  const untold = gaps.filter((gap) => gap === undefined).length;
  const imagined = records.flatMap(({ streamId, items }) =>
    crashesIn(items)
      .filter((gap) => !isCrashExplained(gap, streamId, faults, chunkMs))
      .map((gap) => ({ ...gap, streamId })),
  );
  const most = lost.length > 0 ? Math.max(0, ...lost) / 1000 : undefined;
  return [
    atMost('P2', 'video lost before a crash, at most', 's', most, (chunkMs + recordingMs) / 1000),
    atMost('P2', 'crashes of which the record does not tell', '', untold, 0),
    {
      ...atMost('P2', 'crashes told of cameras that had none', '', imagined.length, 0),
      details: imagined.map((gap) => JSON.stringify(gap)),
    },
  ];
}

/** Gaps told as crashes; those that follow one another are one. */
function crashesIn(items: readonly Recorded[]): Recorded[] {
  const told = (reason: GapReason) =>
    mergeRanges(items.filter((item) => item.reason === reason)).map((gap) => ({ ...gap, reason }));
  return [...told('worker-died'), ...told('process-down')];
}

function isCrashExplained(
  gap: Recorded,
  streamId: string,
  faults: readonly Fault[],
  slackMs: number,
): boolean {
  const kind = gap.reason === 'worker-died' ? 'capture-killed' : 'program-killed';
  const ofKind = faults.filter((fault) => fault.kind === kind);
  return isExplained(gap, streamId, ofKind, slackMs);
}

/** The gap in which the crash lies, or which begins soon after. */
function gapOf(
  { streamId, from, kind }: Fault,
  records: readonly StreamRecord[],
  chunkMs: number,
): Recorded | undefined {
  const items = records.find((record) => record.streamId === streamId)?.items ?? [];
  const reason = kind === 'capture-killed' ? 'worker-died' : 'process-down';
  return items.find(
    (item) => item.reason === reason && item.start <= from + chunkMs && item.end > from,
  );
}

function judgeNeighbours({ frames, faults, records, chunkMs }: Observed): Verdict[] {
  const delaysOf = (isBesideFault: boolean) =>
    frames.filter((frame) => frame.isBesideFault === isBesideFault).map((frame) => frame.delayMs);
  const [alone, beside] = [delaysOf(false), delaysOf(true)].map(p99Of);
  const isKnown = alone !== undefined && beside !== undefined;
  const unexplained = records.flatMap((record) =>
    gapsSinceLive(record)
      .filter((gap) => !isExplained(gap, record.streamId, faults, reactionMs + chunkMs))
      .map((gap) => ({ ...gap, streamId: record.streamId })),
  );
  const missing = unexplained.reduce((sum, gap) => sum + durationOf(gap), 0) / 1000;
  const name = 'newest frame of the others seen, p99';
  return [
    atMost(
      'P10',
      `${name}, later beside a fault by`,
      's',
      isKnown ? (beside - alone) / 1000 : undefined,
      1,
    ),
    atMost(
      'P10',
      `${name}, beside a fault / without`,
      'x',
      isKnown ? beside / alone : undefined,
      1.5,
    ),
    {
      ...atMost('P10', 'video missing of cameras without a fault', 's', missing, 0),
      details: unexplained.map((gap) => JSON.stringify(gap)),
    },
  ];
}

/** None from before the first picture. */
function gapsSinceLive({ items }: StreamRecord): Recorded[] {
  const first = items.findIndex(({ reason }) => reason === undefined);
  return first < 0 ? [] : items.slice(first).filter(({ reason }) => reason !== undefined);
}

/** Whether the gap touches a fault of the camera or of the program; `slackMs` on both sides. */
const isExplained = (
  gap: Recorded,
  streamId: string,
  faults: readonly Fault[],
  slackMs: number,
): boolean =>
  faults.some(
    (fault) =>
      (fault.streamId ?? streamId) === streamId &&
      gap.start < (fault.backAt ?? Number.POSITIVE_INFINITY) + slackMs &&
      gap.end > fault.from - slackMs,
  );

function judgeReturns({ faults, stoppedAt }: Observed): Verdict[] {
  const longest = (is: (fault: Fault) => boolean): number | undefined => {
    const times = faults
      .filter(is)
      .map(({ answersAt, backAt }) => (backAt ?? stoppedAt) - (answersAt ?? stoppedAt));
    return times.length > 0 ? Math.max(...times) / 1000 : undefined;
  };
  const isLogin = ({ kind }: Fault) => kind === 'login-refused';
  const camera = longest((fault) => fault.streamId !== undefined && !isLogin(fault));
  const login = longest(isLogin);
  const program = longest(({ streamId }) => streamId === undefined);
  return [
    atMost('P11', 'camera answers to its next picture seen', 's', camera, 15),
    atMost('P11', 'the same after a refused login', 's', login, loginPauseSeconds + 15),
    atMost('P11', 'program killed to its page answering', 's', program, 10),
  ];
}

function judgeGrowth(observed: Observed): Verdict[] {
  const { leftBehind, settled, cameras, left } = observed;
  const files = settled && settled.last.openFiles - settled.first.openFiles;
  const captures = settled && settled.last.captures - cameras;
  return [
    judgeMemory(observed),
    atMost('P12', 'processes that outlived the program', '', leftBehind, 0),
    atMost('P12', 'capture processes at the end beyond one a camera', '', captures, 0),
    atMost('P12', 'more files open at the end than after the last start', '', files, 2 * cameras),
    atMost('P12', 'messages left in the outbox', '', left.outbox, 2 * cameras),
    atMost('P12', 'chunks left unprocessed', '', left.unprocessed, 3 * cameras),
  ];
}

/**
 * A straight line through the last life, without its first minutes. V8 collects all that is dead only
 * after some minutes, between which memory rises and falls by tens of megabytes: less than a quarter
 * of an hour tells nothing.
 */
function judgeMemory({ loads }: Observed): Verdict {
  const own = loads.filter(({ life }) => life === loads.at(-1)?.life);
  const minuteOf = ({ at }: Load) => (at - own[0]!.at) / minuteMs;
  const followed = own.filter((load) => minuteOf(load) >= fillingMinutes);
  const points = followed.map((load) => ({ x: minuteOf(load), y: load.residentMb }));
  const isLong = own.length > 0 && minuteOf(own.at(-1)!) >= fillingMinutes + leastFollowedMinutes;
  const byMinute = Map.groupBy(own, (load) => Math.floor(minuteOf(load)));
  const details = [...byMinute].map(
    ([minute, [load]]) => `minute ${minute}: ${formatNumber(load!.residentMb)} MB`,
  );
  return {
    ...atMost('P12', memoryGrowth, 'MB', isLong ? slopeOf(points).value : undefined, 1),
    details,
  };
}

/** Undefined when there are none. */
const p99Of = (values: readonly number[]): number | undefined =>
  values.length > 0 ? percentileOf(values, 0.99) : undefined;

const share = (part: number, whole: number): number | undefined =>
  whole > 0 ? (100 * part) / whole : undefined;

const atMost = (
  promise: Verdict['promise'],
  what: string,
  unit: string,
  value: number | undefined,
  limit: number,
): Verdict => ({
  ...{ promise, what, unit, value, limit },
  isKept: value === undefined ? undefined : value <= limit,
});

/** The cells of a verdict, for a table. */
export const verdictCells = ({ promise, what, unit, value, limit, isKept }: Verdict): string[] => [
  promise,
  what,
  value === undefined ? 'not seen' : `${formatNumber(value)} ${unit}`.trim(),
  `<= ${formatNumber(limit)} ${unit}`.trim(),
  isKept === undefined ? 'not judged' : isKept ? 'kept' : 'BROKEN',
];
