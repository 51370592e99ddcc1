/** Answers, streams, events, trajectories and alerts as text for a terminal. */
import { DateTime } from 'luxon';
import type { FaultSince } from '../ingest/domain/stream.ts';
import type { Instant, TimeRange } from '../kernel/time.ts';
import type { Event } from '../processors/domain/event.ts';
import type { StreamView, TrajectoryHistory } from '../query/contract.ts';
import type { Answer, Evidence } from '../query/domain/answer.ts';
import type { Case } from '../query/domain/judgement.ts';
import type { Alert, StandingQuestion } from '../query/domain/standing-question.ts';

const maxEvidenceLines = 12;

export function answerText(answer: Answer, zone: string): string {
  const lines = [
    answer.text,
    '',
    `  understood as   ${answer.plan.understoodAs}`,
    `  watched         ${percent(answer.coverage.watchedShare)} of ${rangeText(answer.coverage.asked, zone)}`,
  ];
  if (answer.verdict !== 'unknown') {
    lines.push(`  confidence      ${answer.confidence.toFixed(2)} (${answer.confidenceBasis})`);
  }
  for (const gap of answer.coverage.gaps.slice(0, maxEvidenceLines)) {
    lines.push(`  not watched     ${rangeText(gap, zone)} ${gap.streamId}: ${gap.reason}`);
  }
  const shown = answer.evidence.slice(0, maxEvidenceLines);
  for (const [n, evidence] of shown.entries()) {
    lines.push(`  ${n === 0 ? 'evidence' : '        '}        ${evidenceText(evidence, zone)}`);
  }
  const hidden = answer.evidence.length - shown.length;
  if (hidden > 0) lines.push(`                  and ${hidden} more`);
  return lines.join('\n');
}

export const streamsText = (streams: readonly StreamView[], zone: string): string =>
  tableText(
    ['stream', 'state', 'recorded', 'processed until', 'source'],
    streams.map((stream) => [
      stream.id,
      [stream.state, ...stream.faults.map((one) => faultText(one, zone))].join(', '),
      stream.recorded ? rangeText(stream.recorded, zone) : '-',
      stream.asOf === null ? '-' : timeText(stream.asOf, zone),
      stream.url,
    ]),
  );

const faultText = ({ fault, since }: FaultSince, zone: string): string =>
  `${fault} since ${timeText(since, zone)}`;

export const eventsText = (events: readonly Event[], zone: string): string =>
  tableText(
    ['stream', 'level', 'when', 'what'],
    events.map((event) => [
      event.streamId,
      event.level,
      rangeText(event.range, zone),
      event.caption,
    ]),
  );

export const trajectoriesText = (found: readonly TrajectoryHistory[], zone: string): string =>
  tableText(
    ['stream', 'kind', 'when', 'colours', 'confidence', 'id'],
    found.map((trajectory) => [
      trajectory.streamId,
      trajectory.kindAssumed ? `${trajectory.kind}?` : trajectory.kind,
      rangeText({ start: trajectory.firstAt, end: trajectory.lastAt }, zone),
      coloursOf(trajectory),
      trajectory.confidence.toFixed(2),
      trajectory.id,
    ]),
  );

export const standingQuestionText = (question: StandingQuestion): string =>
  [
    `watching: ${question.question}`,
    `  understood as   ${question.understoodAs}`,
    `  costs           ${question.cost}`,
    `  id              ${question.id}`,
  ].join('\n');

export function alertText(alert: Alert, zone: string): string {
  const until = alert.endsAt === null ? '' : ` until ${timeText(alert.endsAt, zone)}`;
  const clip = alert.evidence?.clipId ? `  clip ${alert.evidence.clipId}` : '';
  const since = timeText(alert.startsAt, zone);
  return `${alert.state.padEnd(9)} ${alert.streamId}  ${alert.question}  since ${since}${until}${clip}`;
}

export const casesText = (cases: readonly Case[], zone: string): string =>
  tableText(
    ['judged', 'of', 'right', 'question', 'said', 'note'],
    cases.map((one) => [
      timeText(one.judgedAt, zone),
      one.subject.type,
      one.isRight ? 'right' : 'wrong',
      one.question.text,
      one.said.text.split('\n')[0]!,
      one.note ?? '',
    ]),
  );

/** Columns as wide as their widest cell; the last one is not padded. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'nothing yet';
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row.map((cell, n) => (n === row.length - 1 ? cell : cell.padEnd(widths[n]!))).join('  ');
  return all.map(line).join('\n');
}

const evidenceText = (evidence: Evidence, zone: string): string =>
  `${rangeText(evidence.range, zone)}  ${evidence.streamId}  ${
    evidence.clipId ? `clip ${evidence.clipId}` : 'no recording left'
  }`;

const coloursOf = (trajectory: TrajectoryHistory): string =>
  trajectory.attributes
    .filter(({ part }, n, all) => all.findIndex((other) => other.part === part) === n)
    .map(({ part, value }) => (part === 'whole' ? value : `${part} ${value}`))
    .join(', ');

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function timeText(at: Instant, zone: string): string {
  return DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
}

function rangeText(range: TimeRange, zone: string): string {
  const [start, end] = [range.start, range.end].map((at) => DateTime.fromMillis(at, { zone }));
  const sameDay = start!.hasSame(end!, 'day');
  return `${start!.toFormat('yyyy-MM-dd HH:mm:ss')} - ${end!.toFormat(sameDay ? 'HH:mm:ss' : 'yyyy-MM-dd HH:mm:ss')}`;
}
