/**
 * Question -> plan -> stored states -> answer, without a model. Yes only with evidence; no only
 * when the asked range was watched; otherwise unknown, with the reason.
 */
import { randomUUID } from 'node:crypto';
import type { SegmentReader } from '../ingest/contract.ts';
import { type Clock, durationOf, type TimeRange } from '../kernel/time.ts';
import type { Answer } from './domain/answer.ts';
import type { Coverage, StreamCoverage } from './domain/coverage.ts';
import type { ClosedQuery, Plan, Query } from './domain/plan.ts';
import type { Question } from './domain/question.ts';
import { chooseOption } from './evaluate/choose-option.ts';
import { findCount, findCountAtOnce } from './evaluate/find-count.ts';
import { findSameness } from './evaluate/find-sameness.ts';
import { findStory } from './evaluate/find-story.ts';
import { findDuration, findTimes } from './evaluate/find-time.ts';
import { findExistence, findOrder } from './evaluate/find-truth.ts';
import { findWhich, findWhichOf } from './evaluate/find-which.ts';
import { type Finding, unknown } from './evaluate/finding.ts';
import { Grounding } from './evaluate/ground.ts';
import { overReadings } from './evaluate/over-readings.ts';
import { readersAsOf } from './evaluate/readers-as-of.ts';
import { loadScene } from './evaluate/scene.ts';
import type { Speaker } from './evaluate/sentences.ts';
import { describeRange, formatInstant, formatRange } from './language/format-time.ts';
import { planQuestion } from './plan-question.ts';
import type { CoverageReader, StreamReader, TrajectoryReader } from './ports.ts';

export interface AnswerDeps {
  readonly trajectories: TrajectoryReader;
  readonly coverage: CoverageReader;
  readonly streams: StreamReader;
  readonly segments: Pick<SegmentReader, 'find'>;
  readonly clock: Clock;
  /** Names of zones and lines that the streams' profiles define. */
  readonly zones: readonly string[];
  readonly lines: readonly string[];
}

interface StreamName {
  readonly id: string;
  readonly name: string;
}

export async function answerQuestion(question: Question, readers: AnswerDeps): Promise<Answer> {
  const asOf = question.standpoint?.asOf;
  const deps = asOf === undefined ? readers : readersAsOf(readers, asOf);
  const startedAt = deps.clock.monotonic();
  const streams = await deps.streams.streams();
  const known = streams.map(({ id }) => id);
  const asked = question.streamIds?.filter((id) => known.includes(id)) ?? known;
  const now = deps.clock.now();
  const extent = await deps.coverage.extent(asked);
  const plan = planQuestion(question, {
    now,
    extent,
    streams,
    zones: deps.zones,
    lines: deps.lines,
  });
  const streamIds = streamsOf(plan, asked);
  const answer = await answerPlan(question, plan, streamIds, streams, deps);
  return {
    ...answer,
    asked: {
      standpoint: {
        now: Math.round(now),
        recorded: extent ? wholeRange(extent) : null,
        streams: namesOf(streams, plan.scope.streamIds ?? []),
      },
      ...question,
      streamIds: [...streamIds],
    },
    cost: { ...answer.cost, ms: deps.clock.monotonic() - startedAt },
  };
}

const wholeRange = ({ start, end }: TimeRange): TimeRange => ({
  start: Math.floor(start),
  end: Math.ceil(end),
});

const namesOf = (streams: readonly StreamName[], ids: readonly string[]): StreamName[] =>
  streams.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));

/** Streams named in the text, as far as they were asked about. */
const streamsOf = (plan: Plan, asked: readonly string[]): readonly string[] =>
  plan.scope.streamIds?.filter((id) => asked.includes(id)) ?? asked;

async function answerPlan(
  question: Question,
  plan: Plan,
  streamIds: readonly string[],
  streams: readonly StreamName[],
  deps: AnswerDeps,
): Promise<Answer> {
  const { scope, query } = plan;
  const coverage = await deps.coverage.coverage(streamIds, scope.range);
  const grounding = new Grounding(deps, scope.range);
  const draft = emptyAnswer(question, plan, coverageOf(coverage, scope.range), deps.clock);
  const settle = (finding: Finding) =>
    grounded(draft, withOption(finding, question.options, scope.timeZone), grounding);
  if (query.type === 'open') return settle(openFinding(query));
  if (streamIds.length === 0) return settle(noStreams);
  const base = baseOf(plan, streamIds.length);
  const scene = await loadScene({ streamIds, range: scope.range, base, query }, deps);
  const speaker: Speaker = {
    scene,
    timeZone: scope.timeZone,
    period: periodOf(plan),
    streamNames: new Map(
      streams.filter(({ id }) => streamIds.includes(id)).map(({ id, name }) => [id, name]),
    ),
  };
  return settle(overReadings(query, speaker, evaluate));
}

