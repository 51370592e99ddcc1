/**
 * A time language for alerts: say when a question holds and when video is missing, in seconds of
 * the stream, and read what was told.
 *
 *   const night = watching({ holdFor: 30 });
 *   night.between(10, 50).holds();
 *   night.between(60, 90).isMissing();
 *   expect(night.told({ until: 120 })).toEqual(['firing at 40', 'resolved at 50']);
 */
import { clipRanges, subtractRanges, type TimeRange } from '../../kernel/time.ts';
import type { Alert } from '../../query/domain/standing-question.ts';
import {
  type AlertChange,
  type AlertRule,
  type AlertState,
  foldAlerts,
  initialAlertState,
} from '../../query/standing/fold-alerts.ts';

export interface TimelineRule {
  readonly holdFor?: number;
  readonly keepFiringFor?: number;
  readonly settle?: number;
}

export interface Watched {
  readonly state: AlertState;
  /** Last known form of each alert. */
  readonly alerts: ReadonlyMap<string, Alert>;
  readonly transitions: readonly AlertChange[];
}

const lookbackMs = 16_000;

const seconds = (s: number): number => Math.round(s * 1000);

export const watching = (rule: TimelineRule = {}): AlertTimeline => new AlertTimeline(rule);

export class AlertTimeline {
  readonly rule: AlertRule;
  #yes: { range: TimeRange; trajectoryIds: string[] }[] = [];
  #unknown: TimeRange[] = [];

  constructor(rule: TimelineRule) {
    this.rule = {
      questionId: 'q1',
      version: 1,
      question: 'Is there a person at the door?',
      streamId: 'cam',
      holdForMs: seconds(rule.holdFor ?? 0),
      keepFiringForMs: seconds(rule.keepFiringFor ?? 0),
      settleMs: seconds(rule.settle ?? 0),
    };
  }

  between(start: number, end: number) {
    const range = { start: seconds(start), end: seconds(end) };
    return {
      holds: (...trajectoryIds: string[]) => void this.#yes.push({ range, trajectoryIds }),
      isMissing: () => void this.#unknown.push(range),
    };
  }

  get yes(): TimeRange[] {
    return this.#yes.map((part) => part.range);
  }

  /** Missing video in which nothing was seen. */
  get unknown(): TimeRange[] {
    return this.#unknown.flatMap((range) => subtractRanges(range, this.yes));
  }

  /** The truth of a step reaches back a little, as the evaluation's does. */
  step(range: TimeRange) {
    const window = { start: Math.max(0, range.start - lookbackMs), end: range.end };
    const yes = this.#yes.flatMap(({ range: whole, trajectoryIds }) =>
      clipRanges([whole], window).map((part) => ({ range: part, trajectoryIds })),
    );
    return { range, yes, unknown: clipRanges(this.#unknown, range) };
  }

  /** Folds the ranges one after another, as they come. */
  fold(ranges: readonly TimeRange[], from: AlertState = initialAlertState(0)): Watched {
    const alerts = new Map<string, Alert>();
    const transitions: AlertChange[] = [];
    let state = from;
    for (const range of ranges) {
      const folded = foldAlerts(state, this.step(range), this.rule);
      state = folded.state;
      for (const alert of folded.alerts) alerts.set(alert.id, alert);
      transitions.push(...folded.transitions);
    }
    return { state, alerts, transitions };
  }

  watch(options: { until: number; every?: number }): Watched {
    return this.fold(stepsOf(seconds(options.until), seconds(options.every ?? 15)));
  }

  told(options: { until: number; every?: number }): string[] {
    return this.watch(options).transitions.map(inWords);
  }

  alerts(options: { until: number; every?: number }): Alert[] {
    return [...this.watch(options).alerts.values()];
  }
}

export const stepsOf = (untilMs: number, everyMs: number): TimeRange[] =>
  Array.from({ length: Math.ceil(untilMs / everyMs) }, (_, i) => ({
    start: i * everyMs,
    end: Math.min((i + 1) * everyMs, untilMs),
  }));

export function inWords({ alert, transition }: AlertChange): string {
  if (transition === 'firing') return `firing at ${alert.firedAt! / 1000}`;
  if (transition === 'resolved') return `resolved at ${alert.endsAt! / 1000}`;
  return transition;
}
