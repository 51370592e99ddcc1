/** The words the page uses for states, gaps, verdicts and objects. Pure. */
import type { PictureFault } from '../../ingest/domain/picture-health.ts';
import type { FaultSince } from '../../ingest/domain/stream.ts';
import type { Answer, AnswerValue } from '../../query/domain/answer.ts';
import type { Alert } from '../../query/domain/standing-question.ts';
import { sayDuration, sayInstant } from './say-time.ts';

const gapWords: Readonly<Record<string, string>> = {
  'not-connected': 'The stream was not connected',
  'auth-failed': 'The source refused the login',
  'no-video': 'The source had no video',
  'connection-lost': 'The connection was lost',
  stalled: 'The stream stood still',
  'worker-died': 'The recorder of the stream broke down',
  'worker-recycled': 'The recorder of the stream was renewed',
  'process-down': 'Strandline was not running',
  'source-ended': 'The source had ended',
  'clock-jump': 'The clock of the stream jumped',
  'no-frames': 'No picture came',
  'disk-full': 'The disk was full',
  'picture-frozen': 'The picture was frozen',
  'picture-black': 'The picture was black',
  'picture-covered': 'The camera was covered',
  'decode-errors': 'The pictures were damaged',
  'not-yet-analysed': 'Not analysed yet',
  'extraction-failed': 'The analysis failed',
  'before-first-recording': 'Before the first recording',
  'not-yet-recorded': 'Not recorded yet',
};

export const sayGap = (reason: string): string => gapWords[reason] ?? reason;

const stateWords: Readonly<Record<string, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  'auth-failed': 'Login refused',
  'no-video': 'No video',
  'disk-full': 'Disk full',
  stopped: 'Stopped',
  ended: 'Ended',
  failed: 'Failed',
};

export const sayStreamState = (state: string): string => stateWords[state] ?? state;

const faultWords: Readonly<Record<PictureFault, string>> = {
  frozen: 'Picture frozen',
  black: 'Picture black',
  dark: 'Picture dark',
  covered: 'Camera covered or out of focus',
  'low-rate': 'Few pictures come',
  'high-loss': 'Many pictures damaged',
};

/** `Picture frozen since 12:03:10`. */
export const sayFault = ({ fault, since }: FaultSince, now: number): string =>
  `${faultWords[fault]} since ${sayInstant(since, now)}`;

const alertWords: Readonly<Record<Alert['state'], string>> = {
  pending: 'Pending',
  firing: 'Firing',
  resolved: 'Resolved',
  noData: 'No data',
};

export const sayAlertState = (state: Alert['state']): string => alertWords[state];

const reasonWords: Readonly<Record<NonNullable<Answer['reason']>, string>> = {
  'not-covered': 'That time was not watched, or only in part.',
  'not-understood': 'The question was not understood.',
  'not-seen-clearly': 'Something was there, but it was not seen clearly enough.',
  'nothing-to-measure': 'There was nothing to measure.',
};

export const sayReason = (reason: NonNullable<Answer['reason']>): string => reasonWords[reason];

/** The verdict in one word or number. */
export function sayVerdict({ verdict, reason, value, askedAt }: Answer): string {
  if (reason === 'not-understood') return 'Not understood';
  if (verdict === 'yes') return 'Yes';
  if (verdict === 'no') return 'No';
  if (verdict === 'unknown' || !value) return 'Cannot know';
  return sayValue(value, askedAt);
}

function sayValue(value: AnswerValue, now: number): string {
  switch (value.type) {
    case 'count':
      return String(value.count);
    case 'instant':
      return sayInstant(value.at, now);
    case 'instants':
      return value.at.length === 1 ? sayInstant(value.at[0]!, now) : `${value.at.length} times`;
    case 'duration':
      return sayDuration(value.ms);
    case 'text':
      return value.text;
    case 'objects':
      return value.labels.join(', ') || 'Nothing';
    case 'option':
      return `${value.option}. ${value.text}`;
  }
}

const basisWords: Readonly<Record<Answer['confidenceBasis'], string>> = {
  'detector-scores': 'from the scores of the detector',
  'token-probabilities': 'from the probabilities of the model',
  none: 'not measured',
};

export const sayBasis = (basis: Answer['confidenceBasis']): string => basisWords[basis];

export interface Described {
  readonly kind: string;
  readonly kindAssumed: boolean;
  readonly attributes: readonly { part: string; value: string }[];
  readonly identifiers: readonly { value: string }[];
}

/** `person in red`, `white car`, `person (assumed)`. */
export function sayObject(object: Described): string {
  const [identifier] = object.identifiers;
  const [colour] = object.attributes;
  const kind = object.kindAssumed ? `${object.kind} (assumed)` : object.kind;
  const named = identifier ? `${kind} ${identifier.value}` : kind;
  if (!colour) return named;
  return colour.part === 'whole' ? `${colour.value} ${named}` : `${named} in ${colour.value}`;
}