/** So much of all streams is loaded for nothing but better names (`the second person`). */
const cheapBaseMs = 2 * 3_600_000;

/** Words of a query whose meaning depends on what lies outside the asked range. */
const looksAround = /"(?:ordinal|place|extreme|relations|otherThan|definite|away|taken|returned)"/;

function baseOf({ scope, query }: Plan, streams: number): TimeRange {
  const isCheap = durationOf(scope.base) * streams <= cheapBaseMs;
  return isCheap || looksAround.test(JSON.stringify(query)) ? scope.base : scope.range;
}

function periodOf({ scope }: Plan): string {
  const { range, timeZone, isInstant } = scope;
  if (isInstant) return `at ${formatInstant(range.start, timeZone)}`;
  const isLong = durationOf(range) > 86_400_000;
  return isLong ? describeRange(range, timeZone) : formatRange(range, timeZone);
}

const noStreams = unknown('not-covered', 'Cannot know: there is no such stream.');

function openFinding(query: Extract<Query, { type: 'open' }>): Finding {
  const forms = query.nearest.map((form) => `\n- ${form}`).join('');
  const text = `This cannot be answered: ${query.message}. Questions of these forms can be:${forms}`;
  return unknown(query.reason, text);
}

function evaluate(query: ClosedQuery, speaker: Speaker): Finding {
  switch (query.type) {
    case 'exists':
      return findExistence(query, speaker);
    case 'count':
      return findCount(query, speaker);
    case 'count-at-once':
      return findCountAtOnce(query, speaker);
    case 'when':
      return findTimes(query, speaker);
    case 'how-long':
      return findDuration(query, speaker);
    case 'which':
      return findWhich(query, speaker);
    case 'which-of':
      return findWhichOf(query, speaker);
    case 'order':
      return findOrder(query, speaker);
    case 'story':
      return findStory(query, speaker);
    case 'same':
      return findSameness(query, speaker);
  }
}

function emptyAnswer(question: Question, plan: Plan, coverage: Coverage, clock: Clock): Answer {
  return {
    id: randomUUID(),
    version: 1,
    question: question.text,
    askedAt: Math.round(clock.now()),
    text: '',
    verdict: 'unknown',
    reason: null,
    value: null,
    confidence: 0,
    confidenceBasis: 'none',
    evidence: [],
    facts: [],
    coverage,
    plan: { understoodAs: plan.understoodAs, query: plan },
    method: 'symbolic',
    models: [],
    cost: { modelCalls: 0, tokens: 0, ms: 0 },
  };
}

const maxGaps = 100;

function coverageOf(streams: readonly StreamCoverage[], asked: TimeRange): Coverage {
  const length = durationOf(asked);
  const shares = streams.map(
    ({ watched }) => watched.reduce((sum, range) => sum + durationOf(range), 0) / length,
  );
  const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  const asOf = streams.flatMap((stream) => stream.asOf ?? []);
  return {
    asked: { start: Math.round(asked.start), end: Math.round(asked.end) },
    watchedShare: Math.min(1, mean),
    gaps: streams.flatMap(({ gaps }) => gaps).slice(0, maxGaps),
    asOf: asOf.length > 0 ? Math.min(...asOf) : null,
  };
}

const maxFacts = 100;

async function grounded(base: Answer, settled: Finding, grounding: Grounding): Promise<Answer> {
  const evidence = await grounding.evidenceOf(settled.occurrences);
  const facts = await Promise.all(
    settled.facts.slice(0, maxFacts).map(async ({ occurrences, ...fact }) => ({
      ...fact,
      evidence: await grounding.evidenceOf(occurrences),
    })),
  );
  const { verdict, reason, text, confidence } = settled;
  const value = roundedValue(settled.value);
  const confidenceBasis = verdict === 'unknown' ? 'none' : 'detector-scores';
  return { ...base, verdict, reason, value, text, confidence, confidenceBasis, evidence, facts };
}

/** Times are whole milliseconds. */
function roundedValue(value: Finding['value']): Finding['value'] {
  switch (value?.type) {
    case 'instant':
      return { ...value, at: Math.round(value.at) };
    case 'instants':
      return { ...value, at: value.at.map(Math.round) };
    case 'duration':
      return { ...value, ms: Math.round(value.ms) };
    default:
      return value;
  }
}

/** Of a multiple choice the answer is the option that says what was found. */
function withOption(
  finding: Finding,
  options: readonly string[] | undefined,
  timeZone: string,
): Finding {
  if (finding.verdict === 'unknown' || !options) return finding;
  const choice = chooseOption(options, finding, timeZone);
  if (!choice) {
    const text = `None of the options (or more than one) says what was seen. ${finding.text}`;
    return { ...finding, verdict: 'unknown', reason: 'nothing-to-measure', value: null, text };
  }
  const text = `${choice.option}: ${choice.text}. ${finding.text}`;
  return { ...finding, verdict: 'value', value: { type: 'option', ...choice }, text };
}
