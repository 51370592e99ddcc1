/**
 * From when a standing question holds to its alerts, step by step: a fold over the time of one
 * stream. The state of an alert follows from instants of the stream, so neither the length of the
 * steps nor the moment of evaluation changes it. Pure; who is told of it is decided elsewhere.
 *
 * Missing video is neither yes nor no. It ends no alert and lets none fire: a pending alert must
 * hold again for the whole of `holdForMs` once there is video, a firing one goes on until it is
 * seen not to hold.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  clipRanges,
  containsInstant,
  intersectRanges,
  mergeRanges,
  subtractRanges,
  type TimeRange,
} from '../../kernel/time.ts';
import { clipIdOf } from '../domain/clip.ts';
import type { Alert, AlertTransition } from '../domain/standing-question.ts';

/** Holes up to this long, of no or of missing video, interrupt nothing. */
const joinMs = 600;

/** What holds for less is an instant, and is shown with what came before and after it. */
const instantMs = 1_000;
const aroundInstantMs = 1_500;

/** Trajectories that an alert names; the first ones of its interval. */
const maxTrajectoryIds = 20;

export interface AlertRule {
  readonly questionId: string;
  readonly version: number;
  readonly question: string;
  readonly streamId: string;
  readonly holdForMs: number;
  readonly keepFiringForMs: number;
  /**
   * An alert is called over this long after it was: for questions whose answer may turn out to have
   * held all along, such as of somebody who was out of sight for a moment.
   */
  readonly settleMs: number;
}

/** When the question holds around one chunk or gap. */
export interface TruthStep {
  /** The chunk or gap; steps are given in order of their end. */
  readonly range: TimeRange;
  /** May reach back before the range: what earlier steps know of it is not told again. */
  readonly yes: readonly { readonly range: TimeRange; readonly trajectoryIds: readonly string[] }[];
  readonly unknown: readonly TimeRange[];
}

const episodeSchema = z.object({
  /** Where it began; names the alert. */
  openedAt: z.int(),
  /** Since when it is known to hold without a hole. */
  startsAt: z.int(),
  yesUntil: z.int(),
  /** Since when it is seen not to hold. */
  noSince: z.int().nullable(),
  /** Since when there is no video. */
  unknownSince: z.int().nullable(),
  /** There has been no video for longer than a hole. */
  missing: z.boolean(),
  firedAt: z.int().nullable(),
  trajectoryIds: z.array(z.string()),
});

/** Everything that the fold carries from step to step: plain JSON, bounded. */
export const alertStateSchema = z.object({
  /** End of the last step. */
  seenUntil: z.int(),
  /** Nothing before it opens an alert any more. */
  settledUntil: z.int(),
  episode: episodeSchema.nullable(),
});

/** A time in which the question holds, perhaps with holes, not known to be over. */
type Episode = z.infer<typeof episodeSchema>;
export type AlertState = z.infer<typeof alertStateSchema>;

export interface AlertChange {
  readonly alert: Alert;
  readonly transition: AlertTransition;
}

export interface FoldedAlerts {
  readonly state: AlertState;
  /** The alerts of which something changed, as they are now. */
  readonly alerts: readonly Alert[];
  /** What has to be told, in order of stream time, each with the alert as it was then. */
  readonly transitions: readonly AlertChange[];
}

/** The state of a question that watches from `since` on. */
export const initialAlertState = (since: number): AlertState => ({
  seenUntil: since,
  settledUntil: since,
  episode: null,
});

/** A step that ends where an earlier one did, or before it, changes nothing. */
export function foldAlerts(state: AlertState, step: TruthStep, rule: AlertRule): FoldedAlerts {
  if (step.range.end <= state.seenUntil) return { state, alerts: [], transitions: [] };
  if (!state.episode && step.yes.length === 0) {
    return { state: { ...state, seenUntil: step.range.end }, alerts: [], transitions: [] };
  }
  const changes = new Changes(rule, state.episode);
  let { episode, settledUntil } = state;
  for (const span of spansOf(state, step)) {
    const before = episode;
    episode = advance(before, span, rule, changes);
    if (before && !episode) settledUntil = (before.noSince ?? span.start) + joinMs;
  }
  const next = { seenUntil: step.range.end, settledUntil, episode };
  return { state: next, ...changes.upTo(episode) };
}

