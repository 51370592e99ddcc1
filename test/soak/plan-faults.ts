/** What goes wrong during a soak, and when: a plan that follows from its seed. */
import { seededRandom, shuffled } from '../../eval/metrics/random.ts';

/**
 * `dropped`, `reset`: the connection ends. `half-open`: it stays, and nothing comes. `silent`: the
 * camera sends no media. `mute`: it answers nothing at all. `frozen`: the same picture again and
 * again. `clock-jump`: its timestamps jump. `login-refused`: 401. `slow`: the wire carries less
 * than is sent. `capture-killed`, `program-killed`: kill -9 of a capture child, or of all.
 */
export const faultKinds = [
  'dropped',
  'reset',
  'half-open',
  'silent',
  'mute',
  'frozen',
  'clock-jump',
  'login-refused',
  'slow',
  'capture-killed',
  'program-killed',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface PlannedFault {
  /** Since the first camera was watched. */
  readonly atMs: number;
  readonly kind: FaultKind;
  /** 0..1: which of the cameras that are well by then. */
  readonly choice: number;
  /** How long it stays; what is over at once has none. */
  readonly holdMs: number;
}

export interface PlanOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly everySeconds: number;
  /** The default is all of them. */
  readonly kinds?: readonly FaultKind[];
}

/** What a soak of this length does when. */
export interface Schedule {
  /** Until then nothing goes wrong, so that there is something to compare with. */
  readonly calmMs: number;
  /** From then on nothing more goes wrong, and all must come back. */
  readonly settleFromMs: number;
}

/**
 * After so much of a long soak the program is killed no more, so that its memory can be followed;
 * a short one cannot follow it anyway.
 */
const killingShareOf = (seconds: number): number => (seconds >= 900 ? 0.25 : 1);
const longestCalmMs = 60_000;
const holdsMs = { least: 3_000, most: 20_000 };
const atOnce: readonly FaultKind[] = ['dropped', 'reset', 'capture-killed', 'program-killed'];

export const scheduleOf = (seconds: number): Schedule => ({
  calmMs: Math.min(longestCalmMs, 100 * seconds),
  settleFromMs: 1000 * seconds - Math.min(longestCalmMs, 300 * seconds),
});

/** Every kind is dealt once before any is dealt again. */
export function planFaults({
  seconds,
  seed,
  everySeconds,
  kinds = faultKinds,
}: PlanOptions): PlannedFault[] {
  const random = seededRandom(seed);
  const { calmMs, settleFromMs } = scheduleOf(seconds);
  const plan: PlannedFault[] = [];
  let deck: FaultKind[] = [];
  for (let atMs = calmMs; atMs < settleFromMs; atMs += everySeconds * 1000) {
    const mayKill = atMs < calmMs + killingShareOf(seconds) * (settleFromMs - calmMs);
    const dealt = kinds.filter((kind) => mayKill || kind !== 'program-killed');
    deck = deck.filter((kind) => dealt.includes(kind));
    if (deck.length === 0) deck = shuffled(dealt, random);
    const kind = deck.pop()!;
    const hold = holdsMs.least + random() * (holdsMs.most - holdsMs.least);
    const holdMs = atOnce.includes(kind) ? 0 : Math.round(hold);
    plan.push({ atMs, kind, choice: random(), holdMs });
  }
  return plan;
}
