/**
 * How late one live stream of pedestrians is understood: from the end of a chunk until its states
 * are committed and told to the page, and from the instant a standing question's answer turned yes
 * until its alert is told. There is no path that does not wait for the chunk's end, so an alert
 * takes up to a chunk's length longer; what it takes beyond that is told too.
 * `node test/bench/live-delay.ts [--long]`
 */
import { io, type Socket } from 'socket.io-client';
import { httpQueryApi } from '../../dashboard/http/client.ts';
import type { ClientEvents, ServerEvents } from '../../dashboard/socket/events.ts';
import { waitFor } from '../support/wait-for.ts';
import { streetClip } from './harness/clips.ts';
import { isLong, type Meaning, measurementOf, percentileOf } from './harness/measure.ts';
import { startProgram } from './harness/program.ts';
import { report, reportNotRun } from './harness/report.ts';
import { cpuOfProcess } from './harness/spent.ts';
import { inWorkFolder } from './harness/work-folder.ts';

const wantedChunks = isLong ? 40 : 4;
/** A machine that is too busy is not waited for longer. */
const longestMs = isLong ? 900_000 : 120_000;
const chunkMs = 15_000;
const questions = [
  'Did a person enter from the left?',
  'Did a person enter from the right?',
  'Did a person leave?',
  'Is there a person in red?',
];
const ms = { unit: 'ms', isBetter: 'lower' as const };

const clip = await streetClip(longestMs / 1000, 720);
await inWorkFolder(async (data) => {
  const program = await startProgram(data, [clip, '--preset', 'yard']);
  const query = httpQueryApi(program.url);
  for (const question of questions) {
    await query.watch({ question, holdForSeconds: 0, keepFiringForSeconds: 0 });
  }
  const heard = listen(program.url);
  const before = await cpuOfProcess(program.pid);
  const startedAt = performance.now();
  const isEnough = () => heard.chunks.length >= wantedChunks;
  await waitFor(isEnough, { timeoutMs: longestMs }).catch(() => {});
  const cores =
    (((await cpuOfProcess(program.pid)) - before) * 1000) / (performance.now() - startedAt);
  heard.stop();
  await program.end('SIGTERM');
  const close = 'chunk close to queryable';
  reportDelays(heard.chunks, { name: `${close}, median`, ...ms });
  const p95 = heard.chunks.length > 0 ? [percentileOf(heard.chunks, 0.95)] : [];
  reportDelays(p95, { name: `${close}, p95`, ...ms, target: 1_000 });
  reportDelays(heard.alerts, { name: 'picture to alert, over the chunk', ...ms });
  reportDelays(heard.beyond, { name: 'alert delay beyond the chunk', ...ms, target: 500 });
  report(measurementOf([cores], { name: 'one live stream', unit: 'cores', isBetter: 'lower' }));
});

function reportDelays(delays: readonly number[], meaning: Meaning): void {
  if (delays.length > 0) report(measurementOf(delays, meaning));
  else reportNotRun(meaning.name, `nothing came within ${longestMs / 1000} s`);
}

function listen(url: string) {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, { transports: ['websocket'] });
  const heard = { chunks: [] as number[], alerts: [] as number[], beyond: [] as number[] };
  socket.on('memory.advanced', ({ range, isGap }) => {
    if (!isGap && range.end % chunkMs === 0) heard.chunks.push(Date.now() - range.end);
  });
  socket.on('alert.fired', ({ alert }) => {
    const delay = Date.now() - alert.startsAt;
    heard.alerts.push(delay);
    heard.beyond.push(Date.now() - (Math.floor(alert.startsAt / chunkMs) + 1) * chunkMs);
  });
  return { ...heard, stop: () => socket.disconnect() };
}