/** Nobody watches any more: an alert that is open ends with what was seen of it. */
export function endAlerts(state: AlertState, rule: AlertRule): FoldedAlerts {
  const changes = new Changes(rule, state.episode);
  if (state.episode) changes.close(state.episode, state.seenUntil);
  return { state: initialAlertState(state.seenUntil), ...changes.upTo(null) };
}

interface Span extends TimeRange {
  readonly truth: 'yes' | 'no' | 'unknown';
  /** For a yes: since when it holds without a hole, as far back as was looked. */
  readonly since: number;
  readonly trajectoryIds: readonly string[];
}

/**
 * The time not folded yet, tiled in order. It begins before the step only where no alert is open:
 * a state may turn out late, at the border of two chunks, or by how long it has lasted.
 */
function spansOf(state: AlertState, step: TruthStep): Span[] {
  const skipped = { start: state.seenUntil, end: step.range.start };
  const start = state.episode ? state.seenUntil : state.settledUntil;
  const window = { start, end: step.range.end };
  const held = step.yes.map(({ range }) => wholeOf(range));
  const yes = clipRanges(held, window);
  const missing = clipRanges([...step.unknown, skipped], window);
  const unknown = missing.flatMap((range) => subtractRanges(range, yes));
  const no = subtractRanges(window, [...yes, ...unknown]);
  const whole = mergeRanges(held);
  const since = (at: number) => whole.find((range) => containsInstant(range, at))?.start ?? at;
  return [
    ...yes.map(
      (range): Span => ({
        ...range,
        truth: 'yes',
        since: since(range.start),
        trajectoryIds: idsIn(step, range),
      }),
    ),
    ...unknown.map((range) => otherSpan(range, 'unknown')),
    ...no.map((range) => otherSpan(range, 'no')),
  ].sort((a, b) => a.start - b.start);
}

const otherSpan = (range: TimeRange, truth: 'no' | 'unknown'): Span => ({
  ...range,
  truth,
  since: range.start,
  trajectoryIds: [],
});

/** Instants are whole milliseconds. */
const wholeOf = ({ start, end }: TimeRange): TimeRange => ({
  start: Math.floor(start),
  end: Math.ceil(end),
});

const idsIn = (step: TruthStep, range: TimeRange): string[] =>
  step.yes.flatMap((part) => (intersectRanges(part.range, range) ? part.trajectoryIds : []));

/** The episode after the span; null when there is none. */
function advance(
  episode: Episode | null,
  span: Span,
  rule: AlertRule,
  changes: Changes,
): Episode | null {
  if (span.truth === 'yes') {
    const before = episode && isOver(episode, span, rule) ? null : episode;
    if (episode && !before) changes.close(episode, endOf(episode, rule));
    return holds(before ?? opened(span), span, rule, changes);
  }
  if (!episode) return null;
  return span.truth === 'no'
    ? holdsNot(episode, span, rule, changes)
    : isMissing(episode, span, rule, changes);
}

/**
 * It holds again, but not for the same reason: a hole that an occlusion made is not there any more
 * when the occluded thing has come back. This one is, so what held before it had ended.
 */
const isOver = (episode: Episode, span: Span, rule: AlertRule): boolean =>
  episode.firedAt !== null && hasCeased(episode, span.since, rule);

/** By `at` it had not held for so long that it is another alert when it holds again. */
const hasCeased = ({ noSince }: Episode, at: number, rule: AlertRule): boolean =>
  noSince !== null && at - noSince > Math.max(joinMs, rule.keepFiringForMs);

const endOf = ({ noSince, yesUntil, firedAt }: Episode, rule: AlertRule): number =>
  (noSince ?? yesUntil) + (firedAt === null ? 0 : rule.keepFiringForMs);

const opened = (span: Span): Episode => ({
  openedAt: span.start,
  startsAt: span.start,
  yesUntil: span.start,
  noSince: null,
  unknownSince: null,
  missing: false,
  firedAt: null,
  trajectoryIds: [],
});

function holds(before: Episode, span: Span, rule: AlertRule, changes: Changes): Episode {
  const restarts = before.firedAt === null && span.since - before.yesUntil > joinMs;
  const episode: Episode = {
    ...before,
    startsAt: restarts ? span.start : before.startsAt,
    yesUntil: span.end,
    noSince: null,
    unknownSince: null,
    missing: false,
    trajectoryIds: joinIds(before.trajectoryIds, span.trajectoryIds),
  };
  if (before.missing) changes.tell(episode, 'dataBack');
  if (episode.firedAt !== null || span.end - episode.startsAt < rule.holdForMs) return episode;
  const fired = { ...episode, firedAt: episode.startsAt + rule.holdForMs };
  changes.tell(fired, 'firing');
  return fired;
}

