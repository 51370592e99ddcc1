/** Builders of what query hands out: valid, small, and overridden field by field. */
import type { Event } from '../../processors/domain/event.ts';
import type { StreamView } from '../../query/contract.ts';
import type { Answer, Evidence } from '../../query/domain/answer.ts';
import type { Case } from '../../query/domain/judgement.ts';
import type { Alert, StandingQuestion } from '../../query/domain/standing-question.ts';
import type { TrajectoryHistory } from '../../query/ports.ts';

/** 2026-11-30 12:00:00 UTC, on the 15 s grid. */
export const noon = 1_796_040_000_000;

export const aStream = (over: Partial<StreamView> = {}): StreamView => ({
  id: 'dock',
  name: 'Loading dock',
  url: 'rtsp://camera.test/dock',
  state: 'live',
  reason: null,
  faults: [],
  enabledAt: noon - 3_600_000,
  profile: null,
  asOf: noon - 4_000,
  recorded: { start: noon - 3_600_000, end: noon },
  ...over,
});

export const anEvidence = (over: Partial<Evidence> = {}): Evidence => ({
  streamId: 'dock',
  range: { start: noon - 60_000, end: noon - 55_000 },
  trajectoryIds: ['dock/0/7#0'],
  clipId: null,
  boxes: [],
  ...over,
});

export const anAnswer = (over: Partial<Answer> = {}): Answer => ({
  id: 'answer-1',
  version: 1,
  question: 'did a person come in?',
  askedAt: noon,
  text: 'Yes, a person came in at 11:59:00.',
  verdict: 'yes',
  reason: null,
  value: null,
  confidence: 0.86,
  confidenceBasis: 'detector-scores',
  evidence: [anEvidence()],
  facts: [
    {
      statement: 'a person was seen',
      holds: 'yes',
      confidence: 0.86,
      evidence: [anEvidence()],
    },
  ],
  coverage: {
    asked: { start: noon - 3_600_000, end: noon },
    watchedShare: 0.9,
    gaps: [
      {
        streamId: 'dock',
        start: noon - 1_200_000,
        end: noon - 840_000,
        reason: 'connection-lost',
      },
    ],
    asOf: noon - 4_000,
  },
  plan: {
    understoodAs: 'Whether a person was in the picture of Loading dock in the last hour',
    query: { kind: 'exists' },
  },
  method: 'symbolic',
  models: ['yolo/1'],
  cost: { modelCalls: 0, tokens: 0, ms: 12 },
  ...over,
});

export const aTrajectory = (over: Partial<TrajectoryHistory> = {}): TrajectoryHistory => {
  const id = over.id ?? 'dock/0/7#0';
  const firstAt = over.firstAt ?? noon - 60_000;
  const lastAt = over.lastAt ?? noon - 30_000;
  const box = { x: 0.4, y: 0.3, width: 0.1, height: 0.4 };
  return {
    id,
    streamId: 'dock',
    kind: 'person',
    kindConfidence: 0.9,
    kindAssumed: false,
    kindVotes: [{ kind: 'person', weight: 12 }],
    attributes: [{ name: 'colour', part: 'top', value: 'red', confidence: 0.8 }],
    identifiers: [],
    firstAt,
    lastAt,
    firstBox: box,
    lastBox: box,
    typicalBox: box,
    observationCount: 2,
    confidence: 0.9,
    procedure: 'yolo/1',
    states: [
      {
        id: `${id}:0`,
        trajectoryId: id,
        type: 'attribute',
        predicate: 'present',
        args: [id],
        range: { start: firstAt, end: lastAt },
        confidence: 0.9,
      },
    ],
    ...over,
  };
};

export const anEvent = (over: Partial<Event> = {}): Event => ({
  id: 'dock/short/1',
  streamId: 'dock',
  level: 'short',
  range: { start: noon - 60_000, end: noon - 45_000 },
  caption: 'A person in red comes in from the left.',
  participants: ['dock/0/7#0'],
  watched: 1,
  ...over,
});

export const aStandingQuestion = (over: Partial<StandingQuestion> = {}): StandingQuestion => ({
  id: 'q1',
  version: 1,
  createdAt: noon - 3_600_000,
  question: 'is a person at the dock?',
  holdForSeconds: 10,
  keepFiringForSeconds: 0,
  understoodAs: 'A person is in the picture for at least 10 seconds',
  cost: 'from stored states: 0 model calls',
  ...over,
});

export const anAlert = (over: Partial<Alert> = {}): Alert => ({
  id: 'q1/dock/1',
  questionId: 'q1',
  question: 'is a person at the dock?',
  streamId: 'dock',
  state: 'firing',
  startsAt: noon - 60_000,
  firedAt: noon - 50_000,
  endsAt: null,
  evidence: anEvidence(),
  ...over,
});

/** Of the answer `anAnswer`. */
export const aCase = (over: Partial<Case> = {}): Case => ({
  id: 'answer:answer-1',
  subject: { type: 'answer', id: 'answer-1' },
  isRight: true,
  note: null,
  expected: null,
  judgedAt: noon,
  question: {
    text: 'did a person come in?',
    streamIds: ['dock'],
    from: noon - 3_600_000,
    to: noon,
  },
  range: { start: noon - 3_600_000, end: noon },
  said: {
    verdict: 'yes',
    reason: null,
    value: null,
    text: 'Yes, a person came in at 11:59:00.',
    evidence: [{ streamId: 'dock', range: { start: noon - 60_000, end: noon - 55_000 } }],
  },
  standing: null,
  ...over,
});

export const anAlertCase = (alertId: string, over: Partial<Case> = {}): Case =>
  aCase({
    id: `alert:${alertId}`,
    subject: { type: 'alert', id: alertId },
    standing: { questionId: 'q1', holdForSeconds: 10 },
    ...over,
  });
