/** What a wall clock that is wrong for a moment does to a stream's record, and to its children. */
import { expect, it } from 'vitest';
import type { StartMessage } from '../../../../ingest/child/messages.ts';
import type { Capture } from '../../../../ingest/ports.ts';
import { Outages } from '../../../../ingest/stream/record-outages.ts';
import type { StreamRecorder } from '../../../../ingest/stream/stream-recorder.ts';
import { withCaution } from '../../../../ingest/stream/with-caution.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { settled } from '../../../support/scripted-captures.ts';

const hourMs = 3_600_000;

function watchedMachine() {
  const machine = new ManualClock();
  const started: StartMessage[] = [];
  const startCapture = (start: StartMessage) => {
    started.push(start);
    return {} as Capture;
  };
  return { machine, started, ...withCaution({ clock: machine, startCapture }) };
}

it('becomes no gap unless it lasts', async () => {
  const { machine, clock } = watchedMachine();
  const gaps: number[] = [];
  const recorder = { recordOutage: async (until: number) => void gaps.push(until) };
  const stopping = new AbortController();
  const done = new Outages(clock, 'live').record(
    recorder as unknown as StreamRecorder,
    () => undefined,
    stopping.signal,
  );
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      await settled();
      machine.advance(500);
    }
    await settled();
  };
  machine.setBy(hourMs);
  await pass(30_000);
  machine.setBy(-hourMs);
  await pass(30_000);
  expect(Math.max(...gaps)).toBe(machine.now());
  machine.setBy(hourMs);
  await pass(61_000);
  expect(Math.max(...gaps)).toBe(machine.now());
  stopping.abort();
  await done;
});

it('is told to the children that are started meanwhile', () => {
  const { machine, clock, started, startCapture } = watchedMachine();
  const start = { type: 'start', streamId: 'cam' } as StartMessage;
  const ignore = () => {};
  startCapture(start, ignore, ignore);
  machine.setBy(hourMs);
  clock.now();
  machine.advance(20_000);
  startCapture(start, ignore, ignore);
  expect(started).toEqual([start, { ...start, doubt: { aheadMs: hourMs, heldMs: 20_000 } }]);
});