function holdsNot(before: Episode, span: Span, rule: AlertRule, changes: Changes): Episode | null {
  const noSince = before.noSince ?? span.start;
  const episode: Episode = { ...before, noSince, unknownSince: null, missing: false };
  if (before.missing) changes.tell(episode, 'dataBack');
  const hasFired = episode.firedAt !== null;
  const keepMs = hasFired ? rule.keepFiringForMs : 0;
  const graceMs = Math.max(joinMs, keepMs, hasFired ? rule.settleMs : 0);
  if (span.end - noSince <= graceMs) return episode;
  changes.close(episode, endOf(episode, rule));
  return null;
}

function isMissing(before: Episode, span: Span, rule: AlertRule, changes: Changes): Episode {
  // It was seen to have ceased; only the return of what was occluded could still change that.
  if (hasCeased(before, span.start, rule)) return before;
  const unknownSince = before.unknownSince ?? span.start;
  const missing = before.missing || span.end - unknownSince > joinMs;
  const episode: Episode = { ...before, noSince: null, unknownSince, missing };
  if (missing && !before.missing) changes.tell(episode, 'noData');
  return episode;
}

const joinIds = (known: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...known, ...more])].slice(0, maxTrajectoryIds);

/** Collects what changed. Of an alert that never fired nobody is told. */
class Changes {
  readonly #rule: AlertRule;
  readonly #known: Episode | null;
  readonly #alerts = new Map<number, Alert>();
  readonly #transitions: AlertChange[] = [];

  constructor(rule: AlertRule, known: Episode | null) {
    this.#rule = rule;
    this.#known = known;
  }

  tell(episode: Episode, transition: AlertTransition, endsAt: number | null = null): void {
    const alert = alertOf(episode, endsAt, this.#rule);
    this.#alerts.set(episode.openedAt, alert);
    if (episode.firedAt !== null) this.#transitions.push({ alert, transition });
  }

  /** One that came and went within the step without firing leaves no trace. */
  close(episode: Episode, endsAt: number): void {
    const { openedAt, firedAt } = episode;
    const leavesTrace = firedAt !== null || openedAt === this.#known?.openedAt;
    if (leavesTrace) this.tell(episode, 'resolved', endsAt);
    else this.#alerts.delete(openedAt);
  }

  /** With the open episode as it is at the end, if it is new or changed. */
  upTo(episode: Episode | null): { alerts: Alert[]; transitions: AlertChange[] } {
    const isNew = episode?.openedAt !== this.#known?.openedAt;
    if (episode && (isNew || this.#alerts.has(episode.openedAt))) {
      this.#alerts.set(episode.openedAt, alertOf(episode, null, this.#rule));
    }
    return { alerts: [...this.#alerts.values()], transitions: this.#transitions };
  }
}

function alertOf(episode: Episode, endsAt: number | null, rule: AlertRule): Alert {
  const range = evidenceRange(episode);
  return {
    id: alertIdOf(rule, episode.openedAt),
    questionId: rule.questionId,
    question: rule.question,
    streamId: rule.streamId,
    state: endsAt === null ? openStateOf(episode) : 'resolved',
    startsAt: episode.startsAt,
    firedAt: episode.firedAt,
    endsAt,
    evidence: {
      streamId: rule.streamId,
      range,
      trajectoryIds: episode.trajectoryIds,
      clipId: clipIdOf(rule.streamId, range),
      boxes: [],
    },
  };
}

function evidenceRange({ startsAt, yesUntil }: Episode): TimeRange {
  if (yesUntil - startsAt >= instantMs) return { start: startsAt, end: yesUntil };
  return { start: startsAt - aroundInstantMs, end: yesUntil + aroundInstantMs };
}

function openStateOf(episode: Episode): Alert['state'] {
  if (episode.missing) return 'noData';
  return episode.firedAt === null ? 'pending' : 'firing';
}

/** One id per alert, the same whenever and however often it is derived. */
function alertIdOf(rule: AlertRule, openedAt: number): string {
  const identity = [rule.questionId, rule.version, rule.streamId, openedAt];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 24);
}
