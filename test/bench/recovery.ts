/**
 * The whole program killed in the middle of a chunk and started again: how long until it answers a
 * question, and how much of the video is missing beyond the time it was down.
 * `node test/bench/recovery.ts [--long]`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { httpQueryApi } from '../../dashboard/http/client.ts';
import type { QueryApi } from '../../query/contract.ts';
import { waitFor } from '../support/wait-for.ts';
import { streetClip } from './harness/clips.ts';
import { isLong, measurementOf } from './harness/measure.ts';
import { type RunningProgram, startProgram } from './harness/program.ts';
import { report } from './harness/report.ts';
import { inWorkFolder } from './harness/work-folder.ts';

const patient = { timeoutMs: 90_000, everyMs: 100 };
const rounds = isLong ? 5 : 2;
const chunkMs = 15_000;
const streamId = 'street';

const clip = await streetClip(300, 720);
const lower = { isBetter: 'lower' as const };
const answering: number[] = [];
const lost: number[] = [];
await inWorkFolder(async (data) => {
  let program = await start(data);
  for (let round = 0; round < rounds; round += 1) {
    const query = httpQueryApi(program.url);
    const processed = await asOf(query);
    await waitFor(async () => (await asOf(query)) > processed, patient);
    // Now a chunk is open; it is killed well within it.
    await sleep(chunkMs / 2);
    const killedAt = Date.now();
    await program.end('SIGKILL');
    program = await start(data);
    const restarted = httpQueryApi(program.url);
    await restarted.ask({ text: 'Did a person come?' });
    answering.push((Date.now() - killedAt) / 1000);
    lost.push((await lostBefore(restarted, killedAt)) / 1000);
  }
  await program.end('SIGTERM');
});
const seconds = { unit: 's', ...lower };
report(
  measurementOf(answering, {
    ...{ name: 'killed to answering again', ...seconds, target: 10 },
  }),
);
report(
  measurementOf(lost, {
    ...{ name: 'video lost before the kill', ...seconds, target: chunkMs / 1000 },
  }),
);

function start(data: string): Promise<RunningProgram> {
  return startProgram(data, [clip, '--id', streamId, '--preset', 'yard']);
}

async function asOf(query: QueryApi): Promise<number> {
  return (await query.streams())[0]?.asOf ?? 0;
}

/** What is told to be missing of the time before it was killed; waits until it is told. */
function lostBefore(query: QueryApi, killedAt: number): Promise<number> {
  const range = { start: killedAt - 4 * chunkMs, end: killedAt };
  return waitFor(async () => {
    const [coverage] = await query.coverage([streamId], range);
    const gap = coverage?.gaps.find(
      ({ reason, end }) => reason === 'process-down' && end >= killedAt,
    );
    return gap && killedAt - gap.start;
  }, patient);
}
