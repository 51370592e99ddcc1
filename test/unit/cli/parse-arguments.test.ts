import { expect, it } from 'vitest';
import {
  parseChoices,
  parseInstant,
  parseOneOf,
  parseSeconds,
  streamIdFrom,
} from '../../../cli/parse-arguments.ts';

it.each([
  ['2026-01-01T12:00:00Z', 'UTC', 1_767_268_800_000],
  ['2026-01-01T13:00:00', 'Europe/Berlin', 1_767_268_800_000],
  ['2026-01-01T13:00:00+01:00', 'UTC', 1_767_268_800_000],
])('%s in %s is an instant', (text, zone, at) => {
  expect(parseInstant('--start', text, zone)).toBe(at);
});

it.each([
  () => parseInstant('--start', 'noonish', 'UTC'),
  () => parseSeconds('--for', '-1'),
  () => parseSeconds('--for', ''),
  () => parseChoices('--options', 'only one'),
  () => parseChoices('--options', 'a||b'),
  () => parseOneOf('--preset', 'moon', ['road', 'yard']),
])('a wrong argument is refused by name', (parse) => {
  expect(parse).toThrow(/^--(start|for|options|preset): must be/);
});

it.each([
  ['/clips/Intel_One by One.mp4', 'intel_one-by-one'],
  ['rtsp://user:secret@camera.lan:554/live/door', 'door'],
  ['http://host/', 'host'],
  ['rtsp://10.0.0.7/user=admin_password=hunter2_channel=1.sdp', 'user-_password-_channel-1'],
  ['rtsp://admin:12/hunter2@host/1', 'stream'],
  ['http://host/hls/index.m3u8', 'index'],
  ['...', 'stream'],
])('%s gives the stream id %s', (source, id) => {
  expect(streamIdFrom(source)).toBe(id);
});
