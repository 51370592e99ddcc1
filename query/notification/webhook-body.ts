/**
 * What a webhook is told of an alert: the JSON of Alertmanager's webhook (version 4), so that what
 * understands that one understands us, and the evidence as fields of our own beside it. All
 * instants in it are ISO 8601, except those inside `evidence`.
 */
import type { Alert, AlertTransition, StandingQuestion } from '../domain/standing-question.ts';

/** How Alertmanager writes that an alert has no end yet. */
const noEnd = '0001-01-01T00:00:00Z';

export interface WebhookBody {
  readonly version: '4';
  readonly groupKey: string;
  readonly truncatedAlerts: 0;
  readonly status: 'firing' | 'resolved';
  readonly receiver: 'webhook';
  readonly groupLabels: Readonly<Record<string, string>>;
  readonly commonLabels: Readonly<Record<string, string>>;
  readonly commonAnnotations: Readonly<Record<string, string>>;
  readonly externalURL: string;
  readonly alerts: readonly WebhookAlert[];
}

interface WebhookAlert {
  readonly status: 'firing' | 'resolved';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL: string;
  readonly fingerprint: string;
  /** Ours: what happened to the alert. `noData` and `dataBack` happen while it is firing. */
  readonly transition: AlertTransition;
  readonly answer: 'yes' | 'no' | 'unknown';
  readonly firedAt: string | null;
  /** Path of the clip on this server; null when there is none. */
  readonly clipPath: string | null;
  readonly evidence: Alert['evidence'];
}

/** `externalUrl` is where people reach this server; paths are below it. Default: paths alone. */
export function webhookBody(
  alert: Alert,
  transition: AlertTransition,
  question: StandingQuestion,
  externalUrl = '',
): WebhookBody {
  const told = alertOf(alert, transition, question, externalUrl);
  return {
    version: '4',
    groupKey: `${question.id}/${alert.streamId}`,
    truncatedAlerts: 0,
    status: told.status,
    receiver: 'webhook',
    groupLabels: { alertname: question.question },
    commonLabels: told.labels,
    commonAnnotations: told.annotations,
    externalURL: externalUrl,
    alerts: [told],
  };
}

function alertOf(
  alert: Alert,
  transition: AlertTransition,
  question: StandingQuestion,
  externalUrl: string,
): WebhookAlert {
  const clipId = alert.evidence?.clipId ?? null;
  const clipPath = clipId === null ? null : `/api/clips/${clipId}/video.mp4`;
  const clip: Record<string, string> = clipPath ? { clip: `${externalUrl}${clipPath}` } : {};
  return {
    status: transition === 'resolved' ? 'resolved' : 'firing',
    labels: {
      alertname: question.question,
      question_id: question.id,
      stream: alert.streamId,
    },
    annotations: { summary: summaryOf(alert, transition), ...clip },
    startsAt: isoOf(alert.startsAt),
    endsAt: alert.endsAt === null ? noEnd : isoOf(alert.endsAt),
    generatorURL: `${externalUrl}/api/alerts?question=${encodeURIComponent(question.id)}`,
    fingerprint: alert.id,
    transition,
    answer: answers[transition],
    firedAt: alert.firedAt === null ? null : isoOf(alert.firedAt),
    clipPath,
    evidence: alert.evidence,
  };
}

const answers: Readonly<Record<AlertTransition, WebhookAlert['answer']>> = {
  firing: 'yes',
  resolved: 'no',
  noData: 'unknown',
  dataBack: 'yes',
};

function summaryOf(alert: Alert, transition: AlertTransition): string {
  const what = `"${alert.question}" on ${alert.streamId}`;
  if (transition === 'firing') return `${what}: yes, since ${isoOf(alert.startsAt)}`;
  if (transition === 'resolved') return `${what}: over since ${isoOf(alert.endsAt!)}`;
  if (transition === 'noData') return `${what}: cannot be seen any more, video is missing`;
  return `${what}: can be seen again`;
}

const isoOf = (instant: number): string => new Date(instant).toISOString();
