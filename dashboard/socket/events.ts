/** The events of the socket, both ways. What a client missed while it was away it reads by REST. */
import type { StreamStatus } from '../../ingest/domain/stream.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { Answer } from '../../query/domain/answer.ts';
import type { Question } from '../../query/domain/question.ts';
import type { Alert, AlertTransition } from '../../query/domain/standing-question.ts';
import type { ErrorBody } from '../http/error-reply.ts';

export interface AlertPush {
  readonly alert: Alert;
  /** For `GET /api/alerts?since=`. */
  readonly cursor: string;
}

export interface MemoryPush {
  readonly streamId: string;
  /** The chunk or gap that was processed. */
  readonly range: TimeRange;
  readonly isGap: boolean;
  readonly eventIds: readonly string[];
}

/** The question was taken up under this id, or refused. */
export type AskReply = { readonly askId: string } | ErrorBody;

export type AlertEventName = `alert.${AlertPushName}`;

type AlertPushName = 'fired' | 'resolved' | 'noData' | 'dataBack';

export const alertEventOf: Readonly<Record<AlertTransition, AlertEventName>> = {
  firing: 'alert.fired',
  resolved: 'alert.resolved',
  noData: 'alert.noData',
  dataBack: 'alert.dataBack',
};

export type ServerEvents = {
  'answer.ready': (reply: { askId: string; answer: Answer }) => void;
  'answer.failed': (reply: { askId: string } & ErrorBody) => void;
  'stream.status': (status: StreamStatus) => void;
  'memory.advanced': (push: MemoryPush) => void;
} & { [name in AlertEventName]: (push: AlertPush) => void };

export interface ClientEvents {
  'question.ask': (question: Question, acknowledge: (reply: AskReply) => void) => void;
}
