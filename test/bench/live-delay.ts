/**
 * How late one live stream of pedestrians is understood: from the end of a chunk until its states
 * are committed and told to the page, and from the instant a standing question's answer turned yes
 * until its alert is told. There is no path that does not wait for the chunk's end, so an alert
 * takes up to a chunk's length longer; what it takes beyond that is told too.
 * `node test/bench/live-delay.ts [--long]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { httpQueryApi } from '../../dashboard/http/client.ts';
import type { ClientEvents, ServerEvents } from '../../dashboard/socket/events.ts';
import { streetClip } from './harness/clips.ts';
import { isLong, measurementOf, percentileOf } from './harness/measure.ts';
import { startProgram } from './harness/program.ts';
import { report } from './harness/report.ts';
import { cpuOfProcess } from './harness/spent.ts';
import { inWorkFolder } from './harness/work-folder.ts';

const seconds = isLong ? 300 : 65;
const chunkMs = 15_000;
const questions = [
  'Did a person enter from the left?',
  'Did a person enter from the right?',
  'Did a person leave?',
  'Is there a person in red?',
];
const ms = { unit: 'ms', isBetter: 'lower' as const };

const clip = await streetClip(seconds, 720);
await inWorkFolder(async (data) => {
  const program = await startProgram(data, [clip, '--preset', 'yard']);
  const query = httpQueryApi(program.url);
  for (const question of questions) {
    await query.watch({ question, holdForSeconds: 0, keepFiringForSeconds: 0 });
  }
  const heard = listen(program.url);
  const before = await cpuOfProcess(program.pid);
  const startedAt = performance.now();
  await sleep(seconds * 1000);
  const cores =
    (((await cpuOfProcess(program.pid)) - before) * 1000) / (performance.now() - startedAt);
  heard.stop();
  await program.end('SIGTERM');
  report(measurementOf(heard.chunks, { name: 'chunk close to queryable, median', ...ms }));
  report(
    measurementOf([percentileOf(heard.chunks, 0.95)], {
      ...{ name: 'chunk close to queryable, p95', ...ms, target: 1_000 },
    }),
  );
  report(measurementOf(heard.alerts, { name: 'picture to alert, over the chunk', ...ms }));
  report(measurementOf(heard.beyond, { name: 'alert delay beyond the chunk', ...ms, target: 500 }));
  report(measurementOf([cores], { name: 'one live stream', unit: 'cores', isBetter: 'lower' }));
});

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
