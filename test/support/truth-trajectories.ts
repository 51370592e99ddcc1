/**
 * Trajectories written down by hand: what a perfect extractor and aggregator would have stored of
 * a scripted scene. Times are seconds from the start of the recording.
 */
import type { Box } from '../../kernel/geometry.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { Attribute } from '../../processors/domain/observation.ts';
import { type Predicate, stateTypeOf } from '../../processors/domain/state.ts';
import type { TrajectoryState } from '../../processors/domain/trajectory.ts';
import type { TrajectoryHistory } from '../../query/ports.ts';

export interface ScriptedThing {
  readonly id: string;
  readonly kind: string;
  /** When it is there, in seconds. */
  readonly there: readonly (readonly [number, number])[];
  readonly top?: string;
  /** Several: as likely as each other, the likeliest first. */
  readonly bottom?: string | readonly string[];
  readonly colour?: string;
  /** Edges it comes and goes over; undefined: it appears and disappears inside the picture. */
  readonly from?: string;
  readonly to?: string;
  /** Centre of its usual place in the picture. */
  readonly x?: number;
  readonly y?: number;
  readonly confidence?: number;
  /** Seconds at which the recording, not the thing, begins or ends. */
  readonly cutAt?: readonly number[];
  readonly kindAssumed?: boolean;
  readonly states?: readonly ScriptedState[];
}

export interface ScriptedState {
  readonly predicate: Predicate;
  readonly args: readonly string[];
  readonly during: readonly [number, number];
}

export interface ScriptedRecording {
  readonly streamId: string;
  readonly startAt: number;
  /** Seconds. */
  readonly duration: number;
}

/** An edge state lasts this long. */
const crossingMs = 400;

export function trajectoriesOf(
  things: readonly ScriptedThing[],
  recording: ScriptedRecording,
): TrajectoryHistory[] {
  return things.map((thing) => trajectoryOf(thing, recording));
}

function trajectoryOf(thing: ScriptedThing, recording: ScriptedRecording): TrajectoryHistory {
  const id = `${recording.streamId}/${thing.id}`;
  const spans = thing.there.map(([start, end]) => rangeOf(start, end, recording));
  const box = boxAt(thing.x ?? 0.5, thing.y ?? 0.5);
  const confidence = thing.confidence ?? 0.9;
  return {
    id,
    streamId: recording.streamId,
    kind: thing.kind,
    kindConfidence: 0.9,
    kindAssumed: thing.kindAssumed ?? false,
    kindVotes: [{ kind: thing.kind, weight: 10 }],
    attributes: attributesOf(thing),
    identifiers: [],
    firstAt: spans[0]!.start,
    lastAt: spans.at(-1)!.end,
    firstBox: box,
    lastBox: box,
    typicalBox: box,
    observationCount: spans.length,
    confidence,
    procedure: 'scripted/1',
    states: statesOf(thing, id, spans, recording, confidence),
  };
}

const rangeOf = (start: number, end: number, { startAt }: ScriptedRecording): TimeRange => ({
  start: startAt + Math.round(start * 1000),
  end: startAt + Math.round(end * 1000),
});

const boxAt = (x: number, y: number): Box => ({ x: x - 0.05, y: y - 0.1, width: 0.1, height: 0.2 });

function attributesOf({ top, bottom, colour }: ScriptedThing): Attribute[] {
  const parts = { top, bottom, whole: colour } as const;
  return (['top', 'bottom', 'whole'] as const).flatMap((part) => {
    const values = [parts[part] ?? []].flat();
    const confidence = 0.85 / values.length;
    return values.map((value) => ({ name: 'colour', part, value, confidence }) as const);
  });
}

function statesOf(
  thing: ScriptedThing,
  id: string,
  spans: readonly TimeRange[],
  recording: ScriptedRecording,
  confidence: number,
): TrajectoryState[] {
  const end = recording.startAt + recording.duration * 1000;
  const bare = [
    ...spans.flatMap((span) => presenceStates(thing, id, span, recording.startAt, end)),
    ...(thing.states ?? []).map(({ predicate, args, during }) => ({
      predicate,
      args: [id, ...args],
      range: rangeOf(during[0], during[1], recording),
    })),
  ];
  return bare
    .sort((a, b) => a.range.start - b.range.start)
    .map((state, n) => ({
      ...state,
      id: `${id}:${n}`,
      trajectoryId: id,
      type: stateTypeOf[state.predicate],
      confidence,
    }));
}

interface BareState {
  readonly predicate: Predicate;
  readonly args: readonly string[];
  readonly range: TimeRange;
}

function presenceStates(
  { from, to, cutAt }: ScriptedThing,
  id: string,
  span: TimeRange,
  start: number,
  end: number,
): BareState[] {
  const isCut = (at: number) => cutAt?.includes((at - start) / 1000) ?? false;
  const states: BareState[] = [{ predicate: 'present', args: [id], range: span }];
  const coming = { start: span.start, end: span.start + crossingMs };
  const going = { start: span.end - crossingMs, end: span.end };
  if (span.start > start && !isCut(span.start)) {
    states.push(
      from
        ? { predicate: 'enters', args: [id, `side:${from}`], range: coming }
        : { predicate: 'appears', args: [id], range: coming },
    );
  }
  if (span.end < end && !isCut(span.end)) {
    states.push(
      to
        ? { predicate: 'leaves', args: [id, `side:${to}`], range: going }
        : { predicate: 'disappears', args: [id], range: going },
    );
  }
  return states;
}
