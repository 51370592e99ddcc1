/**
 * Steps a second of standing questions committed to Postgres, against bare rows written by
 * `INSERT ... ON CONFLICT` one after another on one connection of the same server: a step at a
 * time, and as it is, all questions of a stream evaluated and committed together.
 * `node test/bench/state-machine.ts`
 */
import pg from 'pg';
import { PostgresStandingQuestionStore } from '../../query/adapters/postgres/standing-question-store.ts';
import { openTestDatabase } from '../support/database.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { inTurns, measurementOf, ratiosOf } from './harness/measure.ts';
import { report, reportNotRun } from './harness/report.ts';
import { openStandingYard } from './harness/standing-yard.ts';

const questions = 200;
const stepsATurn = 400;
const state = JSON.stringify({ note: 'as long as the state of a question that waits'.repeat(4) });

const server = await startPostgresServer();
if (server) await measure(server.url).finally(() => server.stop());
else reportNotRun('standing question steps / bare inserts', 'there is no Postgres server');

async function measure(url: string): Promise<void> {
  const { value: database, stop } = await openTestDatabase({ url });
  const bare = new pg.Client({ connectionString: url });
  await bare.connect();
  await bare.query('CREATE TABLE bare (id text PRIMARY KEY, at bigint, state json)');
  const store = new PostgresStandingQuestionStore(database);
  const record = async (streamId: string, { start, end }: { start: number; end: number }) => {
    await database.query(
      `INSERT INTO chunks (stream_id, epoch, seq, start_at, end_at, frames, statistics, flags,
         processed_at) VALUES ($1, 1, $2::bigint / 15000, $2, $3, '[]', '{}', '[]', 1)`,
      [streamId, start, end],
    );
  };
  const yard = await openStandingYard({ questions, store, record, isEvaluated: true });
  const questionId = (await store.all())[0]!.id;
  let at = 0;
  const rates = await inTurns(
    {
      one: () =>
        rateOf(stepsATurn, async () => {
          at += 1;
          const step = { questionId, streamId: 'other', at, state: JSON.parse(state) };
          await store.commitStep(step, [], []);
        }),
      whole: () => rateOf(stepsATurn / questions, () => yard.nextChunk(), questions),
      bare: () =>
        rateOf(stepsATurn, async (n) => {
          await bare.query(
            `INSERT INTO bare VALUES ($1, $2, $3)
             ON CONFLICT (id) DO UPDATE SET at = excluded.at, state = excluded.state`,
            [`question ${n % questions}`, n, state],
          );
        }),
    },
    { warmUps: 1 },
  );
  await yard.stop();
  await bare.end();
  await stop();
  const higher = { isBetter: 'higher' as const };
  const ratio = { unit: 'x', ...higher };
  const name = 'standing question steps';
  report(
    measurementOf(ratiosOf(rates.whole, rates.bare), {
      name: `${name} / bare inserts`,
      ...ratio,
      target: 0.5,
    }),
  );
  report(
    measurementOf(ratiosOf(rates.one, rates.bare), {
      name: 'steps one by one / bare inserts',
      ...ratio,
    }),
  );
  const rate = { unit: '1/s', ...higher };
  report(measurementOf(rates.whole, { name: `${name}, evaluated, ${questions} a chunk`, ...rate }));
  report(measurementOf(rates.one, { name: 'steps one by one', ...rate }));
  report(measurementOf(rates.bare, { name: 'bare inserts', ...rate }));
}

/** Things a second, where each turn of the work does so many. */
async function rateOf(
  turns: number,
  work: (n: number) => Promise<void>,
  each = 1,
): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < turns; n += 1) await work(n);
  return (turns * each * 1000) / (performance.now() - startedAt);
}
