/** Query's tables, and everything query reads and writes in Postgres. */
import type { Database } from '../../../kernel/adapters/postgres/database.ts';
import { PostgresAnswerStore } from './answer-store.ts';
import { PostgresCaseStore } from './case-store.ts';
import { PostgresCoverageReader } from './coverage-reader.ts';
import { queryEntities } from './entities.ts';
import { PostgresEventReader } from './event-reader.ts';
import { queryMigrations } from './migrations.ts';
import { PostgresPinReader } from './pin-reader.ts';
import { RecentTrajectoryReader } from './recent-trajectory-reader.ts';
import { PostgresStandingQuestionStore } from './standing-question-store.ts';
import { PostgresStreamReader } from './stream-reader.ts';
import { PostgresTrajectoryReader } from './trajectory-reader.ts';

export const querySchema = { entities: queryEntities, migrations: queryMigrations };

export const postgresQueryStores = (database: Database) => ({
  trajectories: new RecentTrajectoryReader(new PostgresTrajectoryReader(database)),
  events: new PostgresEventReader(database),
  coverage: new PostgresCoverageReader(database),
  streams: new PostgresStreamReader(database),
  answers: new PostgresAnswerStore(database),
  cases: new PostgresCaseStore(database),
  standing: new PostgresStandingQuestionStore(database),
  pins: new PostgresPinReader(database),
});
