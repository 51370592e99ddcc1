/**
 * Processor time of symbolic answers over 24 hours of 20 streams held in memory: planning, evaluation,
 * grounding and wording, without a database. Processor time, because other programs on the machine
 * do not count. `node test/bench/answer.ts`
 */
import { answerQuestion } from '../../query/answer-question.ts';
import { type MemoryStream, type MemoryWorld, memoryReaders } from '../support/memory-readers.ts';
import { type ScriptedThing, trajectoriesOf } from '../support/truth-trajectories.ts';
import { measurementOf, percentileOf, usualRounds } from './harness/measure.ts';
import { report } from './harness/report.ts';
import { spentOn } from './harness/spent.ts';

const day = 86_400;
const startAt = Date.parse('2026-03-02T00:00:00Z');
const streamCount = 20;
/** A visitor or a car every two minutes on every stream. */
const everySeconds = 120;
const colours = ['red', 'black', 'white', 'grey', 'green', 'blue'];

const questions = [
  'How many people came?',
  'How many people came between 14:00 and 15:00?',
  'Was anyone there at 12:30?',
  'Did anyone in a red top come since noon?',
  'Did a dog come?',
  'When did the last person leave?',
  'Which person stayed the longest?',
  'How long was the room empty?',
  'Were three people ever there at the same time?',
  'What is the largest number of cars at once?',
  'Who was there before 09:00:30?',
  'Which camera saw a white car after 23:00?',
  'Did anyone stay longer than a minute?',
  'How many people wore black in the last hour?',
];

function thingsOf(stream: number): ScriptedThing[] {
  return Array.from({ length: day / everySeconds }, (_, n) => {
    const start = n * everySeconds + ((n * 37 + stream * 11) % 60);
    const isCar = n % 3 === 0;
    const colour = colours[(n + stream) % colours.length]!;
    return {
      id: `${n}`,
      kind: isCar ? 'car' : 'person',
      there: [[start, start + 15 + ((n * 13) % 90)]],
      ...(isCar ? { colour } : { top: colour }),
      from: 'left',
      to: 'right',
    };
  });
}

function makeWorld(): MemoryWorld {
  const streams: MemoryStream[] = Array.from({ length: streamCount }, (_, n) => ({
    id: `cam-${n}`,
    name: `Camera ${n}`,
    watched: [{ start: startAt, end: startAt + day * 1000 }],
  }));
  const trajectories = streams.flatMap(({ id }, n) =>
    trajectoriesOf(thingsOf(n), { streamId: id, startAt, duration: day }),
  );
  return { streams, trajectories, now: startAt + day * 1000 + 5000 };
}

const deps = memoryReaders(makeWorld());
const rounds: number[][] = [];
for (let round = -1; round < usualRounds; round += 1) {
  const times: number[] = [];
  for (const text of questions) {
    times.push((await spentOn(() => answerQuestion({ text }, deps))).cpu * 1000);
  }
  if (round >= 0) rounds.push(times);
}
const ms = { unit: 'ms', isBetter: 'lower' as const };
const of24h = '24 h x 20 streams';
report(
  measurementOf(
    rounds.map((times) => percentileOf(times, 0.95)),
    { name: `symbolic answer over ${of24h}, p95`, ...ms, target: 50 },
  ),
);
report(measurementOf(rounds.flat(), { name: `symbolic answer over ${of24h}, any`, ...ms }));
for (const [i, text] of questions.entries()) {
  report(
    measurementOf(
      rounds.map((times) => times[i]!),
      { name: text, ...ms },
    ),
  );
}
