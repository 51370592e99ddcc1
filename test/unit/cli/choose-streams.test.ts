import { expect, it } from 'vitest';
import { freeId, streamFrom } from '../../../cli/choose-streams.ts';

it.each([
  ['/clips/door.mp4', 'paced'],
  ['clips/door.mp4', 'paced'],
  ['rtsp://camera/live', 'live'],
  ['https://host/index.m3u8', 'live'],
  ['https://host/video.mjpg', 'live'],
  ['https://host/door.mp4?token=1', 'paced'],
])('%s is %s', (url, pace) => {
  expect(streamFrom({ url }).source).toEqual({ url, pace });
});

it('a file is taken in fast when that is asked for, from the time given', () => {
  const stream = streamFrom({ url: 'a/yard.mp4', pace: 'fast', startAt: 5, preset: 'yard' });
  expect(stream).toMatchObject({ id: 'yard', name: 'yard', source: { pace: 'fast', startAt: 5 } });
  expect(stream.profile).toMatchObject({ moverKind: 'person' });
});

it('an id that is taken gets a number', () => {
  const taken = new Set(['door', 'door-2']);
  expect(freeId('door', taken)).toBe('door-3');
  expect(freeId('gate', taken)).toBe('gate');
});
