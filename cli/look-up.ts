/** `streams`, `events`, `trajectories`, `alerts` and `clip`: what is stored, as it is. */
import { copyFile } from 'node:fs/promises';
import type { TimeRange } from '../kernel/time.ts';
import type { QueryApi } from '../query/contract.ts';
import type { ClipOptions, ListOptions } from './command-line.ts';
import type { Output } from './output.ts';
import { parseCount, parseInstant } from './parse-arguments.ts';
import { alertText, eventsText, streamsText, trajectoriesText } from './print-answer.ts';

const defaultLimit = 100;

export async function listStreams(query: QueryApi, output: Output): Promise<void> {
  const streams = await query.streams();
  output.show(streams, () => streamsText(streams, output.zone));
}

export async function listEvents(query: QueryApi, options: ListOptions, output: Output) {
  const events = await query.events({
    streamIds: options.stream,
    range: rangeOf(options, output.zone),
    about: options.about,
    limit: limitOf(options),
  });
  output.show(events, () => eventsText(events, output.zone));
}

export async function listTrajectories(query: QueryApi, options: ListOptions, output: Output) {
  const found = await query.trajectories({
    streamIds: options.stream,
    range: rangeOf(options, output.zone),
    limit: limitOf(options),
  });
  output.show(found, () => trajectoriesText(found, output.zone));
}

export async function listAlerts(query: QueryApi, options: ListOptions, output: Output) {
  const [streamId, ...others] = options.stream ?? [];
  const one = others.length === 0 ? streamId : undefined;
  const found = await query.alerts({ streamId: one, limit: limitOf(options) });
  const alerts = found.filter(
    (alert) => !options.stream || options.stream.includes(alert.streamId),
  );
  output.show(alerts, () =>
    alerts.length === 0
      ? 'no alerts'
      : alerts.map((alert) => alertText(alert, output.zone)).join('\n'),
  );
}

export async function saveClip(query: QueryApi, id: string, options: ClipOptions, output: Output) {
  const { clip, path } = await query.clip(id);
  await copyFile(path, options.output);
  output.show({ ...clip, file: options.output }, () => `${options.output} (${clip.bytes} bytes)`);
}

function rangeOf(options: ListOptions, zone: string): TimeRange {
  const start = options.from === undefined ? 0 : parseInstant('--from', options.from, zone);
  const end =
    options.to === undefined ? Number.MAX_SAFE_INTEGER : parseInstant('--to', options.to, zone);
  return { start, end };
}

const limitOf = (options: ListOptions): number =>
  options.limit === undefined ? defaultLimit : parseCount('--limit', options.limit);
